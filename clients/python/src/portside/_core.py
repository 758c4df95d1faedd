"""Turns an operation and its arguments into a request, and the answer into its type."""

import json
import re
import uuid
from collections.abc import Callable, Mapping
from typing import Any, TypeVar
from urllib.parse import quote, urlencode, urlsplit

from ._attempts import Care, attempts, merged
from ._flow import Clock, Flow
from ._message import BODY_BYTES_MAX, Request, Response
from ._meta import read_meta
from ._model import read
from ._operation import Operation
from ._options import Patience, check_options
from ._version import USER_AGENT
from .errors import PortsideError, ResponseError
from .types import Meta

_T = TypeVar("_T")
Options = Mapping[str, Any]


class Core:
    """The key is in a closure instead of an attribute, so that it cannot be printed by mistake."""

    def __init__(
        self, authorization: Callable[[], str] | None, base_url: str, patience: Patience, clock: Clock, concurrency: int
    ) -> None:
        self._authorization = authorization
        self._base_url = base_url
        self.patience = patience
        self.clock = clock
        self.concurrency = concurrency

    def ends_at(self, options: Options, operation: Operation[Any] | None = None) -> float:
        """The deadline of a call that starts now. Raises TypeError or ValueError for options that are none."""
        check_options(options)
        slow = operation is not None and operation.visits_storefront
        return self.clock.now() + self.patience.deadline_of(options.get("deadline"), slow)

    def send(
        self,
        operation: Operation[Any],
        options: Options,
        *,
        path: Mapping[str, str] | None = None,
        query: Mapping[str, Any] | None = None,
        body: Any = None,
        upload: tuple[str, bytes] | None = None,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
        accept: str | None = None,
        ends_at: float | None = None,
        patience: Patience | None = None,
        body_bytes_max: int = BODY_BYTES_MAX,
    ) -> Flow[Response]:
        """`body` is sent as JSON, `upload` as it is with its media type. The query leaves out what is None."""
        check_options(options)
        said = {
            "Accept": accept or operation.media or "application/json",
            "User-Agent": USER_AGENT,
            "Accept-Encoding": "identity",
        }
        if not operation.path.startswith("/api/v0/") and not operation.path.startswith("/verify/"):
            said["Authorization"] = self._bearer()
        content: bytes | None = None
        if upload is not None:
            said["Content-Type"], content = upload
        elif operation.body:
            said["Content-Type"] = "application/json"
            content = json.dumps({} if body is None else body).encode("ascii")
        elif operation.method == "POST":
            content = b""
        if "Idempotency-Key" in operation.headers:
            said["Idempotency-Key"] = idempotency_key or str(uuid.uuid4())
        url = self._base_url + _fill(operation, path or {}, query or {})
        request = Request(operation.method, url, merged(said, headers, options.get("headers")), content, body_bytes_max)
        patience = patience or self.patience
        timeout = patience.timeout_of(options.get("timeout"), operation.visits_storefront)
        is_removal = operation.method == "DELETE" and operation.status == 204
        care = Care(operation.repeatable, operation.visits_storefront, is_removal)
        ends_at = self.ends_at(options, operation) if ends_at is None else ends_at
        return attempts(request, ends_at, timeout, care, patience, self.clock)

    def call(self, operation: Operation[_T], options: Options, **arguments: Any) -> Flow[_T]:
        """Sends an operation and reads its answer."""
        answer, _ = yield from self.exchange(operation, options, **arguments)
        return answer

    def exchange(self, operation: Operation[_T], options: Options, **arguments: Any) -> Flow[tuple[_T, Meta]]:
        response = yield from self.send(operation, options, **arguments)
        return parsed(response, lambda said: read(operation.answer, said), operation.answer), read_meta(response.headers)

    def send_url(self, url: str, options: Options) -> Flow[Response]:
        """Fetches a signed URL, without the key."""
        check_options(options)
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname or "@" in parts.netloc:
            raise ResponseError("The server gave an address that is not one of a document.")
        own = {"Accept": "application/pdf", "User-Agent": USER_AGENT, "Accept-Encoding": "identity"}
        request = Request("GET", url, merged(own, options.get("headers")))
        timeout = self.patience.timeout_of(options.get("timeout"), False)
        return attempts(request, self.ends_at(options), timeout, Care(), self.patience, self.clock)

    def _bearer(self) -> str:
        if self._authorization is None:
            raise PortsideError("This operation needs an API key. A client without one has only the public operations.")
        return self._authorization()


def parsed(response: Response, reader: Callable[[Any], Any], kind: Any = Any) -> Any:
    """Raises ResponseError if the answer is not what the API promises."""
    if kind is None:
        return None
    if kind is bytes:
        return response.body
    try:
        return reader(json.loads(response.body))
    except (ValueError, TypeError, KeyError, RecursionError) as cause:
        request_id = response.headers.get("x-request-id")
        raise ResponseError("The answer is not what the API promises.", request_id) from cause


def _fill(operation: Operation[Any], path: Mapping[str, str], query: Mapping[str, Any]) -> str:
    def value(found: re.Match[str]) -> str:
        given = path[found[1]]
        if not isinstance(given, str) or not given or given in (".", ".."):
            raise ValueError(f"{found[1]} must be a text, not {given!r}.")
        return quote(given, safe="")

    filled = re.sub(r"\{(\w+)\}", value, operation.path)
    pairs: list[tuple[str, str]] = []
    for name, given in query.items():
        if name not in operation.query:
            raise TypeError(f"{operation.id} has no parameter {name!r}")
        for each in given if isinstance(given, list | tuple) else [given]:
            if each is not None:
                pairs.append((name, str(each).lower() if isinstance(each, bool) else str(each)))
    return filled + (f"?{urlencode(pairs, quote_via=quote)}" if pairs else "")
