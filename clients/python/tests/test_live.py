"""Tests the contract on PORTSIDE_LIVE_URL with PORTSIDE_LIVE_KEY. Skipped without them; in CI a failure."""

import os
import uuid
from typing import Any

import pytest
from conftest import TABLE
from run_case import difference, run_case

from portside import AuthError, Portside

URL = os.environ.get("PORTSIDE_LIVE_URL", "")
KEY = os.environ.get("PORTSIDE_LIVE_KEY", "")


@pytest.fixture(autouse=True)
def _live() -> None:
    if not (URL and KEY):
        if os.environ.get("CI") == "true":
            pytest.fail("the live suite needs PORTSIDE_LIVE_URL and PORTSIDE_LIVE_KEY")
        pytest.skip("the live suite runs where PORTSIDE_LIVE_URL and PORTSIDE_LIVE_KEY are set")


@pytest.mark.parametrize("mode", ["sync", "async"])
@pytest.mark.parametrize("number", range(len(TABLE["live"])), ids=[case["name"] for case in TABLE["live"]])
def test_live(number: int, mode: str, table: Any) -> None:
    script = table["live"][number]
    actual, visible = run_case(script, URL, KEY, mode)
    assert difference(script["expect"], actual) is None, actual
    assert KEY not in visible


def test_a_key_that_was_never_issued() -> None:
    with Portside("svc_Portside0Scripted02QNBRF", URL) as stranger, pytest.raises(AuthError):
        stranger.tariff.hts.lookup(["7326.90.8688"])


def test_a_repeated_idempotency_key_gives_the_same_certificate(table: Any) -> None:
    request = next(case for case in table["live"] if case["call"].get("download"))["call"]["request"]
    key = str(uuid.uuid4())
    with Portside(KEY, URL) as client:
        first, second = (client.entry.gcc.generate(request, idempotency_key=key) for _ in range(2))
        assert first.gcc_id == second.gcc_id
        assert first.download() == second.download()
