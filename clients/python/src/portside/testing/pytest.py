"""The fixture `fake_portside`. Name this module in your conftest.py: `pytest_plugins = ["portside.testing.pytest"]`."""

from collections.abc import Iterator

import pytest

from ._fake import FAKE_KEY, FakePortside


@pytest.fixture
def fake_portside(monkeypatch: pytest.MonkeyPatch) -> Iterator[FakePortside]:
    """A FakePortside that serves on 127.0.0.1. The environment names it, so that `Portside()` reaches it."""
    fake = FakePortside()
    with fake.serve() as url:
        monkeypatch.setenv("PORTSIDE_BASE_URL", url)
        monkeypatch.setenv("PORTSIDE_API_KEY", FAKE_KEY)
        for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
            monkeypatch.delenv(name, raising=False)
        yield fake
