#!/usr/bin/env bash
# Prints the hash and the time of the commit that this folder holds: a checkout asks git, an archive has them in .dist/commit.
# Prints nothing where neither knows.
set -euo pipefail
cd "$(dirname "$0")/.."
if [ -e .git ]; then git log -1 --format='%H %ct' || true; else sed '/Format/d' .dist/commit; fi
