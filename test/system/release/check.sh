#!/usr/bin/env bash
# Checks the releases as far as one machine can: the workflows, the packages of the clients, and that the binary of another platform is made and is one.
# Exit code 77: the network has neither the linter nor the runtime of that platform.
set -euo pipefail
cd "$(dirname "$0")/../../.."
ACTIONLINT=v1.7.9
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unchecked=0

if GOBIN="$work" go install "github.com/rhysd/actionlint/cmd/actionlint@$ACTIONLINT" 2>"$work/go.log"; then
  "$work/actionlint" -shellcheck= .github/workflows/*.yml
  echo "actionlint: no findings"
else
  tail -1 "$work/go.log"
  echo "NOT CHECKED: the workflow, because actionlint is not available"
  unchecked=77
fi

bash -n deploy/release-binaries.sh
# The platforms are named in two places: the script builds them, the workflow starts them.
for platform in linux-arm64 darwin-arm64 darwin-x64 windows-x64; do
  grep -q "$platform" deploy/release-binaries.sh
  grep -q "portside-$platform" .github/workflows/release.yml
done
echo "release-binaries.sh builds what the workflow starts"

# The packages of the clients, made and tried as the workflow does it. Nothing is published.
for language in typescript python go; do clients/release "$language" "$work/$language"; done
(cd "$work/typescript" && npm publish --dry-run --access public --silent ./*.tgz)
echo "npm would publish $(ls "$work/typescript")"

binary=$work/portside-linux-arm64
if ! bun run --silent compile --target=bun-linux-arm64 --outfile "$binary" >"$work/compile.log" 2>&1; then
  # A fault of the program would have stopped the build for this platform too.
  tail -3 "$work/compile.log"
  echo "NOT CHECKED: the binary for linux-arm64, because the runtime of that platform is not available"
  exit 77
fi
# ELF, 64 bits, little-endian; machine 183 is AArch64.
[ "$(od -An -tu1 -N6 "$binary" | xargs)" = "127 69 76 70 2 1" ] && [ "$(od -An -tu2 -j18 -N2 "$binary" | xargs)" = 183 ] ||
  { echo "the binary is not one for linux-arm64"; exit 1; }
grep -qF "$(bun -p 'require("./package.json").version')" "$binary"
echo "linux-arm64: $(stat -c %s "$binary") bytes, an ELF file for AArch64"
exit "$unchecked"
