#!/usr/bin/env bash
# Drives the language server with a client that others have written: pytest-lsp, which stands on pygls.
set -euo pipefail
cd "$(dirname "$0")/.."
program=${1:-.build/debug/statekit}
venv=$(mktemp -d)
trap 'rm -rf "$venv"' EXIT
if ! { python3 -m venv "$venv" && "$venv/bin/pip" install -q pytest-lsp pytest-asyncio; } >"$venv/log" 2>&1; then
  echo "editors: skipped, pytest-lsp cannot be installed: $(tail -1 "$venv/log")"
  exit 0
fi
STATEKIT_PROGRAM=$(realpath "$program") "$venv/bin/python" -m pytest -q -p no:cacheprovider .ci/editors_test.py
# The set-up of the page, in a Neovim of this machine.
if ! command -v nvim >/dev/null; then
  echo "neovim: not tried, it is not here"
  exit 0
fi
room=$(mktemp -d)
trap 'rm -rf "$venv" "$room"' EXIT
mkdir "$room/bin"
ln -s "$(realpath "$program")" "$room/bin/statekit"
page=Sources/StateKitCLI/StateKitCLI.docc/Editors.md
awk '/^```lua$/ {block++; inside = 1; next} /^```$/ {inside = 0} inside {print block "\t" $0}' "$page" >"$room/blocks"
sed -n 's/^1\t//p' "$room/blocks" >"$room/init.lua"
if ! nvim --headless --clean -c 'lua if not vim.lsp.start then vim.cmd("cq") end' -c 'qa!'; then
  # Before 0.8 the second block stands in place of the call in the first.
  sed -n 's/^2\t//p' "$room/blocks" >"$room/attach.lua"
  sed -i -e "/vim.lsp.start({/{r $room/attach.lua" -e 'd}' "$room/init.lua"
fi
printf '{"root": {"initial": "shut", "subStates": {"shut": {"open": "opne"}, "open": {"close": "shut"}}}}\n' >"$room/door.json"
found=$(cd "$room" && PATH="$room/bin:$PATH" timeout 30 nvim --headless --clean -u init.lua door.json \
  -c 'lua vim.wait(20000, function() return #vim.diagnostic.get(0) > 0 end)' \
  -c 'lua print(vim.diagnostic.get(0)[1].message)' -c 'qa!' 2>&1)
case $found in
  *'no state is named "opne"'*) echo "neovim: $(nvim --version | head -1), the set-up of Editors.md shows a finding" ;;
  *)
    echo "neovim: the set-up of Editors.md shows nothing: $found"
    exit 1
    ;;
esac
