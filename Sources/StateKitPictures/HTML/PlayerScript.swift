/// The script that lets a page play: plain JavaScript without dependencies.
///
/// All pages have an equal script, so that the page's policy can name it by its hash. Texts of a chart enter the page
/// as text only.
enum PlayerScript {
  /// SHA-256 of `text` in base64. A test checks it.
  static let hash = "RMu1MvaJnzUr3JkCEgb9lfdxblVuKB12ZSR7yAmCy5E="

  static let text = data + picture + steps + timeline + search + simulator + keys + start

  /// The data of the page, and small helpers.
  private static let data = #"""

    "use strict";
    const $ = (id) => document.getElementById(id);
    const data = JSON.parse($("data").textContent);
    const states = data.states;
    const indexOf = new Map(states.map((state, index) => [state.path, index]));
    const group = (kind, index) => $(kind + index);
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    let steps = data.steps || [];
    let current = 0, playing = 0, speed = 2;
    function make(tag, text, className) {
      const node = document.createElement(tag);
      if (text !== undefined) node.textContent = text;
      if (className) node.className = className;
      return node;
    }
    function fill(node, children) { node.replaceChildren(...children); }

    """#

  /// Shows a step: highlights, the context, the timers, the line of the trace.
  private static let steps = #"""
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
    const contexts = [];
    let pointed = null;
    function put(context, path, value) {
      const keys = path in context ? [path] : path.split(".");
      const copy = Object.assign({}, context);
      let node = copy;
      keys.forEach((key, depth) => {
        if (depth === keys.length - 1) {
          Object.defineProperty(node, key, { value, enumerable: true, configurable: true, writable: true });
          return;
        }
        const inner = node[key] && typeof node[key] === "object" ? Object.assign({}, node[key]) : {};
        Object.defineProperty(node, key, { value: inner, enumerable: true, configurable: true, writable: true });
        node = inner;
      });
      return copy;
    }
    /* What the context is after a step: kept for every hundredth. */
    function contextAfter(number) {
      let from = Math.floor(number / 100);
      while (from > 0 && !contexts[from]) from--;
      let context = from > 0 ? contexts[from] : data.context, at = from > 0 ? from * 100 + 1 : 0;
      for (; at <= number; at++) {
        const step = steps[at];
        if (step.c) context = step.c;
        if (step.t && step.t.event === null) context = data.context;
        for (const entry of (step.t && step.t.trace) || []) {
          if (!entry.assign) continue;
          for (const path of Object.keys(entry.assign)) context = put(context, path, entry.assign[path]);
        }
        if (at % 100 === 0) contexts[at / 100] = context;
      }
      return context;
    }
    function changesOf(step) {
      const found = new Set();
      for (const entry of (step.t && step.t.trace) || []) {
        for (const path of Object.keys(entry.assign || {})) found.add(path);
      }
      return found;
    }
    function tree(value, path, changed) {
      const rows = make("ul");
      for (const key of Object.keys(value)) {
        const here = path ? path + "." + key : key, inner = value[key];
        const row = make("li");
        row.append(make("b", key));
        if (changed.has(here)) {
          row.className = "changed";
          row.append(make("span", " changed", "note"));
        }
        if (inner && typeof inner === "object" && !Array.isArray(inner) && Object.keys(inner).length) {
          row.append(tree(inner, here, changed));
        } else {
          row.append(" ", make("code", JSON.stringify(inner)));
        }
        rows.append(row);
      }
      return rows;
    }
    function seconds(milliseconds) {
      return milliseconds % 1000 === 0 ? milliseconds / 1000 + "s" : milliseconds + "ms";
    }
    const word = (step) => step.t.event === null ? "init" : step.t.event;
    function happened(step) {
      const order = [];
      for (const entry of step.t.trace || []) {
        if (entry.exit !== undefined) order.push(["exited", entry.exit]);
        if (entry.enter !== undefined) order.push(["entered", entry.enter]);
      }
      return order;
    }
    function showStep(step) {
      const order = happened(step);
      const name = (path) => indexOf.has(path) ? states[indexOf.get(path)].name : path;
      $("event").textContent = "Step " + current + ": " + word(step);
      $("outcome").textContent = [step.t.outcome, "at " + seconds(step.t.time), step.t.done ? "finished" : ""]
        .filter(Boolean).join(", ");
      fill($("order"), order.map(([verb, path]) => {
        const row = make("li", undefined, verb);
        row.append(make("span", verb + " ", "note"), make("b", name(path)));
        row.title = path;
        return row;
      }));
      const context = contextAfter(current);
      fill($("context"), Object.keys(context).length ? [tree(context, "", changesOf(step))] : [make("p", "no data", "note")]);
      const timers = step.d || [];
      fill($("timers"), timers.length ? timers.map(([due, what]) =>
        make("li", "in " + seconds(due - step.t.time) + ": " + what)) : [make("li", step.d ? "none" : "not known", "note")]);
      const words = order.map(([verb, path]) => verb + " " + name(path)).join(", ");
      $("live").textContent = "Step " + current + ": " + word(step) + ". " + (words || "nothing entered or exited") + ".";
      if (pointed) pointed.removeAttribute("aria-current");
      const line = pointed = lines[current];
      if (line) {
        frame(current);
        line.setAttribute("aria-current", "step");
        const top = line.offsetTop;
        if (top < list.scrollTop || top + line.offsetHeight > list.scrollTop + list.clientHeight) {
          list.scrollTop = top - list.clientHeight / 3;
        }
      }
    }
    function go(number, how) {
      if (!steps.length) return;
      current = Math.max(0, Math.min(steps.length - 1, number));
      const step = steps[current];
      light(step);
      if (data.steps) showStep(step);
      const range = $("range");
      range.value = current;
      range.setAttribute("aria-valuetext", data.steps ? "step " + current + ", " + word(step) : "step " + current);
      $("count").textContent = current + " / " + (steps.length - 1);
      if (how !== "quiet" && data.steps) history[how === "jump" ? "pushState" : "replaceState"](null, "", "#step=" + current);
      document.documentElement.dataset.step = current;
    }

    """#
}
