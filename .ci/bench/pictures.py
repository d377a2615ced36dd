#!/usr/bin/env python3
"""Draws every chart of a folder, and lists how large the drawings are.

    .ci/bench/pictures.py STATEKIT FOLDER OUT [--states LEAST MOST]

OUT gets a drawing of each chart and sheet.html, which shows them all as thumbnails, the widest first. Only charts with LEAST to
MOST states are drawn, 1 to 1,000 by default. Copies of a drawing are left out.
"""
import html
import os
import re
import subprocess
import sys


def charts(folder):
    for path, folders, files in os.walk(folder):
        folders.sort()
        for name in sorted(files):
            if name.endswith((".machine.json", ".scxml")):
                yield os.path.join(path, name)


def states(tool, chart):
    shown = subprocess.run([tool, "show", chart, "--lenient", "--format", "dot", "-q"], capture_output=True, text=True)
    return len(re.findall(r"^ *s\d+ \[", shown.stdout, re.M))


def main(arguments):
    if len(arguments) < 3:
        sys.exit(__doc__)
    tool, folder, out = arguments[:3]
    least, most = (int(n) for n in arguments[4:6]) if "--states" in arguments else (1, 1000)
    os.makedirs(out, exist_ok=True)
    rows, seen = [], set()
    for chart in charts(folder):
        count = states(tool, chart)
        if not least <= count <= most:
            continue
        name = re.sub(r"[^\w.-]", "_", os.path.relpath(chart, folder)) + ".svg"
        file = os.path.join(out, name)
        subprocess.run([tool, "show", chart, "--lenient", "-q", "--force", "-o", file], capture_output=True, timeout=600)
        if not os.path.exists(file):
            continue
        text = open(file, encoding="utf-8").read()
        if text in seen:
            continue
        seen.add(text)
        size = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', text)
        rows.append((float(size[1]), float(size[2]), count, name))
    rows.sort(key=lambda row: (-row[0], row[3]))
    with open(os.path.join(out, "sheet.html"), "w", encoding="utf-8") as sheet:
        sheet.write("<!DOCTYPE html><meta charset=utf-8><title>Charts</title><style>body{font:12px sans-serif;margin:8px}"
                    "figure{display:inline-block;margin:6px;border:1px solid #ccc;vertical-align:top}"
                    "img{width:320px;height:240px;object-fit:contain}figcaption{width:320px;overflow:hidden}</style>")
        for width, height, count, name in rows:
            note = "%s: %d states, %.0f × %.0f" % (name, count, width, height)
            sheet.write("<figure><img src='%s'><figcaption>%s</figcaption></figure>" % (html.escape(name), html.escape(note)))
    for width, height, count, name in rows:
        print("%6.0f × %6.0f %4d states  %s" % (width, height, count, name))
    print("%d drawings, %d wider than 900" % (len(rows), sum(row[0] > 900 for row in rows)))


if __name__ == "__main__":
    main(sys.argv[1:])
