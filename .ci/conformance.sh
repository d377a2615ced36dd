#!/usr/bin/env bash
# Runs the test suites of others that lie in a folder: `.ci/conformance.sh DIR COMMAND...`. A suite that is not there, or that ran
# nothing, fails.
set -euo pipefail
folder=${1:-}
if [ -z "$folder" ] || [ ! -d "$folder" ]; then
  echo "make conformance SUITES=DIR: DIR is the folder that holds the suites of others (cel, scion, xstate)" >&2
  exit 2
fi
shift
STATEKIT_SUITES=$(cd "$folder" && pwd) exec "$(dirname "$0")/test.sh" "$@"
