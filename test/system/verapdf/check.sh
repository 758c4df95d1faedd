#!/usr/bin/env bash
# Draws a certificate for every request of the fixtures, validates each as PDF/A-3a and PDF/UA-1 with veraPDF, and checks its
# syntax with qpdf. Needs mvn, java (headless is enough) and qpdf. Prints one line per file and profile; fails if a rule fails.
#   test/system/verapdf/check.sh [FOLDER]   FOLDER receives documents and validator; by default a temporary folder
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
  # Count the passes: the validator's exit status does not show that it stopped early.
  passed=$(grep -c '^PASS ' "$work/$profile.txt" || true)
  [ "$passed" -eq "$drawn" ] || failed=1
  echo "$profile: $passed of $drawn documents pass"
done

for file in "$work"/documents/*.pdf; do
  qpdf --check "$file" >/dev/null || { echo "qpdf: $file"; failed=1; }
done

[ "$drawn" -ge 40 ] || { echo "only $drawn documents were drawn"; failed=1; }
exit "$failed"
