"""The attempts of one request: timeouts, retries and waits."""

import logging
from collections.abc import Mapping
from dataclasses import dataclass

from ._flow import Clock, Flow, Send, Sleep, captured
from ._message import Request, Response
from ._options import Patience
from ._refusal import api_error
from .errors import ApiError, ConnectionError, NotFoundError, PortsideError, ResponseError, TimeoutError

_BACKOFF = 0.5
_BACKOFF_MAX = 8.0

logger = logging.getLogger("portside")
"""One line for each attempt, at DEBUG. It never contains the key or the query of a URL."""


@dataclass(frozen=True)
class Care:
    """What may be done with a request when its outcome is unknown."""

    repeatable: bool = True
    """Whether sending it twice does no harm."""
    visits_storefront: bool = False
    """A visit goes on when the client stops waiting, so another attempt would be a second visit."""
    gone_is_done: bool = False
    """Whether a 404 after a lost answer means that the lost request did the work."""


def attempts(request: Request, ends_at: float, timeout: float, care: Care, patience: Patience, clock: Clock) -> Flow[Response]:
    """Returns the answer if its status is 2xx. Raises PortsideError."""
    attempt = 0
    while True:
        left = ends_at - clock.now()
        if left <= 0:
            raise TimeoutError("The deadline of this call has passed.")
        try:
            response: Response = yield from _attempt(request, min(timeout, left), clock)
            return response
        except PortsideError as fault:
            if care.gone_is_done and attempt > 0 and isinstance(fault, NotFoundError):
                return Response(204, {}, b"")
            wait = fault.retry_after
            if wait is None:
                wait = clock.random() * min(_BACKOFF_MAX, _BACKOFF * 2**attempt)
            may_wait = min(patience.max_wait, ends_at - clock.now())
            if attempt >= patience.max_retries or wait > may_wait or not _may_repeat(fault, care):
                raise
        yield Sleep(wait)
        attempt += 1


def _may_repeat(fault: PortsideError, care: Care) -> bool:
    if not fault.retryable:
        return False
    if care.visits_storefront and isinstance(fault, TimeoutError):
        return False
    if care.repeatable:
        return True
    # The server certainly did nothing: it refused before the work, or never got the request.
    if isinstance(fault, ApiError):
        return fault.status in (429, 503)
    return isinstance(fault, ConnectionError | TimeoutError) and not fault.was_sent


def _attempt(request: Request, timeout: float, clock: Clock) -> Flow[Response]:
    started_at = clock.now()
    said: object = "no answer"
    try:
        response: Response = yield Send(request, timeout)
        said = response.status
    finally:
        seconds = clock.now() - started_at
        logger.debug("%s %s %s %.0f ms", request.method, request.path, said, seconds * 1000)
    answers = captured.get()
    if answers is not None:
        answers.append(response)
    request_id = response.headers.get("x-request-id")
    if response.status >= 400:
        raise api_error(response.status, response.headers, response.body)
    if response.status >= 300:
        # Redirects are never followed: the key must not go to an address that was not configured.
        raise ResponseError("The server redirects, which this client does not follow. Check base_url.", request_id)
    if len(response.body) > request.body_bytes_max:
        raise ResponseError(f"The answer is longer than {request.body_bytes_max} bytes.", request_id)
    return response


def merged(*headers: Mapping[str, str] | None) -> dict[str, str]:
    """Later headers replace earlier ones of the same name, whatever its case."""
    said: dict[str, tuple[str, str]] = {}
    for each in headers:
        for name, value in (each or {}).items():
            said[name.lower()] = (name, value)
    return dict(said.values())
