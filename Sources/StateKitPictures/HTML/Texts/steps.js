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
