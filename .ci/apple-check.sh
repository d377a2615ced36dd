#!/usr/bin/env bash
# Type-checks the library as if for macOS, on Linux: `.ci/apple-check.sh [VERSION]`, by default the version that Package.swift
# declares. The toolchain ships the interfaces of Swift's own modules; they are compiled for macOS once. So this finds what
# that version of macOS lacks. It says nothing about Apple's own frameworks, and nothing about linking.
set -euo pipefail
cd "$(dirname "$0")/.."
version=${1:-$(sed -nE 's/.*\.macOS\(\.v([0-9]+)(_([0-9]+))?\).*/\1.\3/p' Package.swift | sed 's/\.$/.0/')}
toolchain=$(dirname "$(dirname "$(readlink -f "$(command -v swift)")")")
interfaces=$toolchain/lib/swift_static/linux
if [ "$(uname)" != Linux ] || [ ! -d "$interfaces/Swift.swiftmodule" ]; then
  echo "apple-check: skipped, this toolchain has no interfaces of Swift's modules for Linux"
  exit 0
fi
target=$(uname -m | sed 's/aarch64/arm64/')-apple-macosx$version
work=$PWD/.build/apple-$version
mkdir -p "$work/sdk" "$work/modules"
rm -rf "$work/library"
mkdir "$work/library"
frontend=$toolchain/bin/swift-frontend
flags=(-sdk "$work/sdk" -disable-objc-interop -I "$work/modules" -module-cache-path "$work/cache"
  -resource-dir "$toolchain/lib/swift" -target "$target")
for module in Swift SwiftOnoneSupport _Concurrency _StringProcessing Synchronization; do
  [ -s "$work/modules/$module.swiftmodule" ] && continue
  interface=$(find "$interfaces/$module.swiftmodule" -name '*-linux-gnu.swiftinterface' ! -name '*private*' | head -1)
  sed -E -e "s/-target [^ ]*-unknown-linux-gnu/-target $target/" -e '/@backDeployed/d' -e '/^import Glibc$/d' \
    "$interface" >"$work/$module.swiftinterface"
  more=(-disable-availability-checking)
  case $module in
    Swift)
      more+=(-parse-stdlib)
      # Apple deploys the spans of lists to older systems, and those of texts not; the interface for Linux does not say so.
      python3 - "$work/$module.swiftinterface" <<'PYTHON'
import re, sys
path = sys.argv[1]
with open(path, encoding="utf8") as file:
    text = file.read()
old = "@available(macOS 10.14.4, iOS 12.2, watchOS 5.2, tvOS 12.2, visionOS 1.0, *)"
spans = r"@available\(macOS 26\.0[^)]*\)(?=\s*(?:@_alwaysEmitIntoClient )?public var (?:span|mutableSpan): Swift\.(?:Mutable)?Span<Element>)"
before, mark, after = text.partition("extension Swift.Array {")
with open(path, "w", encoding="utf8") as file:
    file.write(before + mark + re.sub(spans, old, after))
PYTHON
      ;;
    Synchronization)
      echo '@usableFromInline internal func _swift_stdlib_gettid() -> Swift.UInt32 { 0 }' >>"$work/$module.swiftinterface" ;;
  esac
  "$frontend" -compile-module-from-interface "$work/$module.swiftinterface" -module-name $module \
    -o "$work/modules/$module.swiftmodule" "${flags[@]}" "${more[@]}" >"$work/$module.log" 2>&1 || {
    # A compiler that was ended says nothing about the interface.
    reason=$(grep -m1 error: "$work/$module.log") || { echo "apple-check: $module: the compiler was ended" >&2; exit 1; }
    echo "apple-check: skipped, $module cannot be compiled for macOS: $reason"
    exit 0
  }
done
errors=0
for module in CEL StateKitCore StateKitFormat StateKitAnalysis StateKit; do
  mapfile -t files < <(find "$PWD/Sources/$module" -name '*.swift' | sort)
  options=(-module-name $module "${flags[@]}" -I "$work/library" -swift-version 6 -package-name statekit
    -enable-upcoming-feature ExistentialAny -enable-upcoming-feature MemberImportVisibility
    -enable-upcoming-feature InternalImportsByDefault)
  "$frontend" -emit-module -experimental-allow-module-with-compiler-errors -o "$work/library/$module.swiftmodule" \
    "${options[@]}" "${files[@]}" >"$work/$module.module.log" 2>&1 || true
  status=0
  "$frontend" -typecheck "${options[@]}" "${files[@]}" >"$work/$module.log" 2>&1 || status=$?
  found=$(grep -cE '^/.*: error: ' "$work/$module.log" || true)
  if [ "$status" -ne 0 ] && [ "$found" -eq 0 ]; then
    tail -5 "$work/$module.log" >&2
    found=1
  fi
  grep -E '^/.*: error: ' "$work/$module.log" | sed "s|^$PWD/||" >&2 || true
  errors=$((errors + found))
done
echo "apple-check: macOS $version: $errors errors"
[ "$errors" -eq 0 ]
