# For `.ci/run` and `.ci/nightly`: runs stages one after the other. A stage that fails does not keep the others from running.
# The table at the end has the seconds and the outcome of each.
set -uo pipefail
export SWIFT_BACKTRACE=enable=no
suites=${SUITES:-../shared/conformance}
log=$(mktemp)
trap 'rm -f "$log"' EXIT
table="" failed=0 passed=0 skipped=0 began=$SECONDS

# NAME COMMAND...: a command that cannot do its work here says "NAME: skipped, REASON" and succeeds.
stage() {
  local name=$1 start=$SECONDS outcome reason
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
  table+=$(printf '%6d s  %-14s %s' $((SECONDS - start)) "$name" "$outcome")$'\n'
}

conformance() {
  if [ -d "$suites" ]; then make conformance SUITES="$suites"; else echo "conformance: skipped, $suites is not there"; fi
}

finish() {
  printf '\n%s%6d s  in all\n' "$table" $((SECONDS - began))
  printf 'stages: %d passed, %d failed, %d skipped\n' "$passed" "$failed" "$skipped"
  [ "$failed" -eq 0 ]
}
