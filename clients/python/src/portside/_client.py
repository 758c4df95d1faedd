import hashlib
import json
import os
import re
import uuid
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from typing import Any, TypeVar
from urllib.parse import quote

from ._calls import Calls, Clock, Patience
from ._cancel import Cancellation
from ._http import HttpTransport, Request, Response, Transport
from ._key import check_key
from ._meta import join_meta, read_meta
from ._read import read_certificate, read_lookup, read_scan
from .errors import PortsideError, ResponseError
from .types import GccRequest, LookupResult, Meta, ScanReport

_CODES_MAX = 50
_USER_AGENT = "portside-python/0.1.0"
_T = TypeVar("_T")
_Options = tuple[float, float | None, Cancellation]
"""The deadline of the call, the timeout of an attempt, and its Cancellation."""


@dataclass(frozen=True, slots=True)
class Certificate:
    """A generated certificate. Its URL is valid for 24 hours, and anyone who has it can use it."""

    gcc_id: str
    gcc_pdf_url: str = field(repr=False)
    meta: Meta
    _calls: Calls = field(repr=False, compare=False)

    def download(
        self,
        *,
        timeout: float | None = None,
        deadline: float | None = None,
        cancellation: Cancellation | None = None,
    ) -> bytes:
        """Downloads the PDF and checks its SHA-256 against the server's. Raises ResponseError if they differ."""
        headers = {"Accept": "application/pdf", "User-Agent": _USER_AGENT}
        request = Request("GET", self.gcc_pdf_url, headers, None)
        response = self._calls.send(request, self._calls.ends_at(deadline), timeout, cancellation or Cancellation())
        told = re.fullmatch(r'(?:W/)?"([0-9a-f]{64})"', response.headers.get("etag", ""))
        if told is None or hashlib.sha256(response.body).hexdigest() != told[1]:
            request_id = response.headers.get("x-request-id")
            raise ResponseError("The SHA-256 of the document is not the one the server sent.", request_id)
        return response.body


class Portside:
    """The Portside API. Any number of threads can share one client. Close it, or use it in a `with`.

    `api_key` defaults to PORTSIDE_API_KEY, `base_url` to PORTSIDE_BASE_URL and then http://127.0.0.1:8080. Times are in
    seconds: `timeout` is for one attempt, from the connection to the last byte; `deadline` is for a whole call with all
    its attempts, waits and parts; `max_wait` is the longest wait before a retry, and if the server asks for more, the
    call fails at once. `concurrency` is the number of requests at once in a lookup of more than 50 codes.
    Raises ApiKeyError if the key is missing or mistyped.
    """

    def __init__(
        self,
        api_key: str | None = None,
        base_url: str | None = None,
        *,
        max_retries: int = 2,
        timeout: float = 30.0,
        deadline: float = 120.0,
        max_wait: float = 30.0,
        concurrency: int = 4,
        transport: Transport | None = None,
        _clock: Clock | None = None,
    ) -> None:
        key = check_key(api_key or os.environ.get("PORTSIDE_API_KEY"))
        base_url = base_url or os.environ.get("PORTSIDE_BASE_URL") or "http://127.0.0.1:8080"
        if not re.match("https?://[^/]", base_url):
            raise PortsideError("base_url must start with http:// or https://.")
        self._transport = transport or HttpTransport()
        calls = Calls(self._transport, Patience(max_retries, timeout, deadline, max_wait), _clock or Clock())
        api = _Api(lambda: f"Bearer {key}", base_url.rstrip("/"), calls)
        self.tariff = Tariff(Hts(api, max(1, concurrency)))
        self.pixel = Pixel(api)
        self.entry = Entry(Gcc(api))

    def close(self) -> None:
        self._transport.close()

    def __enter__(self) -> "Portside":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class _Api:
    """The key is in a closure instead of an attribute, so that it cannot be printed by mistake."""

    def __init__(self, authorization: Callable[[], str], base_url: str, calls: Calls) -> None:
        self._authorization = authorization
        self._base_url = base_url
        self.calls = calls

    def options(self, timeout: float | None, deadline: float | None, cancellation: Cancellation | None) -> _Options:
        return self.calls.ends_at(deadline), timeout, cancellation or Cancellation()

    def post(
        self,
        path: str,
        body: object,
        headers: Mapping[str, str],
        options: _Options,
        read: Callable[[Any, Meta], _T],
    ) -> _T:
        request = Request(
            "POST",
            f"{self._base_url}/api/v1/{path}",
            {
                "Authorization": self._authorization(),
                "Content-Type": "application/json",
                "Accept": "application/json",
                "User-Agent": _USER_AGENT,
                **headers,
            },
            json.dumps(body).encode("ascii"),
        )
        return _read_json(self.calls.send(request, *options), read)


def _read_json(response: Response, read: Callable[[Any, Meta], _T]) -> _T:
    meta = read_meta(response.headers)
    try:
        return read(json.loads(response.body), meta)
    except (ValueError, TypeError, KeyError, RecursionError) as cause:
        raise ResponseError("The answer is not what the API promises.", meta.request_id) from cause


@dataclass(frozen=True)
class Tariff:
    hts: "Hts"


class Hts:
    def __init__(self, api: _Api, concurrency: int) -> None:
        self._api = api
        self._concurrency = concurrency

    def lookup(
        self,
        codes: Sequence[str],
        *,
        as_of: str | None = None,
        timeout: float | None = None,
        deadline: float | None = None,
        cancellation: Cancellation | None = None,
    ) -> LookupResult:
        """Returns for each HTS code whether it is on the Section 232 derivative list, today in New York or on `as_of`.

        More than 50 codes are sent in several requests. All results come from one version of the list: if it changes
        meanwhile, all codes are looked up again, once.
        """
        if isinstance(codes, str):
            raise TypeError("codes is a list of strings, not one string")
        options = self._api.options(timeout, deadline, cancellation)
        parts = [list(codes[at : at + _CODES_MAX]) for at in range(0, max(len(codes), 1), _CODES_MAX)]
        path = "tariff/hts/lookup" + (f"?as_of={quote(as_of, safe='')}" if as_of else "")
        for _ in range(2):
            answers = self._lookup_parts(path, parts, options)
            if len({answer.meta.list for answer in answers}) == 1:
                results = tuple(result for answer in answers for result in answer.results)
                return LookupResult(results, join_meta([answer.meta for answer in answers]))
        raise ResponseError("The tariff list changed during the lookup, twice. Look the codes up again.")

    def _lookup_parts(self, path: str, parts: list[list[str]], options: _Options) -> list[LookupResult]:
        ends_at, timeout, cancellation = options
        stop = Cancellation()
        failures: list[BaseException] = []

        def ask(codes: list[str]) -> LookupResult:
            options = (ends_at, timeout, stop)
            try:
                return self._api.post(
                    path, {"codes": codes}, {}, options, lambda body, meta: read_lookup(codes, body, meta)
                )
            except BaseException as failure:
                failures.append(failure)
                stop.cancel()  # one part failed, so the others are not needed
                raise

        forget = cancellation.on_cancel(stop.cancel)
        try:
            if len(parts) == 1:
                return [ask(parts[0])]
            with ThreadPoolExecutor(min(self._concurrency, len(parts)), "portside-lookup") as pool:
                try:
                    asked = [pool.submit(ask, codes) for codes in parts]
                    wait(asked)
                finally:
                    stop.cancel()
            if failures:
                raise failures[0]  # the others are its consequences
            return [answer.result() for answer in asked]
        finally:
            forget()


class Pixel:
    def __init__(self, api: _Api) -> None:
        self._api = api

    def scan(
        self,
        url: str,
        *,
        deep: bool = False,
        fresh: bool = False,
        timeout: float | None = None,
        deadline: float | None = None,
        cancellation: Cancellation | None = None,
    ) -> ScanReport:
        """Scans a storefront page for legacy Meta Pixel, GA4 and GTM code.

        `deep` also reads what the page names: tag containers, Google tags and custom pixels. That may take 30 seconds,
        so pass a `timeout` of 45. `fresh` fetches the page again even if the server scanned it minutes ago.
        """
        options = self._api.options(timeout, deadline, cancellation)
        headers = {"Cache-Control": "no-cache"} if fresh else {}
        return self._api.post("pixel/scan" + ("?deep=true" if deep else ""), {"url": url}, headers, options, read_scan)


@dataclass(frozen=True)
class Entry:
    gcc: "Gcc"


class Gcc:
    def __init__(self, api: _Api) -> None:
        self._api = api

    def generate(
        self,
        request: GccRequest,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        deadline: float | None = None,
        cancellation: Cancellation | None = None,
    ) -> Certificate:
        """Makes a General Certificate of Conformity. Retries are safe, because all attempts carry one idempotency key.

        The same key and request give the same certificate for 24 hours. The default is a random key for each call.
        """
        options = self._api.options(timeout, deadline, cancellation)
        headers = {"Idempotency-Key": idempotency_key or str(uuid.uuid4())}
        gcc_id, url, meta = self._api.post("entry/gcc/generate", request, headers, options, read_certificate)
        return Certificate(gcc_id, url, meta, self._api.calls)
