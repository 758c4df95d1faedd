"""Lookups of many codes in parts of 50."""

from collections.abc import Sequence
from typing import Any

from ._core import Core, Options, parsed
from ._flow import Flow, Together
from ._meta import join_meta, read_meta
from ._model import read
from ._operations.v1 import LOOKUP_HTS_CODES
from ._options import Patience
from .errors import ResponseError
from .models.v1 import LookupResponse
from .types import LookupResult

CODES_MAX = 50


def lookup(core: Core, codes: Sequence[str], as_of: str | None, options: Options) -> Flow[LookupResult]:
    """All results come from one version of the list: if it changes meanwhile, all codes are looked up again, once."""
    check_codes(codes)
    ends_at = core.ends_at(options)
    parts = [list(codes[at : at + CODES_MAX]) for at in range(0, max(len(codes), 1), CODES_MAX)]
    for _ in range(2):
        flows = [lookup_part(core, part, as_of, options, ends_at) for part in parts]
        answers: list[LookupResult] = yield Together(flows, core.concurrency)
        if len({answer.meta.list for answer in answers}) == 1:
            results = tuple(result for answer in answers for result in answer.results)
            return LookupResult(results, join_meta([answer.meta for answer in answers]), answers[-1].extra)
    raise ResponseError("The tariff list changed during the lookup, twice. Look the codes up again.")


def check_codes(codes: Any) -> None:
    if isinstance(codes, str | bytes):
        raise TypeError("codes is a list of strings, not one string")


def lookup_part(
    core: Core,
    codes: list[str],
    as_of: str | None,
    options: Options,
    ends_at: float | None = None,
    patience: Patience | None = None,
) -> Flow[LookupResult]:
    """At most 50 codes. Requires one complete result for each, in order: a shifted answer must never look like "clear"."""
    body = {"codes": codes}
    response = yield from core.send(
        LOOKUP_HTS_CODES, options, query={"as_of": as_of}, body=body, ends_at=ends_at, patience=patience
    )

    def complete(said: Any) -> LookupResponse:
        answer: LookupResponse = read(LookupResponse, said)
        if [result.code for result in answer.results] != codes:
            raise ValueError("results for other codes")
        if any(result.hit != (result.status == "hit") for result in answer.results):
            raise ValueError("a flag contradicts its status")
        return answer

    answer = parsed(response, complete)
    return LookupResult(answer.results, read_meta(response.headers), answer.extra)
