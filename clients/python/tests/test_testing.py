"""The fake server of portside.testing."""

import asyncio
import json
from typing import Any

import httpx
import pytest
from conftest import TABLE
from run_case import difference, run_case

from portside import ConflictError, LimitError, NotFoundError, Portside, ServerError
from portside.testing import FAKE_KEY, FakePortside, case_names

pytest_plugins = ["portside.testing.pytest"]

WIRE = ("trickle", "stall")
PLAYED = [
    case
    for case in TABLE["cases"]
    if not case.get("cancel") and not any(turn.get("end") in WIRE for turn in case["turns"]) and "deadlineMs" not in str(case)
]


def test_the_fake_knows_every_case_of_the_table_of_all_clients() -> None:
    assert case_names() == [case["name"] for case in TABLE["cases"]]


@pytest.mark.parametrize("mode", ["sync", "async"])
@pytest.mark.parametrize("name", [case["name"] for case in PLAYED])
def test_a_played_case_has_the_outcome_of_the_table(name: str, mode: str) -> None:
    from portside.testing._table import table

    script = next(case for case in table()["cases"] if case["name"] == name)
    fake = FakePortside().play(name)
    actual, _ = run_case(script, "http://portside.test", FAKE_KEY, mode, transport=fake._transport)
    assert difference({"waits": [], **script["expect"]}, actual) is None, actual
    assert len(fake.requests) >= 1


def test_most_of_the_table_is_played() -> None:
    assert len(PLAYED) > 100
    assert case_names()


def test_scripted_answers_come_in_order_and_are_recorded(fake_portside: FakePortside) -> None:
    fake = fake_portside.answer("lookupHtsCodes", status=429, headers={"Retry-After": "90"}).code("0101.21.0010", "adjacent")
    with Portside() as client:
        with pytest.raises(LimitError) as told:
            client.tariff.hts.lookup(["0101.21.0010"])
        answer = client.tariff.hts.lookup(["0101.21.0010", "7326.90.8688", "0102.00.0000"])
    assert told.value.retry_after == 90
    assert [result.status for result in answer.results] == ["adjacent", "hit", "clear"]
    assert [each.operation for each in fake.requests] == ["lookupHtsCodes"] * 2
    assert fake.requests[1].json == {"codes": ["0101.21.0010", "7326.90.8688", "0102.00.0000"]}
    assert fake.requests[1].headers["authorization"] == f"Bearer {FAKE_KEY}"


def test_it_issues_one_certificate_for_one_key() -> None:
    fake = FakePortside().fail("generateCertificate")
    request: Any = TABLE["shared"]["gcc"]
    other_request: Any = {**request, "cpsc_rules_cited": []}
    client = fake.client()
    first, second = (client.entry.gcc.generate(request, idempotency_key="k") for _ in range(2))
    other = client.entry.gcc.generate(request)
    assert first.gcc_id == second.gcc_id != other.gcc_id
    assert first.download().startswith(b"%PDF-1.7")
    with pytest.raises(ConflictError):
        client.entry.gcc.generate(other_request, idempotency_key="k")


def test_any_operation_can_be_scripted_sync_and_async() -> None:
    fake = FakePortside()
    with pytest.raises(NotFoundError):
        fake.client().watches.get("w")
    with pytest.raises(ValueError, match="no operation"):
        fake.answer("readEverything")
    fake.answer("deleteWatch", json={"id": "w", "deleted": True}, times=2)
    assert fake.client().watches.delete("w").deleted

    async def both() -> bool:
        async with fake.async_client() as client:
            return (await client.watches.delete("w")).deleted

    assert asyncio.run(both())
    assert [(each.operation, each.path) for each in fake.requests[1:]] == [("deleteWatch", "/api/v2/watches/w")] * 2


def test_a_failure_is_any_error_of_httpx() -> None:
    fake = FakePortside().fail("lookupHtsCodes", httpx.ConnectTimeout("scripted"), times=2)
    assert fake.client().tariff.hts.lookup(["0101"]).results[0].status == "clear"
    fake.answer("lookupHtsCodes", status=500, content=b"<html>", times=3)
    with pytest.raises(ServerError):
        fake.client().tariff.hts.lookup(["0101"])
    assert json.loads(fake.requests[0].content) == {"codes": ["0101"]}
