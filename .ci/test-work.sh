#!/usr/bin/env bash
# Runs a test command and says how much work it was: `.ci/test-work.sh COMMAND...`. The tests may take a minute of work on two
# cores after their build, and a quarter more for a machine whose cores are shared with others. On a slow machine, where counting
# takes longer, they may take as much longer.
set -uo pipefail
most=75
times=$(mktemp)
trap 'rm -f "$times"' EXIT
TIMEFORMAT='%U %S'
# Seconds of counting; most machines take 0.32.
count() { { time awk 'BEGIN { for (i = 0; i < 20000000; i++) n += i }'; } 2>&1 | awk '{ print $1 }'; }
before=$(count)
exec 3>&1 4>&2
{ time "$@" >&3 2>&4; } 2>"$times"
status=$?
work=$(tail -1 "$times" | awk '{ printf "%d", ($1 + $2) / 2 + 0.5 }')
most=$(awk -v most=$most -v a="$before" -v b="$(count)" 'BEGIN { slow = (a + b) / 0.64; print int(most * (slow > 1 ? slow : 1)) }')
echo "test-work: the tests take ${work:?no time was measured} s of work on two cores, ${most:?} s are the most on this machine"
[ "$status" -eq 0 ] || exit "$status"
[ "$work" -le "$most" ]
