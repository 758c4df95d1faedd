#!/bin/sh
# The step of action.yml: gets the binary, scans a theme or storefronts, writes SARIF, a report and the summary of the job.
# Inputs are strangers' text: they are used as quoted values only, and never as code or as options.
set -eu

fail() {
  # A command of the runner ends at a line break; without one, no input can begin another. The runner decodes percent signs.
  printf '::error title=Portside::%s\n' "$(printf '%s' "$1" | tr '\r\n' '  ' | sed 's/%/%25/g')"
  exit 1
}

newline='
'
carriage_return=$(printf '\r')
# one_line NAME VALUE: a path with a line break could write outputs of its own.
one_line() {
  case $2 in *"$newline"* | *"$carriage_return"*) fail "$1 has a line break. Give one line." ;; esac
}

# plain_path PATH: a path that no program takes for an option.
plain_path() {
  case $1 in /* | [A-Za-z]:*) printf '%s' "$1" ;; *) printf './%s' "$1" ;; esac
}

# get URL FILE
get() {
  curl --fail --silent --show-error --location --proto '=https' --proto-redir '=https' --retry 3 --max-time 300 \
    --output "$2" -- "$1" || fail "$1 cannot be downloaded."
}

sha256_of() {
  if command -v sha256sum >/dev/null 2>&1; then sha256sum <"$1"; else shasum -a 256 <"$1"; fi | cut -d ' ' -f 1
}

# Sets `binary` to the file of this platform from the release, once its checksum is right.
download() {
  version=${INPUT_VERSION:-}
  version=${version#v}
  [ -n "$version" ] || version=$(sed -n 's/^  "version": "\([^"]*\)",$/\1/p' "$(dirname "$0")/../../package.json")
  case $version in
    '' | [!0-9]* | *[!0-9A-Za-z.-]*) fail "version: \"$version\" is no release. Give one such as 1.2.3." ;;
  esac
  [ -n "${ACTION_REPOSITORY:-}" ] || fail 'An action in the same repository has no release to download. Give the input binary.'
  case ${RUNNER_OS:-}-${RUNNER_ARCH:-} in
    Linux-X64) file=portside-linux-x64 ;;
    Linux-ARM64) file=portside-linux-arm64 ;;
    macOS-X64) file=portside-darwin-x64 ;;
    macOS-ARM64) file=portside-darwin-arm64 ;;
    Windows-X64) file=portside-windows-x64.exe ;;
    *) fail "There is no release for ${RUNNER_OS:-this system} on ${RUNNER_ARCH:-this processor}. Give the input binary." ;;
  esac
  release=${GITHUB_SERVER_URL:-https://github.com}/$ACTION_REPOSITORY/releases/download/v$version
  get "$release/SHA256SUMS" "$work/SHA256SUMS"
  get "$release/$file" "$work/$file"
  # sha256sum writes a star before the name of a binary file on some systems.
  expected=$(awk -v file="$file" '{ sub(/^\*/, "", $2) } NF == 2 && $2 == file { print $1 }' "$work/SHA256SUMS")
  actual=$(sha256_of "$work/$file")
  [ "$actual" = "$expected" ] || fail "$file of release $version does not have the SHA-256 of its SHA256SUMS. It was not run."
  if [ -n "${INPUT_SHA256:-}" ] && [ "$actual" != "$INPUT_SHA256" ]; then
    fail "$file of release $version has the SHA-256 $actual, not that of the input sha256. It was not run."
  fi
  chmod +x "$work/$file"
  binary=$work/$file
}

theme=${INPUT_THEME:-}
stores=${INPUT_STORES:-}
sarif=${INPUT_SARIF_FILE:-portside.sarif}
report=${INPUT_REPORT:-portside.html}
one_line theme "$theme"
one_line sarif-file "$sarif"
one_line report "$report"
[ -n "$theme" ] || [ -n "$stores" ] || fail 'Give one of the inputs theme and stores.'
[ -z "$theme" ] || [ -z "$stores" ] || fail 'Give theme or stores, not both. A second step scans the other.'
# The ending decides what is written: with another one, SARIF would not be SARIF.
case $sarif in *.sarif) ;; *) fail 'sarif-file: the name must end in .sarif.' ;; esac
case $report in *.html | *.json | *.csv) ;; *) fail 'report: the name must end in .html, .json or .csv.' ;; esac
case ${INPUT_SHA256:-} in *[!0-9a-f]*) fail 'sha256: give 64 digits and letters a to f.' ;; esac

work=$(mktemp -d "${RUNNER_TEMP:-/tmp}/portside.XXXXXX")
trap 'rm -rf "$work"' EXIT
sarif=$(plain_path "$sarif")
report=$(plain_path "$report")
# What an earlier step wrote is not what this one found.
rm -f -- "$sarif" "$report"

if [ -n "${INPUT_BINARY:-}" ]; then
  binary=$(plain_path "$INPUT_BINARY")
  [ -x "$binary" ] && [ ! -d "$binary" ] || fail "binary: $INPUT_BINARY is not a program."
else
  download
fi

set -- --fail-on="${INPUT_FAIL_ON:-error}" --out="$sarif" --out="$report" --out="$work/summary.md"
[ -z "${INPUT_MIN_SCORE:-}" ] || set -- "$@" --min-score="$INPUT_MIN_SCORE"
if [ -n "$theme" ]; then
  set -- pixel theme "$@" -- "$(plain_path "$theme")"
elif [ -f "$(plain_path "$stores")" ]; then
  set -- pixel audit "$@" -- "$(plain_path "$stores")"
else
  # A list in a file: no address can be an option, and a fault is told with its line.
  printf '%s\n' "$stores" >"$work/stores.txt"
  set -- pixel audit "$@" -- "$work/stores.txt"
fi

# Text of a store or theme in the output must not be a command of the runner.
stop=portside-$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
printf '::stop-commands::%s\n' "$stop"
status=0
"$binary" "$@" 2>"$work/messages" || status=$?
cat "$work/messages"
printf '::%s::\n' "$stop"

if [ -f "$work/summary.md" ]; then
  cat "$work/summary.md" >>"$GITHUB_STEP_SUMMARY"
  {
    printf 'score=%s\n' "$(sed -n '1s/^<!-- portside: lowest score \([0-9]*\) -->$/\1/p' "$work/summary.md")"
    printf 'sarif=%s\n' "$sarif"
    printf 'report=%s\n' "$report"
  } >>"$GITHUB_OUTPUT"
fi
[ "$status" -eq 0 ] || fail "$(tail -n 1 "$work/messages")"
