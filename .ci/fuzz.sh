#!/usr/bin/env bash
# Fuzzes what reads foreign bytes: `.ci/fuzz.sh PROGRAM [SECONDS [TARGET...]]`, that many seconds each (30), all targets.
# It begins with the kept corpus in Tests/Fuzz/corpus and the example charts; what is found grows in .build/fuzz-corpus, and an
# input that breaks a promise is left in .build.
set -euo pipefail
cd "$(dirname "$0")/.."
program=$1
seconds=${2:-30}
shift; if [ $# -gt 0 ]; then shift; fi
targets=${*:-$(.ci/fuzz-targets.sh "$program")}
corpus=.build/fuzz-corpus
kept=Tests/Fuzz/corpus
export SWIFT_BACKTRACE=enable=no

seed() { # TARGET: the examples that it begins with
  local folder=$corpus/$1 number=0
  mkdir -p "$folder"
  case $1 in
    json | chart)
      for file in $(find charts -name '*.json' ! -path 'charts/schema/*'); do cp "$file" "$folder/seed-$((number += 1))"; done ;;
    scxml)
      for file in $(find charts -name '*.scxml'); do cp "$file" "$folder/seed-$((number += 1))"; done ;;
    xstate)
      for file in charts/xstate/*.json; do cp "$file" "$folder/seed-$((number += 1))"; done ;;
    ecmascript)
      printf 'x = x + 1; x.push(2); if (x > 1) { x++ } else x -= 1;' >"$folder/seed-1"
      printf "typeof x === 'undefined' || In('a') && x.indexOf(\"b\") !== -1 ? {a: [1, .5]} : -x" >"$folder/seed-2" ;;
    script)
      for file in $(find charts -name '*.events.txt'); do cp "$file" "$folder/seed-$((number += 1))"; done ;;
    run)
      for script in $(find charts -name '*.events.txt'); do
        if [ -f "${script%.events.txt}.json" ]; then
          { cat "${script%.events.txt}.json"; printf '\n---\n'; cat "$script"; } >"$folder/seed-$((number += 1))"
        fi
      done ;;
    journal)
      printf '\002go\ncount 3\n+5s\nback\nadd 2' >"$folder/seed-1"
      printf '\035go\ncount 3\n:set n = 4\ngo' >"$folder/seed-2"
      printf '\001\002\000\000\000' >"$folder/seed-3"
      printf '\000statekit journal 1 ' >"$folder/seed-4" ;;
    state)
      for file in charts/invalid/states/*.json; do cp "$file" "$folder/seed-$((number += 1))"; done ;;
    log)
      printf '\007{"c": 1, "e": "go", "t": 5}\n{"c": "x", "e": "add", "d": [1, 2], "t": "2024-01-31T12:00:00.25Z"}\n' >"$folder/seed-1"
      printf '\003c,e,t,d\n1,go,5,\n"a ""b""",add,6,"[1]"\n1,go,7,2\n' >"$folder/seed-2"
      printf '\003<log><trace><string key="c" value="A &amp; B"/><event><string key="e" value="go"/>' >"$folder/seed-3"
      printf '<date key="t" value="2024-01-31T12:00:00Z"/></event></trace></log>' >>"$folder/seed-3" ;;
    expression)
      grep -rhoE '"(guard|if|forEach)": *"[^"\\]+"' charts | sed -E 's/^"[a-zA-Z]+": *"(.*)"$/\1/' | sort -u |
        while IFS= read -r line; do printf '%s' "$line" >"$folder/seed-$((number += 1))"; done ;;
  esac
}

dictionary() {
  case $1 in
    json | chart | run) echo Tests/Fuzz/chart.dict ;;
    *) echo "Tests/Fuzz/$1.dict" ;;
  esac
}

status=0
for target in $targets; do
  seed "$target"
  folders=("$corpus/$target")
  if [ -d "$kept/$target" ]; then folders+=("$kept/$target"); fi
  words=$(dictionary "$target")
  log=.build/fuzz-$target.log
  STATEKIT_FUZZ=$target "$program" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -max_len=4096 \
    ${words:+$([ -f "$words" ] && echo "-dict=$words")} -artifact_prefix=".build/found-$target-" -print_final_stats=1 \
    "${folders[@]}" >"$log" 2>&1 || { status=1; echo "$target: see $log" >&2; grep -E 'ERROR|Fatal|SUMMARY|Test unit' "$log" >&2 || true; }
  runs=$(sed -nE 's/^stat::number_of_executed_units: *//p' "$log")
  cover=$(grep -oE 'cov: [0-9]+' "$log" | tail -1)
  echo "$target: ${runs:-0} runs, ${cover:-cov: ?} edges, $(find "$corpus/$target" -type f | wc -l) inputs found," \
    "$(find "$kept/$target" -type f 2>/dev/null | wc -l) kept"
  if [ "${runs:-0}" -eq 0 ]; then status=1; echo "$target: nothing ran, see $log" >&2; fi
done
exit $status
