#!/usr/bin/env bash
# Writes FOLDER/main.swift, the program that `make release` builds: the one of Sources/StateKitMain with the commit for --version.
# A file that would be the same is left alone, so that nothing is compiled again.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=$1
commit=$(.ci/commit.sh | cut -c1-12)
if [ -n "$commit" ] && [ -e .git ] && ! git diff --quiet HEAD; then commit="$commit, with changes"; fi
mkdir -p "$folder"
if [ -n "$commit" ]; then argument="commit: \"$commit\""; fi
sed "s/Tool\.main()/Tool.main(${argument:-})/" Sources/StateKitMain/main.swift >"$folder/main.swift.new"
if cmp -s "$folder/main.swift.new" "$folder/main.swift"; then
  rm "$folder/main.swift.new"
else
  mv "$folder/main.swift.new" "$folder/main.swift"
fi
