"""Sends single requests with httpx from coroutines."""

import asyncio

import anyio
import httpx

from ._message import NonceGuard, Request, Response
from ._wire import Owner, WireOptions, abandoned, fault_of, given_client, lower, pool_options
from .errors import PortsideError


class AsyncWire:
    def __init__(self, options: WireOptions) -> None:
        self._options = options
        self._guard = NonceGuard()
        self._first = Owner()
        self._owner = Owner()
        self._client: httpx.AsyncClient | None = None

    async def send(self, request: Request, timeout: float) -> Response:
        """Raises ConnectionError, TimeoutError or ResponseError."""
        request = request.with_nonce(self._guard.new())
        client = self._client_here()
        try:
            with anyio.fail_after(timeout):
                return await self._exchange(client, request)
        except PortsideError:
            raise
        except Exception as cause:
            fault = fault_of(cause, timeout)
            if fault is None:
                raise
            raise fault from cause

    async def _exchange(self, client: httpx.AsyncClient, request: Request) -> Response:
        sent = client.build_request(
            request.method, request.url, headers=dict(request.headers), content=request.body, timeout=None
        )
        answer = await client.send(sent, stream=True, auth=None, follow_redirects=False)
        try:
            headers = lower(answer.headers)
            self._guard.check(request, answer.status_code, headers)
            body = bytearray()
            async for chunk in answer.aiter_bytes():
                body += chunk
                if len(body) > request.body_bytes_max:
                    break
            return Response(answer.status_code, headers, bytes(body))
        finally:
            await answer.aclose()

    def _client_here(self) -> httpx.AsyncClient:
        """The client of this process and this loop: the sockets of a pool are bound to both."""
        loop = _loop()
        if self._client is None or not self._owner.is_here(loop):
            if self._client is not None:
                abandoned.append(self._client)
                del abandoned[:-8]
            self._owner = Owner(loop)
            own = given_client(self._options, self._first, httpx.AsyncClient)
            self._client = own or httpx.AsyncClient(**pool_options(self._options))
        return self._client

    async def aclose(self) -> None:
        client, self._client = self._client, None
        if client is not None and self._owner.is_here(_loop()) and self._options.http_client is None:
            await client.aclose()


def _loop() -> object:
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        import trio  # the only other library that httpx runs on

        return trio.lowlevel.current_trio_token()
