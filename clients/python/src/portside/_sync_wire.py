"""Sends single requests with httpx from threads."""

import threading
import time

import httpx

from ._cancel import Cancellation
from ._deadline_stream import DeadlineBackend, deadline
from ._message import NonceGuard, Request, Response
from ._wire import Owner, WireOptions, abandoned, fault_of, given_client, lower, pool_options
from .errors import PortsideError


class SyncWire:
    def __init__(self, options: WireOptions) -> None:
        self._options = options
        self._guard = NonceGuard()
        self._first = Owner()
        self._pool = _Pool()

    def send(self, request: Request, timeout: float, cancellation: Cancellation) -> Response:
        """Raises ConnectionError, TimeoutError or ResponseError; Cancelled if the call was cancelled."""
        cancellation.check()
        ends_at = time.monotonic() + timeout
        request = request.with_nonce(self._guard.new())
        try:
            with deadline(ends_at, cancellation):
                return self._exchange(self._client(), request, ends_at)
        except PortsideError:
            raise
        except Exception as cause:
            cancellation.check()
            fault = fault_of(cause, timeout)
            if fault is None:
                raise
            raise fault from cause

    def _exchange(self, client: httpx.Client, request: Request, ends_at: float) -> Response:
        left = max(ends_at - time.monotonic(), 0.001)
        sent = client.build_request(
            request.method, request.url, headers=dict(request.headers), content=request.body, timeout=left
        )
        answer = client.send(sent, stream=True, auth=None, follow_redirects=False)
        try:
            headers = lower(answer.headers)
            self._guard.check(request, answer.status_code, headers)
            body = bytearray()
            for chunk in answer.iter_bytes():
                body += chunk
                if len(body) > request.body_bytes_max:
                    break
                if time.monotonic() > ends_at:
                    raise httpx.ReadTimeout("timed out")
            return Response(answer.status_code, headers, bytes(body))
        finally:
            answer.close()

    def _client(self) -> httpx.Client:
        """The client of this process. A lock that was held during a fork stays locked, so the lock is dropped as well."""
        pool = self._pool
        if not pool.owner.is_here():
            abandoned.append(pool)
            pool = self._pool = _Pool()
        with pool.lock:
            if pool.client is None:
                pool.client = given_client(self._options, self._first, httpx.Client) or _new_client(self._options)
            return pool.client

    def close(self) -> None:
        pool, self._pool = self._pool, _Pool()
        if pool.client is not None and pool.owner.is_here() and self._options.http_client is None:
            pool.client.close()


class _Pool:
    def __init__(self) -> None:
        self.owner = Owner()
        self.lock = threading.Lock()
        self.client: httpx.Client | None = None


def _new_client(options: WireOptions) -> httpx.Client:
    client = httpx.Client(**pool_options(options))
    # httpx has no public way to set the network of its own transports, which also know the proxies of the environment.
    for transport in [client._transport, *client._mounts.values()]:
        pool = getattr(transport, "_pool", None)
        backend = getattr(pool, "_network_backend", None)
        if backend is not None:
            pool._network_backend = DeadlineBackend(backend)  # type: ignore[union-attr]
    return client
