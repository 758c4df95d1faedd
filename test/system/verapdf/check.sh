#!/usr/bin/env bash
# Draws a certificate for every request of ../requests and holds each against PDF/A-3a and PDF/UA-1 with veraPDF, and its
# syntax against qpdf. Needs mvn, java (headless is enough) and qpdf. Prints one line a file and profile; fails on any failed rule.
#   test/system/verapdf/check.sh [FOLDER]   FOLDER keeps the documents and the validator; a temporary one by default
set -euo pipefail
cd "$(dirname "$0")/../../.."

for tool in mvn java qpdf; do
  command -v "$tool" >/dev/null || { echo "$tool is missing" >&2; exit 2; }
done

work=${1:-$(mktemp -d)}
[ -n "${1:-}" ] || trap 'rm -rf "$work"' EXIT
mkdir -p "$work/jars" "$work/documents"

mvn -q -B -f test/system/verapdf/pom.xml dependency:copy-dependencies -DoutputDirectory="$work/jars"
bun test/system/verapdf/draw.ts "$work/documents"
drawn=$(find "$work/documents" -name '*.pdf' | wc -l)

failed=0
for profile in 3a ua1; do
  java -cp "$work/jars/*" org.verapdf.apps.GreenfieldCliWrapper \
    --flavour "$profile" --format text -v "$work"/documents/*.pdf | sed "s|$work/documents/||" | tee "$work/$profile.txt" || true
  # Counted, not trusted: a validator that stops early passes nothing.
  passed=$(grep -c '^PASS ' "$work/$profile.txt" || true)
  [ "$passed" -eq "$drawn" ] || failed=1
  echo "$profile: $passed of $drawn documents pass"
done

for file in "$work"/documents/*.pdf; do
  qpdf --check "$file" >/dev/null || { echo "qpdf: $file"; failed=1; }
done

[ "$drawn" -ge 40 ] || { echo "only $drawn documents were drawn"; failed=1; }
exit "$failed"
