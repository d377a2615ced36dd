#!/usr/bin/env python3
"""Measures statekit. `.ci/bench/bench.py BINARY` prints tables, `.ci/bench/bench.py BINARY instructions` compares counts with the file kept,
`.ci/bench/bench.py BINARY library` prints the table of the library alone.

Times are CPU of whole processes, the best of interleaved runs, less the same chart on few events. Where `../shared/bench`
is there, the tables against its C engine come first. Counts of instructions do not depend on the machine's mood: they are
kept in `.ci/bench/instructions.txt`, `write` in place of `instructions` writes it.
"""
import os
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import engine_bench
import generated_bench
import library_bench
import replay_bench
import workloads
from processes import milliseconds, peak

HERE = os.path.dirname(os.path.abspath(__file__))
SHARED = os.path.join(HERE, "..", "..", "..", "shared", "bench", "bench.py")
KEPT = os.path.join(HERE, "instructions.txt")
GROWTH_ALLOWED = 0.25
MOST_MEGABYTES = 16
# What users do: plain events, payloads, timers, an order with all of it. The rest of the eight rows is in `instructions`.
COUNTED = ("toggle", "guards", "timers", "orders")


def best(commands, runs=5):
    """For each command the least CPU milliseconds of several runs, one after the other."""
    times = [[] for _ in commands]
    for _ in range(runs):
        for command, found in zip(commands, times):
            found.append(milliseconds(*command))
    return [min(found) for found in times]


def run_table(binary, folder):
    print("\n| workload | ns an event, text | JSON Lines | ratio |\n|---|---:|---:|---:|")
    for name, make in workloads.RUNS.items():
        events = 200_000 if name in ("timers", "chains", "regions", "history", "loop", "orders", "turns") else 1_000_000
        chart, lines = make(events)
        _, short = workloads.write(folder, name, chart, lines[:100])
        path, long = workloads.write(folder, name, chart, lines)
        jsonl = ["--format", "jsonl"]
        a, b, c, d = best(
            [[binary, "run", path, long], [binary, "run", path, short], [binary, "run", *jsonl, path, long],
             [binary, "run", *jsonl, path, short]])
        text, json_lines = ((x - y) * 1e6 / (events - 100) for x, y in ((a, b), (c, d)))
        print(f"| {name} | {text:.0f} | {json_lines:.0f} | {json_lines / text:.1f} |", flush=True)


def load_table(binary, folder):
    print("\n| validate: states | MB | ms CPU | µs a state | peak MB | to the file |\n|---:|---:|---:|---:|---:|---:|")
    for states in (1_000, 10_000, 100_000):
        path, _ = workloads.write(folder, f"tree{states}", workloads.tree(states))
        size = os.path.getsize(path) / 1e6
        cpu = min(milliseconds(binary, "validate", path) for _ in range(3))
        memory = peak(binary, "validate", path) / 1e6 if os.path.exists("/proc/self/status") else 0
        print(f"| {states:,} | {size:.1f} | {cpu:.0f} | {cpu * 1000 / states:.1f} | {memory:.0f} | {memory / size:.1f} |",
              flush=True)


def family_table(binary, folder):
    """Children that take events, beside one machine that takes as many; and what a child weighs."""
    one = workloads.write(folder, "worker", *workloads.worker(1_000_000))
    few = workloads.write(folder, "worker", *workloads.worker(1_000))
    hub = workloads.write(folder, "hub", *workloads.hub(1_000, 1_000))
    idle = workloads.write(folder, "hub", workloads.hub(1_000, 0)[0], [])
    print("\n| a million events | ns an event | ratio |\n|---|---:|---:|")
    for name, options in (("text", []), ("quiet", ["--quiet"])):
        times = best([[binary, "run", *options, *files] for files in (one, few, hub, idle)], runs=7)
        alone, children = (times[0] - times[1]) * 1e6 / 999_000, times[2] - times[3]
        print(f"| one machine, {name} | {alone:.0f} | |\n| 1,000 children, {name} | {children:.0f} | {children / alone:.1f} |",
              flush=True)
    if os.path.exists("/proc/self/status"):
        sizes = {n: peak(binary, "run", "--quiet", *workloads.write(folder, f"hub{n}", *workloads.hub(n, 2_000 // (n // 1_000))))
                 for n in (1_000, 9_000)}
        print(f"\na child of two states and one number: {(sizes[9_000] - sizes[1_000]) / 8_000:.0f} bytes, with its line of the chart")


def stream(binary, folder, millions=100):
    """Events from a pipe: what is resident after the first million, and after all."""
    path, _ = workloads.write(folder, "stream", workloads.toggle(0)[0])
    process = subprocess.Popen([binary, "run", path, "-"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)

    def resident():
        time.sleep(0.5)
        with open(f"/proc/{process.pid}/status") as file:
            return next(int(line.split()[1]) for line in file if line.startswith("VmRSS"))

    block = b"t\n" * 1_000_000
    process.stdin.write(block)
    process.stdin.flush()
    first = resident()
    start = time.monotonic()
    for _ in range(millions - 1):
        process.stdin.write(block)
    process.stdin.flush()
    taken = time.monotonic() - start
    last = resident()
    process.stdin.close()
    if process.wait():
        sys.exit(f"the stream ended with {process.returncode}")
    print(f"\n{millions} million events from a pipe: {first} kB resident after the first million, {last} kB after all; "
          f"{millions - 1} million in {taken:.1f} s")


def count(binary, *arguments):
    """Instructions of a whole process."""
    result = subprocess.run(
        ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", binary, *arguments],
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, env={**os.environ, "SWIFT_DETERMINISTIC_HASHING": "1"})
    found = [line for line in result.stderr.splitlines() if "Collected :" in line]
    if result.returncode or not found:
        sys.exit(f"valgrind failed on {' '.join(arguments)}:\n{result.stderr[-500:]}")
    return int(found[0].split(":")[1])


def instructions(binary, folder):
    """Eight counts: instructions an event of four workloads, of an event without the step cache, of a state that is validated, of
    an input that is tried, and of a start."""
    counts = {}
    for name in COUNTED:
        few, many = (1_000, 4_000) if name == "timers" else (10_000, 40_000)
        chart, lines = workloads.RUNS[name](many)
        _, short = workloads.write(folder, name, chart, lines[:few])
        path, long = workloads.write(folder, name, chart, lines)
        counts[name] = (count(binary, "run", path, long) - count(binary, "run", path, short)) // (many - few)
    path, short = workloads.write(folder, "toggle", *workloads.toggle(1_000))
    _, long = workloads.write(folder, "toggle", *workloads.toggle(4_000))
    made = engine_bench.without_cache(path)
    counts["made"] = (count(binary, "run", made, long) - count(binary, "run", made, short)) // 3_000
    small, large = (workloads.write(folder, f"tree{n}", workloads.tree(n))[0] for n in (1_000, 5_000))
    counts["validate"] = (count(binary, "validate", large) - count(binary, "validate", small)) // 4_000
    path, _ = workloads.write(folder, "lamps", workloads.lamps())
    counts["explore"] = count(binary, "explore", path) // 158_975
    path, script = workloads.write(folder, "start", *workloads.toggle(1))
    counts["start"] = count(binary, "run", path, script)
    return counts


def compare(binary, folder, writes):
    if subprocess.run(["valgrind", "--version"], capture_output=True, check=False).returncode:
        print("instructions: skipped, there is no valgrind here")
        return 0
    counts = instructions(binary, folder)
    if writes:
        with open(KEPT, "w") as file:
            file.write("# Instructions an event, a state validated, an input tried, a start: what `make instructions` compares with.\n")
            file.writelines(f"{name} {number}\n" for name, number in counts.items())
        return 0
    with open(KEPT) as file:
        kept = dict(line.split() for line in file if not line.startswith("#"))
    status = 0
    for name, number in counts.items():
        before = int(kept.get(name, 0))
        change = number / before - 1 if before else 1
        mark = ""
        if change > GROWTH_ALLOWED:
            status, mark = 1, f"  more than {GROWTH_ALLOWED:.0%} up: `make instructions-write` if that is intended"
        print(f"{name:10} {number:>9,} was {before:>9,} {change:+7.1%}{mark}", flush=True)
    size = os.path.getsize(binary) / 1e6
    print(f"the program: {size:.1f} MB, {MOST_MEGABYTES} are the most")
    if size > MOST_MEGABYTES:
        status = 1
    return status


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    binary = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory(prefix="statekit-bench-") as folder:
        if sys.argv[2:] in (["instructions"], ["write"]):
            return compare(binary, folder, writes=sys.argv[2] == "write")
        if sys.argv[2:] == ["library"]:
            return library_bench.table(binary, folder)
        if os.path.exists(SHARED):
            for options in ([], ["--growth", "--runs", "2"], ["--load", "1000", "100000", "--runs", "3"], ["--start"]):
                subprocess.run([sys.executable, SHARED, "--bin", binary, *options], check=True)
        else:
            print("no C engine beside the checkout: what follows has no yardstick but itself")
        if os.path.exists(SHARED):
            engine_bench.table(binary, folder, os.path.dirname(SHARED))
            generated_bench.table(binary, folder, os.path.dirname(SHARED))
        run_table(binary, folder)
        load_table(binary, folder)
        family_table(binary, folder)
        replay_bench.table(binary, folder)
        library_bench.table(binary, folder)
        if os.path.exists("/proc/self/status"):
            stream(binary, folder)
        print(f"\nthe program: {os.path.getsize(binary) / 1e6:.1f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
