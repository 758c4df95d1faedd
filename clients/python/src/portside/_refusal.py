import json
import re
import time
from email.utils import parsedate_to_datetime

from ._meta import Headers, read_rate_limit
from .errors import (
    ApiError,
    AuthError,
    BetaError,
    ConflictError,
    FaultDetail,
    InvalidError,
    LimitError,
    NotFoundError,
    Refusal,
    ScopeError,
    ServerError,
    UpstreamError,
    UrlError,
)

_BY_CODE: dict[str | None, type[ApiError]] = {
    "unauthorized": AuthError,
    "scope": ScopeError,
    "beta": BetaError,
    "url_expired": UrlError,
    "url_invalid": UrlError,
    "not_found": NotFoundError,
    "method_not_allowed": NotFoundError,
    "conflict": ConflictError,
    "payload_too_large": InvalidError,
    "unsupported_media_type": InvalidError,
    "invalid_json": InvalidError,
    "invalid_request": InvalidError,
    "rate_limited": LimitError,
    "upstream_failed": UpstreamError,
    "upstream_timeout": UpstreamError,
}
_BY_STATUS: dict[int, type[ApiError]] = {
    400: InvalidError,
    401: AuthError,
    404: NotFoundError,
    422: InvalidError,
    429: LimitError,
}


def api_error(status: int, headers: Headers, body: bytes) -> ApiError:
    """The error for an answer: by its code, or by its status if the code is unknown."""
    said = _read_object(body)
    code = _text(said.get("error"))
    kind = _BY_CODE.get(code) or _BY_STATUS.get(status) or (ServerError if status >= 500 else ApiError)
    return kind(
        Refusal(
            status=status,
            code=code,
            message=_text(said.get("message")) or f"The server answered {status}.",
            contact=_text(said.get("contact")),
            details=_read_details(said.get("details")),
            request_id=headers.get("x-request-id"),
            rate_limit=read_rate_limit(headers),
            retry_after=_read_retry_after(headers),
            retryable=(status in (408, 429) or status >= 500) and headers.get("x-should-retry") != "false",
        )
    )


def _read_object(body: bytes) -> dict[str, object]:
    try:
        said = json.loads(body)
    except (ValueError, RecursionError):
        return {}
    return said if isinstance(said, dict) else {}


def _read_details(details: object) -> tuple[FaultDetail, ...]:
    if not isinstance(details, list):
        return ()
    faults = (detail for detail in details if isinstance(detail, dict))
    return tuple(FaultDetail(_text(fault.get("path")) or "", _text(fault.get("message")) or "") for fault in faults)


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None


def _read_retry_after(headers: Headers) -> float | None:
    """Seconds, from a number or an HTTP date. A date is compared with the server's own clock if it sends one."""
    value = headers.get("retry-after", "").strip()
    if re.fullmatch(r"[0-9]+", value):
        return float(value)
    at = _read_date(value)
    if at is None:
        return None
    server_now = _read_date(headers.get("date", ""))
    return max(0.0, at - (time.time() if server_now is None else server_now))


def _read_date(value: str) -> float | None:
    try:
        return parsedate_to_datetime(value).timestamp()
    except (ValueError, OverflowError):
        return None
