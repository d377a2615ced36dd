#!/usr/bin/env bash
# Small programs that import nothing but StateKit: each is built without a warning and says that it passed. They are optimised:
# then a closure releases what it holds as early as it may, and a release that comes too early shows.
set -euo pipefail
cd "$(dirname "$0")/.."
swift=${1:-swift}

# What a client may read: a chart that the tool has tested, and its script.
input=$(mktemp)
trap 'rm -f "$input"' EXIT
.build/debug/statekit test charts/vending-machine.events.txt
{ cat charts/vending-machine.json; echo ---; cat charts/vending-machine.events.txt; } >"$input"

"$swift" build -c release -debug-info-format none --package-path Tests/Clients --scratch-path .build/clients
for source in Tests/Clients/Sources/*/; do
  name=$(basename "$source")
  case $name in *Mock | plugged) continue ;; esac
  said=$(".build/clients/release/$name" <"$input")
  echo "$said"
  [ "${said##*$'\n'}" = "$name: passed" ]
done
