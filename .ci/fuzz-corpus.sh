#!/usr/bin/env bash
# Makes the kept corpus smallest again: `.ci/fuzz-corpus.sh PROGRAM [TARGET...]`. Of what fuzzing found and what is kept already, the
# least that reaches all of the code that they reach stays in Tests/Fuzz/corpus.
set -euo pipefail
cd "$(dirname "$0")/.."
program=$1
shift
kept=Tests/Fuzz/corpus
export SWIFT_BACKTRACE=enable=no
for target in ${*:-$(.ci/fuzz-targets.sh "$program")}; do
  merged=.build/fuzz-merged/$target
  rm -rf "$merged"
  mkdir -p "$merged" "$kept/$target" ".build/fuzz-corpus/$target"
  STATEKIT_FUZZ=$target "$program" -set_cover_merge=1 -use_counters=0 -max_len=4096 -timeout=10 -rss_limit_mb=2048 \
    "$merged" "$kept/$target" ".build/fuzz-corpus/$target" >".build/fuzz-merge-$target.log" 2>&1
  if [ -z "$(ls -A "$merged")" ]; then echo "$target: nothing reached anything, see .build/fuzz-merge-$target.log" >&2; exit 1; fi
  rm -rf "${kept:?}/$target"
  mv "$merged" "$kept/$target"
  echo "$target: $(find "$kept/$target" -type f | wc -l) inputs, $(du -sb "$kept/$target" | cut -f1) bytes"
done
