/* The data of the page, and small helpers. */
"use strict";
const $ = (id) => document.getElementById(id);
const data = JSON.parse($("data").textContent);
const states = data.states;
const indexOf = new Map(states.map((state, index) => [state.path, index]));
const graph = data.graph;
let steps = data.steps || [];
let current = 0, playing = 0, speed = 2;
for (const step of steps) {
  step.n = [...new Set(step.h.filter((one) => one >= 0))];
  step.x = [...new Set(step.h.filter((one) => one < 0).map((one) => -1 - one))];
}
function make(tag, text, className) {
  const node = document.createElement(tag);
  if (text !== undefined) node.textContent = text;
  if (className) node.className = className;
  return node;
}
function fill(node, children) { node.replaceChildren(...children); }
function duration(milliseconds) {
  let rest = milliseconds;
  if (rest > 0 && rest < 1000) return rest + " ms";
  if (rest < 60000) return rest / 1000 + " s";
  const found = [];
  for (const [unit, name] of [[86400000, "d"], [3600000, "h"], [60000, "min"], [1000, "s"]]) {
    if (rest >= unit && found.length < 2) found.push(Math.floor(rest / unit) + " " + name);
    rest %= unit;
  }
  return found.join(" ");
}
/* A line of a script in plain words. `wait`: the milliseconds by which it moves the clock. */
function spoken(line, wait) {
  if (line === null) return "start";
  const answer = /^:guard (.+) = (true|false)$/.exec(line);
  if (answer) return (answer[1].startsWith('"') ? JSON.parse(answer[1]) : answer[1]) + ": " + (answer[2] === "true" ? "yes" : "no");
  const test = /^:test (.+)$/.exec(line);
  if (test) return "test " + test[1];
  return line.startsWith("+") && wait >= 0 ? duration(wait) + " later" : line;
}
function word(number) {
  const step = steps[number];
  return spoken(step.v, number ? step.k - steps[number - 1].k : 0);
}
function timerRows(timers) {
  return timers.length ? timers.map(([rest, what]) => make("li", "in " + duration(rest) + ": " + what)) : [make("li", "none", "note")];
}
