"""lookup_all against a server with exact limits, on a clock of its own."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from typing import Any

import httpx
import pytest

from portside import AsyncPortside, AuthError, IncompleteError, Portside, PortsideError, TimeoutError
from portside._flow import Clock
from portside.testing import FAKE_KEY


class Metered:
    """Lookups of a key with a sliding minute and a day. Time passes only while the client sleeps."""

    def __init__(self, per_minute: int = 100, per_day: int = 10_000, seconds: float = 0.01) -> None:
        self.now = 0.0
        self.per_minute, self.per_day, self.seconds = per_minute, per_day, seconds
        self.at: list[float] = []
        self.day = 0
        self.statuses: list[int] = []
        self.codes: list[str] = []
        self.slept: list[float] = []
        self.version = "v1"
        self.fail_after: int | None = None
        self.fail_status = 401
        self.strangers: list[float] = []
        """Moments at which others on the same key use a whole minute."""

    def handle(self, request: httpx.Request) -> httpx.Response:
        if request.url.path != "/api/v1/tariff/hts/lookup":
            return self.answer(404, {"error": "not_found", "message": "", "contact": ""})
        self.now += self.seconds
        while self.strangers and self.strangers[0] <= self.now:
            self.at += [self.strangers.pop(0)] * self.per_minute
        if self.fail_after is not None and len(self.statuses) >= self.fail_after:
            return self.answer(self.fail_status, {})
        day = int(self.now // 86_400)
        if day != self.day:
            self.day, self.at = day, [each for each in self.at if each > self.now - 60]
        today = self.count_of_day(day)
        recent = [each for each in self.at if each > self.now - 60]
        if today >= self.per_day:
            wait = int((day + 1) * 86_400 - self.now) + 1
            return self.limits(
                429, {"error": "rate_limited"}, recent, today, {"retry-after": str(wait), "x-should-retry": "false"}
            )
        if len(recent) >= self.per_minute:
            wait = int(recent[0] + 60 - self.now) + 1
            return self.limits(429, {"error": "rate_limited"}, recent, today, {"retry-after": str(wait)})
        self.at.append(self.now)
        self.counted[day] = today + 1
        codes = json.loads(request.content)["codes"]
        self.codes += codes
        results = [{"code": c, "hit": False, "in_scope": False, "status": "clear", "adjacent_hits": []} for c in codes]
        headers = {"x-tariff-list": "l", "x-tariff-list-version": self.version, "x-tariff-as-of": "2026-11-20"}
        return self.limits(200, {"results": results}, [*recent, self.now], today + 1, headers)

    @property
    def counted(self) -> dict[int, int]:
        self._counted: dict[int, int] = getattr(self, "_counted", {})
        return self._counted

    def count_of_day(self, day: int) -> int:
        return self.counted.get(day, 0)

    def limits(self, status: int, body: Any, recent: list[float], today: int, more: dict[str, str]) -> httpx.Response:
        left, reset = self.per_minute - len(recent), int(recent[0] + 60 - self.now) + 1 if recent else 60
        rest = int((self.now // 86_400 + 1) * 86_400 - self.now) + 1
        said = f'"minute";r={max(left, 0)};t={reset}, "day";r={max(self.per_day - today, 0)};t={rest}'
        return self.answer(status, body, {"ratelimit": said, **more})

    def answer(self, status: int, body: Any, headers: dict[str, str] | None = None) -> httpx.Response:
        self.statuses.append(status)
        return httpx.Response(status, json=body, headers=headers)

    def sleep(self, seconds: float, *_: object) -> None:
        self.slept.append(seconds)
        self.now += seconds

    async def async_sleep(self, seconds: float) -> None:
        self.sleep(seconds)

    @property
    def clock(self) -> Clock:
        return Clock(now=lambda: self.now, random=lambda: 0.5, sleep=self.sleep, async_sleep=self.async_sleep)

    def client(self, **options: Any) -> Portside:
        return Portside(FAKE_KEY, transport=lambda: httpx.MockTransport(self.handle), _clock=self.clock, **options)

    def async_client(self, **options: Any) -> AsyncPortside:
        return AsyncPortside(FAKE_KEY, transport=lambda: httpx.MockTransport(self.handle), _clock=self.clock, **options)


def codes_of(count: int) -> list[str]:
    return [f"{at:010}" for at in range(count)]


def test_10000_rows_of_one_code_are_one_request() -> None:
    server = Metered()
    results = list(server.client().tariff.hts.lookup_all(["0101.21.0010"] * 10_000))
    assert len(results) == 10_000
    assert len(server.statuses) == 1


@pytest.mark.parametrize("per_minute", [1, 2, 7, 100])
def test_alone_on_its_key_it_is_never_limited(per_minute: int) -> None:
    server = Metered(per_minute)
    codes = codes_of(4_000) + codes_of(100)
    assert [result.code for result in server.client().tariff.hts.lookup_all(codes)] == codes
    assert set(server.statuses) == {200}
    assert sorted(server.codes) == codes_of(4_000)


def test_more_codes_than_an_audit_needs_are_looked_up_where_there_is_no_v2() -> None:
    server = Metered()
    codes = codes_of(12_000)
    assert [result.code for result in server.client().tariff.hts.lookup_all(iter(codes))] == codes
    assert sorted(set(server.statuses)) == [200, 404]
    assert server.statuses.count(404) == 1  # asked once


def test_others_on_the_key_delay_it_and_lose_nothing() -> None:
    server = Metered(50)
    server.strangers = [5.0, 100.0, 400.0]
    codes = codes_of(4_900)
    assert [result.code for result in server.client().tariff.hts.lookup_all(codes)] == codes


def test_the_day_is_waited_for_when_told_to() -> None:
    server = Metered(per_day=30)
    codes = codes_of(4_000)
    assert [result.code for result in server.client().tariff.hts.lookup_all(codes, wait_for_day=True)] == codes
    assert set(server.statuses) == {200}
    assert 2 * 86_400 < sum(server.slept) < 3 * 86_400


def test_otherwise_the_day_ends_in_an_error_that_has_the_rest() -> None:
    server = Metered(per_day=30)
    codes = codes_of(4_000) * 2
    with pytest.raises(IncompleteError) as told:
        list(server.client().tariff.hts.lookup_all(codes))
    error = told.value
    assert [result.code for result in error.results] == codes[:1_500]
    assert list(error.remaining) == codes[1_500:]
    assert error.retryable
    assert server.statuses.count(429) == 0
    assert error.retry_after is not None
    server.now += error.retry_after
    server.per_day = 1_000
    rest = list(server.client().tariff.hts.lookup_all(error.remaining))
    assert [result.code for result in rest] == codes[1_500:]


def test_a_day_that_is_spent_at_the_start_is_incomplete_too() -> None:
    server = Metered(per_day=0)
    with pytest.raises(IncompleteError) as told:
        list(server.client().tariff.hts.lookup_all(codes_of(10)))
    assert list(told.value.remaining) == codes_of(10)
    assert server.statuses == [429]


def test_a_failure_midway_keeps_what_was_done() -> None:
    server = Metered()
    server.fail_after = 20
    with pytest.raises(IncompleteError) as told:
        list(server.client().tariff.hts.lookup_all(codes_of(3_000)))
    assert isinstance(told.value.__cause__, AuthError)
    assert not told.value.retryable
    done = len(told.value.results)
    assert 800 <= done <= 1_000
    assert list(told.value.remaining) == codes_of(3_000)[done:]


def test_a_failure_at_once_is_itself() -> None:
    server = Metered()
    server.fail_after = 0
    with pytest.raises(AuthError):
        list(server.client().tariff.hts.lookup_all(codes_of(3)))


def test_a_list_that_changes_midway_is_not_mixed() -> None:
    server = Metered()
    source = codes_of(3_000)
    results = server.client().tariff.hts.lookup_all(source)
    first = [next(results) for _ in range(60)]
    server.version = "v2"
    with pytest.raises(IncompleteError, match="list changed") as told:
        list(results)
    assert list(told.value.results)[:60] == first
    assert len(told.value.results) + len(told.value.remaining) == 3_000


def test_a_deadline_of_the_whole_holds() -> None:
    server = Metered(10)
    with pytest.raises(IncompleteError) as told:
        list(server.client().tariff.hts.lookup_all(codes_of(4_000), deadline=100))
    assert isinstance(told.value.__cause__, TimeoutError)
    assert server.now <= 101


def test_it_streams_and_reads_no_further_than_it_needs() -> None:
    server = Metered()
    read = []

    def source() -> Iterator[str]:
        for code in codes_of(1_000_000):
            read.append(code)
            yield code

    results = server.client().tariff.hts.lookup_all(source())
    assert next(results).code == codes_of(1)[0]
    results.close()  # type: ignore[attr-defined]
    assert len(read) < 7_000
    assert len(server.codes) <= 50


def test_nothing_and_no_strings() -> None:
    client = Metered().client()
    assert list(client.tariff.hts.lookup_all([])) == []
    with pytest.raises(TypeError):
        client.tariff.hts.lookup_all("0101")
    with pytest.raises(TypeError):
        list(client.tariff.hts.lookup_all(["0101", 5]))  # type: ignore[list-item]


@pytest.mark.parametrize("is_async_source", [True, False])
def test_the_async_client_does_the_same(is_async_source: bool) -> None:
    server = Metered(20)
    codes = codes_of(3_000) * 2

    async def source() -> AsyncIterator[str]:
        for code in codes:
            yield code

    async def ask() -> list[str]:
        given = source() if is_async_source else codes
        return [result.code async for result in server.async_client().tariff.hts.lookup_all(given)]

    assert asyncio.run(ask()) == codes
    assert set(server.statuses) == {200}


def test_a_source_that_fails_is_the_user_s_own_error() -> None:
    def source() -> Iterator[str]:
        yield from codes_of(100)
        raise OSError("the file is gone")

    with pytest.raises(OSError, match="the file is gone") as told:
        list(Metered().client().tariff.hts.lookup_all(source()))
    assert not isinstance(told.value, PortsideError)
