"""One HTTP request and its answer, independent of the library that carries them."""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from .errors import ResponseError

BODY_BYTES_MAX = 16 * 1024 * 1024
RESULT_BYTES_MAX = 1024 * 1024 * 1024
"""Results of jobs are longer than other answers."""
_NONCE = "x-client-nonce"


@dataclass(frozen=True, slots=True)
class Request:
    method: str
    url: str = field(repr=False)
    headers: Mapping[str, str] = field(repr=False)
    body: bytes | None = field(default=None, repr=False)
    body_bytes_max: int = BODY_BYTES_MAX

    @property
    def origin(self) -> str:
        parts = urlsplit(self.url)
        return f"{parts.scheme}://{parts.netloc}"

    @property
    def path(self) -> str:
        """For logs. It leaves out the query, which may hold a signature."""
        return urlsplit(self.url).path

    def with_nonce(self, nonce: str) -> "Request":
        headers = {**self.headers, "X-Client-Nonce": nonce}
        return Request(self.method, self.url, headers, self.body, self.body_bytes_max)


@dataclass(frozen=True, slots=True)
class Response:
    status: int
    headers: Mapping[str, str]
    """Names in lower case."""
    body: bytes = field(repr=False)


class NonceGuard:
    """Refuses an answer that belongs to another request, which mixed-up connections of a proxy or a fork can deliver."""

    def __init__(self) -> None:
        self._echoing: set[str] = set()

    @staticmethod
    def new() -> str:
        return secrets.token_urlsafe(16)

    def check(self, request: Request, status: int, headers: Mapping[str, str]) -> None:
        """Call this before the body is read, so that the connection can be dropped. Raises ResponseError."""
        echoed = headers.get(_NONCE)
        if echoed == request.headers["X-Client-Nonce"]:
            self._echoing.add(request.origin)
        elif echoed is not None:
            raise self._fault("The answer belongs to another request.", headers)
        elif request.origin in self._echoing and not _is_of_a_gateway(status):
            raise self._fault("The answer does not name its request, as this server's answers do.", headers)

    @staticmethod
    def _fault(message: str, headers: Mapping[str, str]) -> ResponseError:
        fault = ResponseError(message, headers.get("x-request-id"))
        fault.retryable = True
        return fault


def _is_of_a_gateway(status: int) -> bool:
    """A proxy or load balancer refuses in place of the server, and does not echo. Such a refusal carries no data."""
    return status in (407, 408, 429) or status >= 500
