#!/usr/bin/env bash
# Builds what a release contains into FOLDER: a binary for each platform, the component list, and the checksums of all.
# Bun compiles for other platforms on one machine; it fetches the runtime of each.
#
#   deploy/release-binaries.sh FOLDER [PLATFORM...]
set -euo pipefail
folder=$(realpath -m "${1:?a folder}")
shift
platforms=("$@")
[ ${#platforms[@]} -gt 0 ] || platforms=(linux-x64 linux-arm64 darwin-x64 darwin-arm64 windows-x64)
cd "$(dirname "$0")/.."
mkdir -p "$folder"

bun run build
cp dist/portside.cdx.json "$folder/"
for platform in "${platforms[@]}"; do
  bun run --silent compile --target="bun-$platform" --outfile "$folder/portside-$platform"
done
cd "$folder"
sha256sum portside* >SHA256SUMS
