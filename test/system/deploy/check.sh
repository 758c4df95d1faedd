#!/usr/bin/env bash
# Checks the files of deploy/ with the programs that read them. Each line says what was checked. A missing tool is a failure
# in CI and named elsewhere.
#
#   PORTSIDE_BIN=dist/portside test/system/deploy/check.sh
set -euo pipefail
: "${PORTSIDE_BIN:?the compiled binary}"
PORTSIDE_BIN=$(realpath "$PORTSIDE_BIN")
export PORTSIDE_BIN
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../.." && pwd)
deploy=$root/deploy
# The exposure level of systemd-analyze, times ten; 1.2 now. The rest comes from sockets, which a server needs, executable
# memory, which the just-in-time compiler needs, and setpriority, with which worker processes lower their own.
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
  # The program is not installed at the path of the unit.
  sed "s|/usr/local/bin/portside|$PORTSIDE_BIN|" "$deploy/portside.service" >"$work/portside.service"
  verdict=$(systemd-analyze verify --man=no "$work/portside.service" 2>&1)
  [ -z "$verdict" ] || { echo "$verdict"; exit 1; }
  echo "systemd-analyze verify: no findings"
  systemd-analyze security --no-pager --offline=true --threshold=$EXPOSURE_MAX "$work/portside.service" | grep -vE '^✓' || exit 1
fi

hadolint --failure-threshold style "$deploy/Dockerfile"
bun=$(sed -n 's/.*bun@\([0-9.]*\)$/\1/p' "$deploy/Dockerfile")
[ "$bun" = "$(bun -p 'require(process.argv[1]).engines.bun' "$root/package.json")" ] || { echo "The Dockerfile builds with Bun $bun"; exit 1; }
echo "hadolint: no findings. The image is not built here, because that needs a container engine."

action=$deploy/github-action
shellcheck --shell sh "$action/run.sh"
npx --yes --package @action-validator/core@0.6.0 --package @action-validator/cli@0.6.0 -- action-validator "$action/action.yml"
echo "shellcheck, action-validator: no findings in the action"

if have caddy 'the Caddyfile'; then
  caddy validate --adapter caddyfile --config "$deploy/Caddyfile" 2>&1 | tail -1
fi

if have bwrap 'the sandboxes'; then bun test --timeout 60000 "$here/sandbox.ts"; fi
bun test --timeout 60000 "$here/litestream.ts"
if have haproxy 'proxies in front' && have caddy 'proxies in front'; then bun test --timeout 240000 "$here/proxies.ts"; fi
