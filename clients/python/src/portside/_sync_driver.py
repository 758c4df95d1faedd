"""Performs the effects of flows in the calling thread."""

import contextvars
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from typing import TYPE_CHECKING, Any, TypeVar

from ._cancel import Cancellation
from ._core import Options
from ._flow import Clock, Emit, Flow, Pull, Send, Sleep, Tell, Together
from ._message import Response
from ._wire import WireOptions

if TYPE_CHECKING:
    from ._sync_wire import SyncWire

_T = TypeVar("_T")


class SyncDriver:
    def __init__(self, options: WireOptions, clock: Clock) -> None:
        self._options = options
        self._clock = clock
        self._wire: SyncWire | None = None

    def run(self, flow: Flow[_T], options: Options) -> _T:
        """Raises PortsideError or Cancelled."""
        own = options.get("cancellation") or Cancellation()
        own.check()
        try:
            effect = next(flow)
            while True:
                try:
                    given = self._perform(effect, own)
                except Exception as fault:
                    effect = flow.throw(fault)
                else:
                    effect = flow.send(given)
        except StopIteration as done:
            result: _T = done.value
            return result
        finally:
            flow.close()

    def stream(self, flow: Flow[None], items: Iterable[Any], options: Options) -> Iterator[Any]:
        """Yields what the flow emits. Leaving the loop early closes the flow."""
        own = options.get("cancellation") or Cancellation()
        own.check()
        source = iter(items)
        try:
            effect = next(flow)
            while True:
                if isinstance(effect, Emit):
                    yield from effect.results
                    effect = next(flow)
                    continue
                try:
                    given = _take(source, effect.count) if isinstance(effect, Pull) else self._perform(effect, own)
                except Exception as fault:
                    effect = flow.throw(fault)
                else:
                    effect = flow.send(given)
        except StopIteration:
            return
        finally:
            self._close(flow, own)

    def _close(self, flow: Flow[None], own: Cancellation) -> None:
        """Lets a flow that the user left clean up: it may still send."""
        try:
            effect = flow.throw(GeneratorExit())
            while True:
                effect = flow.send(self._perform(effect, own))
        except (StopIteration, GeneratorExit):
            return

    def _perform(self, effect: Any, cancellation: Cancellation) -> Any:
        cancellation.check()
        if isinstance(effect, Send):
            return self._send(effect, cancellation)
        if isinstance(effect, Sleep):
            self._clock.sleep(effect.seconds, cancellation)
            return None
        if isinstance(effect, Tell):
            return effect.callback(effect.value)
        assert isinstance(effect, Together), effect  # noqa: S101
        return self._together(effect, cancellation)

    def _send(self, effect: Send, cancellation: Cancellation) -> Response:
        if self._wire is None:
            from ._sync_wire import SyncWire  # imports httpx, which takes longer than all the rest

            self._wire = SyncWire(self._options)
        return self._wire.send(effect.request, effect.timeout, cancellation)

    def _together(self, effect: Together, cancellation: Cancellation) -> list[Any]:
        if len(effect.flows) == 1 and not effect.settle:
            return [self.run(effect.flows[0], {"cancellation": cancellation})]
        stop = Cancellation()
        failures: list[Exception] = []

        def one(flow: Flow[Any]) -> Any:
            try:
                return self.run(flow, {"cancellation": stop})
            except Exception as failure:
                if effect.settle:
                    return failure
                failures.append(failure)
                stop.cancel()  # one failed, so the others are not needed
                return None

        forget = cancellation.on_cancel(stop.cancel)
        try:
            with ThreadPoolExecutor(min(effect.limit, len(effect.flows)), "portside") as pool:
                try:
                    asked = [pool.submit(contextvars.copy_context().run, one, flow) for flow in effect.flows]
                    wait(asked)
                finally:
                    stop.cancel()
            cancellation.check()
            if failures:
                raise failures[0]  # the others are its consequences
            return [each.result() for each in asked]
        finally:
            forget()

    def close(self) -> None:
        if self._wire is not None:
            self._wire.close()


def _take(source: Iterator[Any], count: int) -> list[Any]:
    taken: list[Any] = []
    for item in source:
        taken.append(item)
        if len(taken) >= count:
            break
    return taken
