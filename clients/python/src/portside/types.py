"""Results of v1, with what came in their headers."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from .models import v1

AdjacentHit: TypeAlias = v1.AdjacentHit
HtsResult: TypeAlias = v1.HtsLookupResult
HtsStatus: TypeAlias = v1.HtsLookupResultStatus
Finding: TypeAlias = v1.Finding
GccRequest: TypeAlias = v1.CertificateRequest
"""A certificate request. Missing information is printed as not stated, never guessed. Dates are `YYYY-MM-DD`."""


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
class LookupResult:
    results: tuple[HtsResult, ...]
    """One for each code, in the order of the codes, including duplicates."""
    meta: Meta
    extra: Mapping[str, Any] = field(default_factory=dict, repr=False)
    """Fields of the answer, of the last one if there were several, that this version does not know."""


@dataclass(frozen=True, kw_only=True)
class ScanReport(v1.ScanReport):
    meta: Meta = field(repr=False, metadata={"name": ""})
