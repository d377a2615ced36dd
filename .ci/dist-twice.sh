#!/usr/bin/env bash
# Makes the release again from a clone in another folder, and compares it with the one in DIST: no path may get into the program.
#   dist-twice.sh DIST
set -euo pipefail
cd "$(dirname "$0")/.."
unset MAKEFLAGS MAKELEVEL
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
git clone --quiet . "$folder/elsewhere"
make -C "$folder/elsewhere" dist
diff -r "$1" "$folder/elsewhere/.build/dist"
echo "dist-twice: the same bytes in another folder"
