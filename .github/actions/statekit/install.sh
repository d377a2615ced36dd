#!/usr/bin/env bash
# Downloads the release at URL, checks its sum, and unpacks it into FOLDER.
#   install.sh URL FOLDER
set -euo pipefail
fail() { echo "::error title=statekit::$1"; exit 1; }
url=$1 folder=$2

case $(uname -s)-$(uname -m) in
  Linux-x86_64 | Linux-amd64) platform=linux-x86_64 ;;
  Linux-aarch64 | Linux-arm64) platform=linux-aarch64 ;;
  *) fail "no release is made for $(uname -s) on $(uname -m); use a Linux runner, or install statekit by Homebrew" ;;
esac
download() { curl --fail --silent --show-error --location --retry 3 --output "$2" "$1" || fail "cannot download $1"; }

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
download "$url/SHA256SUMS" "$work/SHA256SUMS"
line=$(grep -E "^[0-9a-f]{64} [ *]statekit-[0-9A-Za-z.-]+-$platform\.tar\.gz$" "$work/SHA256SUMS") || fail "the release at $url has no tarball for $platform"
name=${line#*[ *][ *]}
download "$url/$name" "$work/$name"
(cd "$work" && sha256sum --check --strict --status <<<"$line") || fail "the sum of $name is not the one in SHA256SUMS; the download is damaged or was changed"
rm -rf "$folder"
mkdir -p "$folder"
tar -xzf "$work/$name" --strip-components 1 -C "$folder"
echo "installed $("$folder/bin/statekit" --version)"
