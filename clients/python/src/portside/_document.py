"""Certificates as documents: a PDF is accepted only with the SHA-256 that the server sends beside it."""

import hashlib
import re

from ._core import Core, Options
from ._flow import Flow
from ._message import Response
from ._operations.v2 import READ_CERTIFICATE_PDF
from .errors import ResponseError


def download_url(core: Core, url: str, options: Options) -> Flow[bytes]:
    response = yield from core.send_url(url, options)
    return _checked(response)


def download_id(core: Core, certificate_id: str, options: Options) -> Flow[bytes]:
    response = yield from core.send(READ_CERTIFICATE_PDF, options, path={"id": certificate_id})
    return _checked(response)


def _checked(response: Response) -> bytes:
    told = re.fullmatch(r'(?:W/)?"([0-9a-f]{64})"', response.headers.get("etag", ""))
    if told is None or hashlib.sha256(response.body).hexdigest() != told[1]:
        request_id = response.headers.get("x-request-id")
        raise ResponseError("The SHA-256 of the document is not the one the server sent.", request_id)
    return response.body
