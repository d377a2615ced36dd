#!/usr/bin/env python3
"""Keeps the order of the rooms, which are the folders of Sources: a file uses types of its own room and of those that stand before
it in .ci/rooms.txt. A use is found where a file names a type that another file declares at its top level; a name that is
declared twice, or nested somewhere, tells nothing and is left out.
"""
import collections
import os
import re
import sys

ORDER = ".ci/rooms.txt"
MODIFIERS = r"(?:(?:@\w+(?:\([^)]*\))?|public|package|internal|private|fileprivate|final|indirect|nonisolated)\s+)*"
DECLARED = re.compile(r"^([ \t]*)" + MODIFIERS + r"(?:struct|class|enum|protocol|actor|typealias)\s+([A-Z]\w*)", re.M)
# What is no code: comments, and texts of several lines, with number signs around them, and plain ones.
NO_CODE = re.compile(r'//[^\n]*|/\*.*?\*/|(#*)""".*?"""\1|#"[^\n]*?"#|"(?:\\.|[^"\\\n])*"', re.S)


def sources():
    """The code of each file of Sources, without comments and texts."""
    code = {}
    for folder, folders, names in os.walk("Sources"):
        folders.sort()
        for name in sorted(names):
            if name.endswith(".swift"):
                path = os.path.join(folder, name)
                with open(path, encoding="utf-8") as file:
                    code[path] = NO_CODE.sub(" ", file.read())
    return code


def declarations(code):
    """The file of each type whose name says which type is meant."""
    files, nested = collections.defaultdict(set), set()
    for path, text in code.items():
        for indentation, name in DECLARED.findall(text):
            if indentation:
                nested.add(name)
            else:
                files[name].add(path)
    return {name: next(iter(paths)) for name, paths in files.items() if len(paths) == 1 and name not in nested}


def room(path):
    return os.path.relpath(os.path.dirname(path), "Sources")


def read_order():
    """The rooms from the first to the last."""
    with open(ORDER, encoding="utf-8") as file:
        rooms = [line.split("#")[0].strip() for line in file]
    return [name for name in rooms if name]


def main():
    code = sources()
    home = declarations(code)
    order = read_order()
    rank = {name: index for index, name in enumerate(order)}
    rooms = sorted({room(path) for path in code})
    errors = [f"the room {name} has no line in {ORDER}: it stands behind all that it uses" for name in rooms if name not in rank]
    errors += [f"{ORDER} orders {name}, which is no room" for name in order if name not in rooms]
    arrows = set()
    for path, text in code.items():
        own = room(path)
        for name in sorted(set(re.findall(r"\b[A-Z]\w*", text))):
            target = room(home.get(name, path))
            if target == own or own not in rank or target not in rank:
                continue
            arrows.add((own, target))
            if rank[target] > rank[own]:
                errors.append(f"{path} uses {name} of {target}, which stands behind {own} in {ORDER}")
    for error in errors:
        print(f"rooms: {error}", file=sys.stderr)
    if not arrows:
        sys.exit("rooms: no room uses another; is this the folder of the project?")
    print(f"rooms: {len(rooms)} rooms, {len(arrows)} arrows between them, each to a room that stands before" if not errors else "rooms: not in order")
    return 1 if errors else 0


if __name__ == "__main__":
    os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
    sys.exit(main())
