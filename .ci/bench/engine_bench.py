"""The table of `make bench` for the engine itself: the eight workloads beside the C engine with the step cache off.

A chart that invokes anything is run without the step cache. So each chart gets a state that nothing leads to, and that
would invoke something: its traces are the same, each of its macrosteps is made.
"""
import importlib.util
import json
import math
import os
import subprocess
import sys
import tempfile

from processes import milliseconds


def without_cache(path):
    """A copy of a chart whose macrosteps are not kept."""
    with open(path) as file:
        chart = json.load(file)
    chart["root"]["subStates"]["nowhere"] = {"invoke": {"src": "nothing"}}
    copy = path.replace(".json", ".made.json")
    with open(copy, "w") as file:
        json.dump(chart, file)
    return copy


def table(binary, folder, shared, runs=5, most=100_000):
    """Prints it. `shared`: the folder with the C engine and its workloads."""
    found = importlib.util.spec_from_file_location("yardstick_workloads", os.path.join(shared, "workloads.py"))
    yardstick = importlib.util.module_from_spec(found)
    found.loader.exec_module(yardstick)
    engine = os.path.join(folder, "engine")
    subprocess.run(["gcc", "-O2", "-w", os.path.join(shared, "cengine.c"), "-o", engine], check=True)
    print("\n| the step cache is off | statekit ns | C ns | ratio |\n|---|---:|---:|---:|")
    ratios = []
    for name, title in yardstick.TITLES.items():
        yardstick.write_workload(folder, name)
        chart, script = (os.path.join(folder, f"{name}.{ending}") for ending in ("json", "events.txt"))
        with open(script) as file:
            lines = file.readlines()[:most]
        with open(script, "w") as file:
            file.writelines(lines)
        count = len(lines)
        few = os.path.join(folder, f"{name}.few.txt")
        with open(few, "w") as file:
            file.writelines(lines[:300])
        made = without_cache(chart)
        traces = [subprocess.run([binary, "run", c, few], capture_output=True, check=True).stdout for c in (chart, made)]
        if traces[0] != traces[1]:
            sys.exit(f"{name}: another trace with the step cache off")
        commands = [(program, "run", path, lines_file) for program, path in ((binary, made), (engine, chart)) for lines_file in (script, few)]
        times = [[] for _ in commands]
        for _ in range(runs):
            for command, found in zip(commands, times):
                found.append(milliseconds(*command))
        ours, begun, theirs, started = (min(found) for found in times)
        nanoseconds = [(a - b) * 1e6 / (count - 300) for a, b in ((ours, begun), (theirs, started))]
        ratios.append(nanoseconds[0] / max(nanoseconds[1], 0.1))
        print(f"| {title} | {nanoseconds[0]:.0f} | {nanoseconds[1]:.0f} | {ratios[-1]:.1f} |", flush=True)
    print(f"| geometric mean | | | {math.exp(sum(map(math.log, ratios)) / len(ratios)):.1f} |", flush=True)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as directory:
        table(os.path.abspath(sys.argv[1]), directory, sys.argv[2])
