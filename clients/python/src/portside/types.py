"""Names and shapes of the API (v1, 1.0.0-beta). Fields that a later server adds are ignored."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypedDict


@dataclass(frozen=True, slots=True)
class RateWindow:
    """What is left of one limit of the key, from the latest answer of the server."""

    limit: int | None
    remaining: int
    reset_seconds: int | None


@dataclass(frozen=True, slots=True)
class TariffList:
    """The tariff list behind an answer. Store it with the answer for audits."""

    id: str
    version: str
    as_of: str
    """`YYYY-MM-DD`."""


@dataclass(frozen=True, slots=True)
class Meta:
    """What came with a result. A lookup of several requests has the lowest limits and all request ids."""

    request_id: str | None
    request_ids: tuple[str, ...]
    rate_limit: Mapping[str, RateWindow]
    """By the name of the window: `minute` (sliding) and `day` (UTC)."""
    list: TariffList | None
    """Lookups only."""


@dataclass(frozen=True, slots=True)
class AdjacentHit:
    code_heading: str
    article_slug: str
    article_name: str
    proposed_rate: float
    """Percent: 50, 25, 15."""


@dataclass(frozen=True, slots=True)
class HtsResult:
    code: str
    """As you sent it."""
    hit: bool
    in_scope: bool
    status: str
    """`hit`, `adjacent`, `in_scope_no_bis14`, `clear`, `invalid`. A later server may return others."""
    adjacent_hits: tuple[AdjacentHit, ...]


@dataclass(frozen=True, slots=True)
class LookupResult:
    results: tuple[HtsResult, ...]
    """One for each code, in the order of the codes, including duplicates."""
    meta: Meta


@dataclass(frozen=True, slots=True)
class Finding:
    rule_id: str
    severity: str
    """`info`, `warn`, `error`."""
    message: str


@dataclass(frozen=True, slots=True)
class ScanReport:
    score: int
    """0 to 100."""
    findings: tuple[Finding, ...]
    severity_counts: Mapping[str, int]
    """By severity: `info`, `warn`, `error`."""
    meta: Meta = field(repr=False)


class Contact(TypedDict, total=False):
    name: str
    address: str
    email: str
    phone: str


class _ProductInfo(TypedDict):
    name: str
    date_of_manufacture: str
    place_of_manufacture: str


class ProductInfo(_ProductInfo, total=False):
    """`model`, `sku` or both."""

    model: str
    sku: str
    description: str
    gtin: str
    lot: str


class _Manufacturer(TypedDict):
    name: str
    address: str
    contact_email: str


class Manufacturer(_Manufacturer, total=False):
    phone: str


class _TestingLab(TypedDict):
    name: str
    test_date: str


class TestingLab(_TestingLab, total=False):
    accreditation_id: str
    address: str
    email: str
    phone: str
    cpsc_id: str
    test_place: str
    report_number: str


class Exclusion(TypedDict):
    citation: str
    basis: str


class Attestation(TypedDict, total=False):
    name: str
    title: str
    date: str
    accepted: bool
    statement: str


class _GccRequest(TypedDict):
    product_info: ProductInfo
    manufacturer: Manufacturer
    testing_lab: TestingLab


class GccRequest(_GccRequest, total=False):
    """A certificate request. Missing information is printed as not stated, never guessed. Dates are `YYYY-MM-DD`."""

    cpsc_rules_cited: Sequence[str]
    certifier: Contact
    records_contact: Contact
    exclusions: Sequence[Exclusion]
    attestation: Attestation
