# For `.ci/run` and `.ci/nightly`: runs stages one after the other. A stage that fails does not keep the others from running.
# The table at the end has the seconds of each, those of the processors (on a loaded machine only these tell its length), and the
# outcome.
set -uo pipefail
export SWIFT_BACKTRACE=enable=no
suites=${SUITES:-../shared/conformance}
log=$(mktemp)
trap 'rm -f "$log"' EXIT
spent=0 table="" failed=0 passed=0 skipped=0 began=$SECONDS

# Sets `spent` to the seconds of processor time of all commands so far.
measure() {
  times >"$log"
  spent=$(awk -F '[ms ]' 'NR == 2 { print int($1 * 60 + $2 + $4 * 60 + $5) }' "$log")
}

# NAME COMMAND...: a command that cannot do its work here says "NAME: skipped, REASON" and succeeds.
stage() {
  local name=$1 start=$SECONDS before=$spent outcome reason
  shift
  printf '\n== %s: %s\n' "$name" "$*"
  if "$@" </dev/null 2>&1 | tee "$log"; then
    reason=$(sed -nE 's/^[a-z-]+: (skipped, .*)/\1/p' "$log" | head -1)
    outcome=${reason:-passed}
    if [ -n "$reason" ]; then skipped=$((skipped + 1)); else passed=$((passed + 1)); fi
  else
    outcome=FAILED
    failed=$((failed + 1))
  fi
  measure
  table+=$(printf '%6d s %6d CPU-s  %-14s %s' $((SECONDS - start)) $((spent - before)) "$name" "$outcome")$'\n'
}

conformance() {
  if [ -d "$suites" ]; then make conformance SUITES="$suites"; else echo "conformance: skipped, $suites is not there"; fi
}

finish() {
  printf '\n%s%6d s %6d CPU-s  in all\n' "$table" $((SECONDS - began)) "$spent"
  printf 'stages: %d passed, %d failed, %d skipped\n' "$passed" "$failed" "$skipped"
  [ "$failed" -eq 0 ]
}
