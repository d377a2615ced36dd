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
