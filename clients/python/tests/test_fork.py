"""A client that was used before a fork, and then by several children at once."""

import asyncio
import multiprocessing
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest
from processes import haproxy, unruly

from portside import AsyncPortside, Portside, PortsideError
from portside._message import NonceGuard
from portside._wire import Owner
from portside.testing import FakePortside

KEY = "svc_Portside0Scripted02QNBRF"
CHILDREN = 8
ANSWERS = 10_000
FORK = multiprocessing.get_context("fork")


def scores(client: Portside, first: int, count: int) -> dict[str, int]:
    """The score of each address is its number modulo 101, so an answer to another request is seen."""
    told = {"right": 0, "wrong": 0, "error": 0}
    for number in range(first, first + count):
        try:
            score = client.pixel.scan(f"https://shop.example/{number}").score
        except PortsideError:
            told["error"] += 1
        else:
            told["right" if score == number % 101 else "wrong"] += 1
    return told


def in_children(
    client: Portside, count: int, children: int = CHILDREN, before: Callable[[], None] | None = None
) -> dict[str, int]:
    """Forks children that begin at the same moment. Without the barrier the first is done before the last begins."""
    barrier = FORK.Barrier(CHILDREN)
    results: Any = FORK.SimpleQueue()

    def child(number: int) -> None:
        if before is not None:
            before()
        barrier.wait(60)
        results.put(scores(client, number * 1_000_003, count // CHILDREN))

    processes = [FORK.Process(target=child, args=(number,)) for number in range(CHILDREN)]
    for process in processes:
        process.start()
    told = [results.get() for _ in processes]
    for process in processes:
        process.join(60)
        assert process.exitcode == 0
    return {name: sum(each[name] for each in told) for name in told[0]}


def unprotected() -> None:
    """Takes both nets away: the check of the process and that of the nonce."""
    Owner.is_here = lambda self, loop=None: True  # type: ignore[method-assign]
    NonceGuard.check = lambda *_: None  # type: ignore[method-assign]


def test_10000_answers_in_forked_children_through_a_proxy_are_all_right(tmp_path: Path) -> None:
    with unruly() as server, haproxy(server["http"], tmp_path) as url, Portside(KEY, url) as client:
        assert scores(client, 0, 5)["right"] == 5  # the parent has open connections
        told = in_children(client, ANSWERS)
        assert told == {"right": ANSWERS, "wrong": 0, "error": 0}
        assert scores(client, 0, 5)["right"] == 5  # and they still work


def test_without_protection_the_same_test_sees_wrong_answers(tmp_path: Path) -> None:
    """Whether children collide is chance, so they get several rounds."""
    seen = {"wrong": 0, "error": 0}
    with unruly() as server, haproxy(server["http"], tmp_path) as url:
        for _ in range(20):
            with Portside(KEY, url, timeout=2, max_retries=0) as client:
                with ThreadPoolExecutor(CHILDREN) as pool:
                    list(pool.map(lambda number: scores(client, number, 3), range(CHILDREN)))
                told = in_children(client, 10 * CHILDREN, before=unprotected)
            seen = {name: seen[name] + told[name] for name in seen}
            if seen["wrong"] > 0:
                break
    assert seen["wrong"] > 0, seen


def test_planted_mix_ups_are_refused_and_asked_again(tmp_path: Path) -> None:
    with unruly(faults={"mixed": 0.05}) as server, haproxy(server["http"], tmp_path) as url, Portside(KEY, url) as client:
        told = in_children(client, 2_000)
        assert told["wrong"] == 0
        assert told["right"] > 1_950
        seen = httpx.get(f"{server['http']}/issued", trust_env=False).json()["counts"]
        assert seen["mixed"] > 50


def test_without_the_nonce_planted_mix_ups_are_wrong_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(NonceGuard, "check", lambda *_: None)
    with unruly(faults={"mixed": 0.3}) as server, Portside(KEY, server["http"]) as client:
        assert scores(client, 0, 200)["wrong"] > 10


def in_fork(work: Callable[[], object]) -> str:
    """What `work` returned in a child, as text."""
    results: Any = FORK.SimpleQueue()

    def child() -> None:
        try:
            results.put(repr(work()))
        except BaseException as fault:
            results.put(f"{type(fault).__name__}: {fault}")

    process = FORK.Process(target=child)
    process.start()
    said: str = results.get()
    process.join(30)
    return said


def test_the_parent_keeps_its_connection_while_children_come_and_go() -> None:
    with unruly() as server, Portside(KEY, server["https"], verify=server["ca"]) as client:
        assert scores(client, 0, 2)["right"] == 2
        before = client._driver._wire._pool.client  # type: ignore[union-attr]

        def use_and_close() -> object:
            told = scores(client, 7, 3)
            client.close()
            return told["right"], os.getpid() != parent

        parent = os.getpid()
        assert [in_fork(use_and_close) for _ in range(3)] == ["(3, True)"] * 3
        assert scores(client, 0, 20) == {"right": 20, "wrong": 0, "error": 0}
        assert client._driver._wire._pool.client is before  # type: ignore[union-attr]


def test_the_async_client_may_be_used_after_a_fork_and_in_several_loops() -> None:
    with unruly() as server:
        client = AsyncPortside(KEY, server["http"])

        async def ask() -> list[int]:
            reports = await asyncio.gather(*(client.pixel.scan(f"https://shop.example/{n}") for n in range(20)))
            return [report.score for report in reports]

        assert asyncio.run(ask()) == list(range(20))
        assert asyncio.run(ask()) == list(range(20))
        assert in_fork(lambda: asyncio.run(ask())) == repr(list(range(20)))
        assert asyncio.run(ask()) == list(range(20))


def test_a_transport_of_the_user_is_refused_in_a_fork_unless_it_is_a_function() -> None:
    fake = FakePortside()
    shared = Portside(KEY, transport=fake._transport())
    made = Portside(KEY, transport=fake._transport)
    for client in (shared, made):
        assert client.tariff.hts.lookup(["0101"]).results[0].status == "clear"
    assert "Pass transport as a function" in in_fork(lambda: shared.tariff.hts.lookup(["0101"]))
    assert "status='clear'" in in_fork(lambda: made.tariff.hts.lookup(["0101"]))
