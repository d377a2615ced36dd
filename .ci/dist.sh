#!/usr/bin/env bash
# Packs the release binary into FOLDER: a tarball, a Debian package, an SPDX file and their sums. Nothing in them depends on the folder,
# the user or the time of day, so that the same binary and commit give the same bytes.
#   dist.sh BINARY FOLDER
set -euo pipefail
cd "$(dirname "$0")/.."
umask 022
export LC_ALL=C TZ=UTC
fail() { echo "dist: $1" >&2; exit 1; }

binary=$1 out=$2
for tool in dpkg-deb objcopy sha256sum; do command -v "$tool" >/dev/null || fail "$tool is not there; install it"; done
read -r commit SOURCE_DATE_EPOCH < <(.ci/commit.sh) || fail "the commit is not known; use a checkout, or an archive that git made"
export SOURCE_DATE_EPOCH
version=$(sed -nE 's/^ *static let version = "(.*)"$/\1/p' Sources/StateKitCLI/Options/HelpText.swift)
said=$("$binary" --version)
[ "$said" = "statekit $version (${commit:0:12})" ] || fail "$binary is \"$said\", not version $version of commit ${commit:0:12}; commit all changes, and make release"
case $(uname -m) in
  x86_64 | amd64) arch=x86_64 debian=amd64 ;;
  aarch64 | arm64) arch=aarch64 debian=arm64 ;;
  *) fail "no package is made for $(uname -m)" ;;
esac
name=statekit-$version-linux-$arch
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
rm -rf "$out"
mkdir -p "$out"
# The compiler's hash of each module has the path of the build in it, and the build's id has these hashes. Nothing reads either.
objcopy --remove-section .swift_modhash --remove-section .note.gnu.build-id "$binary" "$work/statekit"
binary=$work/statekit

# The text between ```license and ``` in the README.
licence() { sed -n '/^```license$/,/^```$/{/^```/!p;}' README.md; }
[ -n "$(licence)" ] || fail "README.md has no block \`\`\`license"

# PREFIX and the folder of zsh's functions below it.
lay_out() {
  mkdir -p "$1/bin" "$1/share/man/man1" "$1/share/bash-completion/completions" "$1/$2" "$1/share/fish/vendor_completions.d"
  install -m 755 "$binary" "$1/bin/statekit"
  "$binary" manual >"$1/share/man/man1/statekit.1"
  "$binary" completions bash >"$1/share/bash-completion/completions/statekit"
  "$binary" completions zsh >"$1/$2/_statekit"
  "$binary" completions fish >"$1/share/fish/vendor_completions.d/statekit.fish"
}
same_time() { find "$1" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +; }

# The tarball.
tree=$work/$name
lay_out "$tree" share/zsh/site-functions
{ licence; echo; cat .dist/notices.txt; } >"$tree/LICENSE"
sed "s/VERSION/$version/g; s/COMMIT/$commit/g" .dist/INSTALL.txt >"$tree/INSTALL"
same_time "$tree"
tar --sort=name --owner=0 --group=0 --numeric-owner --format=gnu -C "$work" -cf - "$name" | gzip -9n >"$out/$name.tar.gz"

# The Debian package.
tree=$work/deb documents=$work/deb/usr/share/doc/statekit
lay_out "$tree/usr" share/zsh/vendor-completions
gzip -9n "$tree/usr/share/man/man1/statekit.1"
mkdir -p "$tree/DEBIAN" "$documents" "$tree/usr/share/lintian/overrides"
cp .dist/debian/lintian-overrides "$tree/usr/share/lintian/overrides/statekit"
{
  cat .dist/debian/copyright
  echo "License: Expat"
  licence | sed -E '1,/^Permission/{/^Permission/!d;}; s/^$/./; s/^/ /'
} >"$documents/copyright"
{
  echo "statekit ($version) unstable; urgency=low"
  printf '\n  * Built from commit %s.\n\n' "$commit"
  echo " -- $(sed -n 's/^Maintainer: //p' .dist/debian/control)  $(date -R -d "@$SOURCE_DATE_EPOCH")"
} | gzip -9n >"$documents/changelog.gz"
(cd "$tree" && find usr -type f | sort | xargs md5sum >DEBIAN/md5sums)
size=$(find "$tree/usr" -type f -printf '%s\n' | awk '{ kilobytes += int(($1 + 1023) / 1024) } END { print kilobytes }')
sed "s/VERSION/$version/; s/ARCHITECTURE/$debian/; s/SIZE/$size/" .dist/debian/control >"$tree/DEBIAN/control"
same_time "$tree"
dpkg-deb --root-owner-group -Zgzip --build "$tree" "$out/statekit_${version}_$debian.deb" >/dev/null

# What the program contains.
sum=$(sha256sum "$out/$name.tar.gz" | cut -d ' ' -f 1)
created=$(date -d "@$SOURCE_DATE_EPOCH" +%Y-%m-%dT%H:%M:%SZ)
sed "s/VERSION/$version/; s/COMMIT/$commit/; s/NAME/$name/; s/TIME/$created/; s/TARBALL_SHA256/$sum/" .dist/spdx.json \
  >"$out/$name.spdx.json"

(cd "$out" && sha256sum statekit* >"$work/sums" && mv "$work/sums" SHA256SUMS)
cat "$out/SHA256SUMS"
