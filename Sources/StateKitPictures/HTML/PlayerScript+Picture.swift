/// The part of the player's script that changes the drawing.
extension PlayerScript {
  /// The drawings of a page, from the most folded one to the whole chart, and their marks.
  static let drawing = #"""
    const box = $("picture");
    const children = states.map(() => []);
    const depths = [];
    states.forEach((state, index) => {
      depths.push(state.parent === null ? 0 : depths[state.parent] + 1);
      if (state.parent !== null) children[state.parent].push(index);
    });
    /* Reads a drawing in which repeated text is a reference: "~", the distance in three digits, the length in one. */
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
        const distance = value(at + 1, 3), length = value(at + 4, 1) + 6;
        for (let count = 0; count < length; count++) out.push(out[out.length - distance]);
        at += 4;
      }
      return out.join("");
    }
    /* Each level has its drawing, the groups of the states that it shows, and the groups of its arrows by their ends. */
    const levels = data.levels.map((level) => ({ depth: level.depth === null ? Infinity : level.depth, packed: level.drawing }));
    let level = null;
    const styles = ["initially", "default", "jump"];
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
    function drawn(one) {
      if (one.svg) return one;
      const read = new DOMParser().parseFromString(unpacked(one.packed), "image/svg+xml").documentElement;
      prepareLevel(one, document.importNode(read, true));
      return one;
    }
    /* Shows a level: the marks are set again, and the view starts anew. */
    function openLevel(number) {
      const next = drawn(levels[number]);
      if (next === level) return;
      if (level) level.svg.replaceWith(next.svg);
      level = next;
      const depth = number === 0, last = number === levels.length - 1;
      $("fold").disabled = depth;
      $("unfold").disabled = last;
      setMarks();
      drawMap();
      opening();
    }
    const levelNumber = () => levels.indexOf(level);
    /* True if the user folded the picture: a step does not unfold it. */
    let isPinned = false;
    function fold() {
      isPinned = true;
      const before = firstVisible();
      openLevel(Math.max(0, levelNumber() - 1));
      if (before !== null) reveal([before]);
    }
    function unfold() {
      isPinned = false;
      const before = firstVisible();
      openLevel(Math.min(levels.length - 1, levelNumber() + 1));
      if (before !== null) reveal([before]);
    }
    /* What the picture is about now: a chosen state, or an active one. */
    function firstVisible() {
      if (chosen >= 0) return chosen;
      return steps.length ? steps[current].a[0] : null;
    }
    const isFolded = (index) => children[index].length > 0 && !children[index].some((child) => level.states.has(child));
    /* Opens the first level that shows all of the states themselves. */
    function unfoldTo(indices) {
      const depth = Math.max(0, ...indices.map((index) => depths[index]));
      if (depth <= level.depth) return;
      openLevel(levels.findIndex((one) => one.depth >= depth));
    }
    /* Opens a folded state, and shows it as large as there is space. */
    function open(index) {
      isPinned = false;
      unfoldTo(children[index]);
      showWhole(stateNode(index));
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
      const [source, target, style] = data.arrows[index];
      return level.arrows.get([shownState(source), shownState(target), styles[style - 1] || ""].join(" ")) || [];
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
}
