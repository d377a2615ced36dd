"""The rows of `make bench` for `statekit replay`: speed and memory, beside DuckDB and pm4py where they are installed.

Times are CPU of whole processes of one run on the same cores, each beside the others; a ratio says more than a time.
"""
import importlib.util
import json
import os
import random
import resource
import subprocess
import sys
import time

from processes import peak

CHART = {
    "root": {
        "initial": "cart",
        "subStates": {
            "cart": {"add": {}, "pay": "paid"},
            "paid": {"after": {"72h": "lost"}, "ship": "shipped"},
            "shipped": {"deliver": "done"},
            "lost": {},
            "done": {"again": "cart"},
        },
    }
}
STEPS = ["add", "add", "pay", "ship", "deliver", "again"]
FIELDS = ["--case", "case", "--event", "event", "--time", "at"]

DUCKDB = """
import duckdb, sys
duckdb.sql("set threads to 1")
query = '''select "case", count(*), max("at"), list(event) from read_json(?, format='newline_delimited') group by "case"'''
print(len(duckdb.sql(query, params=[sys.argv[1]]).fetchall()))
"""

PM4PY = """
import json, sys, pandas, pm4py
from pm4py.algo.conformance.tokenreplay import algorithm
from pm4py.objects.petri_net.obj import PetriNet, Marking
from pm4py.objects.petri_net.utils import petri_utils
rows = [json.loads(line) for line in open(sys.argv[1])]
frame = pandas.DataFrame({"case:concept:name": [r["case"] for r in rows], "concept:name": [r["event"] for r in rows],
  "time:timestamp": pandas.to_datetime([r["at"] for r in rows], unit="ms", utc=True)})
net = PetriNet("orders")
places = {n: PetriNet.Place(n) for n in ["cart", "paid", "shipped", "done"]}
for place in places.values(): net.places.add(place)
for a, name, b in [("cart", "add", "cart"), ("cart", "pay", "paid"), ("paid", "ship", "shipped"),
    ("shipped", "deliver", "done"), ("done", "again", "cart")]:
  t = PetriNet.Transition(name, name); net.transitions.add(t)
  petri_utils.add_arc_from_to(places[a], t, net); petri_utils.add_arc_from_to(t, places[b], net)
start, end = Marking(), Marking(); start[places["cart"]] = 1; end[places["done"]] = 1
print(len(algorithm.apply(frame, net, start, end)))
"""


def write_log(path, events, cases):
    """JSON Lines of 100 bytes, whose cases take turns."""
    random.seed(1)
    positions = [0] * cases
    clock = 1_700_000_000_000
    with open(path, "w") as file:
        for _ in range(events):
            case = random.randrange(cases)
            event = "pay" if random.random() < 0.01 else STEPS[positions[case] % len(STEPS)]
            positions[case] += 1
            clock += random.randrange(10)
            line = '{"case": "order-%08d", "event": "%s", "at": %d, "who": "clerk %d", "note": ""}' % (
                case, event, clock, random.randrange(1_000))
            file.write(line[:-2] + "x" * (99 - len(line)) + '"}\n')


def write_cases(path, cases):
    """As many cases, each with one event."""
    with open(path, "w") as file:
        for case in range(cases):
            file.write('{"case": "order-%08d", "event": "pay"}\n' % case)


def measure(command, **options):
    """CPU seconds of a process that must end well."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, **options)
    _, errors = process.communicate()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if process.returncode:
        sys.exit(f"{command[0]} ended with {process.returncode}: {errors.decode()[-300:]}")
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def has(module):
    return importlib.util.find_spec(module) is not None


def table(binary, folder, events=1_000_000):
    chart, log = os.path.join(folder, "orders.json"), os.path.join(folder, "orders.jsonl")
    with open(chart, "w") as file:
        json.dump(CHART, file)
    write_log(log, events, events // 5)
    single = [binary, "replay", chart, log, *FIELDS, "-j", "1", "--format", "json"]
    rows = {"replay, 1 thread": single, "replay, 2 threads": single[:-3] + ["2", "--format", "json"]}
    if has("duckdb"):
        rows["DuckDB, read and group"] = [sys.executable, "-c", DUCKDB, log]
    times = {name: [] for name in rows}
    wall = {name: [] for name in rows}
    for _ in range(3):
        for name, command in rows.items():
            start = time.monotonic()
            times[name].append(measure(command))
            wall[name].append(time.monotonic() - start)
    print(f"\n| {events:,} events of 100 bytes, JSON Lines | s CPU | s | million events a second of CPU | ratio |\n|---|---:|---:|---:|---:|")
    first = min(times["replay, 1 thread"])
    for name in rows:
        cpu = min(times[name])
        print(f"| {name} | {cpu:.2f} | {min(wall[name]):.2f} | {events / cpu / 1e6:.2f} | {cpu / first:.2f} |", flush=True)
    if has("pm4py"):
        part = os.path.join(folder, "part.jsonl")
        write_log(part, events // 20, events // 100)
        cpu = measure([sys.executable, "-c", PM4PY, part])
        own = measure([binary, "replay", chart, part, *FIELDS, "-j", "1"])
        print(f"| pm4py, token replay of {events // 20:,} | {cpu:.2f} | | {events / 20 / cpu / 1e6:.3f} | {cpu / own:.0f} |", flush=True)
    if os.path.exists("/proc/self/status"):
        few, many = (os.path.join(folder, f"cases{n}.jsonl") for n in (1, 2))
        write_cases(few, 10_000)
        write_cases(many, events)
        sizes = [peak(binary, "replay", chart, path, *FIELDS[:4], "-j", "1") for path in (few, many)]
        print(f"\n{events:,} open cases: {(sizes[1] - sizes[0]) / (events - 10_000):.0f} bytes each, growth of the whole process")


if __name__ == "__main__":
    import tempfile
    with tempfile.TemporaryDirectory(prefix="statekit-bench-") as made:
        table(os.path.abspath(sys.argv[1]), made, int(sys.argv[2]) if len(sys.argv) > 2 else 1_000_000)
