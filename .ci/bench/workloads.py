"""Charts and scripts that measure one thing each. Every function gives a chart as Python data and the lines of a script."""
import json
import os
import random


def nested(name, depth, innermost):
    """A chain of `depth` states above the sub-states `innermost`."""
    for level in range(depth, 0, -1):
        innermost = {f"{name}{level}": {"initial": next(iter(innermost)), "subStates": innermost}}
    return innermost


def root(states, **more):
    return {"root": {"initial": next(iter(states)), "subStates": states, **more}}


def toggle(events):
    return root({"off": {"t": "on"}, "on": {"t": "off"}}), ["t"] * events


def ring(events):
    return root({f"s{i}": {"next": f"s{(i + 1) % 1000}"} for i in range(1000)}), ["next"] * events


def chains(events):
    """Every event leaves fifty states and enters fifty."""
    states = nested("a", 49, {"a50": {"swap": "b50"}}) | nested("b", 49, {"b50": {"swap": "a50"}})
    return root(states), ["swap"] * events


def bubble(events):
    """Fifty states are asked before `root` takes the event."""
    states = {"c50": {"other50": None}}
    for level in range(49, 0, -1):
        states = {f"c{level}": {"initial": f"c{level + 1}", f"other{level}": None, "subStates": states}}
    ping = {"actions": {"assign": {"n": "n + 1"}}}
    return {"context": {"n": 0}, **root(states, ping=ping)}, ["ping"] * events


def regions(events, count=16):
    parts = {
        f"p{i}": {"initial": f"p{i}off", "subStates": {f"p{i}off": {"t": f"p{i}on"}, f"p{i}on": {"t": f"p{i}off"}}}
        for i in range(count)
    }
    return root({"all": {"type": "parallel", "subStates": parts}}), ["t"] * events


def counter(events):
    handlers = [
        {"guard": "count < 1000", "actions": {"assign": {"count": "count + 1"}}}, {"actions": {"assign": {"count": 0}}}
    ]
    return {"context": {"count": 0}, **root({"active": {"inc": handlers}})}, ["inc"] * events


def history(events):
    inner = nested("m", 4, {"x": {"flip": "y"}, "y": {"flip": "x"}})
    back = {"h": {"type": "history", "history": "deep"}}
    states = {"inside": {"initial": "m1", "out": "outside", "subStates": inner | back}, "outside": {"back": "h"}}
    return root(states), ["flip"] + ["out", "back"] * (events // 2)


def handlers(events, count=10_000):
    choice = random.Random(1)
    states = {f"s{i}": {} for i in range(count)}
    return (
        root(states, **{f"e{i}": f"s{i}" for i in range(count)}),
        [f"e{choice.randrange(count)}" for _ in range(events)],
    )


def timers(events):
    """Nothing that is remembered: every event starts a timer and stops one."""
    return root({"a": {"t": "b", "after": {"5s": "b"}}, "b": {"t": "a", "after": {"5s": "a"}}}), ["t"] * events


def guards(events):
    """Texts and payloads: what an event does depends on what it carries."""
    handlers = [
        {"guard": "event.data.user == name && size(event.data.user) > 2", "target": "in"},
        {"actions": {"assign": {"tries": "tries + 1", "last": "event.data.user"}}},
    ]
    chart = {
        "context": {"name": "ada", "tries": 0, "last": ""},
        **root({"out": {"login": handlers}, "in": {"logout": "out"}}),
    }
    lines = ['login {"user": "eve"}', 'login {"user": "ada"}', "logout"]
    return chart, [lines[i % 3] for i in range(events)]


def orders(events):
    """A shop: payloads, a timer, guards, regions, a list that grows and a forEach over it."""
    region = lambda first, event, last: {"initial": first, "subStates": {first: {event: last}, last: {"type": "final"}}}
    adding = {"assign": {"items": "items + [event.data]"}}
    count = {"assign": {"total": "total + item.cents * item.count"}}
    counting = {"forEach": "items", "as": "item", "do": [count, {"if": "item.count > 1", "then": {"log": "${item.sku}"}}]}
    empty = {"assign": {"items": [], "total": 0, "tries": 0}}
    states = {
        "cart": {
            "add": {"guard": "size(items) < 20 && event.data.count > 0", "actions": adding},
            "checkout": {"target": "paying", "guard": "size(items) > 0", "actions": counting},
        },
        "paying": {
            "after": {"15m": {"target": "cart", "actions": empty}},
            "paid": {"target": "packing", "guard": "event.data.cents == total"},
            "failed": [{"guard": "tries < 3", "actions": {"assign": {"tries": "tries + 1"}}}, "cart"],
        },
        "packing": {
            "type": "parallel",
            "onDone": "sent",
            "subStates": {"pick": region("picking", "picked", "taken"), "label": region("printing", "printed", "stuck")},
        },
        "sent": {"enterState": [{"log": "total ${total}"}, empty], "again": "cart"},
    }
    day = [
        'add {"sku": "a", "cents": 100, "count": 1}', 'add {"sku": "b", "cents": 250, "count": 2}', "checkout", "failed",
        'paid {"cents": 600}', "picked", "printed", "again",
    ]
    return {"context": {"items": [], "total": 0, "tries": 0}, **root(states)}, [day[i % 8] for i in range(events)]


def loop(events):
    """A forEach of ten with an assign, an if and a log."""
    logs = {"if": "x % 2 == 0", "then": {"log": "${i}: ${sum}"}}
    actions = [
        {"forEach": "list", "as": "x", "index": "i", "do": [{"assign": {"sum": "sum + x * 2"}}, logs]},
        {"if": "sum > 1000000", "then": {"assign": {"sum": 0}}},
    ]
    return {"context": {"list": list(range(10)), "sum": 0}, **root({"a": {"go": {"actions": actions}}})}, ["go"] * events


def turns(events, machines=1_000):
    """A thousand machines that take turns: each event goes to the next of them (the chart `worker`)."""
    invoke = [{"chart": "worker.json", "id": f"w{i}"} for i in range(machines)]
    actions = [{"send": "tick", "to": "w${turn}"}, {"assign": {"turn": f"(turn + 1) % {machines}"}}]
    return {"context": {"turn": 0}, "root": {"invoke": invoke, "go": {"actions": actions}}}, ["go"] * events


def tree(states, fan=10):
    """A tree in which every state has an entry action and a way to the next beside it, and every leaf a guard of its own."""
    nodes = [None] * states
    for i in reversed(range(states)):
        children = range(fan * i + 1, min(fan * i + fan + 1, states))
        node = {"enterState": {"assign": {"count": "count + 1"}}}
        if i:
            first = (i - 1) // fan * fan + 1
            node["next"] = f"n{first + (i + 1 - first) % (min(first + fan, states) - first)}"
        if children:
            node |= {"initial": f"n{children[0]}", "subStates": {f"n{c}": nodes[c] for c in children}}
        elif i:
            node[f"e{i % 97}"] = {"target": f"n{i * 7919 % states or 1}", "guard": f"count < {i}"}
        nodes[i] = node
    return {"context": {"count": 0}, "root": nodes[0]}


RUNS = {
    f.__name__: f
    for f in (toggle, ring, chains, bubble, regions, counter, history, handlers, timers, guards, loop, orders, turns)
}


def lamps(delays=(3, 5, 7, 11, 13)):
    """Lamps that go out after these seconds: 26,496 states, and 158,975 ways to go on from them."""
    parts = {
        f"l{i}": {"initial": f"off{i}", "subStates": {
            f"off{i}": {f"s{i}": f"on{i}"},
            f"on{i}": {"after": {f"{delay}s": f"off{i}"}, f"s{i}": {"target": f"on{i}", "reenter": True}}}}
        for i, delay in enumerate(delays)
    }
    return {"root": {"type": "parallel", "subStates": parts}}


def worker(events):
    """What each child of `hub` does, as one machine."""
    on = {"target": "b", "actions": {"assign": {"n": "n + 1"}}}
    return {"context": {"n": 0}, **root({"a": {"tick": on}, "b": {"exitState": "leave", "tick": "a"}})}, ["tick"] * events


def hub(children, events):
    """A count of children of the chart `worker` take every event."""
    invoke = [{"chart": "worker.json", "id": f"w{i}", "forward": True} for i in range(children)]
    return {"root": {"invoke": invoke, "tick": {"actions": []}}}, ["tick"] * events


def write(folder, name, chart, lines=None):
    """Writes a chart, with that of its children, and a script where there is one; their paths."""
    if name == "turns":
        write(folder, "worker", worker(0)[0])
    chart_path = os.path.join(folder, name + ".json")
    with open(chart_path, "w") as file:
        json.dump(chart, file)
    script_path = os.path.join(folder, f"{name}.{len(lines or [])}.txt")
    if lines is not None:
        with open(script_path, "w") as file:
            file.writelines(line + "\n" for line in lines)
    return chart_path, script_path
