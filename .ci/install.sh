#!/usr/bin/env bash
# Installs below a folder of its own, tries what lies there, and takes it away again.
set -euo pipefail
cd "$(dirname "$0")/.."
prefix=$(mktemp -d)/"with space"
trap 'rm -rf "$(dirname "$prefix")"' EXIT
make install PREFIX="$prefix" >/dev/null
"$prefix/bin/statekit" run charts/quick-example.json charts/quick-example.events.txt >/dev/null
for file in share/man/man1/statekit.1 share/bash-completion/completions/statekit \
  share/zsh/site-functions/_statekit share/fish/vendor_completions.d/statekit.fish; do
  [ -s "$prefix/$file" ] || { echo "install: $file is not there" >&2; exit 1; }
done
make uninstall PREFIX="$prefix" >/dev/null
left=$(find "$prefix" ! -type d)
[ -z "$left" ] || { echo "install: uninstall leaves $left" >&2; exit 1; }
echo "install: five files came and went"
