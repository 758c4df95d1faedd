#!/usr/bin/env bash
# Builds twice: in folders of different names and depths, under another time zone, locale and umask, the second time from only
# the files that the Dockerfile gets. The binary and its component list must be the same bytes, so that anyone can rebuild a
# release and compare its published SHA-256.
# (`__dirname` is a constant in the build script for this: the bundler writes the folder's path into CommonJS packages.)
set -euo pipefail
cd "$(dirname "$0")/../../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# build FOLDER PATH...: only from files under these paths that are committed or not ignored.
build() {
  mkdir -p "$1"
  git ls-files -z --cached --others --exclude-standard -- "${@:2}" | tar --null --files-from - --create --ignore-failed-read 2>/dev/null | tar --extract -C "$1"
  (cd "$1" && bun run build) >"$work/build.log" 2>&1 || { tail -20 "$work/build.log"; exit 1; }
  (cd "$1/dist" && sha256sum --quiet --check portside.sha256)
}

mapfile -t context < <(sed -n 's/^!//p' deploy/Dockerfile.dockerignore)
build "$work/a" .
(umask 027 && TZ=Asia/Tokyo LC_ALL=C LANG=C build "$work/another/and-deeper/folder" "${context[@]}")
cat "$work/a/dist/portside.sha256"
diff "$work/a/dist/portside.sha256" "$work/another/and-deeper/folder/dist/portside.sha256"
# A binary that was built before must be the same too.
if [ -n "${PORTSIDE_BIN:-}" ]; then
  diff <(sha256sum <"$PORTSIDE_BIN") <(sha256sum <"$work/a/dist/portside")
fi
echo 'two builds have equal SHA-256'
