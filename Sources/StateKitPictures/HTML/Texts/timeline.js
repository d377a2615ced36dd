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
