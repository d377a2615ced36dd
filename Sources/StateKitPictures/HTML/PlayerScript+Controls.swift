/// The interactive controls of the player's script.
extension PlayerScript {
  /// The slider with its marks, and playing.
  static let timeline = #"""
    function play(on) {
      clearTimeout(playing);
      playing = 0;
      if (on) {
        if (current === steps.length - 1) go(0);
        const next = () => {
          if (current === steps.length - 1) return play(false);
          go(current + 1);
          playing = setTimeout(next, 1000 / speed);
        };
        playing = setTimeout(next, 1000 / speed);
      }
      const button = $("play");
      button.textContent = on ? "❚❚" : "▶";
      button.setAttribute("aria-label", on ? "Pause" : "Play");
      $("live").setAttribute("aria-live", on ? "off" : "polite");
    }
    function setSpeed(next) {
      speed = Math.max(0.5, Math.min(32, next));
      $("speed").textContent = speed + "×";
      $("speed").setAttribute("aria-label", "Speed: " + speed + " times");
    }
    function showMarks() {
      const strip = $("marks"), most = 800, found = new Map();
      const last = Math.max(1, steps.length - 1);
      steps.forEach((step, number) => {
        const kind = step.bad ? "bad" : step.n.length || step.x.length ? "change" : "";
        if (!kind) return;
        const at = Math.round(number / last * most);
        if (found.get(at) !== "bad") found.set(at, kind);
      });
      fill(strip, [...found].map(([at, kind]) => {
        const tick = make("i", undefined, kind);
        tick.style.left = at / most * 100 + "%";
        return tick;
      }));
    }
    function prepareTimeline() {
      $("player").hidden = false;
      $("now").hidden = false;
      const range = $("range");
      range.max = steps.length - 1;
      range.oninput = () => { play(false); go(Number(range.value)); };
      $("first").onclick = () => { play(false); go(0); };
      $("back").onclick = () => { play(false); go(current - 1); };
      $("play").onclick = () => play(!playing);
      $("next").onclick = () => { play(false); go(current + 1); };
      $("last").onclick = () => { play(false); go(steps.length - 1); };
      $("speed").onclick = () => setSpeed(speed >= 8 ? 0.5 : speed * 2);
      setSpeed(speed);
      showMarks();
    }

    """#

  /// Searches states, events and lines of the trace.
  static let search = #"""
    let hits = [], places = [], place = -1, texts = null;
    function look() {
      const text = $("search").value.toLowerCase();
      for (const number of hits) lines[number].classList.remove("hit");
      hits = [];
      places = [];
      place = -1;
      if (!text) { $("hits").textContent = ""; return unchoose(); }
      const found = states.map((state, index) => index).filter((index) => states[index].path.toLowerCase().includes(text));
      const named = data.arrows.map((arrow, index) => index).filter((index) => data.arrows[index][3].toLowerCase().includes(text));
      /* States by their own names come first: paths contain the names of all states around them. */
      const isOwn = (index) => states[index].name.toLowerCase().includes(text);
      places = [...asStates([...found.filter(isOwn), ...found.filter((index) => !isOwn(index))]), ...asArrows(named)];
      marks.found = places;
      setMarks();
      texts = texts || lines.map((line) => line.textContent.toLowerCase());
      texts.forEach((line, number) => {
        if (!line.includes(text)) return;
        hits.push(number);
        lines[number].classList.add("hit");
      });
      const plural = (count, noun) => count + " " + noun + (count === 1 ? "" : "s");
      $("hits").textContent = [plural(found.length, "state"), plural(named.length, "arrow"), data.steps ? plural(hits.length, "step") : ""]
        .filter(Boolean).join(", ");
      showPlace(0);
      if (hits.length) showLine(hits.includes(current) ? current : hits[0]);
    }
    /* Brings a state or an arrow that the search found into view. */
    function showPlace(number) {
      if (!places.length) return;
      place = (number + places.length) % places.length;
      const one = places[place];
      unfoldTo(one.arrow ? data.arrows[one.index].slice(0, 2) : [one.index], true);
      revealNodes(one.arrow ? arrowNodes(one.index) : [stateNode(one.index)].filter(Boolean));
    }
    function nextHit(isBack) {
      if (!hits.length) return showPlace(place + (isBack ? -1 : 1));
      const next = isBack ? hits.filter((number) => number < current).pop() : hits.find((number) => number > current);
      go(next === undefined ? isBack ? hits[hits.length - 1] : hits[0] : next, "jump");
    }
    function prepareSearch() {
      const field = $("search");
      field.oninput = look;
      field.onkeydown = (event) => {
        if (event.key === "Enter") { event.preventDefault(); nextHit(event.shiftKey); }
        if (event.key === "Escape") { field.value = ""; look(); field.blur(); }
      };
      if (list) list.addEventListener("click", (event) => {
        const line = event.target.closest("li");
        if (!line || !data.steps || String(getSelection())) return;
        event.preventDefault();
        play(false);
        go(lines.indexOf(line), "jump");
      });
      if (list) list.addEventListener("scroll", extend, { passive: true });
    }

    """#

  static let keys = #"""
    function help(on) {
      const dialog = $("help");
      if (on && !dialog.open) dialog.showModal(); else dialog.close();
    }
    function prepareKeys() {
      $("tools").hidden = false;
      $("keys").onclick = () => help(true);
      $("close").onclick = () => help(false);
      const step = (count) => choose((chosen + count + states.length) % states.length, true);
      const pans = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
      addEventListener("keydown", (event) => {
        if (event.ctrlKey || event.metaKey || event.altKey || $("help").open) return;
        const tag = event.target.tagName, isRange = event.target.id === "range";
        if ((tag === "INPUT" && !isRange) || tag === "TEXTAREA") return;
        if (event.key === " " && (tag === "BUTTON" || tag === "A")) return;
        if (event.shiftKey && pans[event.key]) {
          event.preventDefault();
          return pan(...pans[event.key]);
        }
        const to = (number) => { if (data.steps) play(false); go(number); };
        const player = {
          " ": () => play(!playing), "+": () => setSpeed(speed * 2), "-": () => setSpeed(speed / 2),
        };
        const stepping = {
          ArrowLeft: () => to(current - 1), ArrowRight: () => to(current + 1), Home: () => to(0), End: () => to(steps.length - 1),
        };
        const others = {
          "/": () => $("search").focus(), "?": () => help(true), f: fitWhole, 1: actual,
          n: () => nextHit(false), N: () => nextHit(true),
          s: () => step(1), S: () => step(-1), z: () => zoomMiddle(1.3), Z: () => zoomMiddle(1 / 1.3), u: unfold, U: fold,
          Backspace: () => { if (graph) $("undo").click(); },
          Escape: unchoose,
        };
        const act = (data.steps && player[event.key]) || ((data.steps || graph) && stepping[event.key]) || others[event.key];
        if (!act) return;
        event.preventDefault();
        act();
      });
    }

    """#

  static let start = #"""
    function follow() {
      const step = /^#step=(\d+)$/.exec(location.hash), state = /^#state=(.+)$/.exec(location.hash);
      if (step) go(Number(step[1]), "quiet");
      if (state) {
        let path = "";
        try { path = decodeURIComponent(state[1]); } catch (error) { return; }
        if (indexOf.has(path)) choose(indexOf.get(path), false);
      }
    }
    preparePicture();
    prepareSearch();
    prepareKeys();
    if (data.steps) { prepareTimeline(); go(0, "start"); }
    if (graph) prepareSimulator();
    opening();
    addEventListener("popstate", follow);
    addEventListener("hashchange", follow);
    follow();

    """#
}
