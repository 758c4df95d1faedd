"""Everything this client raises, except when the caller cancels (Cancelled, asyncio.CancelledError)."""

from __future__ import annotations

import builtins
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from .types import RateWindow

if TYPE_CHECKING:
    from .models.v1 import HtsLookupResult


class PortsideError(Exception):
    retryable: bool = False
    """Whether the same request may succeed later."""
    retry_after: float | None = None
    """Seconds that the server asked the caller to wait."""


class ApiKeyError(PortsideError):
    """The key is missing or mistyped. This is found before any request."""


class ConnectionError(PortsideError, builtins.ConnectionError):
    """No answer, or an incomplete one."""

    retryable = True
    was_sent = True
    """False if the request certainly did not leave this machine."""


class TimeoutError(PortsideError, builtins.TimeoutError):
    """No complete answer within the timeout of an attempt or the deadline of the call."""

    retryable = True
    was_sent = True
    """False if the request certainly did not leave this machine."""


class ResponseError(PortsideError):
    """An answer that cannot be trusted: an unexpected shape, a redirect, a document with another SHA-256, another nonce."""

    def __init__(self, message: str, request_id: str | None = None) -> None:
        super().__init__(message)
        self.request_id = request_id


@dataclass(frozen=True, slots=True)
class FaultDetail:
    """One fault in a request: a JSON pointer into its body, and what is expected there."""

    path: str
    message: str


@dataclass(frozen=True)
class Refusal:
    """What the server said when it refused."""

    status: int
    code: str | None
    """The `error` of the body; None if the body is not from the server, but for example from a proxy."""
    message: str
    contact: str | None = None
    details: Sequence[FaultDetail] = ()
    request_id: str | None = None
    rate_limit: Mapping[str, RateWindow] = field(default_factory=dict)
    retry_after: float | None = None
    retryable: bool = False


class ApiError(PortsideError):
    """The server refused. There is a subclass for each kind. An unknown code is classified by its status."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal)
        self.status = refusal.status
        self.code = refusal.code
        self.message = refusal.message
        self.contact = refusal.contact
        self.details = refusal.details
        self.request_id = refusal.request_id
        self.rate_limit = refusal.rate_limit
        self.retry_after = refusal.retry_after
        self.retryable = refusal.retryable

    def __str__(self) -> str:
        return self.message


class AuthError(ApiError):
    """401: the key is unknown to the server, or revoked."""


class ScopeError(ApiError):
    """403: the key does not cover this product."""


class BetaError(ApiError):
    """403: v1 is in closed beta and the key is not enrolled."""


class UrlError(ApiError):
    """403: the URL of a certificate expired or was altered."""


class NotFoundError(ApiError):
    """404, 405: nothing at this address. Check base_url."""


class ConflictError(ApiError):
    """409: the idempotency key was used for another request."""


class InvalidError(ApiError):
    """400, 413, 415, 422: the request is wrong; see `details`."""


class LimitError(ApiError):
    """429: a limit of the key is used up; see `retry_after` and `rate_limit`."""


class UpstreamError(ApiError):
    """502, 504: the storefront could not be fetched."""


class ServerError(ApiError):
    """500, 503 and other 5xx."""


class IncompleteError(PortsideError):
    """A `lookup_all` ended early. Its `__cause__` says why. Call `lookup_all(error.remaining)` to go on."""

    def __init__(self, message: str, results: Sequence[HtsLookupResult], remaining: Sequence[str], cause: PortsideError) -> None:
        super().__init__(message)
        self.results = results
        """The results of the first codes, in order. `lookup_all` has yielded all of them."""
        self.remaining = remaining
        """The codes without a result, in order, including those that were not read yet."""
        self.retry_after = cause.retry_after
        self.retryable = cause.retryable


class JobError(PortsideError):
    """A job failed or was cancelled while it was waited for."""

    def __init__(self, message: str, job: Any) -> None:
        super().__init__(message)
        self.job = job
        """Its last state: a TariffAudit, PixelAudit or EntryBatch."""


class WebhookError(PortsideError):
    """A webhook that is not from the server, or is too old."""
