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
