#!/usr/bin/env bash
# Generates C from the example charts, compiles it with all warnings and with sanitizers, and lets `explore --program` compare
# every step of the chart's graph with the program. A chart that C cannot express must be refused with a place.
#   generate.sh STATEKIT
set -euo pipefail
statekit=$(realpath "$1")
cd "$(dirname "$0")/.."
if ! command -v cc >/dev/null; then
  echo "generate: skipped, there is no C compiler"
  exit 0
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
generated=0 refused=0
for chart in charts/*.json; do
  name=$(basename "$chart" .json)
  prefix=${name//-/_}
  mkdir "$folder/$name"
  if ! "$statekit" generate "$chart" --language c -o "$folder/$name/$prefix" --harness 2>"$folder/refusal"; then
    grep -q '\[not-generated\]' "$folder/refusal"
    refused=$((refused + 1))
    continue
  fi
  cc -std=c99 -O1 -Wall -Wextra -Werror -pedantic -fsanitize=undefined,address -fno-sanitize-recover=all \
    "$folder/$name"/*.c -o "$folder/$name/program"
  # The graph of `reminder` has no end: its own script is run instead.
  check=("$statekit" explore "$chart" --program "$folder/$name/program")
  if [ "$name" = reminder ]; then
    check=("$statekit" test "charts/$name.events.txt" --program "$folder/$name/program")
  fi
  if ! "${check[@]}" >"$folder/report" 2>&1; then
    echo "generate: $name"
    cat "$folder/report"
    exit 1
  fi
  generated=$((generated + 1))
done
if [ "$generated" -lt 15 ]; then
  echo "generate: only $generated charts have a form in C"
  exit 1
fi
echo "generate: $generated charts agree with their programs in C, $refused are refused"
