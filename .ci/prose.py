#!/usr/bin/env python3
"""Looks for ten phrasings that readers stumble over, in pages, doc comments and messages. Each finding names the plain words."""
import pathlib
import re
import sys

HARD = {
    "begin with a noun or a verb, not with a clause": r"^(?:What|Whoever|Where|Whether) (?!(?:is|are|does|do|did|can|to|happens)\b[^.]*\?)(?!to\b)\w+[^?]*$",
    "is, has, contains or belongs, instead of stands": r"\bst(?:ands?|ood) (?:in|at|behind|before|between|beside|there|here|twice|together|as)\b",
    "no process, no state, nothing, instead of a person": r"\b(?:nobody|somebody|whoever)\b",
    "continues or resumes, instead of goes on from": r"\bg(?:oes?|one) on from\b|\bgo on (?:and|again|afterwards)\b",
    "reaches, instead of comes to": r"\b(?:is|are|was|be) (?:not )?come to\b|\bcome to any more\b",
    "handles, instead of takes up": r"\btak(?:e|es|en|ing) up\b|\btook up\b",
    "the same as a noun needs its noun": r"(?:^|[.:;] )The same of\b|\b(?:are|is) such\b",
    "keep a state, instead of leaving it as it is": r"\b(?:stays?|left|leaves?) (?:\w+ )?as (?:it|they) (?:is|was|are|were)\b",
    "always, again, forever: no old words": r"\b(?:for ever|anew|in vain|at hand|lent|mended)\b",
    "a thing has no value, instead of has not": r"\b(?:it|they) ha(?:s|ve) not[.,;]|(?<!there )\bis no (?:key|action|event|number|name|delay|list)\b",
}
CODE = re.compile(r"`[^`]*`|\"[^\"]*\"")
LITERAL = re.compile(r'"((?:[^"\\]|\\.){12,})"')


def lines(path):
    """The prose of a file, each line with its number."""
    fenced = False
    for number, line in enumerate(path.read_text("utf8").split("\n"), 1):
        if path.suffix == ".md":
            if line.lstrip().startswith("```"):
                fenced = not fenced
            elif not fenced and not line.startswith("    "):
                yield number, line
        elif comment := re.match(r"\s*/// ?(.*)", line):
            yield number, comment[1]
        else:
            for text in LITERAL.findall(line):
                if " " in text:
                    yield number, text


def main():
    bad = 0
    pages = [pathlib.Path("README.md"), pathlib.Path("charts/README.md"), *sorted(pathlib.Path("Sources").rglob("*.md"))]
    for path in [*pages, *sorted(pathlib.Path("Sources").rglob("*.swift"))]:
        for number, text in lines(path):
            for advice, pattern in HARD.items():
                if re.search(pattern, CODE.sub("x", text)):
                    bad += 1
                    print(f"lint: {path}:{number}: {advice}: {text.strip()[:100]}", file=sys.stderr)
    print(f"prose: {bad} hard phrasings")
    sys.exit(1 if bad else 0)


main()
