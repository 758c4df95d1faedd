"""Validates the signature of every PDF in a folder with pyHanko, and that a changed byte breaks each.

usage: signatures.py FOLDER TRUST    TRUST holds the certificates to trust, in PEM
Prints how many pass; exit code 1 unless all do.
"""

import io
import sys
from pathlib import Path

from pyhanko.keys import load_certs_from_pemder
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign.validation import validate_pdf_signature
from pyhanko.sign.validation.status import SignatureCoverageLevel
from pyhanko_certvalidator import ValidationContext

folder, trust = map(Path, sys.argv[1:3])
roots = list(load_certs_from_pemder(str(path) for path in sorted(trust.glob("*.pem"))))


def status_of(data: bytes):
    (signature,) = PdfFileReader(io.BytesIO(data)).embedded_signatures
    context = ValidationContext(trust_roots=roots, allow_fetching=False)
    return validate_pdf_signature(signature, context)


def fault_of(data: bytes) -> str | None:
    status = status_of(data)
    if not status.bottom_line:
        return status.summary()
    if status.coverage != SignatureCoverageLevel.ENTIRE_FILE:
        return f"covers {status.coverage}"
    stamp = status.timestamp_validity
    if stamp is not None and not (stamp.valid and stamp.intact and stamp.trusted):
        return f"time stamp: {stamp.summary()}"
    # In the middle of the first content, far from anything that the reader needs.
    changed = bytearray(data)
    changed[data.index(b"stream") + 20] ^= 1
    return "a changed byte is not noticed" if status_of(bytes(changed)).bottom_line else None


files = sorted(folder.glob("*.pdf"))
stamped = 0
passed = 0
for file in files:
    data = file.read_bytes()
    fault = fault_of(data)
    if fault is None:
        passed += 1
        stamped += status_of(data).timestamp_validity is not None
    else:
        print(f"{file.name}: {fault}")
print(f"pyHanko: {passed} of {len(files)} signatures are valid, {stamped} with a time stamp")
sys.exit(passed != len(files) or stamped == 0)
