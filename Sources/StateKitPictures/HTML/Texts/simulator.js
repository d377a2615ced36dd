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
