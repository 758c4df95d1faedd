"""The attempts of one call: timeouts, retries, waits, cancellation."""

import builtins
import http.client
import logging
import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import urlsplit

from ._cancel import Cancellation
from ._http import BODY_BYTES_MAX, Request, Response, Transport
from ._refusal import api_error
from .errors import ConnectionError, PortsideError, ResponseError, TimeoutError

_BACKOFF = 0.5
_BACKOFF_MAX = 8.0

logger = logging.getLogger("portside")
"""One line for each attempt, at DEBUG. It never contains the key or the query of a URL."""


def _sleep(seconds: float, cancellation: Cancellation) -> None:
    cancellation.wait(seconds)


@dataclass(frozen=True)
class Clock:
    """Time and randomness; replaced in tests."""

    now: Callable[[], float] = time.monotonic
    random: Callable[[], float] = random.random
    sleep: Callable[[float, Cancellation], None] = _sleep


@dataclass(frozen=True)
class Patience:
    """Times in seconds, and the number of attempts after the first."""

    max_retries: int
    timeout: float
    deadline: float
    max_wait: float


class Calls:
    """Sends one request until it is answered, finally refused, or out of time or attempts."""

    def __init__(self, transport: Transport, patience: Patience, clock: Clock) -> None:
        self._transport = transport
        self._patience = patience
        self._clock = clock

    def ends_at(self, deadline: float | None) -> float:
        """The deadline of a call that starts now."""
        return self._clock.now() + (self._patience.deadline if deadline is None else deadline)

    def send(self, request: Request, ends_at: float, timeout: float | None, cancellation: Cancellation) -> Response:
        """Returns the answer if its status is 2xx. Raises PortsideError or Cancelled."""
        attempt = 0
        while True:
            cancellation.check()
            left = ends_at - self._clock.now()
            if left <= 0:
                raise TimeoutError("The deadline of this call has passed.")
            attempt_timeout = min(self._patience.timeout if timeout is None else timeout, left)
            try:
                return self._attempt(request, attempt_timeout, cancellation)
            except PortsideError as fault:
                cancellation.check()
                wait = fault.retry_after
                if wait is None:
                    wait = self._clock.random() * min(_BACKOFF_MAX, _BACKOFF * 2**attempt)
                may_wait = min(self._patience.max_wait, ends_at - self._clock.now())
                if not fault.retryable or attempt >= self._patience.max_retries or wait > may_wait:
                    raise
            self._clock.sleep(wait, cancellation)
            attempt += 1

    def _attempt(self, request: Request, timeout: float, cancellation: Cancellation) -> Response:
        started_at = self._clock.now()
        said: object = "no answer"
        try:
            response = self._transport.send(request, timeout, cancellation)
            said = response.status
        except builtins.TimeoutError as cause:
            raise TimeoutError(f"No answer within {timeout:.3g} s.") from cause
        except (OSError, http.client.HTTPException) as cause:
            raise ConnectionError("The connection failed or was interrupted.") from cause
        finally:
            seconds = self._clock.now() - started_at
            logger.debug("%s %s %s %.0f ms", request.method, urlsplit(request.url).path, said, seconds * 1000)
        request_id = response.headers.get("x-request-id")
        if response.status >= 400:
            raise api_error(response.status, response.headers, response.body)
        if response.status >= 300:
            # Redirects are never followed: the key must not go to an address that was not configured.
            raise ResponseError("The server redirects, which this client does not follow. Check base_url.", request_id)
        if len(response.body) > BODY_BYTES_MAX:
            raise ResponseError(f"The answer is longer than {BODY_BYTES_MAX} bytes.", request_id)
        return response
