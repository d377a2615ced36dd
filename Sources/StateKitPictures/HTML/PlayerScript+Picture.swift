/// The part of the player's script that changes the drawing.
extension PlayerScript {
  /// Highlights states and arrows, zooms and pans, shows coverage, handles clicks.
  static let picture = #"""
    const box = $("picture"), svg = box.querySelector("svg");
    const view = svg ? svg.viewBox.baseVal : null;
    const whole = view ? [view.x, view.y, view.width, view.height] : [0, 0, 1, 1];
    let shown = whole.slice();
    const marks = ["lit", "leaf", "entered", "exited", "taken", "found"];
    function clear(names) {
      for (const name of names) for (const node of box.querySelectorAll("." + name)) node.classList.remove(name);
    }
    function mark(kind, indices, name) {
      for (const index of indices) {
        const node = group(kind, index);
        if (node) node.classList.add(name);
      }
    }
    function light(step) {
      clear(marks.slice(0, 5));
      const lit = new Set();
      for (const leaf of step.a) {
        for (let index = leaf; index !== null; index = states[index].parent) lit.add(index);
      }
      mark("s", lit, "lit");
      mark("s", step.a, "leaf");
      mark("s", step.n, "entered");
      mark("s", step.x.filter((index) => !lit.has(index)), "exited");
      mark("t", step.e, "taken");
    }
    function setView(next) {
      shown = next;
      svg.setAttribute("viewBox", next.map((n) => Math.round(n * 10) / 10).join(" "));
    }
    function scale() { return Math.min(box.clientWidth / shown[2], box.clientHeight / shown[3]) || 1; }
    function zoom(factor, x, y) {
      const [left, top, width, height] = shown;
      const size = Math.min(Math.max(width * factor, whole[2] / 60), whole[2] * 4);
      const real = size / width;
      setView([x - (x - left) * real, y - (y - top) * real, size, height * real]);
    }
    function zoomMiddle(factor) { zoom(factor, shown[0] + shown[2] / 2, shown[1] + shown[3] / 2); }
    function fit() { setView(whole.slice()); }
    function actual() {
      const middle = [shown[0] + shown[2] / 2, shown[1] + shown[3] / 2];
      const width = box.clientWidth, height = box.clientHeight;
      setView([middle[0] - width / 2, middle[1] - height / 2, width, height]);
    }
    function point(event) {
      const matrix = svg.getScreenCTM();
      if (!matrix) return [0, 0];
      return [(event.clientX - matrix.e) / matrix.a, (event.clientY - matrix.f) / matrix.d];
    }
    function preparePicture() {
      if (!svg) return;
      const fingers = new Map();
      let moved = false;
      box.addEventListener("wheel", (event) => {
        event.preventDefault();
        zoom(event.deltaY > 0 ? 1.15 : 1 / 1.15, ...point(event));
      }, { passive: false });
      box.addEventListener("pointerdown", (event) => { fingers.set(event.pointerId, event); moved = false; });
      box.addEventListener("pointermove", (event) => {
        const before = fingers.get(event.pointerId);
        if (!before) return;
        const dx = event.clientX - before.clientX, dy = event.clientY - before.clientY;
        if (fingers.size === 2) {
          const [other] = [...fingers.values()].filter((one) => one.pointerId !== event.pointerId);
          const length = (one) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY) || 1;
          zoom(length(before) / length(event), ...point(event));
        } else if (moved || Math.hypot(dx, dy) > 4) {
          if (!moved) box.setPointerCapture(event.pointerId);
          moved = true;
          const unit = scale();
          setView([shown[0] - dx / unit, shown[1] - dy / unit, shown[2], shown[3]]);
        } else return;
        fingers.set(event.pointerId, event);
      });
      for (const name of ["pointerup", "pointercancel", "pointerleave"]) {
        box.addEventListener(name, (event) => fingers.delete(event.pointerId));
      }
      box.addEventListener("click", (event) => {
        const node = event.target.closest("g.state");
        if (moved || !node) return;
        const index = Number(node.id.slice(1));
        if (states[index]) choose(index, true);
      });
      $("in").onclick = () => zoomMiddle(1 / 1.3);
      $("out").onclick = () => zoomMiddle(1.3);
      $("fit").onclick = fit;
      $("actual").onclick = actual;
      /* What was run stands in the drawing for those who have no script. */
      for (const name of ["active", "path"]) clear([name]);
      for (const node of box.querySelectorAll(".marker")) node.remove();
      const layer = $("layer"), counted = ["missed", "covered"].map((name) => [name, [...box.querySelectorAll("." + name)]]);
      if (data.coverage) {
        layer.hidden = false;
        const show = (on) => {
          for (const [name, nodes] of counted) for (const node of nodes) node.classList.toggle(name, on);
          layer.setAttribute("aria-pressed", on);
        };
        layer.onclick = () => show(layer.getAttribute("aria-pressed") !== "true");
        show(!data.steps);
      }
    }
    function choose(index, isNew) {
      clear(["found"]);
      mark("s", [index], "found");
      const found = [];
      steps.forEach((step, number) => { if (step.n.includes(index)) found.push(number); });
      const text = states[index].path + (data.steps ? found.length ? " was entered in " : " was never entered" : "");
      const line = $("chosen");
      fill(line, [document.createTextNode(text)]);
      for (const number of found.slice(0, 200)) {
        const link = make("a", String(number));
        link.href = "#step=" + number;
        line.append(link, " ");
      }
      if (found.length > 200) line.append("…");
      line.hidden = false;
      if (isNew) history.replaceState(null, "", "#state=" + encodeURIComponent(states[index].path));
    }

    """#
}
