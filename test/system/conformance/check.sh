#!/usr/bin/env bash
# Checks the compiled binary against its OpenAPI documents: schemathesis sends generated requests and checks every
# answer, Redocly lints the documents, and a client generator reads them. Needs Python 3 and Bun.
#
#   PORTSIDE_BIN=dist/portside test/system/conformance/check.sh [v0] [v1] [v2]    # without names: all three
set -euo pipefail
: "${PORTSIDE_BIN:?the compiled binary}"
bin=$(realpath "$PORTSIDE_BIN")
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
wanted=" ${*:-v0 v1 v2} "
wants() { [[ $wanted == *" $1 "* ]]; }
# SEED=N repeats the generated requests.
export SEED=${SEED:-1}
# The server writes to the folder until it has ended.
clean_up() {
  [ -z "${server:-}" ] || { kill "$server" 2>/dev/null || true; wait "$server" || true; }
  rm -rf "$work"
}
trap clean_up EXIT

python3 -m venv "$here/.venv"
"$here/.venv/bin/pip" install --quiet --disable-pip-version-check --requirement "$here/requirements.txt"

cd "$work"
# Loopback is a trusted proxy here, so that a generated request can state its address (hooks.py). The environment is empty, so
# that no PORTSIDE_ variable changes the result.
env -i PATH="$PATH" HOME="$work" PORTSIDE_TRUST_PROXY=127.0.0.1 "$bin" serve --port 0 >server.out 2>server.err &
server=$!
for _ in $(seq 100); do grep -q 'answers at' server.err && break; sleep 0.1; done
url=$(grep -o 'http://[^ ]*' server.err)

key() {
  env -i HOME="$work" "$bin" keys issue --scope "$1" --name conformance --notes delegate:on \
    --per-minute 1000000 --per-day 1000000 --json | python3 -c 'import json, sys; print(json.load(sys.stdin)["key"])'
}

# The first certificate, which v0 can verify.
curl -sS "$url/openapi.yaml" -o v1.yaml
curl -sS "$url/api/v2/openapi.json" -o v2.json
curl -sS "$url/api/openapi.json" -o v0.json
example=$("$here/.venv/bin/python" -c 'import json, yaml; d = yaml.safe_load(open("v1.yaml")); print(json.dumps(d["paths"]["/api/v1/entry/gcc/generate"]["post"]["requestBody"]["content"]["application/json"]["examples"]["bicycle_helmet"]["value"]))')
entry_key=$(key entry)
PORTSIDE_GCC_ID=$(curl -sS "$url/api/v1/entry/gcc/generate" -H "Authorization: Bearer $entry_key" \
  -H 'Content-Type: application/json' -d "$example" | python3 -c 'import json, sys; print(json.load(sys.stdin)["gcc_id"])')
export PORTSIDE_GCC_ID

failed=0
# run NAME CONFIG DOCUMENT EXAMPLES [options]: prints one line, and everything where something failed.
run() {
  local name=$1 config=$2 document=$3 examples=$4
  shift 4
  local log="$work/$name.log"
  (cd "$here" && timeout 300 .venv/bin/st --config-file "$config" run "$url$document" --no-color --workers 1 \
    --seed "$SEED" --max-examples "$examples" --request-timeout 20 "$@") >"$log" 2>&1 || { failed=1; tail -n 200 "$log" | cut -c1-2000; }
  local cases
  cases=$(grep -oE '[0-9]+ generated' "$log" | cut -d' ' -f1 || true)
  echo "$name: ${cases:-no} cases, $(tail -n 1 "$log" | tr -d '=' | xargs)"
  total=$((total + ${cases:-0}))
}
enough() {
  echo "$1: $total cases in all"
  [ "$total" -ge 2000 ] || { echo "$1: fewer than 2,000"; failed=1; }
}

if wants v1; then
  total=0
  # A scan takes longest.
  declare -A scope_examples=([tariff]=300 [pixel]=100 [entry]=300)
  for scope in tariff pixel entry; do
    PORTSIDE_KEY=$(key "$scope") run "v1-$scope" v1.toml /openapi.yaml "${scope_examples[$scope]}" --include-tag "$scope"
  done
  PORTSIDE_KEY=$(key all) run v1-all v1.toml /openapi.yaml 110
  enough v1
fi
if wants v2; then
  total=0
  PORTSIDE_KEY=$(key tariff) run v2-tariff v2.toml /api/v2/openapi.json 20 --include-tag tariff
  PORTSIDE_KEY=$(key pixel) run v2-pixel v2.toml /api/v2/openapi.json 8 --include-tag pixel
  PORTSIDE_KEY=$(key all) run v2-watches v2.toml /api/v2/openapi.json 6 --include-tag watches
  PORTSIDE_KEY=$(key all) run v2-account v2.toml /api/v2/openapi.json 20 --include-tag account
  # The key that made the certificate of PORTSIDE_GCC_ID.
  PORTSIDE_KEY=$entry_key run v2-entry v2.toml /api/v2/openapi.json 5 --include-tag entry
  enough v2
fi
if wants v0; then
  total=0
  run v0 v0.toml /api/openapi.json 85
  enough v0
fi

for document in v1.yaml v2.json v0.json; do
  wants "${document%.*}" || continue
  bunx --bun @redocly/cli@2.77.0 lint "$document" >lint.log 2>&1 || { failed=1; cat lint.log; }
  grep -oE 'is valid.*|You have [0-9]+ warning.*' lint.log | sed "s/^/Redocly, $document: /" || true
  bunx --bun --package openapi-typescript@7.13.0 openapi-typescript "$document" -o types.d.ts >types.log 2>&1 || { failed=1; cat types.log; }
  if grep -iE 'warn|error' types.log; then failed=1; else echo "openapi-typescript, $document: no warnings"; fi
done

# A server that crashed, did not end cleanly or logged an error has failed.
kill "$server" || failed=1
wait "$server" || failed=1
server=
if grep -q '"level":"error"' server.out server.err; then
  failed=1
  grep -h '"level":"error"' server.out server.err | head
fi
exit "$failed"
