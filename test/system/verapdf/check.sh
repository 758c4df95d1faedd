#!/usr/bin/env bash
# Draws and signs a certificate for every request of the fixtures and of the corpus, and has other programs check each: veraPDF as
# PDF/A-3a and PDF/UA-1, qpdf its syntax, pdfcpu every object, pyHanko the signature. Needs mvn, java (headless is enough), qpdf, go,
# openssl and python3. Prints one line per file and profile of veraPDF, and the failures of the others.
#   test/system/verapdf/check.sh [FOLDER]   FOLDER receives documents and validators; by default a temporary folder
set -euo pipefail
cd "$(dirname "$0")/../../.."
pdfcpu_version=v0.15.0

for tool in mvn java qpdf go openssl python3; do
  command -v "$tool" >/dev/null || { echo "$tool is missing" >&2; exit 2; }
done

work=${1:-$(mktemp -d)}
[ -n "${1:-}" ] || trap 'rm -rf "$work"' EXIT
mkdir -p "$work/jars" "$work/bin"

# pdfcpu is compiled while veraPDF is fetched and the documents are drawn.
GOBIN="$work/bin" go install "github.com/pdfcpu/pdfcpu/cmd/pdfcpu@$pdfcpu_version" 2>"$work/go.txt" &
pdfcpu_built=$!
mvn -q -B -f test/system/verapdf/pom.xml dependency:copy-dependencies -DoutputDirectory="$work/jars"
drawn=$(bun test/system/verapdf/draw.ts "$work")
bun test/system/verapdf/sign.ts "$work/documents" "$work/trust" >/dev/null
bun test/system/verapdf/sign.ts "$work/bare" "$work/trust-bare" >/dev/null
failed=0

verapdf() {
  java -cp "$work/jars/*" org.verapdf.apps.GreenfieldCliWrapper \
    --flavour "$1" --format text -v "$work"/documents/*.pdf 2>"$work/$1.err" | sed "s|$work/documents/||" >"$work/$1.txt" || true
}
verapdf 3a &
verapdf_3a=$!
verapdf ua1 &
verapdf_ua1=$!

# Compares the number of files that passed, because an exit status does not show that a program stopped early.
passed() {
  echo "$1: $2 of $drawn documents pass"
  [ "$2" -eq "$drawn" ] || failed=1
}

sound=0
for file in "$work"/documents/*.pdf; do
  if qpdf --check "$file" >"$work/qpdf.txt" 2>&1; then sound=$((sound + 1)); else sed "s|^|qpdf: |" "$work/qpdf.txt"; fi
done
passed qpdf "$sound"

wait "$pdfcpu_built" || { cat "$work/go.txt"; exit 1; }
# pdfcpu keeps its settings in the home folder unless told otherwise.
pdfcpu() { XDG_CONFIG_HOME="$work/config" HOME="$work" "$work/bin/pdfcpu" validate --mode "$1" "${@:2}" >"$work/pdfcpu.txt" 2>&1 || true; }
pdfcpu relaxed "$work"/documents/*.pdf
passed 'pdfcpu' "$(grep -c '^validation ok' "$work/pdfcpu.txt" || true)"
grep 'error' "$work/pdfcpu.txt" || true
# Its strict mode knows only ISO 32000-1, without the /AFRelationship that PDF/A-3 requires of an attachment.
pdfcpu strict "$work"/bare/*.pdf
passed 'pdfcpu strict, without the attachment' "$(grep -c '^validation ok' "$work/pdfcpu.txt" || true)"
grep 'error' "$work/pdfcpu.txt" || true

wait "$verapdf_3a" "$verapdf_ua1"
for profile in 3a ua1; do
  cat "$work/$profile.txt"
  passed "veraPDF $profile" "$(grep -c '^PASS ' "$work/$profile.txt" || true)"
done

venv=$PWD/.cache/pyhanko
python3 -m venv "$venv"
"$venv/bin/pip" install --quiet --disable-pip-version-check --requirement test/system/verapdf/requirements.txt
"$venv/bin/python" test/system/verapdf/signatures.py "$work/documents" "$work/trust" || failed=1

[ "$drawn" -ge 200 ] || { echo "only $drawn documents were drawn"; failed=1; }
exit "$failed"
