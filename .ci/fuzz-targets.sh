#!/usr/bin/env bash
# The targets of the fuzzing program, which lists them where it is asked for none: `.ci/fuzz-targets.sh PROGRAM`.
set -uo pipefail
targets=$(env -u STATEKIT_FUZZ "$1" 2>/dev/null | sed -nE 's/^STATEKIT_FUZZ must be one of: //p')
if [ -z "$targets" ]; then echo "fuzz: $1 names no target" >&2; exit 1; fi
echo "$targets"
