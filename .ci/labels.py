#!/usr/bin/env python3
"""Looks for calls that are hard to read: parameters after the first without a label, and functions with many of them."""
import pathlib
import re
import sys

DECLARATION = re.compile(r"^[ \t@\w():,]*\b(?:func\s+[\w`]+|init[?!]?)\s*(?:<[^>(]*>)?\(", re.M)
MOST_BARE = 3  # per cent of the parameters after the first
MOST_IN_ONE = 2  # in one function, with its first


def parameters(text, start):
    """The parameters of the list whose bracket opens before `start`, each as its text."""
    depth, begin, parts = 1, start, []
    for index in range(start, len(text)):
        char = text[index]
        if char in "([{<":
            depth += 1
        elif char in ")]}" or char == ">" and text[index - 1] != "-":
            depth -= 1
        if depth == 0 or char == "," and depth == 1:
            parts.append(text[begin:index].strip())
            begin = index + 1
        if depth == 0:
            break
    return [part for part in parts if part]


def main():
    bare = later = 0
    bad = []
    for path in sorted(pathlib.Path("Sources").rglob("*.swift")):
        text = re.sub(r"//[^\n]*", "", path.read_text("utf8"))
        for found in DECLARATION.finditer(text):
            isBare = [re.match(r"_\s", part) is not None for part in parameters(text, found.end())]
            later += max(0, len(isBare) - 1)
            bare += sum(isBare[1:])
            if sum(isBare) > MOST_IN_ONE:
                bad.append(f"{path}:{text.count(chr(10), 0, found.start()) + 1}: {sum(isBare)} parameters have no label")
    if 100 * bare > MOST_BARE * later:
        bad.append(f"{bare} of {later} parameters after the first have no label; {MOST_BARE} in 100 may")
    for line in bad:
        print("lint: " + line, file=sys.stderr)
    print(f"labels: {100 * bare / later:.1f} % of the parameters after the first have none, {MOST_BARE} % may")
    sys.exit(1 if bad else 0)


main()
