"""What the sync and the async wire share: how httpx is set up, whose process a pool belongs to, and what its errors mean."""

from __future__ import annotations

import builtins
import http.cookiejar
import os
import ssl
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .errors import ConnectionError, PortsideError, ResponseError, TimeoutError

if TYPE_CHECKING:
    import httpx

_CONNECTIONS_MAX = 100
_IDLE_CONNECTIONS_MAX = 32
_IDLE_SECONDS = 15.0


@dataclass(frozen=True)
class WireOptions:
    """How requests reach the server. `http_client` and `transport` may be functions that make one."""

    verify: ssl.SSLContext | str | bool = True
    cert: str | tuple[str, str] | tuple[str, str, str] | None = None
    proxy: Any = None
    trust_env: bool = True
    http_client: Any = None
    transport: Any = None

    def __post_init__(self) -> None:
        given = [name for name in ("http_client", "transport") if getattr(self, name) is not None]
        set_up = self.verify is not True or self.cert is not None or self.proxy is not None
        if len(given) == 2 or (given and set_up):
            raise ValueError(f"{given[0]} brings its own connections: do not pass other options of the connection.")


abandoned: list[object] = []
"""Pools of a parent process. They are kept, because to close them would end the TLS sessions of the parent."""


class Owner:
    """The process, and for asyncio the loop, that may use a pool."""

    def __init__(self, loop: object = None) -> None:
        self._pid = os.getpid()
        self._loop = loop

    def is_here(self, loop: object = None) -> bool:
        return self._pid == os.getpid() and self._loop is loop

    def is_forked(self) -> bool:
        return self._pid != os.getpid()


def given_client(options: WireOptions, owner: Owner, make: Callable[..., Any]) -> Any:
    """The client of the user; None if the user gave none. A fork must not use the sockets that its parent uses."""
    given = options.http_client if options.http_client is not None else options.transport
    if given is None:
        return None
    is_function = not hasattr(given, "send") and not hasattr(given, "handle_request")
    is_function = is_function and not hasattr(given, "handle_async_request")
    if is_function:
        given = given()
    elif owner.is_forked():
        name = "http_client" if options.http_client is not None else "transport"
        raise PortsideError(
            f"This process was forked. Pass {name} as a function that makes one, so that each process has its own."
        )
    return given if options.http_client is not None else make(transport=given, **plain_options())


def plain_options() -> dict[str, Any]:
    import httpx

    policy = http.cookiejar.DefaultCookiePolicy(allowed_domains=[])
    return {
        "follow_redirects": False,
        "timeout": None,
        "cookies": httpx.Cookies(http.cookiejar.CookieJar(policy)),
    }


def pool_options(options: WireOptions) -> dict[str, Any]:
    import httpx

    limits = httpx.Limits(
        max_connections=_CONNECTIONS_MAX,
        max_keepalive_connections=_IDLE_CONNECTIONS_MAX,
        keepalive_expiry=_IDLE_SECONDS,
    )
    return {
        **plain_options(),
        "verify": tls_context(options),
        "proxy": options.proxy,
        "trust_env": options.trust_env,
        "limits": limits,
    }


def tls_context(options: WireOptions) -> ssl.SSLContext:
    """The certificate authorities of the system (SSL_CERT_FILE, SSL_CERT_DIR), unless `verify` names others."""
    verify = options.verify
    if isinstance(verify, ssl.SSLContext):
        context = verify
    elif isinstance(verify, str):
        is_folder = os.path.isdir(verify)  # noqa: PTH112
        context = ssl.create_default_context(cafile=None if is_folder else verify, capath=verify if is_folder else None)
    else:
        context = _system_context()
        if verify is False:
            context.check_hostname = False
            context.verify_mode = ssl.CERT_NONE
    if options.cert is not None:
        parts = (options.cert,) if isinstance(options.cert, str) else options.cert
        context.load_cert_chain(*parts)
    return context


def _system_context() -> ssl.SSLContext:
    paths = ssl.get_default_verify_paths()
    if paths.cafile or paths.capath or os.name == "nt":
        return ssl.create_default_context()
    import certifi  # a Python without certificates of its own; httpx depends on certifi

    return ssl.create_default_context(cafile=certifi.where())


def lower(headers: httpx.Headers) -> Mapping[str, str]:
    return {name.lower(): value for name, value in headers.items()}


def fault_of(cause: BaseException, timeout: float) -> PortsideError | None:
    """The error of this library for an error of httpx or of the network; None if it is another error."""
    import httpx

    if isinstance(cause, httpx.TimeoutException | builtins.TimeoutError):
        late = TimeoutError(f"No answer within {timeout:.3g} s.")
        late.was_sent = not isinstance(cause, httpx.ConnectTimeout | httpx.PoolTimeout)
        return late
    if isinstance(cause, httpx.UnsupportedProtocol | httpx.InvalidURL):
        return ResponseError("This is not the address of an HTTP server.")
    if isinstance(cause, httpx.HTTPError | httpx.StreamError | OSError | ssl.SSLError):
        broken = ConnectionError("The connection failed or was interrupted.")
        broken.was_sent = not isinstance(cause, httpx.ConnectError | httpx.ProxyError)
        return broken
    return None
