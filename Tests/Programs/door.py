"""A door that follows charts/door.json; the first argument is right, state, action or late."""
import json
import sys
import time

kind = sys.argv[1]
MOVES = {
    ("closed", "open"): ("open", ["lightOn"]),
    ("closed", "lock"): ("locked", []),
    ("open", "close"): ("closed", ["lightOff"]),
    ("locked", "unlock"): ("closed", []),
    ("locked", "open"): ("locked", ["rattle"]),
}
if kind == "state":
    MOVES["locked", "unlock"] = ("open", [])
if kind == "action":
    MOVES["open", "close"] = ("closed", [])
state = "closed"
for line in sys.stdin:
    request = json.loads(line)
    did = []
    if "start" in request:
        state = "closed"
    elif "event" in request:
        state, did = MOVES.get((state, request["event"]), (state, []))
        if kind == "late" and state == "locked":
            time.sleep(3)
    print(json.dumps({"configuration": [state], "did": did}), flush=True)
