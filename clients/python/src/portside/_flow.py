"""Effects: what a call asks of the outside. Flows are generators that yield effects, so that one text serves threads and
asyncio: `SyncDriver` and `AsyncDriver` perform the effects.
"""

import contextvars
import random
import time
from collections.abc import Awaitable, Callable, Generator, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from ._cancel import Cancellation
from ._message import Request, Response

_T = TypeVar("_T")
Flow = Generator[Any, Any, _T]


@dataclass(frozen=True)
class Send:
    """Sends a request once. Gives a Response, or raises ConnectionError, TimeoutError or ResponseError."""

    request: Request
    timeout: float


@dataclass(frozen=True)
class Sleep:
    seconds: float


@dataclass(frozen=True)
class Together:
    """Runs flows at the same time, at most `limit`. Gives their results in order.

    The first failure cancels the others and is raised. With `settle` nothing is cancelled, and a failure is a result.
    """

    flows: Sequence[Flow[Any]]
    limit: int
    settle: bool = False


@dataclass(frozen=True)
class Tell:
    """Calls a function of the user."""

    callback: Callable[[Any], Any]
    value: Any


@dataclass(frozen=True)
class Pull:
    """Reads up to `count` items of the user's iterable. Gives fewer only at its end."""

    count: int


@dataclass(frozen=True)
class Emit:
    """Hands results to the user."""

    results: Sequence[Any]


def _sleep(seconds: float, cancellation: Cancellation) -> None:
    cancellation.wait(seconds)


async def _async_sleep(seconds: float) -> None:
    import anyio

    await anyio.sleep(seconds)


@dataclass(frozen=True)
class Clock:
    """Time and randomness; replaced in tests."""

    now: Callable[[], float] = time.monotonic
    random: Callable[[], float] = random.SystemRandom().random
    """Not seeded by the process, so that forked children do not retry in step."""
    sleep: Callable[[float, Cancellation], None] = _sleep
    async_sleep: Callable[[float], Awaitable[None]] = _async_sleep


captured: contextvars.ContextVar[list[Response] | None] = contextvars.ContextVar("portside_captured", default=None)
"""The answers of the current call, if its caller wants the raw one."""
