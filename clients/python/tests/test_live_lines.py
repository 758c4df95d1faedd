"""Tests lines of jobs, the account and the schedule on a real server of this repository."""

import asyncio
import os
import shutil
from collections.abc import Iterator

import pytest
from test_live_bulk import Live

from portside import AsyncPortside, Portside, PublicPortside


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    if os.environ.get("CI") != "true" and not shutil.which("bun") and not os.environ.get("PORTSIDE_LIVE_BIN"):
        pytest.skip("the live suite needs PORTSIDE_LIVE_BIN or bun")
    server = Live(tmp_path_factory.mktemp("lines"), PORTSIDE_KEY_ROTATION="on")
    yield server
    server.close()


@pytest.fixture
def client(live: Live) -> Iterator[Portside]:
    with Portside(live.key("--per-minute", "10000"), live.url) as client:
        yield client


def test_lines_of_an_audit_over_many_pages(client: Portside) -> None:
    rows = [{"part": str(at), "hts": "7326.90.8688" if at % 3 else "4901.99.0093"} for at in range(120)]
    audits = client.tariff.audits
    id = audits.create(rows=rows).id
    audits.wait(id)
    lines = [*audits.lines(id, limit=7)]
    assert [line.cells[0] for line in lines] == [row["part"] for row in rows]
    assert all(line.extra["status"] for line in lines)
    not_listed = [*audits.lines(id, status=["not_listed"], sort="status", limit=9)]
    assert [line.cells[0] for line in not_listed] == [str(at) for at in range(0, 120, 3)]
    assert [*audits.lines(id, q="no such text")] == []
    assert sum(heading.lines for heading in audits.headings(id).headings) >= 80


def test_lines_of_stores_and_certificates(client: Portside) -> None:
    audit = client.pixel.audits.create(stores=["https://demo-store.portside.invalid/"])
    client.pixel.audits.wait(audit.id)
    (store,) = client.pixel.audits.lines(audit.id)
    assert (store.state, store.fault, store.extra) == ("judged", None, {})
    batch = client.entry.batches.create(rows=[{"sku": "A"}, {"sku": "B"}])
    client.entry.batches.wait(batch.id)
    assert [line.sku for line in client.entry.batches.lines(batch.id, status=["not_made"], limit=1)] == ["A", "B"]
    assert [*client.entry.batches.lines(batch.id, status=["issued"])] == []


def test_the_account_and_a_rotated_key_that_is_never_printed(live: Live) -> None:
    with Portside(live.key(), live.url) as client:
        account = client.account.get()
        assert (account.key.scope, account.extra) == ("all", {})
        rotated = client.account.rotate(overlap_hours=1)
        assert rotated.key[4:] not in f"{rotated!r} {rotated}"
        assert client.account.get().key.status == "rotating"
    with Portside(rotated.key, live.url) as successor:
        assert successor.account.get().key.status == "active"


def test_the_schedule_and_the_history(live: Live) -> None:
    with PublicPortside(live.url) as client:
        assert len(client.tariff.chapters().children) > 90
        page = client.tariff.schedule("7326")
        assert page.node is not None
        assert (page.node.code, page.extra) == ("7326", {})
        assert len(client.tariff.history("7326.90.8688").periods) > 1


def test_the_async_client_does_the_same(live: Live) -> None:
    async def work() -> None:
        async with AsyncPortside(live.key("--per-minute", "10000"), live.url) as client:
            rows = [{"hts": "7326.90.8688"}] * 30
            id = (await client.tariff.audits.create(rows=rows)).id
            await client.tariff.audits.wait(id)
            assert len([line async for line in client.tariff.audits.lines(id, limit=4)]) == 30
            assert (await client.account.get()).key.scope == "all"

    asyncio.run(work())
