#!/usr/bin/env python3
"""Writes the made-up log of charts/logs: `charts/logs/make-orders.py >charts/logs/orders.csv`. The same bytes every time.

10,000 orders, most of which go as the chart says. Planted are, and a test knows them:
* 120 orders that are shipped before they are packed
* 85 that are paid when they have expired
* 40 that are paid twice
* 25 that are cancelled when they are under way
* 15 with an event that nobody declared
* 7 lines that are none
"""
import random

HOUR = 3_600_000
random.seed(26)
lines = []


def order(number, steps, start):
    """Steps are pairs of an event and the hours since the one before it."""
    time = start
    for event, hours in steps:
        time += int(hours * HOUR) + random.randrange(60_000)
        lines.append((time, number, event))


def hours(low, high):
    return random.randrange(low * 4, high * 4) / 4


kinds = ["early"] * 120 + ["late"] * 85 + ["twice"] * 40 + ["stopped"] * 25 + ["escalated"] * 15
kinds += [None] * (10_000 - len(kinds))
random.shuffle(kinds)
for number, kind in enumerate(kinds):
    start = number * 5 * 60_000
    # Where it begins, the clock of an order begins: it is asked to pay.
    paid = [("remind", 0), ("pay", hours(1, 60))]
    packed = ("pack", hours(1, 40))
    shipped = ("ship", hours(1, 20))
    delivered = ("deliver", hours(20, 200))
    if kind == "early":
        steps = paid + [shipped, packed]
    elif kind == "late":
        steps = [("remind", 0), ("pay", hours(73, 100))]
    elif kind == "twice":
        steps = paid + [("pay", 0.25), packed, shipped, delivered]
    elif kind == "stopped":
        steps = paid + [packed, shipped, ("cancel", 2), delivered]
    elif kind == "escalated":
        steps = paid + [packed, shipped, ("escalate", 5), delivered]
    else:
        roll = random.random()
        if roll < 0.05:
            steps = [("remind", 0)]
        elif roll < 0.10:
            steps = paid + [("cancel", 1)]
        elif roll < 0.13:
            # Lost on the way, and found again.
            steps = paid + [packed, shipped, ("deliver", hours(340, 500))]
        elif roll < 0.20:
            steps = paid + [packed, shipped, delivered, ("return", hours(24, 200)), ("refund", hours(24, 90))]
        else:
            steps = paid + [packed, shipped, delivered]
    order(number, steps, start)

lines.sort()
out = [f"{number},{event},{time}" for time, number, event in lines]
for index in range(7):
    out.insert(5_000 * (index + 1), "%d,ship" % index if index % 2 else "\"%d,ship,1" % index + "\"x")
print("order,event,at")
print("\n".join(out))
