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
      $("slower").onclick = () => setSpeed(speed / 2);
      $("faster").onclick = () => setSpeed(speed * 2);
      setSpeed(speed);
      showMarks();
    }

    """#

  /// Searches states, events and lines of the trace.
  static let search = #"""
    let hits = [], texts = null;
    function look() {
      const text = $("search").value.toLowerCase();
      clear(["found"]);
      for (const number of hits) lines[number].classList.remove("hit");
      hits = [];
      if (!text) { $("hits").textContent = ""; return; }
      const found = states.map((state, index) => index).filter((index) => states[index].path.toLowerCase().includes(text));
      mark("s", found, "found");
      texts = texts || lines.map((line) => line.textContent.toLowerCase());
      texts.forEach((line, number) => {
        if (!line.includes(text)) return;
        hits.push(number);
        lines[number].classList.add("hit");
      });
      const plural = (count, noun) => count + " " + noun + (count === 1 ? "" : "s");
      $("hits").textContent = plural(found.length, "state") + (data.steps ? ", " + plural(hits.length, "step") : "");
    }
    function nextHit(isBack) {
      if (!hits.length) return;
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

  /// The simulator of an explored chart: each press of a button is a step.
  static let simulator = #"""
    const graph = data.graph;
    let ways = [];
    function prepareSimulator() {
      ways = graph.nodes.map(() => []);
      for (const [from, to, line] of graph.arcs) ways[from].push([to, line]);
      $("simulator").hidden = false;
      $("restart").onclick = () => { steps = [stepTo(null, 0, "")]; stay(); };
      $("undo").onclick = () => { if (steps.length > 1) { steps.pop(); stay(); } };
      steps = [stepTo(null, 0, "")];
      stay();
    }
    function closed(leaves) {
      const all = new Set();
      for (const leaf of leaves) for (let index = leaf; index !== null; index = states[index].parent) all.add(index);
      return all;
    }
    function stepTo(before, node, line) {
      const now = closed(graph.nodes[node].a), old = before ? closed(before.a) : new Set();
      return {
        node, line, a: graph.nodes[node].a, e: [],
        n: [...now].filter((index) => !old.has(index)), x: [...old].filter((index) => !now.has(index)),
      };
    }
    function stay() {
      const step = steps[steps.length - 1], node = graph.nodes[step.node];
      current = steps.length - 1;
      light(step);
      fill($("said"), steps.slice(1).map((one) => make("li", one.line)));
      fill($("ways"), ways[step.node].map(([to, line]) => {
        const button = make("button", line);
        button.onclick = () => { steps.push(stepTo(step, to, line)); stay(); };
        return button;
      }));
      if (!ways[step.node].length) fill($("ways"), [make("p", node.f ? "finished" : "nothing was tried from here", "note")]);
      fill($("simcontext"), Object.keys(node.c).length ? [tree(node.c, "", new Set())] : [make("p", "no data", "note")]);
      fill($("simtimers"), node.d.length ? node.d.map(([rest, what]) => make("li", "in " + seconds(rest) + ": " + what))
        : [make("li", "none", "note")]);
      $("undo").disabled = steps.length < 2;
      const names = step.a.map((index) => states[index].name).join(", ");
      $("live").textContent = (step.line ? step.line + ". " : "") + "In " + names + ".";
      document.documentElement.dataset.step = current;
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
      let chosen = -1;
      const step = (count) => {
        chosen = (chosen + count + states.length) % states.length;
        choose(chosen, true);
      };
      const pan = (x, y) => setView([shown[0] + x * shown[2] / 8, shown[1] + y * shown[3] / 8, shown[2], shown[3]]);
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
        const player = {
          ArrowLeft: () => { play(false); go(current - 1); }, ArrowRight: () => { play(false); go(current + 1); },
          Home: () => { play(false); go(0); }, End: () => { play(false); go(steps.length - 1); },
          " ": () => play(!playing), "+": () => setSpeed(speed * 2), "-": () => setSpeed(speed / 2),
          n: () => nextHit(false), N: () => nextHit(true),
        };
        const others = {
          "/": () => $("search").focus(), "?": () => help(true), f: fit, 1: actual,
          s: () => step(1), S: () => step(-1), z: () => zoomMiddle(1 / 1.3), Z: () => zoomMiddle(1.3),
          Backspace: () => { if (graph) $("undo").click(); },
          Escape: () => { clear(["found"]); $("chosen").hidden = true; },
        };
        const act = (data.steps && player[event.key]) || others[event.key];
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
    if (data.steps) { prepareTimeline(); go(0, "quiet"); }
    if (graph) prepareSimulator();
    addEventListener("popstate", follow);
    addEventListener("hashchange", follow);
    follow();
    document.documentElement.dataset.ready = "yes";

    """#
}
