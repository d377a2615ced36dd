#!/usr/bin/env bash
# Makes each system call that can fail fail once, in every place where it is made, and looks at how the program takes it:
# `.ci/faults.sh PROGRAM`. Needs strace; where there is none, or it may not trace, it says so and is content.
set -uo pipefail
cd "$(dirname "$0")/.."
program=$1
export SWIFT_BACKTRACE=enable=no
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
if ! strace -o "$folder/try" true 2>/dev/null; then
  echo "faults: skipped, strace is not there or may not trace"
  exit 0
fi
yes "$(printf 'open\nclose')" | head -n 20000 >"$folder/events"
# A chart whose lines are so long that they are written from where they lie.
chain() {
  for i in $(seq 40); do printf '"initial": "%s%s", "subStates": {"%s%s": {' "$1" "$i" "$1" "$i"; done
  for i in $(seq 40); do printf '}}'; done
}
printf '{"root": {"initial": "a", "subStates": {"a": {"open": "b", %s}, "b": {"close": "a", %s}}}}' \
  "$(chain x)" "$(chain y)" >"$folder/deep.json"
tried=0 bad=0

# TEXT: counts a fault of ours in the run that $attempt names.
blame() {
  bad=$((bad + 1))
  echo "faults: $attempt: $1" >&2
}

# STATUS STATUSES: whether the program itself ran. A status that is not among STATUSES is a fault of ours.
judge() {
  tried=$((tried + 1))
  # What the loader or the runtime reads before the program begins is not ours to fix.
  if [ "$1" -eq 127 ] || grep -qE "error while loading|cannot read the arguments" "$folder/err"; then return 1; fi
  if [[ " $2 " != *" $1 "* ]]; then
    blame "status $1"
    head -3 "$folder/err" >&2
  fi
}

# NAME CALL ERROR STATUSES COMMAND...: the n-th CALL fails with ERROR, for each n from $from to $to until none is left. A status that is not
# among STATUSES, a signal, or a run of more than ten seconds is a fault of ours.
inject() {
  local name=$1 call=$2 error=$3 statuses=$4 number status expected attempt
  shift 4
  timeout 10 "$@" <"$folder/events" >"$folder/whole" 2>/dev/null
  for ((number = ${from:-1}; number <= ${to:-40}; number++)); do
    attempt="$name, $call number $number, $error"
    timeout 10 strace -f -o "$folder/trace" -e "trace=$call" -e "inject=$call:error=$error:when=$number" "$@" \
      <"$folder/events" >"$folder/out" 2>"$folder/err"
    status=$?
    grep -q INJECTED "$folder/trace" || break
    expected=$statuses
    # A journal without a state file beside it takes longer to open, and that is said: nothing is lost.
    if grep -q "warning: no state file beside" "$folder/err"; then expected+=" 0"; fi
    judge "$status" "$expected" || continue
    # Well is only what gave the whole output.
    if [ "$status" -eq 0 ] && ! cmp -s "$folder/whole" "$folder/out"; then blame "status 0 with other output"; fi
  done
}

door="charts/door.json"
for error in EIO EINTR EAGAIN; do
  # An interrupted read or write is made again; one that would block is waited for; what fails is said.
  case $error in EIO) statuses="0 1 2" ;; EINTR) statuses="0" ;; EAGAIN) statuses="0 2" ;; esac
  inject "run from a file" read "$error" "$statuses" "$program" run "$door" "$folder/events"
  inject "run from a pipe" read "$error" "$statuses" "$program" run "$door" -
  inject "write" write "$error" "$statuses" "$program" run "$door" "$folder/events"
  inject "large lines" writev "$error" "$statuses" "$program" run --format jsonl "$folder/deep.json" "$folder/events"
done
inject "large lines, disk full" writev ENOSPC "2" "$program" run --format jsonl "$folder/deep.json" "$folder/events"
inject "disk full" write ENOSPC "2" "$program" run "$door" "$folder/events"
inject "broken pipe" write EPIPE "141" "$program" run "$door" "$folder/events"
inject "open" open,openat EACCES "0 1 2" "$program" run "$door" "$folder/events"
inject "many files" open,openat EMFILE "0 1 2" "$program" validate "$door" charts/retry.json
inject "child charts" open,openat EMFILE "0 1 2" "$program" run charts/purchase.json charts/purchase.events.txt
inject "child charts" read EIO "0 1 2" "$program" run charts/purchase.json charts/purchase.events.txt
inject "look at files" fstat,newfstatat,statx EIO "0 1 2" "$program" run "$door" "$folder/events"
inject "rewind" lseek EIO "0 2" "$program" run "$door" "$folder/events"
inject "test" read EIO "0 1 2" "$program" test charts/door.events.txt
# A journal that cannot be written or synced ends the run.
journaled=(bash -c 'rm -f "$0" "$0.state"; exec "$@"' "$folder/journal" "$program" run -q --journal "$folder/journal")
inject "journal" fsync EIO "2" "${journaled[@]}" "$door" "$folder/events"
inject "journal, disk full" write ENOSPC "2" "${journaled[@]}" "$door" "$folder/events"
inject "journal, cut off" ftruncate EIO "2" "${journaled[@]}" "$door" "$folder/events"
to=1 inject "journal, locked" flock EAGAIN "2" "${journaled[@]}" "$door" "$folder/events"
# What is not unlocked is closed.
from=2 inject "journal, unlocked" flock EAGAIN "0" "${journaled[@]}" "$door" "$folder/events"

# What writes files: each call of each command fails once. Then the file that was there is there, or the whole new one, and
# nothing else was left behind.
mkdir "$folder/files"
cp charts/door.json "$folder/files/"
printf 'open\n:expect in closed\n' >"$folder/files/bad.events.txt"
printf 'open\nclose\n' >"$folder/files/door.events.txt"
sed -i '1i :chart door.json' "$folder/files/bad.events.txt"
files="$folder/files"
# TARGET: is it as it was, or as it shall be?
whole() { cmp -s "$1" "$folder/old" || cmp -s "$1" "$folder/new"; }

look_for_remains() {
  if ls -A "$files" | grep -q '^\.statekit-'; then blame "a file was left behind"; fi
}

# NAME TARGET COMMAND...: a command that replaces TARGET.
inject_save() {
  local name=$1 target=$2 call number status error attempt
  shift 2
  printf 'old\n' >"$folder/old"
  cp "$folder/old" "$target"
  "$@" <"$folder/events.few" >/dev/null 2>&1
  cp "$target" "$folder/new"
  for call in open,openat write fsync rename,renameat,renameat2 close fchmod unlink,unlinkat; do
    case $call in open*) error=EMFILE ;; write) error=ENOSPC ;; *) error=EIO ;; esac
    for number in $(seq 60); do
      cp "$folder/old" "$target"
      if [ "$call" = unlink,unlinkat ]; then
        # A file is unlinked only after something else has failed.
        timeout 10 strace -f -o "$folder/trace" -e trace=fsync,unlink,unlinkat -e inject=fsync:error=EIO:when=1 \
          -e "inject=$call:error=EIO:when=$number" "$@" <"$folder/events.few" >/dev/null 2>"$folder/err"
        status=$?
        grep -qE 'unlink.*INJECTED' "$folder/trace" || break
      else
        timeout 10 strace -f -o "$folder/trace" -e "trace=$call" -e "inject=$call:error=$error:when=$number" "$@" \
          <"$folder/events.few" >/dev/null 2>"$folder/err"
        status=$?
        grep -q INJECTED "$folder/trace" || break
      fi
      attempt="$name, $call number $number, $error"
      judge "$status" "0 1 2" || continue
      if ! whole "$target"; then blame "the file is neither the old nor the new one"; fi
      if [ "$call" != unlink,unlinkat ]; then look_for_remains; fi
      rm -f "$files"/.statekit-*
    done
  done
}

printf 'open\n:save! %s\n' "$files/saved.txt" >"$folder/events.few"
inject_save "record" "$files/r.txt" "$program" run -q --force --record "$files/r.txt" "$door" charts/door.events.txt
inject_save "save" "$files/saved.txt" "$program" repl "$door"
inject_save "bless" "$files/door.trace.txt" "$program" test -q --bless "$files/door.events.txt"
inject_save "shrink" "$files/bad.shrunk.txt" "$program" test -q --shrink "$files/bad.events.txt"
inject_save "state file" "$files/door.state" "$program" run -q --force --save-state "$files/door.state" "$door" \
  charts/door.events.txt
inject_save "covering tests" "$files/cover.txt" "$program" explore --force --cover "$files/cover.txt" "$door"
inject_save "picture" "$files/door.svg" "$program" show --force -o "$files/door.svg" "$door"
printf 'house,event\n1,open\n1,lock\n' >"$folder/log.csv"
inject_save "deviations" "$files/deviations.jsonl" "$program" replay -q --force --deviations "$files/deviations.jsonl" \
  --case house --event event "$door" "$folder/log.csv"

# Commands that change the files that they are given. `target` begins as something that each of them changes.
# NAME FILES COMMAND...: each of FILES is what it was or what it shall be, and all of them are the same of both.
inject_edit() {
  local name=$1 targets=$2 call number status error attempt file olds news
  shift 2
  rm -rf "$folder/before" "$folder/after"
  cp -r "$files" "$folder/before"
  "$@" >/dev/null 2>&1 </dev/null
  cp -r "$files" "$folder/after"
  for call in open,openat write fsync rename,renameat,renameat2 close fchmod link,linkat; do
    case $call in open*) error=EMFILE ;; write) error=ENOSPC ;; *) error=EIO ;; esac
    for number in $(seq 60); do
      for file in $targets; do cp "$folder/before/$file" "$files/$file" 2>/dev/null || rm -f "$files/$file"; done
      timeout 10 strace -f -o "$folder/trace" -e "trace=$call" -e "inject=$call:error=$error:when=$number" "$@" \
        </dev/null >/dev/null 2>"$folder/err"
      status=$?
      grep -q INJECTED "$folder/trace" || break
      attempt="$name, $call number $number, $error"
      judge "$status" "0 1 2" || continue
      olds=0 news=0
      for file in $targets; do
        if cmp -s "$folder/after/$file" "$files/$file"; then
          news=$((news + 1))
        elif cmp -s "$folder/before/$file" "$files/$file" || { [ ! -e "$folder/before/$file" ] && [ ! -e "$files/$file" ]; }; then
          olds=$((olds + 1))
        else
          blame "$file is neither the old nor the new one"
        fi
      done
      if [ "$olds" -gt 0 ] && [ "$news" -gt 0 ]; then blame "some files are old, some are new"; fi
      look_for_remains
      rm -f "$files"/.statekit-*
    done
  done
  for file in $targets; do cp "$folder/before/$file" "$files/$file" 2>/dev/null || rm -f "$files/$file"; done
}

printf '{"root":{"initial":"a","states":{"a":{"go":"b"},"b":{}}}}' >"$files/faulty.json"
printf '{"root":{"initial":"a","subStates":{"a":{"go":"b"},"b":{}}}}' >"$files/chart.json"
printf 'go\n:expect in  b\n' >"$files/chart.events.txt"
inject_edit "fmt" chart.json "$program" fmt "$files/chart.json"
inject_edit "fix" faulty.json "$program" validate --fix "$files/faulty.json"
inject_edit "rename" "chart.json chart.events.txt" "$program" rename "$files/chart.json" b c "$files/chart.events.txt"
inject_edit "new" "made.json made.events.txt" "$program" new "$files/made"

# Killed at any moment while it writes, over and over: the old file or the new one, whole.
head -n 4000 "$folder/events" >"$folder/long.txt"
target="$files/killed.txt"
printf 'old\n' >"$folder/old"
cp "$folder/old" "$target"
"$program" run -q --force --record "$target" "$door" "$folder/long.txt"
cp "$target" "$folder/new"
span=$({ TIMEFORMAT=%R; time "$program" run -q --force --record "$target" "$door" "$folder/long.txt"; } 2>&1)
for number in $(seq 200); do
  cp "$folder/old" "$target"
  "$program" run -q --force --record "$target" "$door" "$folder/long.txt" &
  run=$!
  sleep "$(awk -v span="$span" -v seed="$number" 'BEGIN { srand(seed); print span * (0.3 + rand()) }')"
  kill -KILL "$run" 2>/dev/null
  wait "$run" 2>/dev/null
  tried=$((tried + 1))
  attempt="killed, number $number"
  if ! whole "$target"; then blame "the file is neither the old nor the new one"; fi
  rm -f "$files"/.statekit-*
done
inject "repl" read EIO "0 1 2" "$program" repl "$door"
echo "faults: $tried calls made to fail, $bad taken badly"
[ "$bad" -eq 0 ] && [ "$tried" -gt 0 ]
