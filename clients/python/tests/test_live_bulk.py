"""lookup_all on a real server, with a key that has the default limits: 100 requests a minute, 10,000 a day."""

import asyncio
import logging
import os
import re
import shutil
import subprocess
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from conftest import CLIENTS

from portside import AsyncPortside, IncompleteError, Portside

REPOSITORY = CLIENTS.parent
ODD = ["", " ", "xx", " 7326.90.8688 ", "7326908688", "732690", "101210010", "7326.90.868", "=1+1", "7.3E9", "nr 7326"]
ODD += ["7326.90.8688\n", "\ufeff7326.90.8688", "７３２６", "7326,90", "'7326.90.8688", "7326.90.8688;", '"7326"', "0" * 300]


class Live:
    def __init__(self, folder: Path, **settings: str) -> None:
        binary = os.environ.get("PORTSIDE_LIVE_BIN")
        self._command = [binary] if binary else ["bun", str(REPOSITORY / "src" / "main.ts")]
        self._folder = folder / "var"
        self._server = subprocess.Popen(
            [*self._command, "serve", "--port", "0", "--data-dir", str(self._folder)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, **settings},
        )
        assert self._server.stderr
        self.url = ""
        for line in self._server.stderr:
            if found := re.search(r"answers at (http://\S+)", line):
                self.url = found[1]
                break

    def key(self, *more: str) -> str:
        command = [*self._command, "keys", "issue", "--data-dir", str(self._folder), "--scope", "all", "--name", "t"]
        command += ["--notes", "delegate:on", *more]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()

    def close(self) -> None:
        self._server.terminate()
        self._server.wait(30)
        if self._server.stderr:
            self._server.stderr.close()


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    if not shutil.which("bun") and not os.environ.get("PORTSIDE_LIVE_BIN") and os.environ.get("CI") != "true":
        pytest.skip("a real server needs bun or PORTSIDE_LIVE_BIN")
    server = Live(tmp_path_factory.mktemp("live"))
    assert server.url
    yield server
    server.close()


class Statuses(logging.Handler):
    """Counts the statuses of the attempts, which the client logs."""

    def __init__(self) -> None:
        super().__init__()
        self.counts: Counter[str] = Counter()

    def emit(self, record: logging.LogRecord) -> None:
        self.counts[str(record.args[2])] += 1  # type: ignore[index]


@pytest.fixture
def statuses() -> Iterator[Counter[str]]:
    logger, handler = logging.getLogger("portside"), Statuses()
    logger.setLevel(logging.DEBUG)
    logger.addHandler(handler)
    yield handler.counts
    logger.removeHandler(handler)


def many(count: int) -> Iterator[str]:
    """Different codes: live animals to vegetables, which no list has, and one in a hundred of steel."""
    for at in range(count):
        heading = 7326 if at % 100 == 0 else 101 + at % 14
        yield f"{heading:04}.{at // 10_000 % 100:02}.{at % 10_000:04}"


def test_100000_codes_on_a_default_key_lose_nothing_and_are_never_limited(live: Live, statuses: Counter[str]) -> None:
    codes = list(many(100_000))
    assert len(set(codes)) == 100_000
    with Portside(live.key(), live.url) as client:
        results = list(client.tariff.hts.lookup_all(iter(codes)))
        assert [result.code for result in results] == codes
        assert statuses["429"] == 0
        assert set(statuses) <= {"200", "202", "204"}
        # Fewer requests than the day has, and far fewer than the 2,000 of lookups.
        assert sum(statuses.values()) < 100
        steel = [result for result in results if result.code.startswith("7326")]
        assert all(result.adjacent_hits for result in steel if result.status in ("hit", "adjacent"))
        assert not list(client.tariff.audits.list())


def test_audits_and_lookups_say_the_same(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    codes = [*ODD, "7326.90.8688", "8708.10.3050", "9403.99.9045", *list(many(400))]
    with Portside(live.key("--per-minute", "1000"), live.url) as client:
        looked_up = list(client.tariff.hts.lookup_all(codes))
        assert looked_up == list(client.tariff.hts.lookup(codes).results)
        monkeypatch.setattr("portside._bulk.AUDIT_CODES_MIN", 10)
        assert list(client.tariff.hts.lookup_all(codes)) == looked_up


def test_the_day_ends_in_an_incomplete_error_from_which_one_can_go_on(live: Live, statuses: Counter[str]) -> None:
    codes = [*many(600), *many(600)]
    got = []
    with Portside(live.key("--per-day", "5"), live.url) as client, pytest.raises(IncompleteError) as told:
        for result in client.tariff.hts.lookup_all(codes):
            got.append(result)
    error = told.value
    assert statuses == {"200": 5}
    assert [result.code for result in got] == codes[:250]
    assert list(error.results) == got
    assert list(error.remaining) == codes[250:]
    assert error.retry_after and error.retry_after <= 86_400
    with Portside(live.key(), live.url) as client:
        rest = list(client.tariff.hts.lookup_all(error.remaining))
    assert [result.code for result in [*got, *rest]] == codes


def test_the_async_client_does_the_same_with_any_iterable(live: Live, statuses: Counter[str]) -> None:
    codes = list(many(7_000)) * 2

    async def source() -> AsyncIterator[str]:
        for code in codes:
            yield code

    async def ask() -> list[str]:
        async with AsyncPortside(live.key(), live.url) as client:
            return [result.code async for result in client.tariff.hts.lookup_all(source())]

    assert asyncio.run(ask()) == codes
    assert statuses["429"] == 0
