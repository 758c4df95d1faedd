"""Verifies the webhooks of watches, which are signed after the Standard Webhooks specification."""

import base64
import binascii
import hashlib
import hmac
import json
import re
import time
from collections.abc import Iterable, Mapping

from ._model import read
from .errors import WebhookError
from .models.v2 import WatchEventBody

TOLERANCE = 300.0
"""Seconds that the timestamp may differ from now."""


def verify(
    body: bytes,
    headers: Mapping[str, str],
    secret: str | Iterable[str],
    *,
    tolerance: float = TOLERANCE,
    now: float | None = None,
) -> WatchEventBody:
    """Returns the event of a webhook. Raises WebhookError if it is not from the server or too old.

    `body` is the bytes as they arrived, before they are parsed. `secret` is the `whsec_…` of the watch, or several while
    it is rotated. Deduplicate by the header `webhook-id`: events arrive at least once. `now` is seconds since 1970.
    """
    if not isinstance(body, bytes | bytearray | memoryview):
        raise TypeError("body must be the bytes of the request, before they are parsed")
    body = bytes(body)
    said = {name.lower(): value for name, value in headers.items()}
    missing = [name for name in ("webhook-id", "webhook-timestamp", "webhook-signature") if not said.get(name)]
    if missing:
        raise WebhookError(f"The header {missing[0]} is missing.")
    timestamp = said["webhook-timestamp"]
    if not re.fullmatch(r"[0-9]{1,12}", timestamp):
        raise WebhookError("The header webhook-timestamp is not a number of seconds.")
    if abs((time.time() if now is None else now) - int(timestamp)) > tolerance:
        raise WebhookError("The timestamp is too old or in the future.")
    signed = f"{said['webhook-id']}.{timestamp}.".encode() + body
    secrets = [secret] if isinstance(secret, str) else list(secret)
    given = [each[3:].encode("utf-8", "replace") for each in said["webhook-signature"].split() if each.startswith("v1,")]
    # Every pair is compared, so that the time does not tell which one matched.
    matches = [hmac.compare_digest(_signature(each, signed), other) for each in secrets for other in given]
    if not any(matches):
        raise WebhookError("No signature matches.")
    try:
        event: WatchEventBody = read(WatchEventBody, json.loads(body))
    except (ValueError, TypeError, KeyError, RecursionError) as cause:
        raise WebhookError("The body is not an event of Portside.") from cause
    return event


def sign(body: bytes, message_id: str, timestamp: int, secret: str) -> str:
    """The `webhook-signature` of a message, for tests of a receiver."""
    return "v1," + _signature(secret, f"{message_id}.{timestamp}.".encode() + body).decode("ascii")


def _signature(secret: str, signed: bytes) -> bytes:
    try:
        key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    except (binascii.Error, ValueError):
        key = b""
    if not key:
        raise WebhookError('The secret of the webhook must be "whsec_" and base64.')
    return base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
