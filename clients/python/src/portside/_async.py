"""The client for asyncio. Calls run in threads; cancelling a task also ends its request on the wire."""

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TypeVar

from ._calls import Clock
from ._cancel import Cancellation
from ._client import Certificate, Portside
from ._http import Transport
from .types import GccRequest, LookupResult, Meta, ScanReport

_CALLS_MAX = 32
_T = TypeVar("_T")


class AsyncPortside:
    """Like Portside, which documents the arguments, but its methods are coroutines. At most 32 calls run at once.

    Close it with `await client.aclose()`, or use it in an `async with`.
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
        client = Portside(
            api_key,
            base_url,
            max_retries=max_retries,
            timeout=timeout,
            deadline=deadline,
            max_wait=max_wait,
            concurrency=concurrency,
            transport=transport,
            _clock=_clock,
        )
        self._threads = _Threads()
        self._client = client
        self.tariff = AsyncTariff(AsyncHts(client, self._threads))
        self.pixel = AsyncPixel(client, self._threads)
        self.entry = AsyncEntry(AsyncGcc(client, self._threads))

    async def aclose(self) -> None:
        self._threads.close()
        self._client.close()

    async def __aenter__(self) -> "AsyncPortside":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()


class _Threads:
    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(_CALLS_MAX, "portside")

    async def run(self, call: Callable[[Cancellation], _T]) -> _T:
        cancellation = Cancellation()
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, call, cancellation)
        except asyncio.CancelledError:
            cancellation.cancel()
            raise

    def close(self) -> None:
        self._pool.shutdown(wait=False)


@dataclass(frozen=True, slots=True)
class AsyncCertificate:
    """A generated certificate. Its URL is valid for 24 hours, and anyone who has it can use it."""

    gcc_id: str
    gcc_pdf_url: str = field(repr=False)
    meta: Meta
    _certificate: Certificate = field(repr=False, compare=False)
    _threads: _Threads = field(repr=False, compare=False)

    async def download(self, *, timeout: float | None = None, deadline: float | None = None) -> bytes:
        """Downloads the PDF and checks its SHA-256 against the server's. Raises ResponseError if they differ."""
        return await self._threads.run(
            lambda cancellation: self._certificate.download(
                timeout=timeout, deadline=deadline, cancellation=cancellation
            )
        )


@dataclass(frozen=True)
class _Resource:
    _client: Portside = field(repr=False)
    _threads: _Threads = field(repr=False)


@dataclass(frozen=True)
class AsyncTariff:
    hts: "AsyncHts"


class AsyncHts(_Resource):
    async def lookup(
        self,
        codes: Sequence[str],
        *,
        as_of: str | None = None,
        timeout: float | None = None,
        deadline: float | None = None,
    ) -> LookupResult:
        """See Hts.lookup."""
        return await self._threads.run(
            lambda cancellation: self._client.tariff.hts.lookup(
                codes, as_of=as_of, timeout=timeout, deadline=deadline, cancellation=cancellation
            )
        )


class AsyncPixel(_Resource):
    async def scan(
        self,
        url: str,
        *,
        deep: bool = False,
        fresh: bool = False,
        timeout: float | None = None,
        deadline: float | None = None,
    ) -> ScanReport:
        """See Pixel.scan."""
        return await self._threads.run(
            lambda cancellation: self._client.pixel.scan(
                url, deep=deep, fresh=fresh, timeout=timeout, deadline=deadline, cancellation=cancellation
            )
        )


@dataclass(frozen=True)
class AsyncEntry:
    gcc: "AsyncGcc"


class AsyncGcc(_Resource):
    async def generate(
        self,
        request: GccRequest,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        deadline: float | None = None,
    ) -> AsyncCertificate:
        """See Gcc.generate."""
        made = await self._threads.run(
            lambda cancellation: self._client.entry.gcc.generate(
                request,
                idempotency_key=idempotency_key,
                timeout=timeout,
                deadline=deadline,
                cancellation=cancellation,
            )
        )
        return AsyncCertificate(made.gcc_id, made.gcc_pdf_url, made.meta, made, self._threads)
