#!/usr/bin/env bash
# Plays every example in a real browser, and compares what is lit after each step with the trace; lets Mermaid draw what it is given:
# .ci/player.sh STATEKIT [SHOTS]
# It needs chromium, its driver and Selenium for Python; without them it says so and succeeds. SHOTS: a folder for pictures of pages.
set -uo pipefail
cd "$(dirname "$0")/.."
there() {
  python=""
  for candidate in /usr/bin/python3 python3; do
    if "$candidate" -c 'import selenium' 2>/dev/null; then python=$candidate; break; fi
  done
  command -v chromium >/dev/null && command -v chromedriver >/dev/null && [ -n "$python" ]
}

packages="chromium chromium-driver python3-selenium"
if ! there && [ "${CI:-}" = true ] && [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null; then
  # What a fresh machine of continuous integration lacks; without a mirror the stage is skipped.
  { timeout 120 apt-get update -q && DEBIAN_FRONTEND=noninteractive timeout 300 apt-get install -qy --no-install-recommends $packages; } \
    >/dev/null 2>&1
fi
if ! there; then
  echo "player: skipped, there is no browser: apt-get install $packages"
  exit 0
fi
exec "$python" .ci/player.py "$@"
