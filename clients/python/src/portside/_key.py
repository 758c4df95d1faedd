import re
import zlib

from .errors import ApiKeyError

_ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


def check_key(given: str | None) -> str:
    """The key without the blanks around it.

    A key is `svc_`, 18 random base62 characters, and 6 that hold their CRC-32, so that a typing mistake is told here
    and not by a 401. Raises ApiKeyError, which never repeats the key.
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
    """Six digits, the highest first."""
    digits = ""
    while len(digits) < 6:
        value, digit = divmod(value, 62)
        digits = _ALPHABET[digit] + digits
    return digits
