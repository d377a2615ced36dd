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
