/* The drawings of a page, from the most folded one to the whole chart, and their marks. */
const box = $("picture");
const children = states.map(() => []);
const depths = [];
states.forEach((state, index) => {
  depths.push(state.parent === null ? 0 : depths[state.parent] + 1);
  if (state.parent !== null) children[state.parent].push(index);
});
/* Reads drawings in which repeated text is a reference: "~", the distance in three digits, the length in one or three. */
function unpacked(packed) {
  /* A character beyond 16 bits counts once. */
  const text = Array.from(packed);
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
