#!/usr/bin/env bash
# Runs a test command and fails also when no test of it passed: `swift test` is content with none, and with skipped ones.
set -uo pipefail
log=$(mktemp)
trap 'rm -f "$log"' EXIT
# Leaves out what starts and passes, also the further lines of an argument that has several.
"$@" 2>&1 | tee "$log" | awk '
  /^(◇|✔|✘)/ { isOpen = 0 }
  isOpen { if (/ (started|seconds)\.$/) isOpen = 0; next }
  /^◇|^✔/ && !/^✔ Test run/ { isOpen = !/(started|seconds)\.$/; next }
  /^\[[0-9]+\/[0-9]+\]|^" / { next }
  { print; fflush() }'
status=${PIPESTATUS[0]}
if [ "$status" -ne 0 ]; then exit "$status"; fi
# One program looks through the whole log: one that ends at its first match would break the pipe of another.
if ! awk '/^✔ Test / && !/^✔ Test (run with|case passing)/ { passed = 1 } END { exit !passed }' "$log"; then
  echo "no test ran" >&2
  exit 1
fi
