"""The answers of a call as the server sent them, beside what the method returned."""

import functools
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, ParamSpec, TypeVar

from ._flow import captured
from ._message import Response

_P = ParamSpec("_P")
_T = TypeVar("_T")


@dataclass(frozen=True)
class RawResponse(Generic[_T]):
    """The last answer of a call, and what the method returned."""

    status: int
    headers: Mapping[str, str]
    """Names in lower case."""
    content: bytes = field(repr=False)
    """The body as it came."""
    parsed: _T
    request_id: str | None


def raw(method: Callable[_P, _T]) -> Callable[_P, RawResponse[_T]]:
    @functools.wraps(method)
    def call(*args: _P.args, **kwargs: _P.kwargs) -> RawResponse[_T]:
        answers: list[Response] = []
        token = captured.set(answers)
        try:
            return _with(answers, method(*args, **kwargs))
        finally:
            captured.reset(token)

    return call


def async_raw(method: Callable[_P, Coroutine[Any, Any, _T]]) -> Callable[_P, Coroutine[Any, Any, RawResponse[_T]]]:
    @functools.wraps(method)
    async def call(*args: _P.args, **kwargs: _P.kwargs) -> RawResponse[_T]:
        answers: list[Response] = []
        token = captured.set(answers)
        try:
            return _with(answers, await method(*args, **kwargs))
        finally:
            captured.reset(token)

    return call


def _with(answers: list[Response], result: _T) -> RawResponse[_T]:
    last = answers[-1]
    return RawResponse(last.status, last.headers, last.body, result, last.headers.get("x-request-id"))
