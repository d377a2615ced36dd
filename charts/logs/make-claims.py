#!/usr/bin/env python3
"""Writes the made-up log of charts/logs/claims: `charts/logs/make-claims.py >charts/logs/claims.jsonl`. The same bytes every time.

600 claims, most of which go as the chart says. Planted are, and a test knows them:
* 30 of much money that are approved without a second signature
* 18 that are paid before they are approved
* 14 whose payment is larger than what was assessed
* 12 that are assessed with a text for an amount, and then with a number
* 9 whose papers come when the claim has lapsed
* 3 lines that are none
"""
import datetime
import json
import random

random.seed(31)
START = datetime.datetime(2025, 1, 7, 8)
lines = []


def claim(number, kind):
    time = START + datetime.timedelta(minutes=97 * number)

    def add(event, low=0, high=0, **data):
        nonlocal time
        time += datetime.timedelta(seconds=random.randrange(low * 3600, high * 3600 + 60))
        lines.append((time, number, event, data))

    add("file")
    amount = random.randrange(52, 195) * 100 if kind == "unsigned" else random.randrange(2, 50) * 100
    isLarge = kind is None and random.random() < 0.2
    if isLarge:
        amount = random.randrange(52, 300) * 100
    if kind == "late":
        add("assess", 10, 90, amount=amount)
        add("papers", 740, 900)
        return
    if kind == "text":
        add("assess", 1, 9, amount="%d EUR" % amount)
    if random.random() < 0.5:
        add("papers", 5, 200)
        add("assess", 10, 90, amount=amount)
    else:
        add("assess", 10, 90, amount=amount)
        add("papers", 5, 200)
    if kind is None and random.random() < 0.1:
        add("reject", 3, 50)
        return
    if isLarge:
        add("sign", 2, 60)
    if kind == "early":
        add("pay", 1, 5, amount=amount)
    add("approve", 2, 90)
    if kind == "unsigned":
        return
    if kind == "toomuch":
        add("pay", 3, 30, amount=amount + 50)
    add("pay", 3, 60, amount=amount)


kinds = ["unsigned"] * 30 + ["early"] * 18 + ["toomuch"] * 14 + ["text"] * 12 + ["late"] * 9
kinds += [None] * (600 - len(kinds))
random.shuffle(kinds)
for number, kind in enumerate(kinds):
    claim(number, kind)
lines.sort(key=lambda line: line[:2])
out = []
for time, number, event, data in lines:
    fields = {"claim": f"C-{number:03}", "what": event, "when": time.isoformat() + "Z"}
    if data:
        fields["with"] = data
    out.append(json.dumps(fields))
out.insert(700, out[700][:41])
out.insert(1_400, '{"claim": "C-214", "when": "2025-02-01T10:00:00Z"}')
out.insert(2_100, "-- the log was rotated --")
print("\n".join(out))
