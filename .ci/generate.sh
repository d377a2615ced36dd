#!/usr/bin/env bash
# Generates programs from the example charts, and lets `explore --program` compare every step of a chart's graph with its program.
# In C each is compiled with all warnings and with sanitizers; a chart that C cannot express must be refused with a place. In
# Swift all are one program, which is compiled without a warning; a program with a mistake must not compile.
#   generate.sh STATEKIT [FOLDER COUNT]
# FOLDER has random charts, which are tried instead: COUNT in C, and two fifths of them in Swift.
set -euo pipefail
statekit=$(realpath "$1")
random=${2:+$(realpath "$2")}
count=${3:-0}
cd "$(dirname "$0")/.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

fail() {
  echo "generate: $1"
  cat "$2"
  exit 1
}

# CHART PROGRAM [OPTION...]: the program does what the chart does. The graphs of some charts have no end, or are large: a part
# of it is tried, and the chart's own script.
compare() {
  local options=("${@:3}") script=${1%.json}.events.txt
  case $1 in
    *chart[0-9]*) options=(--states 200 --depth 8 --time-limit 5s --max-cost 1000000) ;;
    */nulls.json | */order.json | */pipeline.json | */purchase.json | */reminder.json | */thermostat.json | */vending-machine.json)
      options=(--time-limit 5s)
      "$statekit" test "$script" --program "$2" >"$folder/report" 2>&1 || fail "$script" "$folder/report"
      ;;
  esac
  "$statekit" explore "$1" --program "$2" "${options[@]}" >"$folder/report" 2>&1 ||
    grep -qE '^(stopped|bounded)' "$folder/report" || is_endless "$1" "${options[@]}" || fail "$1" "$folder/report"
}

# CHART OPTION...: true for a random chart with a step that never ends: the chart stops at a limit, the program at its own.
is_endless() {
  [ -n "$random" ] && { "$statekit" explore "$@" || true; } 2>&1 | grep -qE 'steps without rest|a cost of more than'
}

# CHART: writes a program in C; false if C cannot express the chart.
write_c() {
  local name
  name=$(basename "$1" .json)
  mkdir "$folder/$name"
  "$statekit" generate "$1" --language c -o "$folder/$name/${name//-/_}" --harness 2>"$folder/refusal" && return
  rmdir "$folder/$name"
  grep -qE '\[not-generated\]' "$folder/refusal" || [ -n "$random" ] || fail "$1" "$folder/refusal"
  return 1
}

# FOLDER NAME: the header says how many bytes a machine takes.
compare_size() {
  printf '#include "%s.h"\n#include <stdio.h>\nint main(void) { return printf("%%zu\\n", sizeof(%s_t)) < 0; }\n' "$2" "$2" >"$1/size.c"
  cc -std=c99 "$1/size.c" -o "$1/size"
  [ "$("$1/size")" = "$(sed -n 's/^ \* A .*_t takes \([0-9]*\) bytes.*/\1/p' "$1/$2.h")" ] || fail "the size of $2" "$1/$2.h"
}

# CHART...: compiles the programs of charts that were written, and compares each.
in_c() {
  local chart name
  for chart in "$@"; do echo "$folder/$(basename "$chart" .json)"; done | xargs -P 2 -I '{}' sh -c \
    'cc -std=c99 -O1 -Wall -Wextra -Werror -pedantic -fsanitize=undefined,address -fno-sanitize-recover=all {}/*.c -o {}/program'
  for chart in "$@"; do
    name=$(basename "$chart" .json)
    [ -n "$random" ] || compare_size "$folder/$name" "${name//-/_}"
    compare "$chart" "$folder/$name/program"
  done
}

# The library as `swift build` leaves it: its modules, and the objects of its present files.
library() {
  swift build --target StateKit -debug-info-format "${DEBUG_INFO:-dwarf}" >"$folder/build" 2>&1 || { cat "$folder/build"; exit 1; }
  local module
  for module in CEL StateKitCore StateKitFormat StateKitAnalysis StateKit; do
    find Sources/$module -name '*.swift' | sed "s|.*/|.build/debug/$module.build/|; s|\$|.o|"
  done
}

# CHART...: makes one program of the types of charts, and compares it with each.
in_swift() {
  local chart name type cases=""
  mkdir "$folder/swift"
  for chart in "$@"; do
    name=$(basename "$chart" .json)
    mkdir -p "$folder/$name"
    "$statekit" generate "$chart" --language swift -o "$folder/$name/$name.swift" --harness
    type=$(sed -n 's/^struct \(.*\)Program {/\1/p' "$folder/$name/main.swift")
    mv "$folder/$name/$name.swift" "$folder/swift/$type.swift"
    sed '/^var program = /,$d' "$folder/$name/main.swift" >"$folder/swift/${type}Program.swift"
    cases+="case \"$name\": var program = try ${type}Program(); try program.run()"$'\n'
  done
  printf 'switch CommandLine.arguments[1] {\n%sdefault: break\n}\n' "$cases" >"$folder/swift/main.swift"
  library >"$folder/objects"
  swiftc -swift-version 6 -warnings-as-errors -I .build/debug/Modules "$folder"/swift/*.swift "@$folder/objects" -o "$folder/programs"
  for chart in "$@"; do
    # The guard of this one is asked of the program.
    if [ "$chart" = Tests/Generated/fetch.json ]; then set -- --guard isOnline=false; else set --; fi
    compare "$chart" "$folder/programs $(basename "$chart" .json)" "$@"
  done
  rm -rf "$folder/swift"
}

mistakes() {
  local file=Tests/Generated/mistakes.swift types=Tests/Clients/Sources/generated
  swiftc -typecheck -swift-version 6 -I .build/debug/Modules "$types"/[DFMT]*.swift "$file" >"$folder/errors" 2>&1 || true
  sed -n 's|.*mistakes.swift:\([0-9]*\):[0-9]*: error: .*|\1|p' "$folder/errors" | sort -nu >"$folder/found"
  grep -n '// error: ' "$file" | cut -d : -f 1 >"$folder/expected"
  if ! diff "$folder/expected" "$folder/found" || grep -q "$types.*: error: " "$folder/errors"; then
    cat "$folder/errors"
    echo "generate: not each mistake is an error of the compiler"
    exit 1
  fi
  echo "generate: $(wc -l <"$folder/expected") mistakes do not compile"
}

if [ -n "$random" ]; then
  charts=()
  for chart in $(printf '%s\n' "$random"/*.json | sort -V); do
    if [ ${#charts[@]} -lt "$count" ] && write_c "$chart"; then charts+=("$chart"); fi
  done
  in_c "${charts[@]}"
  echo "generate: ${#charts[@]} random charts agree with their programs in C"
  [ ${#charts[@]} -eq "$count" ]
  in_both=("${charts[@]:0:count * 2 / 5}")
  for ((first = 0; first < ${#in_both[@]}; first += 50)); do in_swift "${in_both[@]:first:50}"; done
  echo "generate: ${#in_both[@]} random charts agree with their programs in Swift"
  exit
fi
charts=()
# The names of names.json are words of both languages, or the same but for their spelling; later.json has no queue; an event of
# loud.json leads to 50,000 actions; failures.json and outputs.json have an error in each place where a value may have one;
# the names of result.json are used by the files themselves; the fields of nulls.json may be null; a limit of root.json comes
# between the exit of its root and the entry. The rest are rules of transitions.
for chart in charts/*.json Tests/Generated/{names,later,loud,guards,failures,outputs,result,nulls,root}.json \
  charts/semantics/{handlers,history,parallel,reenter}/*.json; do
  if write_c "$chart"; then charts+=("$chart"); fi
done
if command -v cc >/dev/null; then in_c "${charts[@]}"; else echo "generate: skipped, there is no C compiler"; fi
[ ${#charts[@]} -ge 15 ] || fail "only ${#charts[@]} charts have a form in C" /dev/null
echo "generate: ${#charts[@]} charts agree with their programs in C"
in_swift charts/*.json Tests/Generated/{fetch,names,result,nulls}.json
echo "generate: all charts agree with their programs in Swift"
mistakes
