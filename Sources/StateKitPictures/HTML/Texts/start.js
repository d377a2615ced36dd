function follow() {
  const step = /^#step=(\d+)$/.exec(location.hash), state = /^#state=(.+)$/.exec(location.hash);
  if (step) go(Number(step[1]), "quiet");
  if (state) {
    let path = "";
    try { path = decodeURIComponent(state[1]); } catch (error) { return; }
    if (indexOf.has(path)) choose(indexOf.get(path), false);
  }
}
preparePicture();
prepareSearch();
prepareKeys();
if (data.steps) { prepareTimeline(); go(0, "start"); }
if (graph) prepareSimulator();
opening();
addEventListener("popstate", follow);
addEventListener("hashchange", follow);
follow();
