#!/usr/bin/env bash
# Tries what `make dist` made of BINARY in FOLDER: the same bytes again, both packages in a root that has nothing else, the GitHub action,
# the pre-commit hooks. What this machine cannot try is listed at the end.
#   dist-check.sh BINARY FOLDER
set -euo pipefail
cd "$(dirname "$0")/.."
binary=$1 dist=$(realpath "$2")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
missing=""
fail() { echo "dist-check: $1" >&2; exit 1; }
has() { command -v "$1" >/dev/null || { missing+=", $1"; return 1; }; }
passed() { echo "dist-check: $1"; }

tarball=$(echo "$dist"/statekit-*.tar.gz) package=$(echo "$dist"/statekit_*.deb)
(cd "$dist" && sha256sum --check --strict --quiet SHA256SUMS)
# Another user's settings, and another folder.
(umask 077; LC_ALL=C.UTF-8 TZ=Pacific/Auckland HOME=$work .ci/dist.sh "$binary" "$work/again" >/dev/null)
diff -r "$dist" "$work/again" || fail "packing again gives other bytes"
passed "packing again gives the same bytes"

charts=$work/charts
mkdir "$charts"
cp charts/door.json charts/door.events.txt charts/door.trace.txt "$charts"
# Swift's runtime reads the program's name and arguments from /proc, as containers have it.
in_root() { unshare --mount sh -c 'mount -t proc proc "$0/proc" && exec chroot "$0" "$@"' "$@"; }
mkdir -p "$work/probe/proc"
can_change_roots=""
if [ "$(id -u)" -eq 0 ] && unshare --mount mount -t proc proc "$work/probe/proc" 2>/dev/null; then can_change_roots=yes; fi
# ROOT PROGRAM: runs the program where there is nothing else.
runs_in() {
  cp -r "$charts" "$1/charts"
  mkdir "$1/proc"
  in_root "$1" "$2" run /charts/door.json /charts/door.events.txt | cmp - charts/door.trace.txt || fail "$2 does not run in an empty root"
  rm -r "$1/charts" "$1/proc"
}

mkdir "$work/tar"
tar -xzf "$tarball" --strip-components 1 -C "$work/tar"
for file in LICENSE INSTALL share/man/man1/statekit.1 share/bash-completion/completions/statekit \
  share/zsh/site-functions/_statekit share/fish/vendor_completions.d/statekit.fish; do
  [ -s "$work/tar/$file" ] || fail "the tarball has no $file"
done
grep -q '^MIT License$' "$work/tar/LICENSE" || fail "LICENSE is not the MIT licence"
if [ "$can_change_roots" ]; then
  runs_in "$work/tar" /bin/statekit
  passed "the tarball runs in an empty root"
else
  missing+=", root and /proc of its own"
fi

root=$work/root
mkdir "$root"
dpkg-deb --extract "$package" "$root"
dpkg-deb --control "$package" "$work/control"
(cd "$root" && md5sum --check --strict --quiet "$work/control/md5sums")
[ "$(find "$root" -type f | wc -l)" -eq "$(wc -l <"$work/control/md5sums")" ] || fail "md5sums does not list each file of the package"
if [ "$can_change_roots" ] && has dpkg; then
  rm -r "$root"
  mkdir -p "$root/var/lib/dpkg/info" "$root/var/lib/dpkg/updates"
  touch "$root/var/lib/dpkg/status" "$root/var/lib/dpkg/available"
  dpkg --root="$root" --install "$package" >"$work/log" 2>&1 || { cat "$work/log"; fail "dpkg does not install the package"; }
  runs_in "$root" /usr/bin/statekit
  dpkg --root="$root" --purge statekit >"$work/log" 2>&1 || { cat "$work/log"; fail "dpkg does not remove the package"; }
  left=$(find "$root" -path "$root/var/lib/dpkg" -prune -o -type f -print)
  [ -z "$left" ] || fail "the package leaves $left"
  passed "the Debian package is installed, runs and is removed in an empty root"
fi
if has lintian; then
  lintian --allow-root --fail-on error,warning "$package" || fail "lintian objects"
  passed "lintian has nothing to say"
fi

install=.github/actions/statekit/install.sh
if has curl; then
  "$install" "file://$dist" "$work/action" >/dev/null || fail "the action does not install"
  cmp "$work/tar/bin/statekit" "$work/action/bin/statekit"
  cp -r "$dist" "$work/changed"
  echo >>"$work/changed/$(basename "$tarball")"
  if said=$("$install" "file://$work/changed" "$work/action2"); then fail "the action installs a tarball with another sum"; fi
  [[ $said == *"the sum of "* ]] || fail "the action does not say that a sum is wrong: $said"
  if "$install" "file://$work/none" "$work/action2" >/dev/null 2>&1; then fail "the action installs what is not there"; fi
  [ ! -e "$work/action2" ] || fail "the action unpacks what it refuses"
  passed "the action installs a release, and refuses a changed one"
fi

if has pre-commit; then
  git init --quiet "$work/user"
  mkdir "$work/user/charts"
  cp charts/door.json charts/door.events.txt "$work/user/charts"
  git -C "$work/user" add .
  # The hooks of this folder as they are now, in a repository of their own.
  git init --quiet "$work/hooks"
  cp .pre-commit-hooks.yaml "$work/hooks"
  git -C "$work/hooks" add .
  git -C "$work/hooks" -c user.name=check -c user.email=check@localhost commit --quiet --message hooks
  try() { (cd "$work/user" && PATH=$work/tar/bin:$PATH PRE_COMMIT_HOME=$work/cache pre-commit try-repo "$work/hooks" --all-files); }
  try >"$work/log" 2>&1 || { cat "$work/log"; fail "the hooks fail on a chart that is right"; }
  [ "$(grep -c '\.\.Passed$' "$work/log")" -eq 3 ] || { cat "$work/log"; fail "not all hooks ran"; }
  cp charts/invalid/unknown-target.json "$work/user/charts"
  git -C "$work/user" add .
  if try >"$work/log" 2>&1; then fail "the hooks let an error pass"; fi
  grep -q unknown-target "$work/log" || { cat "$work/log"; fail "the hooks do not show the error"; }
  passed "the hooks run, and stop an error"
fi
if has check-jsonschema; then
  check-jsonschema --builtin-schema vendor.github-workflows .github/workflows/*.yml
  check-jsonschema --builtin-schema vendor.github-actions .github/actions/*/action.yml
fi
if has pyspdxtools; then
  pyspdxtools --infile "$(echo "$dist"/statekit-*.spdx.json)"
  passed "the SPDX file is valid"
fi
if has ruby; then ruby -c .dist/statekit.rb >/dev/null; fi
if has shellcheck; then shellcheck --severity warning .ci/dist.sh .ci/dist-check.sh .ci/dist-twice.sh .ci/commit.sh .ci/release-main.sh "$install"; fi
echo "dist-check: passed${missing:+; not tried for lack of${missing#,}}"
