"""Lists that the server gives in pages."""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from typing import Any, Generic, TypeVar

_T = TypeVar("_T")


class Pages(Generic[_T]):
    """All items of a list, read page by page while you go through it. It begins anew each time."""

    def __init__(self, read: Callable[[str | None], Any], items: Callable[[Any], tuple[_T, ...]], cursor: str | None) -> None:
        self._read = read
        self._items = items
        self._cursor = cursor

    def __iter__(self) -> Iterator[_T]:
        for page in self.pages():
            yield from self._items(page)

    def pages(self) -> Iterator[Any]:
        """The pages as the server gives them, each with its `next_cursor`."""
        cursor = self._cursor
        while True:
            page = self._read(cursor)
            yield page
            if (following := _following(page, cursor)) is None:
                return
            cursor = following


class AsyncPages(Generic[_T]):
    """All items of a list, read page by page while you go through it. It begins anew each time."""

    def __init__(
        self,
        read: Callable[[str | None], Awaitable[Any]],
        items: Callable[[Any], tuple[_T, ...]],
        cursor: str | None,
    ) -> None:
        self._read = read
        self._items = items
        self._cursor = cursor

    async def __aiter__(self) -> AsyncIterator[_T]:
        async for page in self.pages():
            for item in self._items(page):
                yield item

    async def pages(self) -> AsyncIterator[Any]:
        """The pages as the server gives them, each with its `next_cursor`."""
        cursor = self._cursor
        while True:
            page = await self._read(cursor)
            yield page
            if (following := _following(page, cursor)) is None:
                return
            cursor = following


def _following(page: Any, cursor: str | None) -> str | None:
    """The cursor of the next page; None at the end. A cursor that does not move would be read for ever."""
    following: str | None = page.next_cursor
    has_more: bool = getattr(page, "has_more", following is not None)
    return following if has_more and following != cursor else None
