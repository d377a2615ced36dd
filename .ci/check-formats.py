#!/usr/bin/env python3
"""Checks what statekit writes for other programs with validators that others wrote. For developers: needs Python's
jsonschema (`pip install jsonschema`), and for SARIF the schema of OASIS, whose path is given as the argument.

For the reports of tests junitparser and tap.py (`pip install junitparser tap.py`).

    make long && .ci/check-formats.py [sarif-schema-2.1.0.json]
"""
import glob
import json
import os
import shutil
import subprocess
import sys
import tempfile

import jsonschema
import junitparser
import tap.parser

TOOL = ".build/bench/release/statekit"
bad = 0


def check(what, validator, document, must_fail=False):
    global bad
    errors = [error.message for error in validator.iter_errors(document)]
    if bool(errors) != must_fail:
        bad += 1
        print(f"{what}: {errors[0][:300] if errors else 'is accepted'}")


def tool(*arguments):
    return subprocess.run([TOOL, *arguments], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout


schema = json.loads(tool("schema"))
jsonschema.Draft202012Validator.check_schema(schema)
charts = jsonschema.Draft202012Validator(schema)
good = sorted(glob.glob("charts/*.json") + glob.glob("charts/semantics/*/*.json"))
for path in good:
    check(path, charts, json.load(open(path)))
refused = ["bad-delay", "bad-event-type", "empty-name", "missing-key", "missing-root", "several-actions",
           "unknown-action", "unknown-key", "wrong-type"]
for code in refused:
    path = f"charts/invalid/{code}.json"
    check(path, charts, json.load(open(path)), must_fail=True)
print(f"JSON Schema: {len(good)} charts admitted, {len(refused)} refused")

trace_schema = json.load(open("charts/schema/trace.schema.json"))
jsonschema.Draft202012Validator.check_schema(trace_schema)
steps = jsonschema.Draft202012Validator(trace_schema)
count = 0
for path in good:
    for script in [path.replace(".json", ".events.txt"), path.replace(".json", ".script.txt")]:
        if os.path.exists(script):
            for line in tool("run", path, script, "--format", "jsonl").splitlines():
                count += 1
                check(f"{script}, step {count}", steps, json.loads(line))
check("a step without a trace", steps, {"step": 0, "time": 0, "event": None}, must_fail=True)
print(f"JSON Schema of a trace: {count} steps admitted")

faulty = sorted(glob.glob("charts/invalid/*.json") + glob.glob("charts/invalid/variants/*.json"))
if len(sys.argv) > 1:
    sarif = jsonschema.Draft7Validator(json.load(open(sys.argv[1])))
    for paths in [faulty, good, ["no-such-file.json", *faulty[:3]], [faulty[0], "-"]]:
        check(f"SARIF of {paths[0]} …", sarif, json.loads(tool("validate", "--format", "sarif", *paths)))
    print(f"SARIF: {len(faulty)} faulty and {len(good)} good charts in 4 reports")
else:
    print("SARIF: not checked, no schema was given")

# The faulty scripts are called *.script.txt so that nobody runs them as tests; here they are.
with tempfile.TemporaryDirectory() as folder:
    for path in glob.glob("charts/invalid/*.script.txt"):
        name = os.path.basename(path).removesuffix(".script.txt")
        shutil.copy(path, f"{folder}/{name}.events.txt")
        shutil.copy(f"charts/invalid/{name}.json", f"{folder}/{name}.json")
    lines = [json.loads(line) for line in tool("test", "--format", "jsonl", "charts", folder).splitlines()]
    counts = lines[-1]
    with open(f"{folder}/report.xml", "wb") as file:
        file.write(tool("test", "--format", "junit", "charts", folder))
    suites = junitparser.JUnitXml.fromfile(f"{folder}/report.xml")
    cases = [case for suite in suites for case in suite]
    failed = sum(1 for case in cases if any(isinstance(result, junitparser.Failure) for result in case.result))
    tap_text = tool("test", "--format", "tap", "charts", folder).decode()
    results = [line for line in tap.parser.Parser().parse_text(tap_text) if line.category == "test"]
    tap_failed = sum(1 for result in results if not result.ok)
    for what, found in [("JUnit", (len(cases), failed)), ("TAP", (len(results), tap_failed))]:
        if found != (counts["tests"], counts["failed"]):
            bad += 1
            print(f"{what}: {found}, the JSON Lines say {counts}")
    print(f"JUnit and TAP: {counts['tests']} tests, {counts['failed']} of them failed, as the JSON Lines say")
sys.exit(1 if bad else 0)
