# For `.ci/run` and `.ci/nightly`: runs stages, one after the other unless said otherwise. A failed stage keeps no other from running.
# The table at the end has the seconds of each, those of the processors (on a loaded machine only these tell its length; those of
# a build are in the rows of the stages that it ran beside), and the outcome.
set -uo pipefail
export SWIFT_BACKTRACE=enable=no
suites=${SUITES:-../shared/conformance}
logs=$(mktemp -d)
log=$logs/stage
trap 'stop_builds; rm -rf "$logs"' EXIT
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

# NAME COMMAND...: begins a build that uses one core for most of its time; it runs beside the next stages.
beside() {
  local name=$1 start=$SECONDS
  shift
  set -m
  {
    "$@" </dev/null >"$logs/$name" 2>&1
    echo "$? $((SECONDS - start))" >"$logs/$name.new"
    mv "$logs/$name.new" "$logs/$name.ended"
  } &
  echo "$!" >"$logs/$name.group"
  set +m
}

# Ends the builds that still run beside others.
stop_builds() {
  local group
  for group in "$logs"/*.group; do
    if [ -f "$group" ] && [ ! -f "${group%.group}.ended" ]; then kill -- "-$(cat "$group")" 2>/dev/null; fi
  done
}

# NAME: waits for the end of what `beside` began, as a stage.
join() { stage "$1" ended "$1"; }

ended() {
  local status seconds
  while [ ! -f "$logs/$1.ended" ] && kill -0 -- "-$(cat "$logs/$1.group")" 2>/dev/null; do sleep 1; done
  cat "$logs/$1"
  if [ ! -f "$logs/$1.ended" ]; then echo "$1 ended without a status" >&2; return 1; fi
  read -r status seconds <"$logs/$1.ended"
  echo "it took $seconds s beside other stages"
  return "$status"
}

conformance() {
  if [ -d "$suites" ]; then make conformance SUITES="$suites"; else echo "conformance: skipped, $suites is not there"; fi
}

finish() {
  printf '\n%s%6d s %6d CPU-s  in all\n' "$table" $((SECONDS - began)) "$spent"
  printf 'stages: %d passed, %d failed, %d skipped\n' "$passed" "$failed" "$skipped"
  [ "$failed" -eq 0 ]
}
