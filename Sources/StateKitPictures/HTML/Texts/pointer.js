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
