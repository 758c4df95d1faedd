from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from ._async.resources import AsyncAccount, AsyncEntry, AsyncEvents, AsyncPixel, AsyncPublic, AsyncTariff, AsyncWatches
from ._async_driver import AsyncDriver
from ._client import Cert, Method, Verify, free_request, make_core
from ._flow import Clock
from ._options import AsyncCallOptions, Patience
from ._wire import WireOptions

if TYPE_CHECKING:
    import httpx
    from typing_extensions import Unpack

    from ._async.raw_resources import (
        AsyncAccountRaw,
        AsyncEntryRaw,
        AsyncEventsRaw,
        AsyncPixelRaw,
        AsyncPublicRaw,
        AsyncTariffRaw,
        AsyncWatchesRaw,
    )


class AsyncPublicPortside:
    """Like PublicPortside, but its methods are coroutines."""

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
        http_client: httpx.AsyncClient | Callable[[], httpx.AsyncClient] | None = None,
        transport: httpx.AsyncBaseTransport | Callable[[], httpx.AsyncBaseTransport] | None = None,
        _clock: Clock | None = None,
    ) -> None:
        clock = _clock or Clock()
        patience = Patience(max_retries, timeout, deadline, max_wait)
        core = make_core(None, base_url, patience, clock, 1, is_public=True)
        self._driver = AsyncDriver(WireOptions(verify, cert, proxy, trust_env, http_client, transport), clock)
        public = AsyncPublic(core, self._driver)
        self.tariff = public.tariff
        self.pixel = public.pixel
        self.entry = public.entry

    async def aclose(self) -> None:
        await self._driver.aclose()

    async def __aenter__(self) -> AsyncPublicPortside:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()


class AsyncPortside:
    """Like Portside, which documents the arguments, but its methods are coroutines of asyncio or trio.

    They run in the task that calls them: its context variables hold, and cancelling it ends the request on the wire.
    Close it with `await client.aclose()`, or use it in an `async with`.
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
        http_client: httpx.AsyncClient | Callable[[], httpx.AsyncClient] | None = None,
        transport: httpx.AsyncBaseTransport | Callable[[], httpx.AsyncBaseTransport] | None = None,
        _clock: Clock | None = None,
    ) -> None:
        clock = _clock or Clock()
        patience = Patience(max_retries, timeout, deadline, max_wait)
        self._core = make_core(api_key, base_url, patience, clock, concurrency, is_public=False)
        self._driver = AsyncDriver(WireOptions(verify, cert, proxy, trust_env, http_client, transport), clock)
        self.tariff = AsyncTariff(self._core, self._driver)
        self.pixel = AsyncPixel(self._core, self._driver)
        self.entry = AsyncEntry(self._core, self._driver)
        self.watches = AsyncWatches(self._core, self._driver)
        self.events = AsyncEvents(self._core, self._driver)
        self.account = AsyncAccount(self._core, self._driver)
        self.public = AsyncPublic(self._core, self._driver)

    @property
    def with_raw_response(self) -> AsyncPortsideRaw:
        """The same methods, which return the status, headers and body of the answer beside the result."""
        return AsyncPortsideRaw(self)

    async def request(
        self,
        method: Method,
        path: str,
        *,
        query: Mapping[str, Any] | None = None,
        body: Any = None,
        idempotency_key: str | None = None,
        **options: Unpack[AsyncCallOptions],
    ) -> Any:
        """See Portside.request."""
        flow = free_request(self._core, method, path, query, body, idempotency_key, options)
        return await self._driver.run(flow, options)

    async def aclose(self) -> None:
        await self._driver.aclose()

    async def __aenter__(self) -> AsyncPortside:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()


class AsyncPortsideRaw:
    def __init__(self, client: AsyncPortside) -> None:
        from ._async import raw_resources as raw

        self.tariff: AsyncTariffRaw = raw.AsyncTariffRaw(client.tariff)
        self.pixel: AsyncPixelRaw = raw.AsyncPixelRaw(client.pixel)
        self.entry: AsyncEntryRaw = raw.AsyncEntryRaw(client.entry)
        self.watches: AsyncWatchesRaw = raw.AsyncWatchesRaw(client.watches)
        self.events: AsyncEventsRaw = raw.AsyncEventsRaw(client.events)
        self.account: AsyncAccountRaw = raw.AsyncAccountRaw(client.account)
        self.public: AsyncPublicRaw = raw.AsyncPublicRaw(client.public)
