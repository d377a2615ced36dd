"""What a page brings into view, at the size of a desk and of a telephone: .ci/player.py runs it."""
import json
import os
from urllib.parse import quote

from selenium.webdriver.common.keys import Keys

SIZES = [(1280, 800), (360, 640)]

# The reason why a state cannot be seen; empty if all of it is in view and nothing covers it.
HIDDEN = """const node = [...document.querySelectorAll('#picture g.state')].find((one) => one.dataset.state === arguments[0]);
if (!node) return 'is not drawn';
const area = node.querySelector('.outline').getBoundingClientRect();
const box = document.getElementById('picture').getBoundingClientRect();
if (area.left < box.left - 1 || area.right > Math.min(box.right, innerWidth) + 1) return 'is out of view at a side';
if (area.top < box.top - 1 || area.bottom > Math.min(box.bottom, innerHeight) + 1) return 'is out of view above or below';
if (area.height < 12) return 'is too small to read';
const at = document.elementFromPoint((area.left + area.right) / 2, (area.top + area.bottom) / 2);
return at && at.closest('#picture > svg.chart') ? '' : 'is covered'"""
LEAVES = "return [...document.querySelectorAll('#picture .leaf')].map((node) => node.dataset.state)"
LINE_IN_VIEW = """const line = document.querySelector('#trace [aria-current]').getBoundingClientRect();
const list = document.getElementById('trace').getBoundingClientRect();
return line.top < Math.min(list.bottom, innerHeight) - 8 && line.bottom > Math.max(list.top, 0) + 8"""
# What is wrong in the drawing: boxes on one another, or lines that do not end at their states.
UNTIDY = """const svg = document.querySelector('#picture > svg.chart'), wrong = [], boxes = new Map();
for (const group of svg.querySelectorAll('g.state:not(.initial)')) boxes.set(group.dataset.state, group.querySelector('.outline').getBBox());
const isIn = (inner, outer) => inner.startsWith(outer + '.');
for (const [one, a] of boxes) for (const [other, b] of boxes) {
  if (one >= other || isIn(one, other)) continue;
  const holds = b.x >= a.x - 0.2 && b.y >= a.y - 0.2 && b.x + b.width <= a.x + a.width + 0.2 && b.y + b.height <= a.y + a.height + 0.2;
  const meets = a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
  if (isIn(other, one) ? !holds : meets) wrong.push(one + ' and ' + other);
}
const isOn = (at, area) => {
  const across = at.x > area.x - 1 && at.x < area.x + area.width + 1, along = at.y > area.y - 1 && at.y < area.y + area.height + 1;
  const edges = [at.x - area.x, at.x - area.x - area.width, at.y - area.y, at.y - area.y - area.height];
  return across && along && edges.some((one) => Math.abs(one) < 1);
};
for (const arrow of svg.querySelectorAll('g.transition')) {
  const [line, ...more] = arrow.querySelectorAll('.line'), source = boxes.get(arrow.dataset.source), target = boxes.get(arrow.dataset.target);
  if (source && !isOn(line.getPointAtLength(0), source)) wrong.push('the start of ' + arrow.querySelector('title').textContent);
  if (!more.length && !isOn(line.getPointAtLength(line.getTotalLength()), target)) wrong.push('the end of ' + arrow.querySelector('title').textContent);
}
return wrong"""
# Clicks the first arrow that can be taken and leads to another state; returns the number of the arrow, or null.
CLICK_ARROW = """const arrow = [...document.querySelectorAll('#picture .can')].find((one) => one.dataset.source !== one.dataset.target);
if (!arrow) return null;
arrow.querySelector('.wide').dispatchEvent(new MouseEvent('click', {bubbles: true}));
const offered = document.querySelector('#chosen:not([hidden]) button');
if (offered) offered.click();
return arrow.id"""


def large_chart(areas=10, parts=6, leaves=4):
    """A chart of 311 states."""
    def leaf(area, part, number):
        state = {"next": "a%dp%dx%d" % (area, part, (number + 1) % leaves)}
        if number == 1:
            state["after"] = {"5s": "a%dp%dx0" % (area, part)}
        return state
    tree = {}
    for area in range(areas):
        inner = {}
        for part in range(parts):
            names = {"a%dp%dx%d" % (area, part, number): leaf(area, part, number) for number in range(leaves)}
            inner["a%dp%d" % (area, part)] = {"initial": "a%dp%dx0" % (area, part), "subStates": names,
                                             "forward": "a%dp%d" % (area, (part + 1) % parts)}
        tree["area%d" % area] = {"initial": "a%dp0" % area, "subStates": inner, "skip": "area%d" % ((area + 3) % areas)}
    return {"name": "large", "root": {"initial": "area0", "subStates": tree}}


class Views:
    """The checks on one chart; `expect` counts and reports."""

    def __init__(self, driver, expect, run, folder):
        self.driver, self.expect, self.run, self.folder = driver, expect, run, folder

    def page(self, chart, script=None):
        name = os.path.basename(chart) + (".views.html" if script else ".simulated.html")
        path = os.path.join(self.folder, name)
        made = self.run("show", chart, *(["--script", script] if script else []), "-o", path, "--force")
        self.expect(os.path.exists(path), "%s: no page: %s" % (name, made.stderr.decode()[:200]))
        trace = len(self.run("run", chart, script).stdout) * 3 if script else 0
        self.expect(os.path.getsize(path) - trace < 300000, "%s: %d bytes" % (name, os.path.getsize(path)))
        return "file://" + quote(path)

    def load(self, address):
        self.driver.get("about:blank")
        self.driver.get(address)

    def key(self, *keys):
        self.driver.switch_to.active_element.send_keys(*keys)

    def sees(self, path, what):
        why = self.driver.execute_script(HIDDEN, path)
        self.expect(not why, "%s: %s %s" % (what, path, why))

    def sees_active(self, what):
        """Of several active states, one is in view."""
        leaves = self.driver.execute_script(LEAVES)
        why = [self.driver.execute_script(HIDDEN, path) for path in leaves]
        self.expect(leaves and not all(why), "%s: %s %s" % (what, leaves, why))

    def fits(self, width, what):
        wide = self.driver.execute_script("return document.documentElement.scrollWidth")
        self.expect(wide <= width, "%s: %d pixels wide on %d" % (what, wide, width))

    def played(self, chart, script, paths):
        name, address = os.path.basename(chart), self.page(chart, script)
        steps = [json.loads(line) for line in self.run("run", chart, script, "--format", "jsonl").stdout.decode().split("\n") if line]
        for width, height in SIZES:
            what = "%s at %d pixels" % (name, width)
            size(self.driver, width, height)
            self.load(address)
            self.fits(width, what)
            for number in range(1, len(steps)):
                self.key(Keys.ARROW_RIGHT)
                self.sees_active("%s, step %d" % (what, number))
                self.expect(self.driver.execute_script(LINE_IN_VIEW), "%s, step %d: the trace does not follow" % (what, number))
            for number in range(0, len(steps), max(1, len(steps) // 4)):
                self.load(address + "#step=%d" % number)
                if number:
                    self.sees_active("%s#step=%d" % (what, number))
            for path in paths:
                self.load(address + "#state=" + quote(path))
                self.sees(path, what + ", by the address")
            self.load(address)
            for path in paths:
                self.key("/")
                self.key(Keys.CONTROL + "a")
                self.key(path)
                self.sees(path, what + ", searched")
                self.key(Keys.ESCAPE)

    def simulated(self, chart, hasOthers=True):
        name, address = os.path.basename(chart), self.page(chart)
        for width, height in SIZES:
            what = "simulator of %s at %d pixels" % (name, width)
            size(self.driver, width, height)
            self.load(address + "#step=1")
            self.load(address)
            self.fits(width, what)
            for number in range(1, 4):
                arrow = self.driver.execute_script(CLICK_ARROW)
                if arrow is None:
                    break
                self.expect(self.driver.execute_script("return Number(document.documentElement.dataset.step)") == number,
                            "%s: a click on %s is no step" % (what, arrow))
                taken = self.driver.execute_script("return [...document.querySelectorAll('#picture .taken')].length")
                self.expect(taken > 0, "%s: no arrow is drawn as taken" % what)
                self.sees_active("%s, step %d" % (what, number))
            reasons = self.driver.execute_script("""return [...document.querySelectorAll('#others li')]
                .map((row) => row.querySelector('button').disabled && row.querySelector('.note').textContent)""")
            self.expect(bool(reasons) == hasOthers and all(reasons), "%s: events without a reason: %s" % (what, reasons))
            # By keyboard alone.
            self.load(address)
            for _ in range(30):
                self.key(Keys.TAB)
                if self.driver.execute_script("return document.activeElement.closest('#ways') !== null"):
                    break
            self.key(Keys.ENTER)
            self.sees_active(what + ", by keyboard")
            step = "return Number(document.documentElement.dataset.step)"
            self.expect(self.driver.execute_script(step) == 1, "%s: Enter sends nothing" % what)
            self.driver.execute_script("document.activeElement.blur()")
            self.key(Keys.ARROW_LEFT)
            self.expect(self.driver.execute_script(step) == 0, "%s: no step back" % what)

    def folded(self, chart):
        """A large chart opens folded, and a click or a key unfolds it."""
        address = self.page(chart)
        drawn = "return [...document.querySelectorAll('#picture g.state:not(.initial)')].map((node) => node.dataset.state)"
        for width, height in SIZES:
            what = "large chart at %d pixels" % width
            size(self.driver, width, height)
            self.load(address)
            states = self.driver.execute_script(drawn)
            self.expect(1 < len(states) < 50, "%s: opens with %d states" % (what, len(states)))
            # A click opens what was clicked, and nothing else.
            before = states
            for path in ("root.area3", "root.area3.a3p1", "root.area8"):
                self.driver.execute_script("""[...document.querySelectorAll('#picture g.state')]
                    .find((node) => node.dataset.state === arguments[0]).dispatchEvent(new MouseEvent('click', {bubbles: true}))""", path)
                opened = self.driver.execute_script(drawn)
                inside = [other for other in opened if other not in before]
                self.expect(inside and set(before) < set(opened) and all(other.startswith(path + ".") for other in inside),
                            "%s: a click on %s opens %s" % (what, path, inside))
                self.sees(inside[0], what + ", unfolded")
                wrong = self.driver.execute_script(UNTIDY)
                self.expect(not wrong, "%s: after a click on %s: %s" % (what, path, wrong))
                before = opened
            self.expect(not self.driver.execute_script("return document.getElementById('map').hasAttribute('hidden')"), "%s: no map" % what)
            # A click on its name folds a state.
            self.driver.execute_script("""[...document.querySelectorAll('#picture g.state')].find((node) => node.dataset.state === 'root.area3')
                .querySelector('.name').dispatchEvent(new MouseEvent('click', {bubbles: true}))""")
            left = self.driver.execute_script(drawn)
            self.expect(left == [other for other in before if not other.startswith("root.area3.")], "%s: a click folds to %s" % (what, left))
            self.key("U")
            self.expect(self.driver.execute_script(drawn) == states, "%s: U does not fold" % what)
            self.key("u")
            self.expect(len(self.driver.execute_script(drawn)) == 311, "%s: u does not unfold" % what)

    def in_words(self):
        """A clock move and an answer of the host are shown in plain words; a child's timers are shown."""
        chart = {"name": "words", "guards": {"isOpen": None}, "root": {"initial": "shut", "subStates": {
            "shut": {"push": {"target": "open", "guard": "isOpen"}}, "open": {"after": {"5s": "shut"}}}}}
        with open(os.path.join(self.folder, "words.json"), "w") as file:
            json.dump(chart, file)
        self.load(self.page(os.path.join(self.folder, "words.json")))
        ways = "return [...document.querySelectorAll('#ways button')].map((button) => button.textContent)"
        self.expect("isOpen: yes" in self.driver.execute_script(ways), "an answer: %s" % self.driver.execute_script(ways))
        reasons = self.driver.execute_script("return document.getElementById('others').textContent")
        self.expect("needs" in reasons and "isOpen" in reasons, "push waits for a guard: " + reasons)
        for text in ("isOpen: yes", "push"):
            self.driver.execute_script("""[...document.querySelectorAll('#ways button')]
                .find((button) => button.textContent === arguments[0]).click()""", text)
        self.expect("5 s later" in self.driver.execute_script(ways), "a clock move: %s" % self.driver.execute_script(ways))


def size(driver, width, height):
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
                           {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500})


def check(driver, expect, run, folder, quiet):
    views = Views(driver, expect, run, folder)
    for name, paths in [("checkout", ["root.processing.parcel.packing", "root.shipped"]),
                        ("wizard", ["root.steps.address.city", "root.help"])]:
        views.played("charts/%s.json" % name, "charts/%s.events.txt" % name, paths)
        views.simulated("charts/%s.json" % name)
        quiet(driver, "views of " + name)
    chart, script = os.path.join(folder, "large.json"), os.path.join(folder, "large.events.txt")
    with open(chart, "w") as file:
        json.dump(large_chart(), file)
    with open(script, "w") as file:
        file.write("next\nnext\nforward\nskip\nnext\n+next\nskip\nskip\nforward\nforward\nnext\n")
    views.folded(chart)
    views.played(chart, script, ["root.area7.a7p4.a7p4x2", "root.area1.a1p0.a1p0x3"])
    views.simulated(chart, hasOthers=False)
    quiet(driver, "views of a large chart")
    views.in_words()
    quiet(driver, "views in words")
