"""Performs the effects of flows in the calling task, so that its context and its cancellation hold."""

import inspect
from collections.abc import AsyncIterable, AsyncIterator, Iterable
from typing import TYPE_CHECKING, Any, TypeVar

from ._core import Options
from ._flow import Clock, Emit, Flow, Pull, Send, Sleep, Tell, Together
from ._message import Response
from ._wire import WireOptions

if TYPE_CHECKING:
    from ._async_wire import AsyncWire

_T = TypeVar("_T")


class AsyncDriver:
    def __init__(self, options: WireOptions, clock: Clock) -> None:
        self._options = options
        self._clock = clock
        self._wire: AsyncWire | None = None

    async def run(self, flow: Flow[_T], options: Options) -> _T:
        """Raises PortsideError. The task cancels, so no option says when."""
        try:
            effect = next(flow)
            while True:
                try:
                    given = await self._perform(effect)
                except Exception as fault:
                    effect = flow.throw(fault)
                else:
                    effect = flow.send(given)
        except StopIteration as done:
            result: _T = done.value
            return result
        finally:
            flow.close()

    async def stream(self, flow: Flow[None], items: Iterable[Any] | AsyncIterable[Any], options: Options) -> AsyncIterator[Any]:
        """Yields what the flow emits. Leaving the loop early closes the flow."""
        source = _iterator(items)
        try:
            effect = next(flow)
            while True:
                if isinstance(effect, Emit):
                    for result in effect.results:
                        yield result
                    effect = next(flow)
                    continue
                try:
                    if isinstance(effect, Pull):
                        given: Any = await _take(source, effect.count)
                    else:
                        given = await self._perform(effect)
                except Exception as fault:
                    effect = flow.throw(fault)
                else:
                    effect = flow.send(given)
        except StopIteration:
            return
        finally:
            await self._close(flow)

    async def _close(self, flow: Flow[None]) -> None:
        """Lets a flow that the user left clean up: it may still send, for a moment."""
        import anyio

        try:
            effect = flow.throw(GeneratorExit())
            with anyio.CancelScope(shield=True):
                while True:
                    effect = flow.send(await self._perform(effect))
        except (StopIteration, GeneratorExit):
            return

    async def _perform(self, effect: Any) -> Any:
        if isinstance(effect, Send):
            return await self._send(effect)
        if isinstance(effect, Sleep):
            await self._clock.async_sleep(effect.seconds)
            return None
        if isinstance(effect, Tell):
            said = effect.callback(effect.value)
            return await said if inspect.isawaitable(said) else said
        assert isinstance(effect, Together), effect  # noqa: S101
        return await self._together(effect)

    async def _send(self, effect: Send) -> Response:
        if self._wire is None:
            from ._async_wire import AsyncWire  # imports httpx, which takes longer than all the rest

            self._wire = AsyncWire(self._options)
        return await self._wire.send(effect.request, effect.timeout)

    async def _together(self, effect: Together) -> list[Any]:
        if len(effect.flows) == 1 and not effect.settle:
            return [await self.run(effect.flows[0], {})]
        import anyio

        results: list[Any] = [None] * len(effect.flows)
        failures: list[Exception] = []
        limiter = anyio.CapacityLimiter(effect.limit)

        async def one(at: int, flow: Flow[Any]) -> None:
            async with limiter:
                try:
                    results[at] = await self.run(flow, {})
                except Exception as failure:
                    results[at] = failure
                    if not effect.settle:
                        failures.append(failure)
                        group.cancel_scope.cancel()  # one failed, so the others are not needed

        async with anyio.create_task_group() as group:
            for at, flow in enumerate(effect.flows):
                group.start_soon(one, at, flow)
        if failures:
            raise failures[0]  # the others are its consequences
        return results

    async def aclose(self) -> None:
        if self._wire is not None:
            await self._wire.aclose()


def _iterator(items: Iterable[Any] | AsyncIterable[Any]) -> AsyncIterator[Any]:
    if isinstance(items, AsyncIterable):
        return aiter(items)

    async def each() -> AsyncIterator[Any]:
        for item in items:
            yield item

    return each()


async def _take(source: AsyncIterator[Any], count: int) -> list[Any]:
    taken: list[Any] = []
    async for item in source:
        taken.append(item)
        if len(taken) >= count:
            break
    return taken
