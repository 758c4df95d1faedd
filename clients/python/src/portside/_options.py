"""The options of a client and of a call, and the bounds of their values."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypedDict

if TYPE_CHECKING:
    from ._cancel import Cancellation

SECONDS_MAX = 7 * 86400.0
_RESERVED = {"authorization", "x-client-nonce", "content-length", "host", "transfer-encoding", "connection"}


class AsyncCallOptions(TypedDict, total=False):
    """Options that every method takes. Times are in seconds."""

    timeout: float | None
    """For one attempt, from the connection to the last byte."""
    deadline: float | None
    """For the whole call, with all its attempts and waits."""
    headers: Mapping[str, str] | None
    """Sent with each request of the call."""


class CallOptions(AsyncCallOptions, total=False):
    """Options that every method takes. Times are in seconds."""

    cancellation: Cancellation | None
    """Ends the call from another thread."""


@dataclass(frozen=True)
class Patience:
    """How long a client waits and how often it tries. Times in seconds."""

    max_retries: int = 2
    timeout: float | None = None
    """None is 30 for a call and 120 for one that visits a storefront."""
    deadline: float | None = None
    """None is 120 for a call and 240 for one that visits a storefront."""
    max_wait: float = 30.0

    def __post_init__(self) -> None:
        check_count("max_retries", self.max_retries, 0, 20)
        check_seconds("timeout", self.timeout)
        check_seconds("deadline", self.deadline)
        if self.max_wait != 0:  # 0 means not to wait at all
            check_seconds("max_wait", self.max_wait)

    def timeout_of(self, given: float | None, visits_storefront: bool) -> float:
        return given or self.timeout or (120.0 if visits_storefront else 30.0)

    def deadline_of(self, given: float | None, visits_storefront: bool) -> float:
        return given or self.deadline or (240.0 if visits_storefront else 120.0)


def check_seconds(name: str, value: Any) -> None:
    """Raises ValueError unless `value` is None or a usable time. There is no way to wait for ever."""
    if value is None:
        return
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if not is_number or not math.isfinite(value) or not 0 < value <= SECONDS_MAX:
        raise ValueError(f"{name} must be a number of seconds above 0 and at most {SECONDS_MAX:.0f}, not {value!r}.")


def check_count(name: str, value: Any, least: int, most: int) -> None:
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise ValueError(f"{name} must be a whole number from {least} to {most}, not {value!r}.")


def check_options(options: Mapping[str, Any]) -> None:
    """Raises TypeError or ValueError."""
    unknown = options.keys() - CallOptions.__annotations__.keys() - AsyncCallOptions.__annotations__.keys()
    if unknown:
        raise TypeError(f"unexpected argument {sorted(unknown)[0]!r}")
    check_seconds("timeout", options.get("timeout"))
    check_seconds("deadline", options.get("deadline"))
    for name, value in (options.get("headers") or {}).items():
        if name.lower() in _RESERVED:
            raise ValueError(f"The header {name} is set by the client.")
        if not isinstance(value, str) or not name.isascii() or any(sign in name + value for sign in "\r\n\0"):
            raise ValueError(f"The header {name!r} is not a line of text.")
