#!/usr/bin/env bash
# Workbooks of other programs read by ours, and ours read by them. Needs Python 3 and Bun; LibreOffice where it is installed.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
python3 -m venv "$here/.venv"
"$here/.venv/bin/pip" install --quiet --disable-pip-version-check --requirement "$here/requirements.txt"
SPREADSHEET_PYTHON="$here/.venv/bin/python" bun test --timeout 300000 "$here/other-programs.ts"
