"""HTTP/1.1 requests over http.client, on kept connections. Each whole request has a deadline."""

import contextlib
import http.client
import io
import socket
import ssl
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol
from urllib.parse import SplitResult, urlsplit

from ._cancel import Cancellation

BODY_BYTES_MAX = 16 * 1024 * 1024
_IDLE_CONNECTIONS_MAX = 8


@dataclass(frozen=True, slots=True)
class Request:
    method: str
    url: str
    headers: Mapping[str, str] = field(repr=False)
    body: bytes | None


@dataclass(frozen=True, slots=True)
class Response:
    status: int
    headers: Mapping[str, str]
    """Names in lower case."""
    body: bytes
    """At most BODY_BYTES_MAX + 1 bytes. A body longer than BODY_BYTES_MAX is refused."""


class Transport(Protocol):
    """Sends one request once, follows no redirect, and ends within `timeout` seconds or when cancelled.

    Raises OSError (including TimeoutError) or http.client.HTTPException if there is no complete answer.
    """

    def send(self, request: Request, timeout: float, cancellation: Cancellation) -> Response: ...

    def close(self) -> None: ...


class HttpTransport:
    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._idle: dict[tuple[str, str], list[http.client.HTTPConnection]] = {}
        self._tls: ssl.SSLContext | None = None

    def send(self, request: Request, timeout: float, cancellation: Cancellation) -> Response:
        url = urlsplit(request.url)
        ends_at = time.monotonic() + timeout
        connection = self._take(url, timeout)
        forget = cancellation.on_cancel(lambda: _shut(connection))
        kept = False
        try:
            timed = connection.sock
            if not isinstance(timed, _TimedSocket):
                connection.connect()
                timed = connection.sock = _TimedSocket(connection.sock)
                cancellation.check()
            timed.ends_at = ends_at
            target = (url.path or "/") + (f"?{url.query}" if url.query else "")
            connection.request(request.method, target, request.body, dict(request.headers))
            response = connection.getresponse()
            body = response.read(BODY_BYTES_MAX + 1)
            if response.length and len(body) <= BODY_BYTES_MAX:
                raise http.client.IncompleteRead(body, response.length)  # read() with a size does not report this
            kept = response.isclosed() and not response.will_close
            headers = {name.lower(): value for name, value in response.getheaders()}
            return Response(response.status, headers, body)
        finally:
            forget()
            if kept and not cancellation.cancelled:
                self._keep(url, connection)
            else:
                connection.close()

    def close(self) -> None:
        with self._lock:
            idle, self._idle = self._idle, {}
        for connections in idle.values():
            for connection in connections:
                connection.close()

    def _take(self, url: SplitResult, timeout: float) -> http.client.HTTPConnection:
        while True:
            with self._lock:
                idle = self._idle.get((url.scheme, url.netloc))
                connection = idle.pop() if idle else None
            if connection is None:
                return self._connection(url, timeout)
            if _is_quiet(connection):
                return connection
            connection.close()

    def _keep(self, url: SplitResult, connection: http.client.HTTPConnection) -> None:
        with self._lock:
            idle = self._idle.setdefault((url.scheme, url.netloc), [])
            if len(idle) < _IDLE_CONNECTIONS_MAX:
                idle.append(connection)
                return
        connection.close()

    def _connection(self, url: SplitResult, timeout: float) -> http.client.HTTPConnection:
        host = url.hostname or ""
        if url.scheme == "http":
            return http.client.HTTPConnection(host, url.port, timeout=timeout)
        self._tls = self._tls or ssl.create_default_context()
        return http.client.HTTPSConnection(host, url.port, timeout=timeout, context=self._tls)


class _TimedSocket:
    """A socket whose operations all end by `ends_at`, so that a slow server cannot exceed the timeout."""

    def __init__(self, wrapped: socket.socket) -> None:
        self._socket = wrapped
        self.ends_at = 0.0

    def timed(self, operation: Callable[[Any], Any], data: Any) -> Any:
        left = self.ends_at - time.monotonic()
        if left <= 0:
            raise TimeoutError("timed out")
        self._socket.settimeout(left)
        return operation(data)

    def sendall(self, data: bytes) -> None:
        self.timed(self._socket.sendall, data)

    def makefile(self, mode: str) -> io.BufferedReader:
        return io.BufferedReader(_TimedReader(self))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._socket, name)


class _TimedReader(io.RawIOBase):
    def __init__(self, timed: _TimedSocket) -> None:
        self._timed = timed

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        read: int = self._timed.timed(self._timed.recv_into, buffer)
        return read


def _is_quiet(connection: http.client.HTTPConnection) -> bool:
    """An idle connection with something to read was closed, or its server broke the protocol."""
    try:
        connection.sock.settimeout(0)
        connection.sock.recv(1)
    except (BlockingIOError, ssl.SSLWantReadError):
        return True
    except OSError:
        pass
    return False


def _shut(connection: http.client.HTTPConnection) -> None:
    """Wakes another thread that waits on this connection."""
    with contextlib.suppress(OSError, AttributeError):  # not connected yet, or already closed
        connection.sock.shutdown(socket.SHUT_RDWR)
