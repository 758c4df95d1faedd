from __future__ import annotations

import os
import re
import ssl
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Literal

from ._core import Core
from ._flow import Clock, Flow
from ._key import check_key
from ._operation import Operation
from ._options import CallOptions, Patience, check_count
from ._sync.resources import Account, Entry, Events, Pixel, Public, Tariff, Watches
from ._sync_driver import SyncDriver
from ._wire import WireOptions
from .errors import PortsideError

if TYPE_CHECKING:
    import httpx
    from typing_extensions import Unpack

    from ._sync.raw_resources import AccountRaw, EntryRaw, EventsRaw, PixelRaw, PublicRaw, TariffRaw, WatchesRaw

CONCURRENCY_MAX = 64
Verify = ssl.SSLContext | str | bool
Cert = str | tuple[str, str] | tuple[str, str, str]
Method = Literal["GET", "POST", "PUT", "PATCH", "DELETE"]


def make_core(
    api_key: str | None, base_url: str | None, patience: Patience, clock: Clock, concurrency: int, *, is_public: bool
) -> Core:
    """Raises ApiKeyError, PortsideError or ValueError."""
    key = None if is_public else check_key(api_key or os.environ.get("PORTSIDE_API_KEY"))
    base_url = base_url or os.environ.get("PORTSIDE_BASE_URL") or "http://127.0.0.1:8080"
    if not re.match("https?://[^/]", base_url):
        raise PortsideError("base_url must start with http:// or https://.")
    if "@" in base_url.split("/")[2] or re.search(r"[\s?#]", base_url):
        raise PortsideError("base_url must be a plain address, without a user name, a query or a fragment.")
    check_count("concurrency", concurrency, 1, CONCURRENCY_MAX)
    return Core((lambda: f"Bearer {key}") if key else None, base_url.rstrip("/"), patience, clock, concurrency)


class PublicPortside:
    """The public operations of the Portside API, which need no key. The arguments are those of `Portside`."""

    def __init__(
        self,
        base_url: str | None = None,
        *,
        max_retries: int = 2,
        timeout: float | None = None,
        deadline: float | None = None,
        max_wait: float = 30.0,
        verify: Verify = True,
        cert: Cert | None = None,
        proxy: str | httpx.URL | httpx.Proxy | None = None,
        trust_env: bool = True,
        http_client: httpx.Client | Callable[[], httpx.Client] | None = None,
        transport: httpx.BaseTransport | Callable[[], httpx.BaseTransport] | None = None,
        _clock: Clock | None = None,
    ) -> None:
        clock = _clock or Clock()
        patience = Patience(max_retries, timeout, deadline, max_wait)
        core = make_core(None, base_url, patience, clock, 1, is_public=True)
        self._driver = SyncDriver(WireOptions(verify, cert, proxy, trust_env, http_client, transport), clock)
        public = Public(core, self._driver)
        self.tariff = public.tariff
        self.pixel = public.pixel
        self.entry = public.entry

    def close(self) -> None:
        self._driver.close()

    def __enter__(self) -> PublicPortside:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Portside:
    """The Portside API. Any number of threads can share one client. Close it, or use it in a `with`.

    `api_key` defaults to PORTSIDE_API_KEY, `base_url` to PORTSIDE_BASE_URL and then http://127.0.0.1:8080. Times are in
    seconds, above 0 and at most a week: `timeout` is for one attempt, from the connection to the last byte (30, or 120 if
    a storefront is visited); `deadline` is for a whole call with all its attempts, waits and parts (120, or 240);
    `max_wait` is the longest wait before a retry, and if the server asks for more, the call fails at once. `concurrency`
    is the number of requests at once in a lookup of more than 50 codes.

    `verify` is a TLS context, or the file or folder of certificate authorities; `cert` is a client certificate; `proxy`
    goes before HTTP_PROXY, HTTPS_PROXY and NO_PROXY, which are read unless `trust_env` is False. `http_client` or
    `transport` of httpx replaces the connections; pass a function that makes one if the process forks. A client that is
    used after a fork makes new connections.

    Raises ApiKeyError if the key is missing or mistyped, ValueError for a time that is none.
    """

    def __init__(
        self,
        api_key: str | None = None,
        base_url: str | None = None,
        *,
        max_retries: int = 2,
        timeout: float | None = None,
        deadline: float | None = None,
        max_wait: float = 30.0,
        concurrency: int = 4,
        verify: Verify = True,
        cert: Cert | None = None,
        proxy: str | httpx.URL | httpx.Proxy | None = None,
        trust_env: bool = True,
        http_client: httpx.Client | Callable[[], httpx.Client] | None = None,
        transport: httpx.BaseTransport | Callable[[], httpx.BaseTransport] | None = None,
        _clock: Clock | None = None,
    ) -> None:
        clock = _clock or Clock()
        patience = Patience(max_retries, timeout, deadline, max_wait)
        self._core = make_core(api_key, base_url, patience, clock, concurrency, is_public=False)
        self._driver = SyncDriver(WireOptions(verify, cert, proxy, trust_env, http_client, transport), clock)
        self.tariff = Tariff(self._core, self._driver)
        self.pixel = Pixel(self._core, self._driver)
        self.entry = Entry(self._core, self._driver)
        self.watches = Watches(self._core, self._driver)
        self.events = Events(self._core, self._driver)
        self.account = Account(self._core, self._driver)
        self.public = Public(self._core, self._driver)

    @property
    def with_raw_response(self) -> PortsideRaw:
        """The same methods, which return the status, headers and body of the answer beside the result."""
        return PortsideRaw(self)

    def request(
        self,
        method: Method,
        path: str,
        *,
        query: Mapping[str, Any] | None = None,
        body: Any = None,
        idempotency_key: str | None = None,
        **options: Unpack[CallOptions],
    ) -> Any:
        """Sends a request to an operation that this version of the client does not know. Returns the parsed JSON.

        A POST is sent again after a lost answer only if it has an idempotency key.
        """
        flow = free_request(self._core, method, path, query, body, idempotency_key, options)
        return self._driver.run(flow, options)

    def close(self) -> None:
        self._driver.close()

    def __enter__(self) -> Portside:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class PortsideRaw:
    def __init__(self, client: Portside) -> None:
        from ._sync import raw_resources as raw

        self.tariff: TariffRaw = raw.TariffRaw(client.tariff)
        self.pixel: PixelRaw = raw.PixelRaw(client.pixel)
        self.entry: EntryRaw = raw.EntryRaw(client.entry)
        self.watches: WatchesRaw = raw.WatchesRaw(client.watches)
        self.events: EventsRaw = raw.EventsRaw(client.events)
        self.account: AccountRaw = raw.AccountRaw(client.account)
        self.public: PublicRaw = raw.PublicRaw(client.public)


def free_request(
    core: Core,
    method: str,
    path: str,
    query: Mapping[str, Any] | None,
    body: Any,
    idempotency_key: str | None,
    options: Mapping[str, Any],
) -> Flow[Any]:
    if not re.fullmatch(r"/api/v[0-9]+/[^?#\s{}]*", path):
        raise ValueError(f'The path must be like "/api/v2/account", not {path!r}.')
    operation: Operation[Any] = Operation(
        id=path,
        method=method,
        path=path,
        answer=Any,
        path_parameters={},
        query=dict.fromkeys(query or {}, "str"),
        headers={"Idempotency-Key": "str"} if idempotency_key else {},
        body={"application/json": "Any"} if body is not None else {},
        body_required=False,
        media="application/json",
        status=200,
        repeatable=method != "POST" or idempotency_key is not None,
        visits_storefront=False,
        answers={},
    )
    return core.call(operation, options, query=query, body=body, idempotency_key=idempotency_key)
