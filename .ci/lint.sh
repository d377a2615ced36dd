#!/usr/bin/env bash
# Rules of the house that a formatter does not know.
set -uo pipefail
cd "$(dirname "$0")/.."
status=0
fail() { echo "lint: $1" >&2; status=1; }

# A file of more than 250 lines says why in its first comment.
says_why() { awk '/^ *\/\// { print; found = 1; next } found { exit }' "$1" | grep -q 'Longer than others: '; }

for file in $(git ls-files --cached --others --exclude-standard 'Sources/*.swift' 'Tests/*.swift'); do
  lines=$(wc -l <"$file")
  if [ "$lines" -gt 500 ]; then fail "$file has $lines lines; 500 is the most, 250 the aim"; fi
  if [ "$lines" -gt 250 ] && ! says_why "$file"; then
    fail "$file has $lines lines; its first comment says why, '// Longer than others: …', or it is cut"
  fi
done
if grep -rnE '^[[:space:]]*(public |package |internal |@preconcurrency )*import Foundation' Sources --include='*.swift'; then
  fail "Sources import no Foundation"
fi
if grep -rlE '^[[:space:]]*import (CLibrary|Glibc|Musl|Darwin)' Sources | grep -vE '^Sources/(StateKitCLI|StateKitChartsTool)/System/'; then
  fail "only the System folders of StateKitCLI and StateKitChartsTool import the C library"
fi
if grep -rnE --include='*.swift' 'try!|as!|fatalError\(|\bprint\(' Sources | grep -v 'private func print\|return print('; then
  fail "nothing traps on purpose, and output goes through the checked writer"
fi
# A text that is split at another text brings 1.4 MB of regular expressions into the program.
if grep -rnE --include='*.swift' '\.split\(separator: "([^"\\]|\\.){2,}"|\.(firstRange|ranges)\(of:' Sources; then
  fail "texts are split at one character and searched by TextSearch"
fi
if grep -rnE 'SPEC|§' Sources Makefile README.md charts/README.md; then
  fail "the project cites its own pages: Semantics.md, Charts.md, Children.md, Scripts.md, Trace.md, CommandLine.md"
fi
# Swift 6.3.1, optimising: after `a.mutableSpan`, an element of another list `b` of the same struct is set without asking
# whether `b` has one owner, so that copies change, too.
if grep -rn 'mutableSpan' Sources; then
  fail "a mutable span of a list makes the compiler change copies of other lists"
fi
# Spans of texts need macOS 26.
if grep -rn 'utf8\.span' Sources; then
  fail "a span of a text needs macOS 26: utf8Bytes.span, or withUTF8Bytes"
fi
# Watches have an Int of 32 bits.
wide=$(find Sources/{CEL,StateKitCore,StateKitFormat,StateKitAnalysis,StateKit} -name '*.swift' -exec awk '
  { line = $0; sub(/\/\/.*/, "", line); if (line ~ /Int64|UInt32|0x/) next; text = line; gsub(/_/, "", text) }
  text ~ /(^|[^0-9A-Za-z.])1 << (3[1-9]|[45][0-9]|6[0-3])([^0-9]|$)/ || text ~ /(^|[^0-9A-Za-z.])([3-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]|[1-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]+)([^0-9]|$)/ {
    print FILENAME ":" FNR ": " $0
  }' {} +) || fail "not all files can be looked through for numbers of 64 bits"
if [ -n "$wide" ]; then
  echo "$wide"
  fail "a number that an Int of 32 bits cannot hold; name Int64, or derive it from Int.max"
fi
if grep -rnE '\bInt\(([a-zA-Z.]*[hH]ash|\([^()]*\) >> 32)\)' Sources/{CEL,StateKitCore,StateKitFormat,StateKitAnalysis,StateKit}; then
  fail "a hash of 32 bits may be more than an Int of 32 bits holds: Int(truncatingIfNeeded: hash)"
fi
# The step cache is a room of its own: the rest knows the machine that it is, and little else.
types=$(grep -hoE '^(@[a-z]+ |package |public |final )*(struct|enum|class|protocol) [A-Za-z]+' Sources/StateKitCore/StepCache/*.swift | awk '{ print $NF }' | paste -sd '|')
users=$(grep -rlwE "$types" Sources --include='*.swift' | grep -v '^Sources/StateKitCore/StepCache/' | sort)
if [ "$(grep -c . <<<"$users")" -gt 3 ]; then fail "types of StepCache are named in more than three files outside of it: ${users//$'\n'/ }"; fi
size=$(find Tests/Fuzz/corpus -type f -exec cat {} + | wc -c)
if [ "$size" -eq 0 ] || [ "$size" -gt 5000000 ]; then fail "Tests/Fuzz/corpus has $size bytes; 5000000 are the most, and none is no corpus"; fi
# A page is short enough to be read.
for page in README.md $(git ls-files --cached --others --exclude-standard 'Sources/*.md'); do
  case $(basename "$page") in README.md) most=220 ;; Speed.md) most=120 ;; Charts.md | Scripts.md) most=600 ;; *) most=400 ;; esac
  lines=$(wc -l <"$page")
  if [ "$lines" -gt "$most" ]; then fail "$page has $lines lines; $most are the most"; fi
done
if ! .ci/rooms.py; then status=1; fi
if ! .ci/labels.py; then status=1; fi
if ! .ci/prose.py; then status=1; fi
exit $status
