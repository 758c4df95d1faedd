#!/usr/bin/env bash
# A certificate has the same bytes from source and from a compiled binary, in the main process and in a worker process. The binary
# runs without node_modules, fonts or colour profile beside it.
set -euo pipefail
cd "$(dirname "$0")/../../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

bun -e 'import { corpusCases, documentCases } from "./test/support/document-cases.ts"; await Bun.write(process.argv[1], JSON.stringify([...documentCases(), ...corpusCases()]))' "$work/cases.json"
bun test/system/binary/documents-main.ts <"$work/cases.json" >"$work/source.txt"

bun run --silent compile --entry test/system/binary/documents-main.ts --outfile "$work/build/documents"

mkdir "$work/empty"
mv "$work/build/documents" "$work/empty/documents"
# A binary that still read files of the project would find them. For this run node_modules has another name.
hidden=node_modules.hidden-$$
mv node_modules "$hidden"
restore() { [ -d "$hidden" ] && mv "$hidden" node_modules; rm -rf "$work"; }
trap restore EXIT
(cd "$work/empty" && ./documents <"$work/cases.json") >"$work/binary.txt"

diff "$work/source.txt" "$work/binary.txt"
if grep 'WORKER DIFFERS' "$work/source.txt"; then exit 1; fi
echo "$(wc -l <"$work/source.txt") documents are the same bytes from source, binary and worker"
