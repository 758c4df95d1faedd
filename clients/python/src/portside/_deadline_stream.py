"""Sockets whose operations all end by the deadline of the current request. httpx limits each single read; a server that sends a
byte now and then would never reach that limit.
"""

import contextlib
import socket
import ssl
import threading
import time
from collections.abc import Iterable, Iterator
from typing import Any

import httpcore

from ._cancel import Cancellation

_WRITE_BYTES = 16 * 1024


class _Current(threading.local):
    ends_at: float | None = None
    cancellation: Cancellation | None = None


_current = _Current()


@contextlib.contextmanager
def deadline(ends_at: float, cancellation: Cancellation) -> Iterator[None]:
    """Limits the network operations of this thread. Cancelling wakes them."""
    _current.ends_at, _current.cancellation = ends_at, cancellation
    try:
        yield
    finally:
        _current.ends_at = _current.cancellation = None


def _left(timeout: float | None, late: type[Exception]) -> float | None:
    ends_at, cancellation = _current.ends_at, _current.cancellation
    if cancellation is not None and cancellation.cancelled:
        raise httpcore.ReadError("cancelled")
    if ends_at is None:
        return timeout
    left = ends_at - time.monotonic()
    if left <= 0:
        raise late("timed out")
    return left if timeout is None else min(left, timeout)


class DeadlineBackend(httpcore.NetworkBackend):
    def __init__(self, backend: httpcore.NetworkBackend) -> None:
        self._backend = backend

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.NetworkStream:
        left = _left(timeout, httpcore.ConnectTimeout)
        return DeadlineStream(self._backend.connect_tcp(host, port, left, local_address, socket_options))

    def connect_unix_socket(
        self, path: str, timeout: float | None = None, socket_options: Iterable[Any] | None = None
    ) -> httpcore.NetworkStream:
        left = _left(timeout, httpcore.ConnectTimeout)
        return DeadlineStream(self._backend.connect_unix_socket(path, left, socket_options))

    def sleep(self, seconds: float) -> None:
        self._backend.sleep(seconds)


class DeadlineStream(httpcore.NetworkStream):
    def __init__(self, stream: httpcore.NetworkStream) -> None:
        self._stream = stream

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        left = _left(timeout, httpcore.ReadTimeout)
        with self._woken_by_cancel():
            return self._stream.read(max_bytes, left)

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        with self._woken_by_cancel():
            for at in range(0, len(buffer), _WRITE_BYTES):
                left = _left(timeout, httpcore.WriteTimeout)
                self._stream.write(buffer[at : at + _WRITE_BYTES], left)

    def close(self) -> None:
        self._stream.close()

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.NetworkStream:
        left = _left(timeout, httpcore.ConnectTimeout)
        with self._woken_by_cancel():
            return DeadlineStream(self._stream.start_tls(ssl_context, server_hostname, left))

    def get_extra_info(self, info: str) -> Any:
        return self._stream.get_extra_info(info)

    @contextlib.contextmanager
    def _woken_by_cancel(self) -> Iterator[None]:
        cancellation = _current.cancellation
        if cancellation is None:
            yield
            return
        forget = cancellation.on_cancel(self._shut)
        try:
            yield
        finally:
            forget()

    def _shut(self) -> None:
        with contextlib.suppress(OSError, AttributeError):  # already closed
            self.get_extra_info("socket").shutdown(socket.SHUT_RDWR)
