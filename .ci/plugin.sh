#!/usr/bin/env bash
# A program whose types the plugin makes from its charts. They are made anew when a chart changes: then an action that the program
# lacks is an error.
set -euo pipefail
cd "$(dirname "$0")/.."
swift=${1:-swift}
copy=.build/plugged
log=$(mktemp)
trap 'rm -f "$log"' EXIT

rm -rf Tests/Clients/$copy
mkdir -p Tests/Clients/.build
cp -R Tests/Clients/Sources/plugged Tests/Clients/$copy
build() { STATEKIT_PLUGGED=$copy "$swift" build --package-path Tests/Clients --scratch-path .build/plugin --product plugged; }

build
said=$(.build/plugin/debug/plugged)
echo "$said"
[ "$said" = "plugged: passed" ]

sed -i.old 's/"ring"/"ring", "hum"/' Tests/Clients/$copy/bell.chart.json
if build >"$log" 2>&1; then
  echo "plugin: a program without an action of its chart compiles"
  exit 1
fi
grep -m1 "error: type 'Chime' does not conform to protocol 'Bell.Actions'" "$log" || { cat "$log"; exit 1; }
