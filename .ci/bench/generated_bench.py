"""The table of `make bench` for generated C: charts that write their own trace, beside the C engine, which reads them.

Each state gets an action on entry and on exit. The program around the generated code defines them as lines of the trace, so
that both programs write the same bytes.
"""
import importlib.util
import json
import os
import subprocess
import sys
import tempfile

from processes import milliseconds

# The toggle, the regions and the history of the C engine's workloads.
WORKLOADS = ("w1", "w5", "w7")
MAIN = """#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "m.h"
static char out[1 << 16];
static size_t length;
static void flush(void) { if (write(1, out, length) < 0) _exit(1); length = 0; }
static inline void put(const char *text, size_t count) {
  if (length + count > sizeof out) flush();
  memcpy(out + length, text, count);
  length += count;
}
#define PUT(text) put(text, sizeof text - 1)
%(actions)s
static void put_states(const m_t *m) {
  int more = 0;
  PUT("  => ");
%(leaves)s
  PUT("\\n");
}
static int event_of(const char *line, size_t count) {
%(events)s
  return -1;
}
int main(int count, char **arguments) {
  static m_t m;
  static char in[1 << 16];
  size_t have = 0;
  ssize_t got;
  int file = open(arguments[count - 1], O_RDONLY);
  PUT("init\\n");
  m_start(&m);
  put_states(&m);
  while ((got = read(file, in + have, sizeof in - have)) > 0) {
    char *line = in, *end = in + have + got, *next;
    while ((next = memchr(line, '\\n', (size_t)(end - line)))) {
      int event = event_of(line, (size_t)(next - line));
      put(line, (size_t)(next - line) + 1);
      if (event >= 0 && m_send(&m, (m_event_t)event, NULL) == M_HANDLED) put_states(&m); else PUT("  ignored\\n");
      line = next + 1;
    }
    have = (size_t)(end - line);
    memmove(in, line, have);
  }
  return write(1, out, length) < 0;
}
"""


def furnish(name, state, leaves, names):
    """Gives a state and those in it actions that write their lines."""
    if state.get("type") == "history":
        return
    names.append(name)
    state["enterState"], state["exitState"] = [f"enter {name}"], [f"exit {name}"]
    if not state.get("subStates"):
        leaves.append(name)
    for child, inner in state.get("subStates", {}).items():
        furnish(child, inner, leaves, names)


def identifier(name):
    """A name of these workloads in C: it is cut before a capital behind a small letter."""
    text = ""
    for before, letter in zip(" " + name, name):
        text += "_" + letter if letter.isupper() and before.islower() else letter
    return text


def program(binary, folder, name):
    """Compiles the program of a workload. Returns its path and the bytes of the generated code."""
    with open(os.path.join(folder, f"{name}.json")) as file:
        chart = json.load(file)
    leaves, names = [], []
    furnish("root", chart["root"], leaves, names)
    with open(os.path.join(folder, f"{name}.events.txt")) as file:
        events = sorted(set(file.read().split()))
    work = os.path.join(folder, name)
    os.makedirs(work, exist_ok=True)
    with open(os.path.join(work, "chart.json"), "w") as file:
        json.dump(chart, file)
    subprocess.run(
        [binary, "generate", os.path.join(work, "chart.json"), "--language", "c", "-o", os.path.join(work, "m"), "--force"],
        check=True)
    actions = "\n".join(
        f'void m_do_{verb}_{identifier(state).lower()}(m_t *m) {{ (void)m; PUT("  {verb} {state}\\n"); }}'
        for state in names for verb in ("enter", "exit"))
    shown = "\n".join(
        f'  if (m_is_in(m, M_STATE_{identifier(leaf).upper()})) {{ if (more) PUT(", "); PUT("{leaf}"); more = 1; }}'
        for leaf in leaves)
    known = "\n".join(
        f'  if (count == {len(event)} && memcmp(line, "{event}", {len(event)}) == 0) return M_EVENT_{identifier(event).upper()};'
        for event in events)
    with open(os.path.join(work, "main.c"), "w") as file:
        file.write(MAIN % {"actions": actions, "leaves": shown, "events": known})
    flags = ["cc", "-O2", "-std=gnu99", "-w"]
    subprocess.run([*flags, "-c", os.path.join(work, "m.c"), "-o", os.path.join(work, "m.o")], check=True)
    path = os.path.join(work, "program")
    # As one unit, like the C engine.
    sources = [os.path.join(work, file) for file in ("main.c", "m.c")]
    subprocess.run([*flags, "-flto", *sources, "-o", path], check=True)
    size = subprocess.run(["size", os.path.join(work, "m.o")], capture_output=True, text=True, check=True).stdout
    return path, int(size.split("\n")[1].split()[0])


def table(binary, folder, shared, runs=7):
    """Prints it. `shared`: the folder with the C engine and its workloads."""
    found = importlib.util.spec_from_file_location("yardstick_workloads", os.path.join(shared, "workloads.py"))
    yardstick = importlib.util.module_from_spec(found)
    found.loader.exec_module(yardstick)
    engine = os.path.join(folder, "engine")
    subprocess.run(["gcc", "-O2", "-w", os.path.join(shared, "cengine.c"), "-o", engine], check=True)
    print("\n| generated C | ns an event | C engine ns | ratio | bytes of code |\n|---|---:|---:|---:|---:|")
    for name in WORKLOADS:
        yardstick.write_workload(folder, name)
        chart, script = (os.path.join(folder, f"{name}.{ending}") for ending in ("json", "events.txt"))
        path, size = program(binary, folder, name)
        with open(script) as file:
            lines = file.readlines()
        few = os.path.join(folder, f"{name}.few.txt")
        with open(few, "w") as file:
            file.writelines(lines[:300])
        commands = [[path, script], [path, few], [engine, "run", chart, script], [engine, "run", chart, few]]
        traces = [subprocess.run(command, capture_output=True, check=True).stdout for command in (commands[1], commands[3])]
        if traces[0] != traces[1]:
            sys.exit(f"{name}: the generated program writes another trace")
        times = [[] for _ in commands]
        for _ in range(runs):
            for command, times_of in zip(commands, times):
                times_of.append(milliseconds(*command))
        ours, begun, theirs, started = (min(times_of) for times_of in times)
        nanoseconds = [(a - b) * 1e6 / (len(lines) - 300) for a, b in ((ours, begun), (theirs, started))]
        ratio = nanoseconds[0] / max(nanoseconds[1], 0.1)
        print(f"| {yardstick.TITLES[name]} | {nanoseconds[0]:.0f} | {nanoseconds[1]:.0f} | {ratio:.2f} | {size:,} |", flush=True)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as directory:
        table(os.path.abspath(sys.argv[1]), directory, sys.argv[2])
