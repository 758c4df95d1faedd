#!/usr/bin/env bash
# Holds what is in deploy/ to the programs that will read it. Each line says what was checked. In CI a missing tool is a
# failure; elsewhere it is left out and named.
#
#   PORTSIDE_BIN=dist/portside test/system/deploy/check.sh
set -euo pipefail
: "${PORTSIDE_BIN:?the compiled binary}"
PORTSIDE_BIN=$(realpath "$PORTSIDE_BIN")
export PORTSIDE_BIN
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../.." && pwd)
deploy=$root/deploy
# Exposure as systemd reckons it, times ten: 1.1 today. Loopback and private callers apart, what is left is that a server
# needs sockets and a compiler needs memory that it may run.
EXPOSURE_MAX=12

python3 -m venv "$here/.venv"
"$here/.venv/bin/pip" install --quiet --disable-pip-version-check --requirement "$here/requirements.txt"
export PATH="$here/.venv/bin:$PATH"

have() {
  command -v "$1" >/dev/null && return
  [ "${CI:-}" != true ] || { echo "$1 is missing"; exit 1; }
  echo "left out, $1 is missing: $2"
  return 1
}

if have systemd-analyze 'the systemd unit'; then
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  # The file that the unit starts is not installed here; this one is.
  sed "s|/usr/local/bin/portside|$PORTSIDE_BIN|" "$deploy/portside.service" >"$work/portside.service"
  verdict=$(systemd-analyze verify --man=no "$work/portside.service" 2>&1)
  [ -z "$verdict" ] || { echo "$verdict"; exit 1; }
  echo "systemd-analyze verify: nothing to say"
  systemd-analyze security --no-pager --offline=true --threshold=$EXPOSURE_MAX "$work/portside.service" | grep -vE '^✓' || exit 1
fi

hadolint --failure-threshold style "$deploy/Dockerfile"
bun=$(sed -n 's/.*bun@\([0-9.]*\)$/\1/p' "$deploy/Dockerfile")
[ "$bun" = "$(bun -p 'require(process.argv[1]).engines.bun' "$root/package.json")" ] || { echo "The Dockerfile builds with Bun $bun"; exit 1; }
echo "hadolint: nothing to say. The image itself is not built here: that takes a container engine."

if have caddy 'the Caddyfile'; then
  caddy validate --adapter caddyfile --config "$deploy/Caddyfile" 2>&1 | tail -1
fi

if have bwrap 'the sandboxes'; then bun test --timeout 60000 "$here/sandbox.ts"; fi
bun test --timeout 60000 "$here/litestream.ts"
