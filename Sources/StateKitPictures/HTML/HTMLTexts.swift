// Made by `make texts` from the files in Texts; change those.

enum HTMLTexts {
  static let data = #"""
    /* The data of the page, and small helpers. */
    "use strict";
    const $ = (id) => document.getElementById(id);
    const data = JSON.parse($("data").textContent);
    const states = data.states;
    const indexOf = new Map(states.map((state, index) => [state.path, index]));
    const graph = data.graph;
    let steps = data.steps || [];
    let current = 0, playing = 0, speed = 2;
    for (const step of steps) {
      step.n = [...new Set(step.h.filter((one) => one >= 0))];
      step.x = [...new Set(step.h.filter((one) => one < 0).map((one) => -1 - one))];
    }
    function make(tag, text, className) {
      const node = document.createElement(tag);
      if (text !== undefined) node.textContent = text;
      if (className) node.className = className;
      return node;
    }
    function fill(node, children) { node.replaceChildren(...children); }
    function duration(milliseconds) {
      let rest = milliseconds;
      if (rest > 0 && rest < 1000) return rest + " ms";
      if (rest < 60000) return rest / 1000 + " s";
      const found = [];
      for (const [unit, name] of [[86400000, "d"], [3600000, "h"], [60000, "min"], [1000, "s"]]) {
        if (rest >= unit && found.length < 2) found.push(Math.floor(rest / unit) + " " + name);
        rest %= unit;
      }
      return found.join(" ");
    }
    /* A line of a script in plain words. `wait`: the milliseconds by which it moves the clock. */
    function spoken(line, wait) {
      if (line === null) return "start";
      const answer = /^:guard (.+) = (true|false)$/.exec(line);
      if (answer) return (answer[1].startsWith('"') ? JSON.parse(answer[1]) : answer[1]) + ": " + (answer[2] === "true" ? "yes" : "no");
      const test = /^:test (.+)$/.exec(line);
      if (test) return "test " + test[1];
      return line.startsWith("+") && wait >= 0 ? duration(wait) + " later" : line;
    }
    function word(number) {
      const step = steps[number];
      return spoken(step.v, number ? step.k - steps[number - 1].k : 0);
    }
    function timerRows(timers) {
      return timers.length ? timers.map(([rest, what]) => make("li", "in " + duration(rest) + ": " + what)) : [make("li", "none", "note")];
    }

    """#

  static let drawing = #"""
    /* The drawings of a page, from the most folded one to the whole chart, and their marks. */
    const box = $("picture");
    const children = states.map(() => []);
    const depths = [];
    states.forEach((state, index) => {
      depths.push(state.parent === null ? 0 : depths[state.parent] + 1);
      if (state.parent !== null) children[state.parent].push(index);
    });
    /* Reads drawings in which repeated text is a reference: "~", the distance in three digits, the length in one or three. */
    function unpacked(text) {
      const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
      const value = (at, count) => {
        let sum = 0;
        for (let index = at; index < at + count; index++) sum = sum * 64 + digits.indexOf(text[index]);
        return sum;
      };
      const out = [];
      for (let at = 0; at < text.length; at++) {
        if (text[at] !== "~") { out.push(text[at]); continue; }
        if (text[at + 1] === "~") { out.push("~"); at += 1; continue; }
        const distance = value(at + 1, 3);
        let length = value(at + 4, 1);
        at += 4;
        if (length === 63) { length += value(at + 1, 2); at += 2; }
        for (let count = -6; count < length; count++) out.push(out[out.length - distance]);
      }
      return out.join("");
    }
    /* Each level has its drawing, the groups of the states that it shows, and the groups of its arrows by their ends. The first
       one is folded, with states that are opened in it; the second one, if there is one, has all states. */
    const levels = [{ isWhole: false }];
    if (data.whole) levels.push({ isWhole: true });
    let level = null, drawings = null;
    /* The states that the user opened, and those that are open because of the states inside them that are shown. */
    let opened = [], followed = [];
    const styles = ["initially", "default", "jump"];
    /* The drawing of a folded state's content, or of the whole chart. */
    function drawing(number) {
      drawings = drawings || unpacked(data.drawings).split("</svg>\n");
      const read = new DOMParser().parseFromString(drawings[number] + "</svg>", "image/svg+xml").documentElement;
      return document.importNode(read, true);
    }
    const partOf = new Map(data.parts.map((index, number) => [index, number]));
    function prepareLevel(one, svg) {
      one.svg = svg;
      one.states = new Map();
      one.arrows = new Map();
      for (const node of svg.querySelectorAll("g.state:not(.initial)")) {
        const index = indexOf.get(node.dataset.state);
        if (index !== undefined) one.states.set(index, node);
      }
      for (const node of svg.querySelectorAll("g.transition")) {
        const source = node.dataset.source.replace(/#initial$/, ""), style = styles.find((name) => node.classList.contains(name)) || "";
        const key = [indexOf.get(source), indexOf.get(node.dataset.target), style].join(" ");
        if (!one.arrows.has(key)) one.arrows.set(key, []);
        one.arrows.get(key).push(node);
        /* Lines are thin: a wide one that is not seen takes the clicks. */
        const line = node.querySelector(".line");
        if (!line) continue;
        const wide = line.cloneNode();
        wide.setAttribute("class", "wide");
        node.append(wide);
      }
      const view = svg.viewBox.baseVal;
      one.size = [view.width, view.height];
      svg.removeAttribute("width");
      svg.removeAttribute("height");
      svg.setAttribute("preserveAspectRatio", "xMidYMid meet");
      /* What was run stands in the drawing for those who have no script. */
      for (const name of ["active", "path"]) for (const node of svg.querySelectorAll("." + name)) node.classList.remove(name);
      for (const node of svg.querySelectorAll(".marker")) node.remove();
      one.counted = ["missed", "covered"].map((name) => [name, [...svg.querySelectorAll("." + name)]]);
      showCoverage(one);
    }
    /* The opened states, those around others first. */
    const openStates = () => level.isWhole ? [] : [...opened, ...followed].sort((one, other) => depths[one] - depths[other]);
    /* Draws a level: the folded one with the states that are opened in it. The marks are set again. */
    function draw(number) {
      const next = levels[number], last = level;
      level = next;
      if (!next.isWhole || !next.svg) {
        next.plain = next.plain || drawing(data.parts.length);
        const svg = next.plain.cloneNode(true);
        (last ? last.svg : box.querySelector("svg")).replaceWith(svg);
        for (const index of openStates()) insert(svg, states[index].path, drawing(partOf.get(index)));
        prepareLevel(next, svg);
      } else if (last !== next) {
        last.svg.replaceWith(next.svg);
      }
      $("fold").disabled = !next.isWhole && !openStates().length;
      $("unfold").disabled = next.isWhole;
      setMarks();
      drawMap();
      if (last) setView(middle.x, middle.y, middle.scale);
    }
    /* True if the user folded the picture: a step does not unfold it. */
    let isPinned = false;
    /* Shows a level from its start; what the picture is about stays in view. */
    function change(number, pinned) {
      isPinned = pinned;
      [opened, followed] = [[], []];
      const before = firstVisible();
      draw(number);
      opening();
      if (before !== null) reveal([before]);
    }
    function fold() { change(0, true); }
    function unfold() { if (levels.length > 1) change(1, false); }
    /* What the picture is about now: a chosen state, or an active one. */
    function firstVisible() {
      if (chosen >= 0) return chosen;
      return steps.length ? steps[current].a[0] : null;
    }
    const isFolded = (index) => children[index].length > 0 && !children[index].some((child) => level.states.has(child));
    /* The folded states around states. */
    function closedAround(indices) {
      const found = new Set();
      for (const index of indices) {
        for (let at = states[index].parent; at !== null; at = states[at].parent) if (partOf.has(at)) found.add(at);
      }
      return [...found];
    }
    /* Opens what is around states, and folds what was opened for others before. `always`: also if the user folded the picture. */
    function unfoldTo(indices, always) {
      if (level.isWhole || (isPinned && !always)) return;
      const next = closedAround(indices).filter((index) => !opened.includes(index));
      if (next.join() === followed.join()) return;
      followed = next;
      draw(0);
    }
    /* Opens a folded state, and shows it as large as there is space. */
    function open(index) {
      isPinned = false;
      opened = [...new Set([...opened, ...closedAround(children[index])])];
      followed = followed.filter((one) => !opened.includes(one));
      draw(0);
      showWhole(stateNode(index));
    }
    /* Folds a state that was opened, with the states inside it. */
    function close(index) {
      const isOutside = (one) => {
        for (let at = one; at !== null; at = states[at].parent) if (at === index) return false;
        return true;
      };
      [opened, followed] = [opened.filter(isOutside), followed.filter(isOutside)];
      draw(0);
      reveal([index]);
    }

    /* The state that shows a state: itself, or the folded one around it. */
    function shownState(index) {
      let at = index;
      while (at !== null && !level.states.has(at)) at = states[at].parent;
      return at;
    }
    function stateNode(index) {
      const at = shownState(index);
      return at === null ? null : level.states.get(at);
    }
    function arrowNodes(index) {
      const [source, target, style] = data.arrows[index], open = openStates();
      /* An arrow out of an opened state is drawn at its border. */
      const ends = (end) => {
        const found = [shownState(end)];
        for (let at = end; at !== null; at = states[at].parent) if (open.includes(at) && at !== found[0]) found.push(at);
        return found;
      };
      for (const from of ends(source)) {
        for (const to of ends(target)) {
          const nodes = level.arrows.get([from, to, styles[style - 1] || ""].join(" "));
          if (nodes) return nodes;
        }
      }
      return [];
    }
    const marks = { leaf: [], entered: [], exited: [], taken: [], can: [], found: [] };
    function setMarks() {
      for (const name of Object.keys(marks)) {
        for (const node of level.svg.querySelectorAll("." + name)) node.classList.remove(name);
        for (const node of marks[name].flatMap((one) => one.arrow ? arrowNodes(one.index) : stateNode(one.index) || [])) {
          node.classList.add(name);
        }
      }
      markMap();
    }
    const asStates = (indices) => indices.map((index) => ({ index }));
    const asArrows = (indices) => indices.map((index) => ({ index, arrow: true }));
    function light(step) {
      const active = new Set();
      for (const leaf of step.a) for (let at = leaf; at !== null; at = states[at].parent) active.add(at);
      marks.leaf = asStates(step.a);
      marks.entered = asStates(step.n.filter((index) => active.has(index)));
      marks.exited = asStates(step.x.filter((index) => !active.has(index)));
      marks.taken = asArrows(step.e);
      setMarks();
    }
    let showsCoverage = false;
    function showCoverage(one) {
      for (const [name, nodes] of one.counted) for (const node of nodes) node.classList.toggle(name, showsCoverage);
    }
    function setCoverage(on) {
      showsCoverage = on;
      for (const one of levels) if (one.svg) showCoverage(one);
      $("layer").setAttribute("aria-pressed", on);
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

  static let page = #"""
    :root { color-scheme: light dark; --paper: #ffffff; --panel: #f6f8fa; --ink: #1f2328; --soft: #57606a; --edge: #d0d7de;
      --accent: #0550ae; --in: #1a7f37; --out: #a04000; --bad: #b3261e; --lit: #dafbe1; --hit: #fff3b0; }
    @media (prefers-color-scheme: dark) {
      :root { --paper: #0d1117; --panel: #161b22; --ink: #e6edf3; --soft: #9ea7b3; --edge: #30363d;
        --accent: #79c0ff; --in: #56d364; --out: #f0a060; --bad: #ff8a80; --lit: #12391f; --hit: #4b3d00; }
    }
    * { box-sizing: border-box; }
    [hidden] { display: none !important; }
    body { margin: 0; background: var(--paper); color: var(--ink); font: 14px/1.45 "DejaVu Sans", Verdana, Arial, sans-serif; }
    header { display: flex; flex-wrap: wrap; gap: 4px 16px; align-items: center; padding: 8px 12px; }
    h1 { font-size: 16px; margin: 0; overflow-wrap: anywhere; flex: 1 1 auto; }
    h2 { font-size: 13px; margin: 12px 0 4px; }
    #tools, .row { display: flex; flex-wrap: wrap; gap: 4px; align-items: center; }
    button, input { font: inherit; color: inherit; background: var(--panel); border: 1px solid var(--edge); border-radius: 6px;
      padding: 4px 9px; min-height: 32px; }
    button { cursor: pointer; min-width: 32px; overflow-wrap: anywhere; }
    button[aria-pressed="true"] { border-color: var(--accent); color: var(--accent); }
    button:disabled { color: var(--soft); border-style: dashed; cursor: default; }
    :focus-visible { outline: 3px solid var(--accent); outline-offset: 1px; }
    a { color: var(--accent); }
    #search { width: 12em; max-width: 100%; }
    .note, #hits { color: var(--soft); }
    #hits { min-width: 0; font-size: 12px; }
    #hits:empty { display: none; }
    main { display: grid; grid-template-columns: minmax(0, 1fr) minmax(260px, 380px); gap: 12px; padding: 0 12px; }
    #chosen { margin: 0; flex: 1 1 8em; min-width: 0; max-height: 4.5em; overflow: auto; overflow-wrap: anywhere; }
    aside { min-width: 0; position: relative; }
    aside ul, aside ol { margin: 0; padding: 0; list-style: none; overflow-wrap: anywhere; }
    aside p { margin: 0 0 4px; }
    #context ul ul, #simcontext ul ul { padding-left: 14px; }
    code { font: 12px/1.4 "DejaVu Sans Mono", Menlo, Consolas, monospace; }
    .changed > b { color: var(--in); }
    .exited b { color: var(--out); }
    .entered b { color: var(--in); }
    #trace { max-height: 46vh; overflow: auto; border: 1px solid var(--edge); border-radius: 8px; position: relative; }
    #trace li { display: grid; grid-template-columns: 3.2em minmax(0, 1fr); border-bottom: 1px solid var(--edge);
      content-visibility: auto; contain-intrinsic-size: auto 60px; }
    [data-ready] #trace li { content-visibility: visible; }
    #trace a { padding: 4px 6px; text-align: right; }
    #trace pre { margin: 0; padding: 4px 6px; font: 12px/1.4 "DejaVu Sans Mono", Menlo, Consolas, monospace; white-space: pre-wrap;
      overflow-wrap: anywhere; }
    #trace li.bad { border-left: 4px solid var(--bad); }
    #trace li.hit { background: var(--hit); }
    #trace li[aria-current] { background: var(--lit); outline: 2px solid var(--in); outline-offset: -2px; }
    #player { background: var(--paper); border-top: 1px solid var(--edge); padding: 6px 12px; }
    #range { width: 100%; padding: 0; min-height: 28px; accent-color: var(--accent); }
    #marks { position: relative; height: 8px; margin: 0 8px; }
    #marks i { position: absolute; top: 0; width: 2px; height: 8px; background: var(--in); }
    #marks i.bad { background: var(--bad); width: 4px; }
    #ways { display: flex; flex-wrap: wrap; gap: 4px; }
    #ways button { text-align: left; border-color: var(--accent); }
    #others li { display: flex; gap: 8px; align-items: center; padding: 2px 0; }
    #others button { min-height: 26px; padding: 1px 8px; flex: none; max-width: 60%; }
    #notnow summary { cursor: pointer; margin: 10px 0 4px; font-weight: bold; font-size: 13px; }
    #simulator .row { margin: 4px 0; }
    #said { max-height: 20vh; overflow: auto; position: relative; counter-reset: said; }
    #said li { counter-increment: said; padding: 1px 4px; }
    #said li::before { content: counter(said) ". "; color: var(--soft); }
    #said li[aria-current] { background: var(--lit); }
    #live { position: absolute; width: 1px; height: 1px; margin: 0; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
    dialog { color: var(--ink); background: var(--paper); border: 1px solid var(--edge); border-radius: 8px; max-width: min(92vw, 60em); }
    #close { position: sticky; top: 0; float: right; }
    dialog dl { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 4px 14px; margin: 0 0 12px; align-items: center; }
    dialog dt { font-weight: bold; }
    dialog dd { margin: 0; }
    dialog svg { display: block; font-size: 11px; }
    dialog svg.chart { max-width: 100%; height: auto; margin-bottom: 8px; }
    #legend .outline, #legend .line { fill: none; stroke: var(--soft); stroke-width: 1.2; }
    #legend .tip { fill: var(--soft); }
    #legend .active { fill: var(--lit); stroke: var(--in); stroke-width: 3.5; }
    #legend .entered { stroke: var(--in); stroke-width: 3; }
    #legend .exited { stroke: var(--out); stroke-width: 2.5; stroke-dasharray: 7 3; }
    #legend .line.taken { stroke: var(--accent); stroke-width: 3; }
    #legend .tip.taken { fill: var(--accent); }
    #legend .named { stroke: var(--accent); stroke-width: 4; stroke-dasharray: 2 2; }
    #picture { position: relative; border: 1px solid var(--edge); border-radius: 8px; overflow: hidden; touch-action: none; min-width: 0; }
    #picture > svg { display: block; max-width: 100%; height: auto; margin: auto; }
    [data-ready] #picture { height: 60vh; }
    [data-ready] #picture > svg.chart { width: 100%; height: 100%; cursor: grab; }
    [data-ready] #picture > svg .page { fill: none; }
    #picture > #map { position: absolute; right: 6px; bottom: 6px; max-width: none; height: auto; margin: 0; background: var(--paper);
      border: 1px solid var(--edge); border-radius: 4px; opacity: 0.9; cursor: crosshair; touch-action: none; }
    #map rect { fill: var(--panel); stroke: var(--soft); stroke-width: 0.6; vector-effect: non-scaling-stroke; }
    #map .on { fill: var(--in); }
    #map .named { fill: var(--accent); }
    #map #frame { fill: none; stroke: var(--accent); stroke-width: 2; }
    #picture + .row { gap: 4px 10px; padding-top: 4px; }
    #zoom { display: flex; gap: 3px; flex: none; }
    #zoom button { padding: 1px 6px; min-height: 30px; min-width: 30px; }
    #picture .leaf > .outline { fill: var(--lit); stroke: var(--in); stroke-width: 3.5; }
    #picture .entered > .outline { stroke: var(--in); stroke-dasharray: none; stroke-width: 3; }
    #picture .exited > .outline { stroke: var(--out); stroke-width: 2.5; stroke-dasharray: 7 3; }
    #picture .taken > .line { stroke: var(--accent); stroke-width: 3; }
    #picture .taken > .arrow { fill: var(--accent); }
    #picture .taken > text { fill: var(--accent); }
    #picture .found > .outline, #picture .found > .line { stroke: var(--accent); stroke-width: 4; stroke-dasharray: 2 2; }
    #picture .state:not(.initial) { cursor: pointer; }
    #picture .wide { fill: none; stroke: transparent; stroke-width: 14; pointer-events: stroke; }
    #picture .transition { cursor: pointer; }
    #picture .transition:hover > .line { stroke-width: 2.5; }
    #picture .can > text { fill: var(--accent); }
    #picture .can:not(.taken) > .line { stroke: var(--accent); stroke-width: 1.8; }
    #picture .can > .arrow { fill: var(--accent); }
    @media (prefers-reduced-motion: no-preference) {
      #picture .outline, #picture .line { transition: stroke-width 0.2s, stroke 0.2s, fill 0.2s; }
    }
    @media (forced-colors: active) {
      #picture .leaf > .outline { stroke: Highlight; }
      #picture .taken > .line { stroke: LinkText; }
    }
    @media screen and (min-height: 480px) {
      [data-ready] body { height: 100vh; height: 100dvh; display: flex; flex-direction: column; overflow: hidden; }
      [data-ready] main { flex: 1; min-height: 0; }
      [data-ready] main > * { min-height: 0; display: flex; flex-direction: column; padding: 3px; }
      [data-ready] aside { overflow: auto; }
      [data-ready] #picture { flex: 1; min-height: 0; height: auto; }
    }
    @media screen and (min-width: 801px) and (min-height: 480px) {
      [data-ready] #now { max-height: 55%; overflow: auto; flex: none; }
      [data-ready] #trace { flex: 1; min-height: 120px; max-height: none; }
    }
    @media screen and (max-width: 800px) {
      header { padding: 4px 8px; }
      #tools { flex: 1 1 100%; }
      #tools #search { flex: 1 1 6em; min-width: 0; width: 6em; }
      main { grid-template-columns: minmax(0, 1fr); padding: 0 8px; gap: 4px; }
      #trace { max-height: 30vh; }
      #player { padding: 4px 8px; }
      #player .row { justify-content: space-between; }
      #player button { padding: 4px 6px; }
    }
    @media screen and (max-width: 800px) and (min-height: 480px) {
      [data-ready] main { grid-template-rows: minmax(0, 3fr) minmax(0, 2fr); }
      [data-ready] #trace { order: -1; flex: none; height: 55%; max-height: none; }
      [data-ready] #tracehead, [data-ready] #order { display: none; }
      [data-ready] #player .row { flex-wrap: nowrap; }
    }
    @media print {
      #tools, #zoom, #chosen, #map, #player, #simulator { display: none !important; }
      main { display: block; }
      #trace { max-height: none; overflow: visible; }
      #picture > svg { height: auto; max-height: none; }
    }

    """#

  static let pointer = #"""
    /* The pointer in the drawing: it moves, zooms and chooses. */
    function point(event) {
      const matrix = level.svg.getScreenCTM();
      if (!matrix) return [0, 0];
      return [(event.clientX - matrix.e) / matrix.a, (event.clientY - matrix.f) / matrix.d];
    }
    function preparePicture() {
      const fingers = new Map();
      let moved = false;
      box.addEventListener("wheel", (event) => {
        event.preventDefault();
        zoom(event.deltaY > 0 ? 1 / 1.15 : 1.15, ...point(event));
      }, { passive: false });
      box.addEventListener("pointerdown", (event) => {
        moved = false;
        if (!event.target.closest("#zoom, #map")) fingers.set(event.pointerId, event);
      });
      box.addEventListener("pointermove", (event) => {
        const before = fingers.get(event.pointerId);
        if (!before) return;
        const dx = event.clientX - before.clientX, dy = event.clientY - before.clientY;
        if (fingers.size === 2) {
          const [other] = [...fingers.values()].filter((one) => one.pointerId !== event.pointerId);
          const length = (one) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY) || 1;
          zoom(length(event) / length(before), ...point(event));
        } else if (moved || Math.hypot(dx, dy) > 4) {
          if (!moved) box.setPointerCapture(event.pointerId);
          moved = true;
          setView(middle.x - dx / middle.scale, middle.y - dy / middle.scale, middle.scale);
        } else return;
        fingers.set(event.pointerId, event);
      });
      for (const name of ["pointerup", "pointercancel", "pointerleave"]) {
        box.addEventListener(name, (event) => fingers.delete(event.pointerId));
      }
      box.addEventListener("click", (event) => {
        if (moved) return;
        const arrow = event.target.closest("g.transition"), node = event.target.closest("g.state");
        if (arrow) return clickArrow(arrow);
        const index = node ? indexOf.get(node.dataset.state) : undefined;
        if (index === undefined) return;
        choose(index, true);
        if (isFolded(index)) open(index);
        else if (event.target.closest(".name") && openStates().includes(index)) close(index);
      });
      const toMap = (event) => {
        const area = map.getBoundingClientRect();
        const x = (event.clientX - area.left) / area.width * level.size[0], y = (event.clientY - area.top) / area.height * level.size[1];
        setView(x, y, middle.scale);
      };
      map.addEventListener("pointerdown", (event) => { map.setPointerCapture(event.pointerId); toMap(event); });
      map.addEventListener("pointermove", (event) => { if (event.buttons) toMap(event); });
      $("in").onclick = () => zoomMiddle(1.3);
      $("out").onclick = () => zoomMiddle(1 / 1.3);
      $("fit").onclick = fitWhole;
      $("actual").onclick = actual;
      $("fold").onclick = fold;
      $("unfold").onclick = unfold;
      $("zoom").hidden = false;
      for (const name of ["fold", "unfold"]) $(name).hidden = levels.length < 2 && !data.parts.length;
      $("layer").hidden = !data.coverage;
      $("layer").onclick = () => setCoverage(!showsCoverage);
      showsCoverage = data.coverage && !data.steps;
      $("layer").setAttribute("aria-pressed", showsCoverage);
      levels[0].plain = box.querySelector("svg").cloneNode(true);
      document.documentElement.dataset.ready = "yes";
      draw(0);
      opening();
      let size = extent().join(" ");
      new ResizeObserver(() => {
        const next = extent().join(" ");
        if (next === size) return;
        size = next;
        if (isOwnScale) setView(middle.x, middle.y, middle.scale); else opening();
      }).observe(box);
    }
    let chosen = -1;
    /* The line below the drawing: a text, and the steps that it is about. */
    function tell(text, found) {
      const line = $("chosen");
      fill(line, [document.createTextNode(text + (found.length ? " " : ""))]);
      for (const number of found.slice(0, 200)) {
        const link = make("a", String(number));
        link.href = "#step=" + number;
        line.append(link, " ");
      }
      if (found.length > 200) line.append("…");
      line.hidden = false;
    }
    const stepsWith = (test) => steps.map((step, number) => test(step) ? number : -1).filter((number) => number >= 0);
    function choose(index, isNew) {
      chosen = index;
      const found = data.steps ? stepsWith((step) => step.n.includes(index)) : [];
      tell(states[index].path + (data.steps ? found.length ? " was entered in" : " was never entered" : ""), found);
      unfoldTo([index], true);
      marks.found = asStates([index]);
      setMarks();
      reveal([index]);
      if (isNew) history.replaceState(null, "", "#state=" + encodeURIComponent(states[index].path));
    }
    function arrowIndices(node) {
      return data.arrows.map((arrow, index) => index).filter((index) => arrowNodes(index).includes(node));
    }
    function clickArrow(node) {
      const indices = arrowIndices(node);
      if (graph) return sendArrow(indices);
      if (!data.steps) return;
      const title = node.querySelector("title").textContent.split("\n")[0];
      const found = stepsWith((step) => step.e.some((index) => indices.includes(index)));
      tell(title + (found.length ? " was taken in" : " was never taken"), found);
    }
    function unchoose() {
      chosen = -1;
      marks.found = [];
      setMarks();
      $("chosen").hidden = true;
    }

    """#

  static let search = #"""
    /* Searches states, events and lines of the trace. */
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

  static let simulator = #"""
    let ways = [];
    function closed(leaves) {
      const all = new Set();
      for (const leaf of leaves) for (let index = leaf; index !== null; index = states[index].parent) all.add(index);
      return all;
    }
    function prepareSimulator() {
      ways = graph.nodes.map(() => []);
      for (const [from, to, line, taken] of graph.arcs) ways[from].push({ to, line, taken });
      $("simulator").hidden = false;
      $("restart").onclick = () => go(0);
      $("undo").onclick = () => go(current - 1);
      $("redo").onclick = () => go(current + 1);
      steps = [stepTo(null, { to: 0, line: null, taken: [] })];
      go(0, "start");
    }
    /* The milliseconds by which a line moves the clock in a node. */
    function waitOf(node, line) {
      const rests = graph.nodes[node].d.map(([rest]) => rest);
      return line !== null && line.startsWith("+") && rests.length ? Math.min(...rests) : 0;
    }
    const wayText = (node, line) => spoken(line, waitOf(node, line));
    function stepTo(before, way) {
      const leaves = graph.nodes[way.to].a, now = closed(leaves), old = before ? closed(before.a) : new Set();
      const fresh = [...now].filter((index) => !old.has(index)), left = [...old].filter((index) => !now.has(index));
      const entered = new Set(fresh);
      const initials = data.arrows.map((arrow, index) => index)
        .filter((index) => data.arrows[index][2] === 1 && entered.has(data.arrows[index][0]) && entered.has(data.arrows[index][1]));
      return {
        node: way.to, v: way.line, k: before ? before.k + waitOf(before.node, way.line) : 0, a: leaves,
        n: fresh, x: left, e: [...way.taken, ...initials],
      };
    }
    function send(way) {
      const before = steps[current];
      steps = steps.slice(0, current + 1);
      steps.push(stepTo(before, way));
      $("chosen").hidden = true;
      go(current + 1, "jump");
    }
    const namesOf = (indices) => {
      const names = [...new Set(indices.map((index) => states[index].name))];
      return names.slice(0, 3).join(", ") + (names.length > 3 ? ", …" : "");
    };
    /* True if a line is an event of this name, with a payload or without. */
    const isLineOf = (line, event) => line === event || line.startsWith(event + " ");
    /* The reason why an event has no effect in a configuration. */
    function reason(event, active) {
      const all = data.handlers.filter((one) => one[1] === event), here = all.filter((one) => active.has(one[0]));
      if (!here.length) return "only in " + namesOf(all.map((one) => one[0]));
      if (here.some((one) => one[3])) return "stopped in " + namesOf(here.filter((one) => one[3]).map((one) => one[0]));
      const guards = [...new Set(here.map((one) => one[2]).filter((guard) => guard !== null))];
      return guards.length ? "needs " + guards.map((guard) => "[" + guard + "]").join(" or ") : "was not tried";
    }
    /* The events that can have no effect now, each with the reason: first those of active states. */
    function notNow(step) {
      const active = closed(step.a), possible = ways[step.node];
      const events = [...new Set(data.handlers.filter((one) => one[4]).map((one) => one[1]))]
        .filter((event) => !possible.some((way) => isLineOf(way.line, event)));
      const isHere = (event) => data.handlers.some((one) => one[1] === event && active.has(one[0]));
      return [...events.filter(isHere), ...events.filter((event) => !isHere(event))].map((event) => [event, reason(event, active)]);
    }
    function showNode(step) {
      const node = graph.nodes[step.node], possible = ways[step.node];
      const wasTried = possible.length > 0 || graph.complete;
      fill($("ways"), possible.map((way) => {
        const row = make("li"), button = make("button", wayText(step.node, way.line));
        button.onclick = () => send(way);
        row.append(button);
        return row;
      }));
      if (!possible.length) $("ways").append(make("li", node.f ? "finished" : wasTried ? "nothing" : "nothing was tried from here", "note"));
      const rows = wasTried && !node.f ? notNow(step).map(([event, why]) => {
        const row = make("li", undefined, "not"), button = make("button", event);
        button.disabled = true;
        row.append(button, make("span", why, "note"));
        return row;
      }) : [];
      fill($("others"), rows);
      $("notnow").hidden = !rows.length;
      $("othercount").textContent = "Not now (" + rows.length + ")";
      const can = [...new Set(possible.flatMap((way) => way.taken))];
      marks.can = asArrows(can);
      setMarks();
      fill($("said"), steps.slice(1).map((one, number) => {
        const row = make("li"), link = make("a", word(number + 1));
        link.href = "#step=" + (number + 1);
        if (number + 1 === current) row.setAttribute("aria-current", "step");
        row.append(link);
        return row;
      }));
      const pointedAt = $("said").querySelector("[aria-current]");
      if (pointedAt) {
        const said = $("said"), top = pointedAt.offsetTop;
        if (top < said.scrollTop || top + pointedAt.offsetHeight > said.scrollTop + said.clientHeight) said.scrollTop = top - said.clientHeight / 2;
      }
      const before = current ? graph.nodes[steps[current - 1].node].c : node.c;
      const changes = new Set(Object.keys(node.c).filter((key) => JSON.stringify(node.c[key]) !== JSON.stringify(before[key])));
      fill($("simcontext"), contextRows(node.c, changes));
      fill($("simtimers"), timerRows(node.d));
      $("undo").disabled = current === 0;
      $("redo").disabled = current === steps.length - 1;
      $("live").textContent = (step.v === null ? "" : word(current) + ". ") + "In " + step.a.map((index) => states[index].name).join(", ") + ".";
    }
    /* Sends the event of an arrow. If several lines take it, they are offered. */
    function sendArrow(indices) {
      const step = steps[current], active = closed(step.a);
      const found = ways[step.node].filter((way) => way.taken.some((index) => indices.includes(index)));
      if (found.length === 1) return send(found[0]);
      const names = data.arrows[indices[0]] ? data.arrows[indices[0]][3].split("\n") : [];
      if (found.length) {
        tell("Several events take this arrow:", []);
        for (const way of found.slice(0, 30)) {
          const button = make("button", wayText(step.node, way.line));
          button.onclick = () => send(way);
          $("chosen").append(" ", button);
        }
        return $("chosen").querySelector("button").focus();
      }
      const said = names.filter(Boolean).map((name) => name + ": " + reasonOfArrow(name, indices, active));
      tell(said.length ? "Not now. " + [...new Set(said)].join("; ") : "This arrow is taken without an event.", []);
    }
    function reasonOfArrow(name, indices, active) {
      const sources = indices.map((index) => data.arrows[index][0]);
      if (!sources.some((source) => active.has(source))) return "only in " + namesOf(sources);
      const why = data.handlers.some((one) => one[1] === name) ? reason(name, active) : "waits";
      return why === "was not tried" || why.startsWith("only") ? "another handler comes first" : why;
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

  static let steps = #"""
    /* Shows a step: highlights, the context, the timers, the line of the trace. */
    const list = $("trace");
    const lines = list ? [...list.children] : [];
    const most = 200;
    let from = 0, to = lines.length;
    /* Of a long trace some lines around the current one are in the page, more of them where somebody scrolls. */
    function frame(number) {
      const isNear = number >= (from && from + 10) && number < (to === lines.length ? to : to - 10);
      if (isNear && to - from <= 2 * most) return;
      from = Math.max(0, Math.min(number - most / 2, lines.length - most));
      to = Math.min(lines.length, from + most);
      fill(list, lines.slice(from, to));
    }
    function extend() {
      if (list.scrollTop < 300 && from > 0) {
        const before = list.scrollHeight, first = from;
        from = Math.max(0, from - most / 2);
        list.prepend(...lines.slice(from, first));
        list.scrollTop += list.scrollHeight - before;
      } else if (list.scrollTop + list.clientHeight > list.scrollHeight - 300 && to < lines.length) {
        const last = to;
        to = Math.min(lines.length, to + most / 2);
        list.append(...lines.slice(last, to));
      }
    }
    function showLine(number) {
      frame(number);
      const line = lines[number], top = line.offsetTop;
      if (top < list.scrollTop || top + line.offsetHeight > list.scrollTop + list.clientHeight) {
        list.scrollTop = top - list.clientHeight / 3;
      }
    }
    const contexts = [];
    let pointed = null;
    const copied = (value) => Array.isArray(value) ? value.slice() : { ...value };
    /* The context with a difference: the path to a value, and the value; without a value it is removed. */
    function changed(context, difference) {
      const path = difference[0], top = copied(context);
      const set = (node, key, value) =>
        Object.defineProperty(node, key, { value, enumerable: true, configurable: true, writable: true });
      let node = top;
      path.forEach((key, depth) => {
        if (depth < path.length - 1) {
          const inner = copied(node[key]);
          set(node, key, inner);
          node = inner;
        } else if (difference.length > 1) set(node, key, difference[1]);
        else if (Array.isArray(node)) node.length = key;
        else delete node[key];
      });
      return top;
    }
    /* What the context is after a step: kept for every hundredth. */
    function contextAfter(number) {
      let from = Math.floor(number / 100);
      while (from > 0 && !contexts[from]) from--;
      let context = from > 0 ? contexts[from] : data.context, at = from > 0 ? from * 100 + 1 : 0;
      for (; at <= number; at++) {
        for (const difference of steps[at].c || []) context = changed(context, difference);
        if (at % 100 === 0) contexts[at / 100] = context;
      }
      return context;
    }
    /* The paths that a step changes, and those around them. */
    function changesOf(step) {
      const found = new Set();
      for (const [path] of step.c || []) path.forEach((key, depth) => found.add(path.slice(0, depth + 1).join(".")));
      return found;
    }
    function tree(value, path, changes) {
      const rows = make("ul");
      for (const key of Object.keys(value)) {
        const here = path ? path + "." + key : key, inner = value[key];
        const row = make("li");
        row.append(make("b", key));
        if (inner && typeof inner === "object" && !Array.isArray(inner) && Object.keys(inner).length) {
          row.append(tree(inner, here, changes));
        } else {
          row.append(" ", make("code", JSON.stringify(inner)));
          if (changes.has(here)) {
            row.className = "changed";
            row.append(make("span", " changed", "note"));
          }
        }
        rows.append(row);
      }
      return rows;
    }
    function contextRows(context, changes) {
      return Object.keys(context).length ? [tree(context, "", changes)] : [make("p", "no data", "note")];
    }
    function showStep(step) {
      const order = step.h.map((one) => one < 0 ? ["exited", -1 - one] : ["entered", one]);
      $("event").textContent = "Step " + current + ": " + word(current);
      $("outcome").textContent = [step.o, "at " + duration(step.k), step.f ? "finished" : ""].filter(Boolean).join(", ");
      fill($("order"), order.slice(0, 200).map(([verb, index]) => {
        const row = make("li", undefined, verb);
        row.append(make("span", verb + " ", "note"), make("b", states[index].name));
        row.title = states[index].path;
        return row;
      }));
      if (order.length > 200) $("order").append(make("li", "… " + (order.length - 200) + " more", "note"));
      fill($("context"), contextRows(contextAfter(current), changesOf(step)));
      fill($("timers"), step.d ? timerRows(step.d.map(([due, what]) => [due - step.k, what])) : [make("li", "not known", "note")]);
      const words = order.slice(0, 20).map(([verb, index]) => verb + " " + states[index].name).join(", ");
      $("live").textContent = "Step " + current + ": " + word(current) + ". " + (words || "nothing entered or exited") + ".";
      if (pointed) pointed.removeAttribute("aria-current");
      const line = pointed = lines[current];
      if (line) {
        line.setAttribute("aria-current", "step");
        showLine(current);
      }
    }
    /* Goes to a step. `how`: "quiet" keeps the address, "jump" adds to the history of the browser. */
    function go(number, how) {
      if (!steps.length) return;
      current = Math.max(0, Math.min(steps.length - 1, number));
      const step = steps[current];
      light(step);
      if (data.steps) {
        showStep(step);
        const range = $("range");
        range.value = current;
        range.setAttribute("aria-valuetext", "step " + current + ", " + word(current));
        $("count").textContent = current + " / " + (steps.length - 1);
      } else {
        showNode(step);
      }
      if (how !== "start") showActive(step);
      if (how !== "quiet" && how !== "start") {
        history[how === "jump" ? "pushState" : "replaceState"](null, "", "#step=" + current);
      }
      document.documentElement.dataset.step = current;
    }

    """#

  static let timeline = #"""
    /* The slider with its marks, and playing. */
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

  static let unfolding = #"""
    /* Moves parts of a drawing to make space in it, and puts the drawing of a state's content there. */
    const numberOf = (node, name) => Number(node.getAttribute(name) || 0);
    const rounded = (number) => Math.round(number * 10) / 10;
    function setNumbers(node, values) {
      for (const name of Object.keys(values)) node.setAttribute(name, rounded(values[name]));
    }
    function areaOf(rect) {
      const [x, y] = [numberOf(rect, "x"), numberOf(rect, "y")];
      return { x, y, right: x + numberOf(rect, "width"), bottom: y + numberOf(rect, "height") };
    }
    const outlineOf = (group) => group.querySelector("rect.outline");
    /* A function that moves what is behind each cut by its length. */
    const moving = (...cuts) => (at) => cuts.reduce((sum, [cut, length]) => at > cut ? sum + Math.max(0, length) : sum, at);
    const wordsOf = (path) => path.getAttribute("d").match(/[MLQHZ]|-?[\d.]+/g);
    /* A line: its ends and corners move, round corners keep their size. `first`, `last`: how the height of an end moves. */
    function moveLine(node, toX, toY, first, last) {
      const out = [], words = wordsOf(node);
      let at = 0;
      const next = () => Number(words[at++]);
      while (at < words.length) {
        const word = words[at++];
        if (word === "Z") { out.push(word); continue; }
        if (word === "H") { out.push(word + rounded(toX(next()))); continue; }
        const [x, y] = [next(), next()];
        if (word === "Q") {
          const [dx, dy] = [next() - x, next() - y];
          out.push([word + rounded(toX(x)), rounded(toY(y)), rounded(toX(x) + dx), rounded(toY(y) + dy)].join(" "));
          continue;
        }
        /* The point before a corner moves with the corner. */
        const [cornerX, cornerY] = words[at] === "Q" ? [Number(words[at + 1]), Number(words[at + 2])] : [x, y];
        const toEnd = word === "M" && first || at === words.length && last || toY;
        out.push(word + rounded(toX(cornerX) + x - cornerX) + " " + rounded(toEnd(cornerY) + y - cornerY));
      }
      node.setAttribute("d", out.join(""));
    }
    function shift(node, dx, dy) {
      const name = node.localName;
      if (name === "path") return moveLine(node, (x) => x + dx, (y) => y + dy);
      if (name === "polyline") {
        const numbers = node.getAttribute("points").trim().split(/[\s,]+/).map(Number);
        return node.setAttribute("points", numbers.map((one, index) => rounded(one + (index % 2 ? dy : dx))).join(" "));
      }
      const [x, y] = name === "circle" ? ["cx", "cy"] : ["x", "y"];
      setNumbers(node, { [x]: numberOf(node, x) + dx, [y]: numberOf(node, y) + dy });
    }
    /* The point that says how a node moves. */
    function pointOf(node) {
      if (node.localName === "circle") return [numberOf(node, "cx"), numberOf(node, "cy")];
      if (node.localName === "text") return [numberOf(node, "x"), numberOf(node, "y")];
      const numbers = node.localName === "path" ? wordsOf(node).slice(1) : node.getAttribute("points").trim().split(/[\s,]+/);
      return [Number(numbers[0]), Number(numbers[1])];
    }
    /* A box grows if a cut is in it; one without others in it does not grow in height. Its texts stay at its top left corner, or in
       its middle. */
    function moveState(group, toX, toY, keepsHeight) {
      const outline = outlineOf(group), old = outline && areaOf(outline);
      for (const rect of group.querySelectorAll("rect")) {
        const { x, y, right, bottom } = areaOf(rect), down = toY(old.y) - old.y;
        const [top, end] = keepsHeight ? [y + down, bottom + down] : [toY(y), toY(bottom)];
        setNumbers(rect, { x: toX(x), y: top, width: toX(right) - toX(x), height: end - top });
      }
      for (const node of group.querySelectorAll("circle, text, polyline, path")) {
        const [x, y] = old ? [old.x, old.y] : pointOf(node);
        if (node.getAttribute("text-anchor") === "middle") {
          const now = areaOf(outline);
          shift(node, (now.x + now.right - old.x - old.right) / 2, (now.y + now.bottom - old.y - old.bottom) / 2);
        } else if (node.localName === "path") {
          moveLine(node, toX, (at) => at + toY(y) - y);
        } else {
          shift(node, toX(x) - x, toY(y) - y);
        }
      }
    }
    /* A label moves as a whole, with the part of the line beside it. `kept`: the areas of boxes that keep their height, by path. */
    function moveArrow(group, toX, toY, kept) {
      const { source, target } = group.dataset, ends = [kept.get(source), kept.get(target)];
      const bottoms = ends.map((area) => area && [area.bottom, area.bottom + toY(area.y) - area.y]);
      if (source === target && ends[0]) {
        const down = bottoms[0][1] - bottoms[0][0];
        return moveParts(group, toX, (y) => y + down, () => (y) => y + down);
      }
      const atEnd = (bottom) => bottom ? (y) => Math.abs(y - bottom[0]) < 0.2 ? bottom[1] : toY(y) : toY;
      moveParts(group, toX, toY, (isTip) => atEnd(bottoms[isTip ? 1 : 0]));
    }
    function moveParts(group, toX, toY, endOf) {
      const texts = [...group.querySelectorAll("text, polyline, circle")], points = texts.map(pointOf);
      const ends = points.filter((point, index) => texts[index].getAttribute("text-anchor") === "end");
      const x = ends.length ? Math.max(...ends.map((point) => point[0])) + 3 : Math.min(...points.map((point) => point[0])) - 3;
      const y = Math.min(...points.map((point) => point[1]));
      for (const node of texts) shift(node, toX(x) - x, toY(y) - y);
      for (const path of group.querySelectorAll("path")) {
        const [left, top] = pointOf(path), isLine = path.classList.contains("line");
        if (isLine) moveLine(path, toX, toY, endOf(false), endOf(true));
        else shift(path, toX(left) - left, endOf(!path.classList.contains("stub"))(top) - top);
      }
    }
    /* Moves all of a drawing. `path`: the state that grows. */
    function moveAll(svg, toX, toY, path) {
      const kept = new Map();
      for (const group of svg.querySelectorAll("g.state")) {
        const keepsHeight = group.dataset.state !== path && !group.classList.contains("group") && outlineOf(group) !== null;
        if (keepsHeight) kept.set(group.dataset.state, areaOf(outlineOf(group)));
        moveState(group, toX, toY, keepsHeight);
      }
      for (const group of svg.querySelectorAll("g.transition")) moveArrow(group, toX, toY, kept);
      const { width, height } = svg.viewBox.baseVal, size = [rounded(toX(width)), rounded(toY(height))];
      setNumbers(svg.querySelector("rect.page"), { width: size[0], height: size[1] });
      svg.setAttribute("viewBox", [0, 0, ...size].join(" "));
    }
    /* A place between two borders at which the fewest others are cut. */
    function bestCut(low, high, others) {
      let best = high, least = Infinity;
      for (let at = high; at >= low; at -= 3) {
        const cost = others.filter(([from, to]) => from - 6 < at && at < to + 6).length;
        if (cost < least) [best, least] = [at, cost];
      }
      return best;
    }
    /* Opens a state in a drawing that is shown. `part`: the drawing of the state with its content. */
    function insert(svg, path, part) {
      const isAround = (group) => path === group.dataset.state || path.startsWith(group.dataset.state + ".");
      const boxes = [...svg.querySelectorAll("g.state:not(.initial)")];
      const group = boxes.find((one) => one.dataset.state === path), area = areaOf(outlineOf(group));
      const outer = part.querySelector("g.state"), content = areaOf(outlineOf(outer));
      for (const node of svg.querySelectorAll("g.transition")) {
        if (node.dataset.source === path && node.dataset.target === path) node.remove();
      }
      const wider = content.right - content.x - area.right + area.x, higher = content.bottom - content.y - area.bottom + area.y;
      moveAll(part, moving([content.right - 0.5, -wider]), moving([content.bottom - 0.5, -higher]), path);
      const beside = part.viewBox.baseVal.width - areaOf(outlineOf(outer)).right - content.x;
      const others = boxes.filter((one) => !isAround(one)).map((one) => areaOf(outlineOf(one)));
      const texts = [...svg.querySelectorAll("g.transition > text")].map((node) => node.getBBox());
      const lines = [...svg.querySelectorAll("g.transition > .line")].map((node) => node.getBBox());
      const cutX = bestCut(area.x + 10, area.right - 10, [
        ...others.map((one) => [one.x, one.right]), ...texts.map((one) => [one.x, one.x + one.width]),
        ...lines.flatMap((one) => [[one.x, one.x], [one.x + one.width, one.x + one.width]]),
      ]);
      const cutY = bestCut(area.y + 10, area.bottom - 10, [
        ...others.map((one) => [one.y, one.bottom]), ...texts.map((one) => [one.y, one.y + one.height]),
      ]);
      moveAll(svg, moving([cutX, wider], [area.right + 0.5, beside]), moving([cutY, higher]), path);
      moveAll(part, (x) => x + area.x - content.x, (y) => y + area.y - content.y);
      for (const node of part.querySelectorAll("[id]")) node.removeAttribute("id");
      for (const node of group.querySelectorAll("text, polyline, circle, path")) node.remove();
      group.classList.add("group");
      group.append(...outer.querySelectorAll(":scope > :not(title, rect)"));
      outer.remove();
      group.after(...part.querySelectorAll("g.state"));
      svg.append(...part.querySelectorAll("g.transition"));
    }

    """#

  static let view = #"""
    /* The part of the drawing that is in view, and the map of the whole. */
    /* The middle of the view in units of the drawing, and the pixels in a unit. */
    const middle = { x: 0, y: 0, scale: 1 };
    /* True if the user chose the scale: then it is kept. */
    let isOwnScale = false;
    const smallest = 0.6, readable = 0.85;
    const extent = () => [box.clientWidth || 1, box.clientHeight || 1];
    function setView(x, y, scale) {
      const [width, height] = extent();
      Object.assign(middle, { x, y, scale });
      const view = [x - width / scale / 2, y - height / scale / 2, width / scale, height / scale];
      level.svg.setAttribute("viewBox", view.map((number) => Math.round(number * 100) / 100).join(" "));
      showFrame(view);
    }
    function fitScale() {
      const [width, height] = extent();
      return Math.min(width / level.size[0], height / level.size[1]);
    }
    function fit() { setView(level.size[0] / 2, level.size[1] / 2, Math.min(fitScale(), 1.5)); }
    /* The whole drawing if it can be read, else its active part. */
    function opening() {
      isOwnScale = false;
      fit();
      if (fitScale() >= smallest) return;
      const about = firstVisible();
      setView(Math.min(level.size[0], extent()[0] / readable) / 2, Math.min(level.size[1], extent()[1] / readable) / 2, readable);
      reveal([about === null ? 0 : about]);
    }
    function zoom(factor, x, y) {
      const scale = Math.max(Math.min(middle.scale * factor, 8), Math.min(fitScale(), 1) / 4);
      isOwnScale = true;
      const real = middle.scale / scale;
      setView(x - (x - middle.x) * real, y - (y - middle.y) * real, scale);
    }
    function zoomMiddle(factor) { zoom(factor, middle.x, middle.y); }
    function fitWhole() { isOwnScale = true; fit(); }
    function actual() { isOwnScale = true; setView(middle.x, middle.y, 1); }
    function pan(x, y) {
      const [width, height] = extent();
      setView(middle.x + x * width / 8 / middle.scale, middle.y + y * height / 8 / middle.scale, middle.scale);
    }
    function around(nodes) {
      const areas = nodes.map((node) => node.getBBox());
      return {
        left: Math.min(...areas.map((area) => area.x)), right: Math.max(...areas.map((area) => area.x + area.width)),
        top: Math.min(...areas.map((area) => area.y)), bottom: Math.max(...areas.map((area) => area.y + area.height)),
      };
    }
    /* Moves the view as little as is needed to show nodes, and the others with them as far as there is space. */
    function revealNodes(nodes, others) {
      if (!nodes.length) return;
      const [width, height] = extent();
      let area = around(nodes), scale = middle.scale;
      if (scale < smallest && !isOwnScale) scale = readable;
      const border = Math.min(20, width / 10, height / 10) / scale;
      const fits = (one) => one.right - one.left + 2 * border <= width / scale && one.bottom - one.top + 2 * border <= height / scale;
      for (const node of others || []) {
        const more = around([node]);
        const joined = {
          left: Math.min(area.left, more.left), right: Math.max(area.right, more.right),
          top: Math.min(area.top, more.top), bottom: Math.max(area.bottom, more.bottom),
        };
        if (fits(joined)) area = joined;
      }
      /* What is in view stays where it is. Of what is too large, the start is shown. */
      const moved = (at, size, low, high) => {
        const whole = size / scale / 2, half = whole - border;
        if (at - whole <= low && high <= at + whole) return at;
        if (high - low > 2 * half) return low + half;
        return at - half > low ? low + half : at + half < high ? high - half : at;
      };
      setView(moved(middle.x, width, area.left, area.right), moved(middle.y, height, area.top, area.bottom), scale);
      leaveMap(area);
      box.scrollIntoView({ block: "nearest" });
    }
    /* Moves the view if the map covers an area. */
    function leaveMap(area) {
      if (map.hasAttribute("hidden")) return;
      const [width, height] = extent(), scale = middle.scale, border = 12;
      const right = (area.right - middle.x) * scale + width / 2, bottom = (area.bottom - middle.y) * scale + height / 2;
      const dx = right - (width - Number(map.getAttribute("width")) - border);
      const dy = bottom - (height - Number(map.getAttribute("height")) - border);
      if (dx <= 0 || dy <= 0) return;
      const left = (area.left - middle.x) * scale + width / 2;
      if (dx <= left && dx <= dy) setView(middle.x + dx / scale, middle.y, scale); else setView(middle.x, middle.y + dy / scale, scale);
    }
    function reveal(indices) { revealNodes(indices.map(stateNode).filter(Boolean)); }
    function showWhole(node) {
      const area = around([node]), [width, height] = extent();
      const scale = Math.min(width / (area.right - area.left + 40), height / (area.bottom - area.top + 40), 1);
      if (scale < smallest) return revealNodes([node]);
      setView((area.left + area.right) / 2, (area.top + area.bottom) / 2, scale);
    }
    /* What a step made active is brought into view, with what it left and its arrows. */
    function showActive(step) {
      unfoldTo(step.a, false);
      const fresh = step.a.filter((index) => step.n.includes(index));
      const nodes = (indices) => indices.map(stateNode).filter(Boolean);
      const first = nodes(fresh.length ? fresh : step.a);
      revealNodes(first.slice(0, 1),
        [...first.slice(1, 20), ...step.e.slice(0, 20).flatMap(arrowNodes), ...nodes(step.x.slice(-1)), ...nodes(step.a.slice(0, 20))]);
    }

    const map = $("map");
    const mapNodes = new Map();
    const mapSpace = "http://www.w3.org/2000/svg";
    function mapPart(name, values) {
      const node = document.createElementNS(mapSpace, name);
      for (const key of Object.keys(values)) node.setAttribute(key, values[key]);
      return node;
    }
    /* The boxes of the outer states, and a frame around what is in view. */
    function drawMap() {
      mapNodes.clear();
      const [width, height] = level.size, longest = extent()[0] < 500 ? 80 : 130, shortest = longest / 4;
      const scale = longest / Math.max(width, height);
      map.setAttribute("width", Math.max(shortest, width * scale));
      map.setAttribute("height", Math.max(shortest, height * scale));
      map.setAttribute("viewBox", [0, 0, width, height].join(" "));
      map.setAttribute("preserveAspectRatio", "none");
      fill(map, []);
      let deepest = 0;
      for (let depth = 1; depth < 6; depth++) {
        if ([...level.states.keys()].filter((index) => depths[index] <= depth).length <= 400) deepest = depth;
      }
      for (const [index, node] of level.states) {
        const outline = node.querySelector("rect.outline");
        if (!outline || depths[index] > deepest) continue;
        const part = mapPart("rect", {
          x: outline.getAttribute("x"), y: outline.getAttribute("y"),
          width: outline.getAttribute("width"), height: outline.getAttribute("height"),
        });
        mapNodes.set(index, part);
        map.append(part);
      }
      map.append(mapPart("rect", { id: "frame" }));
    }
    function markMap() {
      for (const [index, part] of mapNodes) part.removeAttribute("class");
      for (const [name, list] of [["on", marks.leaf], ["named", marks.found]]) {
        for (const one of list) {
          let at = one.arrow ? null : one.index;
          while (at !== null && !mapNodes.has(at)) at = states[at].parent;
          if (at !== null) mapNodes.get(at).setAttribute("class", name);
        }
      }
    }
    function showFrame(view) {
      const frame = $("frame"), [width, height] = level.size;
      const left = Math.max(0, view[0]), top = Math.max(0, view[1]);
      const right = Math.min(width, view[0] + view[2]), bottom = Math.min(height, view[1] + view[3]);
      map.toggleAttribute("hidden", (right - left) * (bottom - top) > width * height / 2);
      if (!frame) return;
      const values = { x: left, y: top, width: Math.max(0, right - left), height: Math.max(0, bottom - top) };
      for (const key of Object.keys(values)) frame.setAttribute(key, values[key]);
    }

    """#
}
