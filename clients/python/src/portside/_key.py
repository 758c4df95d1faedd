import re
import zlib

from .errors import ApiKeyError

_ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


def check_key(given: str | None) -> str:
    """Returns the key without surrounding spaces.

    A key is `svc_`, 18 random base62 characters, and 6 that are their CRC-32, so a typing mistake is found here instead
    of by a 401. Raises ApiKeyError, which never contains the key.
    """
    key = (given or "").strip()
    if not key:
        raise ApiKeyError("No API key: pass api_key or set PORTSIDE_API_KEY.")
    if not re.fullmatch(r"svc_[0-9A-Za-z]{24}", key):
        raise ApiKeyError('This is not a Portside API key: expected "svc_" and 24 letters or digits.')
    if _base62(zlib.crc32(key[:22].encode("ascii"))) != key[22:]:
        raise ApiKeyError("This API key has a typing mistake: its checksum does not match.")
    return key


def _base62(value: int) -> str:
    """Six base62 digits, most significant first."""
    digits = ""
    while len(digits) < 6:
        value, digit = divmod(value, 62)
        digits = _ALPHABET[digit] + digits
    return digits
