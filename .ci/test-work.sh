#!/usr/bin/env bash
# Runs a test command and says how much work it was: `.ci/test-work.sh COMMAND...`. The tests may take a minute of work on two
# cores after their build, and a quarter more for a machine whose cores and caches are shared with others, which counting does not
# show. On a slow machine, where counting takes longer, they may take as much longer.
set -uo pipefail
cd "$(dirname "$0")/.."
most=75
times=$(mktemp)
trap 'rm -f "$times"' EXIT
TIMEFORMAT='%U %S'
# Measured on both cores at a time, as the tests use them.
slowness() { { .ci/slowness.sh & .ci/slowness.sh; wait; } | awk '{ sum += $1 } END { print sum / NR }'; }
before=$(slowness)
exec 3>&1 4>&2
{ time "$@" >&3 2>&4; } 2>"$times"
status=$?
work=$(tail -1 "$times" | awk '{ printf "%d", ($1 + $2) / 2 + 0.5 }')
most=$(awk -v most=$most -v a="$before" -v b="$(slowness)" 'BEGIN { print int(most * (a + b) / 2) }')
echo "test-work: the tests take ${work:?no time was measured} s of work on two cores, ${most:?} s are the most on this machine"
[ "$status" -eq 0 ] || exit "$status"
[ "$work" -le "$most" ]
