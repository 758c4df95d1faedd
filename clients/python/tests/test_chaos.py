"""2,000 calls to a server that breaks its answers, directly, over TLS, and through a proxy with credentials."""

import asyncio
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest
from conftest import TABLE
from processes import unruly

from portside import (
    AsyncPortside,
    ConnectionError,
    Portside,
    PortsideError,
    ResponseError,
    ServerError,
    TimeoutError,
    UpstreamError,
)
from portside.errors import LimitError

KEY = "svc_Portside0Scripted02QNBRF"
CALLS_OF_A_ROAD = 250
DEADLINE = 4.0
SLACK = 2.0
"""For a busy machine: what remains is work of this process after the deadline."""
OPTIONS: dict[str, Any] = {"timeout": 0.5, "deadline": DEADLINE, "max_retries": 4}
FAULTS = {
    "drip": 0.02,
    "reset": 0.04,
    "half": 0.04,
    "half reset": 0.04,
    "long": 0.02,
    "short": 0.02,
    "garbage": 0.03,
    "html": 0.04,
    "429": 0.05,
    "503": 0.05,
    "duplicate": 0.05,
    "mixed": 0.05,
    "stall": 0.02,
}
TYPED = (ConnectionError, TimeoutError, ResponseError, ServerError, UpstreamError, LimitError)


@pytest.fixture(scope="module")
def server() -> Iterator[dict[str, str]]:
    with unruly(faults=FAULTS, seed=26) as said:
        yield said


def roads(server: dict[str, str]) -> dict[str, dict[str, Any]]:
    return {
        "plain": {"base_url": server["http"]},
        "tls": {"base_url": server["https"], "verify": server["ca"]},
        "proxy": {"base_url": server["http"], "proxy": server["proxy"]},
        "tls through proxy": {"base_url": server["https"], "verify": server["ca"], "proxy": server["proxy"]},
    }


def certificate(product: str) -> Any:
    gcc = TABLE["shared"]["gcc"]
    return {**gcc, "product_info": {**gcc["product_info"], "name": product}}


def judge(number: int, said: Any) -> str:
    """Raises AssertionError for a wrong answer or an error without a type."""
    if isinstance(said, BaseException):
        assert isinstance(said, TYPED), repr(said)
        return type(said).__name__
    kind = number % 3
    if kind == 0:
        assert said.score == number % 101
    elif kind == 1:
        assert [result.code for result in said.results] == [f"{number:010}"]
    return "answer"


def call(client: Any, number: int, product: str) -> Any:
    if number % 3 == 0:
        return client.pixel.scan(f"https://shop.example/{number}")
    if number % 3 == 1:
        return client.tariff.hts.lookup([f"{number:010}"])
    return client.entry.gcc.generate(certificate(product))


def sync_calls(road: dict[str, Any], name: str) -> Counter[str]:
    with Portside(KEY, **road, **OPTIONS) as client:

        def one(number: int) -> str:
            started_at = time.monotonic()
            try:
                said = call(client, number, f"{name} sync {number}")
            except PortsideError as fault:
                said = fault
            assert time.monotonic() - started_at < DEADLINE + SLACK
            return judge(number, said)

        with ThreadPoolExecutor(12) as pool:
            return Counter(pool.map(one, range(CALLS_OF_A_ROAD)))


async def async_calls(road: dict[str, Any], name: str) -> Counter[str]:
    limit = asyncio.Semaphore(12)
    async with AsyncPortside(KEY, **road, **OPTIONS) as client:

        async def one(number: int) -> str:
            async with limit:
                started_at = time.monotonic()
                try:
                    said = await call(client, number, f"{name} async {number}")
                except PortsideError as fault:
                    said = fault
                assert time.monotonic() - started_at < DEADLINE + SLACK
                return judge(number, said)

        return Counter(await asyncio.gather(*map(one, range(CALLS_OF_A_ROAD))))


@pytest.mark.parametrize("mode", ["sync", "async"])
@pytest.mark.parametrize("name", ["plain", "tls", "proxy", "tls through proxy"])
def test_every_call_ends_in_the_right_answer_or_a_typed_error(server: dict[str, str], name: str, mode: str) -> None:
    road = roads(server)[name]
    told = sync_calls(road, name) if mode == "sync" else asyncio.run(async_calls(road, name))
    assert sum(told.values()) == CALLS_OF_A_ROAD
    assert told["answer"] > CALLS_OF_A_ROAD * 0.8, told


def test_no_certificate_was_issued_twice(server: dict[str, str]) -> None:
    said = httpx.get(f"{server['http']}/issued", trust_env=False).json()
    assert len(said["products"]) > 500
    assert [keys for keys in said["products"].values() if len(keys) != 1] == []
    assert set(FAULTS) <= set(said["counts"])


def test_a_proxy_that_refuses_the_credentials(server: dict[str, str]) -> None:
    wrong = server["proxy"].replace("u:p%20w", "u:other")
    for road in ("http", "https"):
        with (
            Portside(KEY, server[road], proxy=wrong, verify=server["ca"], max_retries=0) as client,
            pytest.raises(PortsideError) as told,
        ):
            client.tariff.hts.lookup(["0101"])
        assert "other" not in str(told.value)
