"""Turns parsed JSON into typed results. Raises ValueError, TypeError or KeyError if it breaks the contract."""

from typing import Any, TypeVar

from .types import AdjacentHit, Finding, HtsResult, LookupResult, Meta, ScanReport

_T = TypeVar("_T")


def _expect(value: Any, kind: type[_T]) -> _T:
    if type(value) is not kind:
        raise TypeError(f"expected {kind.__name__}")
    return value


def read_lookup(codes: list[str], body: Any, meta: Meta) -> LookupResult:
    """Requires one complete result for each code, in order. A shifted answer must never look like "clear"."""
    results = tuple(_read_result(result) for result in _expect(body["results"], list))
    if [result.code for result in results] != codes:
        raise ValueError("results for other codes")
    if any(result.hit != (result.status == "hit") for result in results):
        raise ValueError("a flag contradicts its status")
    return LookupResult(results, meta)


def _read_result(result: Any) -> HtsResult:
    return HtsResult(
        code=_expect(result["code"], str),
        hit=_expect(result["hit"], bool),
        in_scope=_expect(result["in_scope"], bool),
        status=_expect(result["status"], str),
        adjacent_hits=tuple(
            AdjacentHit(hit["code_heading"], hit["article_slug"], hit["article_name"], hit["proposed_rate"])
            for hit in _expect(result["adjacent_hits"], list)
        ),
    )


def read_scan(body: Any, meta: Meta) -> ScanReport:
    findings = tuple(
        Finding(finding["rule_id"], finding["severity"], finding["message"])
        for finding in _expect(body["findings"], list)
    )
    return ScanReport(_expect(body["score"], int), findings, _expect(body["severity_counts"], dict), meta)


def read_certificate(body: Any, meta: Meta) -> tuple[str, str, Meta]:
    return _expect(body["gcc_id"], str), _expect(body["gcc_pdf_url"], str), meta
