import re
from collections.abc import Mapping, Sequence

from .types import Meta, RateWindow, TariffList

Headers = Mapping[str, str]
"""Names in lower case."""


def read_meta(headers: Headers) -> Meta:
    request_id = headers.get("x-request-id")
    list_id, version, as_of = (headers.get(f"x-tariff-{end}") for end in ("list", "list-version", "as-of"))
    return Meta(
        request_id=request_id,
        request_ids=(request_id,) if request_id else (),
        rate_limit=read_rate_limit(headers),
        list=TariffList(list_id, version, as_of) if list_id and version and as_of else None,
    )


def read_rate_limit(headers: Headers) -> dict[str, RateWindow]:
    """`RateLimit` and `RateLimit-Policy` (IETF draft): `"minute";r=99;t=60, "day";r=9999;t=3600`.

    Unreadable parts are left out.
    """
    policies = _read_items(headers.get("ratelimit-policy", ""))
    return {
        name: RateWindow(policies.get(name, {}).get("q"), item["r"], item.get("t"))
        for name, item in _read_items(headers.get("ratelimit", "")).items()
        if "r" in item
    }


def _read_items(header: str) -> dict[str, dict[str, int]]:
    return {
        name: {key: int(value) for key, value in re.findall(r";(\w+)=([0-9]{1,15})(?![0-9])", parameters)}
        for name, parameters in re.findall(r'"(\w+)"((?:;\w+=[0-9]+)*)', header)
    }


def join_meta(parts: Sequence[Meta]) -> Meta:
    """All parts must come from one list; `lookup` checks that."""
    rate_limit: dict[str, RateWindow] = {}
    for part in parts:
        for name, window in part.rate_limit.items():
            if name not in rate_limit or window.remaining <= rate_limit[name].remaining:
                rate_limit[name] = window
    request_ids = tuple(request_id for part in parts for request_id in part.request_ids)
    return Meta(parts[0].request_id, request_ids, rate_limit, parts[0].list)
