"""Plays pages of `statekit show` in Chromium, and says what is not as the trace says. .ci/player.sh runs it."""
import glob
import json
import os
import re
import subprocess
import sys
import tempfile
import time
import zipfile
from urllib.parse import quote

import player_views
from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

tool = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else ".build/debug/statekit")
shots = sys.argv[2] if len(sys.argv) > 2 else None
failures = []
checks = 0


def expect(holds, what):
    global checks
    checks += 1
    if not holds:
        failures.append(what)


def run(*arguments):
    return subprocess.run([tool, *arguments], capture_output=True, timeout=60)


def browser(width=1200, height=900, scripts=True):
    options = webdriver.ChromeOptions()
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars"):
        options.add_argument(argument)
    options.add_argument("--window-size=%d,%d" % (width, height))
    options.binary_location = "/usr/bin/chromium"
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    if not scripts:
        options.add_experimental_option("prefs", {"profile.managed_default_content_settings.javascript": 2})
    return webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)


LIT = """return [...document.querySelectorAll('#picture .leaf')].map((node) => node.dataset.state).sort()"""
STEP = "return Number(document.documentElement.dataset.step)"
INSIDE = """const wrong = [];
for (const group of document.querySelectorAll('#picture g.state')) {
  const outline = group.querySelector('rect.outline');
  if (!outline) continue;
  const box = outline.getBBox();
  for (const text of group.querySelectorAll('text')) {
    const area = text.getBBox();
    if (area.x < box.x - 0.5 || area.x + area.width > box.x + box.width + 0.5) wrong.push(text.textContent);
  }
}
return wrong"""
NAMELESS = """return [...document.querySelectorAll('button, input, [role=toolbar], dialog')].filter((node) =>
  !(node.getAttribute('aria-label') || node.textContent.trim())).map((node) => node.id)"""


def key(driver, *keys):
    driver.switch_to.active_element.send_keys(*keys)


def play(driver, folder, chart, script):
    """Every step of a script, forward by keys, and some by the address, the slider and back."""
    name = os.path.basename(chart)
    page = os.path.join(folder, name + ".html")
    made = run("show", chart, "--script", script, "-o", page, "--force")
    traced = run("run", chart, script, "--format", "jsonl")
    expect(made.returncode == traced.returncode, "%s: status %d, %d of run" % (name, made.returncode, traced.returncode))
    steps = [json.loads(line) for line in traced.stdout.decode().split("\n") if line]
    size, lines = os.path.getsize(page), len(traced.stdout)
    text = run("run", chart, script).stdout
    expect(size - lines - len(text) < 300000, "%s: %d bytes" % (name, size))
    address = "file://" + quote(page)
    driver.get(address)
    for number, step in enumerate(steps):
        if number:
            key(driver, Keys.ARROW_RIGHT)
        wanted = sorted(set(step["configuration"]))
        found = driver.execute_script(LIT)
        expect(found == wanted, "%s, step %d: lit %s, active %s" % (name, number, found, wanted))
        expect(driver.execute_script(STEP) == number, "%s: not at step %d" % (name, number))
    last = len(steps) - 1
    key(driver, Keys.HOME)
    expect(driver.execute_script(STEP) == 0, "%s: Home" % name)
    key(driver, Keys.END)
    expect(driver.execute_script(STEP) == last, "%s: End" % name)
    middle = last // 2
    driver.get(address + "#step=%d" % middle)
    driver.refresh()
    expect(driver.execute_script(STEP) == middle, "%s: the address" % name)
    expect(driver.execute_script(LIT) == sorted(set(steps[middle]["configuration"])), "%s: lit by the address" % name)
    expect(driver.execute_script("return document.getElementById('range').value") == str(middle), "%s: slider" % name)
    driver.execute_script("const r = document.getElementById('range'); r.value = %d; r.dispatchEvent(new Event('input'))" % last)
    expect(driver.execute_script(LIT) == sorted(set(steps[last]["configuration"])), "%s: lit by the slider" % name)
    expect("#step=%d" % last in driver.current_url, "%s: the address follows" % name)
    seen = driver.execute_script("""const line = document.querySelector('#trace [aria-current]').getBoundingClientRect();
        const list = document.getElementById('trace').getBoundingClientRect();
        return line.top < list.bottom && line.bottom > list.top""")
    expect(seen, "%s: the current line of the trace is out of sight" % name)
    expect(driver.execute_script(INSIDE) == [], "%s: text outside its box: %s" % (name, driver.execute_script(INSIDE)))
    expect(driver.execute_script(NAMELESS) == [], "%s: controls without a name" % name)


def quiet(driver, what):
    """Nothing is said in the console: a breach of the page's policy would be."""
    log = [entry["message"] for entry in driver.get_log("browser")]
    expect(log == [], "%s: console: %s" % (what, log[:3]))


def shot(driver, name):
    if shots:
        os.makedirs(shots, exist_ok=True)
        driver.save_screenshot(os.path.join(shots, name + ".png"))


DRAW = """const [text, id, done] = arguments;
mermaid.render(id, text).then((drawn) => {
  const box = document.createElement('div');
  box.innerHTML = drawn.svg;
  done({text: box.textContent});
}, (error) => done({error: String(error.message || error)}))"""


def mermaid(driver, folder):
    """Mermaid itself draws what is recorded of it: every example chart, and hostile names. MERMAID in the environment names its
    file; without it one is taken out of a package of PyPI."""
    script = os.environ.get("MERMAID")
    if not script:
        fetch = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "-d", folder, "diagram-renderer"]
        try:
            subprocess.run(fetch, capture_output=True, timeout=120)
        except subprocess.TimeoutExpired:
            pass
        for wheel in glob.glob(os.path.join(folder, "*.whl")):
            zipfile.ZipFile(wheel).extractall(folder)
        script = next(iter(glob.glob(os.path.join(folder, "**", "mermaid.min.js"), recursive=True)), None)
    if not script:
        print("player: Mermaid is not to be had, its drawings are left out")
        return
    page = os.path.join(folder, "mermaid.html")
    with open(page, "w") as file:
        file.write('<meta charset="utf-8"><script src="file://%s"></script>' % os.path.abspath(script))
    driver.get("file://" + page)
    driver.set_script_timeout(120)
    driver.execute_script("mermaid.initialize({startOnLoad: false})")
    with open("Tests/Pictures/mermaid.txt") as file:
        texts = [part.split("\n", 1) for part in file.read().split("==== ")[1:]]
    with open("Tests/Pictures/hostile-mermaid.txt") as file:
        texts.append(("hostile names", file.read()))
    for number, (chart, text) in enumerate(texts):
        drawn = driver.execute_async_script(DRAW, text, "g%d" % number)
        expect("error" not in drawn, "%s: Mermaid: %s" % (chart, drawn.get("error", "")[:200]))
        for title in re.findall(r'state "([^"#]+)" as', text):
            expect("".join(title.split()) in "".join(drawn.get("text", "").split()), "%s: Mermaid draws no %s" % (chart, title))


def main():
    folder = tempfile.mkdtemp(prefix="statekit-player-")
    began = time.time()
    pairs = []
    for script in sorted(glob.glob("charts/*.events.txt") + glob.glob("charts/coming-from/*.events.txt")):
        chart = script.replace(".events.txt", ".json")
        if os.path.exists(chart):
            pairs.append((chart, script))
    driver = browser()
    try:
        for chart, script in pairs:
            play(driver, folder, chart, script)
            quiet(driver, chart)
        # One page in depth.
        page = "file://" + os.path.join(folder, "checkout.json.html")
        driver.get(page)
        shot(driver, "light")
        before = driver.execute_script(STEP)
        key(driver, " ")
        time.sleep(1.3)
        expect(driver.execute_script(STEP) > before, "space does not play")
        key(driver, " ")
        key(driver, "/")
        expect(driver.switch_to.active_element.get_attribute("id") == "search", "/ does not search")
        key(driver, "paid", Keys.ENTER)
        expect(driver.execute_script("return document.querySelectorAll('#trace .hit').length") > 0, "nothing is found")
        key(driver, Keys.ESCAPE)
        driver.find_element(By.TAG_NAME, "body").send_keys("?")
        expect(driver.execute_script("return document.getElementById('help').open"), "? shows no keys")
        key(driver, Keys.ESCAPE)
        driver.execute_script("document.querySelectorAll('#trace li')[1].click()")
        expect(driver.execute_script(STEP) == 1, "a line of the trace leads nowhere")
        driver.back()
        driver.execute_script("document.querySelector('#s1').dispatchEvent(new MouseEvent('click', {bubbles: true}))")
        expect(not driver.execute_script("return document.getElementById('chosen').hidden"), "a state cannot be chosen")
        expect("#state=" in driver.current_url, "the address does not name the state")
        view = driver.execute_script("return document.querySelector('#picture svg').getAttribute('viewBox')")
        key(driver, "z")
        expect(driver.execute_script("return document.querySelector('#picture svg').getAttribute('viewBox')") != view, "no zoom")
        key(driver, "f")
        expect(driver.execute_script("return document.querySelector('#picture svg').getAttribute('viewBox')") == view, "no fit")
        key(driver, Keys.ESCAPE, "s", "s")
        expect("#state=root.cart" in driver.current_url, "s does not choose a state: " + driver.current_url)
        key(driver, Keys.SHIFT + Keys.ARROW_DOWN)
        expect(driver.execute_script("return document.querySelector('#picture svg').getAttribute('viewBox')") != view, "no move")
        driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": "dark"}]})
        key(driver, Keys.ARROW_RIGHT)
        shot(driver, "dark")
        names = [node for node in driver.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
                 if node.get("role", {}).get("value") in ("button", "slider", "searchbox") and not node.get("ignored")]
        expect(names and all(node.get("name", {}).get("value") for node in names), "a control has no name for screen readers")
        quiet(driver, "one page")
        # A chart without a script is a simulator.
        simulator = os.path.join(folder, "simulator.html")
        run("show", "charts/door.json", "-o", simulator)
        driver.get("file://" + simulator)
        shot(driver, "simulator")
        driver.execute_script("[...document.querySelectorAll('#ways button')].find((b) => b.textContent === 'open').click()")
        expect(driver.execute_script(LIT) == ["root.open"], "the simulator does not go on")
        quiet(driver, "the simulator")
        player_views.check(driver, expect, run, folder, quiet)
        driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
        mermaid(driver, folder)
    finally:
        driver.quit()
    narrow = browser()
    try:
        narrow.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
                               {"width": 360, "height": 740, "deviceScaleFactor": 1, "mobile": True})
        narrow.get(page)
        wide = narrow.execute_script("return document.documentElement.scrollWidth")
        expect(wide <= 360, "a page is %d pixels wide on 360" % wide)
        key(narrow, Keys.ARROW_RIGHT)
        expect(narrow.execute_script(STEP) == 1, "no step on 360 pixels")
        shot(narrow, "narrow")
        quiet(narrow, "360 pixels")
    finally:
        narrow.quit()
    plain = browser(scripts=False)
    try:
        plain.get(page)
        body = plain.find_element(By.TAG_NAME, "body").text
        expect("enter cart" in body, "without a script there is no trace")
        expect(plain.find_element(By.CSS_SELECTOR, "#picture svg").size["width"] > 100, "without a script there is no picture")
        shot(plain, "plain")
    finally:
        plain.quit()
    for failure in failures:
        print("player: " + failure)
    print("player: %d pages played in %d s" % (len(pairs), time.time() - began))
    print("%d passed, %d failed" % (checks - len(failures), len(failures)))
    sys.exit(1 if failures else 0)


main()
