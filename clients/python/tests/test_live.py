"""Tests the contract on a real server: PORTSIDE_LIVE_URL with PORTSIDE_LIVE_KEY, or one that is started for the tests."""

import asyncio
import os
import shutil
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import TABLE
from run_case import difference, run_case
from test_live_bulk import Live

import portside
from portside import AsyncPortside, AuthError, ConflictError, JobError, NotFoundError, Portside, PublicPortside
from portside._flow import Clock
from portside.testing import FakePortside


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, str]]:
    """The address of a server, and a key."""
    url, key = os.environ.get("PORTSIDE_LIVE_URL"), os.environ.get("PORTSIDE_LIVE_KEY")
    if url and key:
        yield url, key
        return
    if os.environ.get("CI") != "true" and not shutil.which("bun") and not os.environ.get("PORTSIDE_LIVE_BIN"):
        pytest.skip("the live suite needs PORTSIDE_LIVE_URL and PORTSIDE_LIVE_KEY, PORTSIDE_LIVE_BIN or bun")
    server = Live(tmp_path_factory.mktemp("live"))
    yield server.url, server.key("--per-minute", "10000")
    server.close()


@pytest.mark.parametrize("mode", ["sync", "async"])
@pytest.mark.parametrize("number", range(len(TABLE["live"])), ids=[case["name"] for case in TABLE["live"]])
def test_live(number: int, mode: str, table: Any, address: tuple[str, str]) -> None:
    url, key = address
    script = table["live"][number]
    actual, visible = run_case(script, url, key, mode)
    assert difference(script["expect"], actual) is None, actual
    assert key not in visible


def test_a_key_that_was_never_issued(address: tuple[str, str]) -> None:
    with Portside("svc_Portside0Scripted02QNBRF", address[0]) as stranger, pytest.raises(AuthError):
        stranger.tariff.hts.lookup(["7326.90.8688"])


def test_a_repeated_idempotency_key_gives_the_same_certificate(table: Any, address: tuple[str, str]) -> None:
    url, live_key = address
    request = next(case for case in table["live"] if case["call"].get("download"))["call"]["request"]
    key = str(uuid.uuid4())
    with Portside(live_key, url) as client:
        first, second = (client.entry.gcc.generate(request, idempotency_key=key) for _ in range(2))
        assert first.gcc_id == second.gcc_id
        assert first.download() == second.download()


class TestV2:
    @pytest.fixture
    def client(self, address: tuple[str, str]) -> Iterator[Portside]:
        with Portside(address[1], address[0]) as client:
            yield client

    def test_certificates(self, client: Portside, table: Any) -> None:
        certificates = client.entry.certificates
        made = certificates.create(table["shared"]["gcc"])
        assert made.extra == {}
        pdf = certificates.download(made.id)
        assert len(pdf) == made.pdf_bytes
        assert client.entry.gcc.restore(made.id).download() == pdf
        assert certificates.get(made.id).sha256 == made.sha256
        assert made.id in [each.id for each in certificates.list(limit=1)]
        assert len([*certificates.list(limit=1)]) == len([*certificates.list()])
        assert "signature=" in certificates.link(made.id).gcc_pdf_url
        assert certificates.filings(made.id).filings == ()
        for refused in (certificates.registry, certificates.file):
            with pytest.raises(ConflictError):
                refused(made.id)
        assert certificates.revoke(made.id, reason="test").status == "revoked"
        assert client.public.entry.verify(made.id).revoked

    def test_audits(self, client: Portside, tmp_path: Path) -> None:
        file = tmp_path / "parts.csv"
        file.write_text("part,hts\nBolt,7318.15.2065\nHorse,0101.21.0010\n", "utf-8")
        seen: list[str] = []
        audits = client.tariff.audits
        job = audits.wait(audits.create(file=file, code_column="hts").id, progress=lambda each: seen.append(each.status))
        assert (job.status, job.lines_done, seen[-1]) == ("finished", 2, "finished")
        assert [line["status"] for line in audits.result(job.id)["lines"]] == ["hit", "clear"]
        assert audits.result_file(job.id, "csv").decode("utf-8-sig").count("\n") == 3
        book = audits.result_file(job.id, "xlsx")
        again = audits.create(file=("xlsx", book), code_column="hts")
        assert audits.wait(again.id).lines_total == 2
        assert {job.id, again.id} <= {each.id for each in audits.list(limit=1)}
        audits.cancel(job.id)
        with pytest.raises(NotFoundError):
            audits.get(job.id)

    def test_pixel_audits_and_batches(self, client: Portside) -> None:
        store = client.pixel.audits.create(stores=["https://demo-store.portside.invalid/"])
        assert client.pixel.audits.wait(store.id).counts == {"judged": 1}
        report = client.pixel.scans.create("https://demo-store.portside.invalid/")
        assert (report.state, bool(report.findings)) == ("judged", True)
        batch = client.entry.batches.create(rows=[{"product_info.name": "Lamp"}])
        ended = client.entry.batches.wait(batch.id)
        assert ended.lines_total == 1
        assert {error.line for error in ended.errors} == {1}  # a line at fault is named, and ends no batch
        assert batch.id in [each.id for each in client.entry.batches.list(status="finished")]
        client.entry.batches.cancel(batch.id)

    def test_a_job_that_is_cancelled_while_it_is_waited_for(self) -> None:
        state: dict[str, Any] = dict.fromkeys(portside.models.v2.PixelAudit.__annotations__, 0)
        state |= {"id": "j", "counts": {}, "errors": [], "failure": None, "accepted_at": "", "charged_day": ""}
        state |= dict.fromkeys(("started_at", "ended_at", "expires_at", "result_url"))
        fake = FakePortside()
        for status in ("queued", "running", "cancelled"):
            fake.answer("readPixelAudit", json={**state, "status": status})
        seen: list[str] = []
        client = fake.client(_clock=Clock(sleep=lambda *_: None))
        with pytest.raises(JobError) as told:
            client.pixel.audits.wait("j", progress=lambda job: seen.append(job.status))
        assert (seen, told.value.job.status) == (["queued", "running", "cancelled"], "cancelled")

    def test_parties(self, client: Portside) -> None:
        lab: portside.models.v2.PartyRequest = {"roles": ["testing_lab"], "name": "Portland Test House"}
        assert client.entry.parties.put("LAB 1", lab).name == "Portland Test House"
        assert client.entry.parties.get("LAB 1").roles == ("testing_lab",)
        assert [each.alternate_id for each in client.entry.parties.list(role="testing_lab", limit=1)] == ["LAB 1"]
        assert client.entry.parties.delete("LAB 1").deleted
        assert [*client.entry.parties.list()] == []

    def test_watches_and_events(self, client: Portside) -> None:
        watch = client.watches.create({"codes": ["7326.90.8688"], "name": "steel"})
        assert client.watches.update(watch.id, {"paused": True}).status == "paused"
        assert client.watches.get(watch.id).subject.codes == ("7326.90.8688",)
        assert watch.id in [each.id for each in client.watches.list(limit=1)]
        assert [*client.watches.events(watch.id)] == []
        assert [*client.events.list(limit=1)] == [*client.events.list()]
        assert client.watches.delete(watch.id).deleted

    def test_duties_and_the_public_operations(self, client: Portside, address: tuple[str, str]) -> None:
        answer = client.tariff.duties([{"code": "7326.90.8688", "origin": "CN", "facts": {"contains_listed_metal": True}}])
        assert answer.results[0].code == "7326.90.8688"
        with PublicPortside(address[0]) as public:
            tariff = public.tariff
            assert tariff.explain("7326.90.8688").status == "hit"
            same = tariff.duties("7326.90.8688", origin="CN", facts={"contains_listed_metal": True})
            assert same.settled == answer.results[0].settled
            assert tariff.search("stainless bolts", limit=1).results
            lists = tariff.lists().lists
            assert tariff.list_json(lists[0].list_id).rows
            assert tariff.list_csv(lists[0].list_id).startswith(b"code")
            assert tariff.changes("2026-01-01", to="2026-06-01").to == "2026-06-01"
            assert public.pixel.rules().rules
            assert public.entry.citations("lead").citations
            assert public.pixel.scan("https://demo-store.portside.invalid/").findings

    def test_the_async_client(self, address: tuple[str, str]) -> None:
        async def ask() -> tuple[str, int]:
            async with AsyncPortside(address[1], address[0]) as client:
                job = await client.tariff.audits.create(rows=[{"hts": "7318.15.2065"}], code_column="hts")
                ended = await client.tariff.audits.wait(job.id)
                listed = [each.id async for each in client.tariff.audits.list()]
                await client.tariff.audits.cancel(job.id)
                return ended.status, listed.count(job.id)

        assert asyncio.run(ask()) == ("finished", 1)
