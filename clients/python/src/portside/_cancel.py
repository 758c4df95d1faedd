import threading
from collections.abc import Callable


class Cancelled(Exception):
    """A call ended because its Cancellation was cancelled."""


class Cancellation:
    """Ends a call from another thread: pass this to the call as `cancellation`, then call `cancel()`."""

    def __init__(self) -> None:
        self._event = threading.Event()
        self._lock = threading.Lock()
        self._actions: list[Callable[[], None]] = []

    @property
    def cancelled(self) -> bool:
        return self._event.is_set()

    def cancel(self) -> None:
        with self._lock:
            self._event.set()
            actions, self._actions = self._actions, []
        for action in actions:
            action()

    def check(self) -> None:
        if self._event.is_set():
            raise Cancelled("The call was cancelled.")

    def wait(self, seconds: float) -> None:
        """Sleeps until the time is over or this is cancelled."""
        self._event.wait(seconds)
        self.check()

    def on_cancel(self, action: Callable[[], None]) -> Callable[[], None]:
        """Runs `action` once when cancelled, or now if already cancelled. Returns a function that removes it."""
        with self._lock:
            if not self._event.is_set():
                self._actions.append(action)
                return lambda: self._forget(action)
        action()
        return lambda: None

    def _forget(self, action: Callable[[], None]) -> None:
        with self._lock:
            if action in self._actions:
                self._actions.remove(action)
