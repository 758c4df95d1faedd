from typing import Any

import pytest
from conftest import TABLE

from portside import ApiKeyError, AsyncPortside, Portside

SENTENCES = {"absent": "No API key", "malformed": "This is not a Portside API key", "misspelt": "a typing mistake"}


@pytest.mark.parametrize("client", [Portside, AsyncPortside])
@pytest.mark.parametrize("row", TABLE["keys"], ids=[ascii(row["key"]) for row in TABLE["keys"]])
def test_key(row: Any, client: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PORTSIDE_API_KEY", raising=False)
    if row["fault"] is None:
        client(row["key"])
        return
    with pytest.raises(ApiKeyError, match=SENTENCES[row["fault"]]) as told:
        client(row["key"])
    assert len(row["key"].strip()) <= 4 or row["key"].strip() not in str(told.value)


def test_the_key_comes_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PORTSIDE_API_KEY", "svc_Portside0Scripted02QNBRF")
    Portside()
    monkeypatch.delenv("PORTSIDE_API_KEY")
    with pytest.raises(ApiKeyError, match="No API key"):
        Portside()
