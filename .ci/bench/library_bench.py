"""The rows of `make bench` for the library: what an event takes beside the same event in `statekit run`, and what machines weigh.

The program `speed` among the clients is built as somebody else would build it, once with Swift's library beside it, which is what
`swift build` does, and once with everything in it, as the tool is. Times are CPU, the least of interleaved runs.
"""
import os
import subprocess
import sys

from processes import milliseconds

CLIENTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "Tests", "Clients")
SCRATCH = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", ".build")
PAYLOAD = '{"cents": 5}'
# Name, what the handler is besides a target, what the states have besides the handler, the payload, the ratio allowed.
WORKLOADS = [
    ("nothing but the configuration decides it", '"actions": []', "", "null", 3),
    ("a host action", '"actions": "act"', "", "null", 5),
    ("a guard", '"guard": "n < 5"', "", "null", 3),
    ("a guard, and a payload that nothing reads", '"guard": "n < 5"', "", PAYLOAD, 3),
    ("a guard that reads the payload", '"guard": "event.data.cents > 3"', "", PAYLOAD, 3),
    ("an assignment", '"actions": {"assign": {"n": "n + 1"}}', "", "null", 3),
    ("a payload that is assigned", '"actions": {"assign": {"last": "event.data.cents"}}', "", PAYLOAD, 3),
    ("a guard, and an assignment", '"guard": "n >= 0", "actions": {"assign": {"n": "n + 1"}}', "", "null", 3),
    ("a text with a value is logged", '"actions": {"log": "n is ${n}"}', "", "null", 3),
    ("a timer is stopped, one started", '"actions": []', ', "after": {"5s": {}}', "null", 3),
    ("a host action, and an assignment", '"actions": ["act", {"assign": {"n": "n + 1"}}]', "", "null", 5),
]
MACHINES = {"milliseconds": 1_000, "bytes": 600}


def chart(handler, states):
    return (f'{{"context": {{"n": 0, "last": 0}}, "root": {{"initial": "a", "subStates": {{\n'
            f'  "a": {{"next": {{"target": "b", {handler}}}{states}}}, "b": {{"next": {{"target": "a", {handler}}}{states}}}}}}}}}\n')


def build(name, *flags):
    """The path of `speed`, built for release with these flags."""
    scratch = os.path.join(SCRATCH, name)
    command = [os.environ.get("SWIFT", "swift"), "build", "-c", "release", "--package-path", CLIENTS, "--scratch-path", scratch,
               "--product", "speed", *flags]
    if subprocess.run(command, stdout=sys.stderr, check=False).returncode:
        sys.exit("the client `speed` cannot be built")
    return os.path.join(scratch, "release", "speed")


def said(program, *arguments):
    """The lines of `speed`, each as its fields."""
    output = subprocess.run([program, *arguments], stdout=subprocess.PIPE, text=True, check=True).stdout
    return [line.split("\t") for line in output.splitlines()]


def least(rows):
    """The least of each column."""
    return [min(column) for column in zip(*rows)]


def figures(programs):
    """Prints what a program does besides sending. How many figures are more than they may be."""
    tables = [[said(program, "figures") for _ in range(3)] for program in programs]
    print("\n| in a program | ns | may be | Swift's library in it: ns |\n|---|---:|---:|---:|")
    over = 0
    for index, (name, _, limit) in enumerate(tables[0][0]):
        times = [min(float(table[index][1]) for table in runs) for runs in tables]
        mark = "**" if times[0] > float(limit) else ""
        over += len(mark)
        print(f"| {name} | {mark}{times[0]:.0f}{mark} | {limit} | {times[-1]:.0f} |")
    return over


def table(binary, folder, runs=5):
    """Prints it. 1 where a figure is more than it may be, else 0."""
    programs = [build("speed")] + ([build("speed-static", "--static-swift-stdlib")] if sys.platform == "linux" else [])
    over = 0
    few, many = 1_000, 1_000_000
    print("\n| an event of `send` | ns | in `run --quiet` | ratio | may be | Swift's library in it: ns |\n|---|---:|---:|---:|---:|---:|")
    for name, handler, states, payload, allowed in WORKLOADS:
        text = chart(handler, states)
        path = os.path.join(folder, "turning.json")
        with open(path, "w") as file:
            file.write(text)
        line = "next\n" if payload == "null" else f"next {payload}\n"
        scripts = []
        for count in (few, many):
            scripts.append(os.path.join(folder, f"turning{count}.txt"))
            with open(scripts[-1], "w") as file:
                file.write(line * count)
        rows = []
        for _ in range(runs):
            rows.append([float(said(program, text, payload)[0][0]) for program in programs]
                        + [milliseconds(binary, "run", "--quiet", path, script) for script in scripts])
        *times, short, long = least(rows)
        tool = (long - short) * 1e6 / (many - few)
        mark = "**" if times[0] > allowed * tool else ""
        over += len(mark)
        print(f"| {name} | {times[0]:.0f} | {tool:.0f} | {mark}{times[0] / tool:.1f}{mark} | {allowed} | {times[-1]:.0f} |", flush=True)
    for name, time in said(programs[0], "others"):
        print(f"| {name} | {float(time):.0f} | | | | |")
    over += figures(programs)
    rows = [[float(field) for field in said(programs[0], "machines")[0]] for _ in range(3)]
    taken, size, _ = least(rows)
    lost = max(row[-1] for row in rows)
    print(f"\n100,000 machines of ten states, started and sent ten events each: {taken:.0f} ms (may be {MACHINES['milliseconds']}), "
          f"{size:.0f} bytes each (may be {MACHINES['bytes']})")
    return int(over > 0 or taken > MACHINES["milliseconds"] or size > MACHINES["bytes"] or lost > 0)
