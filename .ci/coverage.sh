#!/usr/bin/env bash
# Runs the tests and says how many lines of each module they run; fails below 95 % in those that decide what a chart means.
set -euo pipefail
cd "$(dirname "$0")/.."
export SWIFT_BACKTRACE=enable=no STATEKIT_PAIRS="${STATEKIT_PAIRS:-2000}"
build=.build/coverage
swift test --enable-code-coverage --scratch-path "$build" >"$build.log" 2>&1 || { tail -40 "$build.log" >&2; exit 1; }
data=$(find "$build" -name '*.profdata' | head -1)
tests=$(find "$build" -name '*PackageTests.xctest' -type f | head -1)
cov=$(dirname "$(command -v swift)")/llvm-cov
"$cov" report "$tests" -instr-profile "$data" Sources 2>/dev/null |
  awk -v least=95 '
    $1 ~ /\.swift$/ { split($1, part, "/"); module = part[1] == "Sources" ? part[2] : part[1]; lines[module] += $8; missed[module] += $9 }
    END {
      count = split("CEL StateKitCore StateKitFormat StateKitAnalysis StateKitTest StateKitSearch StateKitCLI", order, " ")
      for (place = 1; place <= count; place++) {
        module = order[place]
        share = lines[module] ? 100 * (lines[module] - missed[module]) / lines[module] : 0
        printf "%-18s %6d lines  %5.1f %%\n", module, lines[module], share
        if (place <= 3 && share < least) { printf "%s: below %d %%\n", module, least; bad = 1 }
      }
      exit bad
    }'
