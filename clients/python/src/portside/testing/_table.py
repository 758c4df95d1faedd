"""The table of answers that the clients of all languages must handle."""

import functools
import hashlib
import json
from importlib import resources
from typing import Any

DOCUMENT = "%PDF-1.7\n% stands for a certificate: é 证书\n%%EOF\n".encode()
DOCUMENT_SHA256 = hashlib.sha256(DOCUMENT).hexdigest()


@functools.cache
def table() -> Any:
    text = resources.files(__package__).joinpath("conformance.json").read_text("utf-8")
    raw = json.loads(text)
    return {**_filled(raw, raw["shared"]), "shared": _filled(raw["shared"], raw["shared"])}


def _filled(value: Any, shared: Any) -> Any:
    """Replaces each `{"use": NAME, ...}` by the entry of that name, with the other members added or overwritten."""
    if isinstance(value, list):
        return [_filled(each, shared) for each in value]
    if not isinstance(value, dict):
        return value
    own = {name: _filled(each, shared) for name, each in value.items() if name != "use"}
    return {**_filled(shared[value["use"]], shared), **own} if "use" in value else own


def case_names() -> list[str]:
    """The cases that `FakePortside.play` knows."""
    return [case["name"] for case in table()["cases"]]


def turns_of(name: str) -> list[dict[str, Any]]:
    for case in table()["cases"]:
        if case["name"] == name:
            turns: list[dict[str, Any]] = case["turns"]
            return turns
    raise ValueError(f"There is no case {name!r}. See case_names().")
