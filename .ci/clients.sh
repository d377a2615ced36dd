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

"$swift" build -c release --package-path Tests/Clients --scratch-path .build/clients
for source in Tests/Clients/Sources/*/; do
  name=$(basename "$source")
  case $name in *Mock) continue ;; esac
  said=$(".build/clients/release/$name" <"$input")
  echo "$said"
  [ "${said##*$'\n'}" = "$name: passed" ]
done

# The plugin makes the types of a target anew when a chart changes: an action that the program lacks is an error.
mkdir -p Tests/Clients/.build
rm -rf Tests/Clients/.build/plugged
cp -R Tests/Clients/Sources/plugged Tests/Clients/.build/plugged
sed -i.old 's/"ring"/"ring", "hum"/' Tests/Clients/.build/plugged/bell.chart.json
if STATEKIT_PLUGGED=.build/plugged "$swift" build -c release --package-path Tests/Clients --scratch-path .build/clients \
  --product plugged >"$input" 2>&1; then
  echo "clients: a program without an action of its chart compiles"
  exit 1
fi
grep -m1 "error: type 'Chime' does not conform to protocol 'Bell.Actions'" "$input" || { cat "$input"; exit 1; }
