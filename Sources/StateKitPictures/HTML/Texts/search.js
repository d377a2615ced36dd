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
