#!/usr/bin/env bash
# Runs check-formats.py, with the packages that it needs from PyPI in a folder of its own where they are not installed.
set -euo pipefail
cd "$(dirname "$0")/.."
python=python3
if ! python3 -c 'import jsonschema, junitparser, tap.parser' 2>/dev/null; then
  venv=$(mktemp -d)
  trap 'rm -rf "$venv"' EXIT
  if ! { python3 -m venv "$venv" && "$venv/bin/pip" install -q jsonschema junitparser tap.py; } >"$venv/log" 2>&1; then
    echo "formats: skipped, the validators cannot be installed: $(tail -1 "$venv/log")"
    exit 0
  fi
  python=$venv/bin/python
fi
"$python" .ci/check-formats.py "$@"
