"""Types of the v1 API. Written by tools/generate.py."""

from collections.abc import Sequence
from dataclasses import dataclass
from dataclasses import field as _field
from typing import Literal, TypedDict

from .._model import Model

ErrorEnvelopeError = Literal[
    "unauthorized",
    "scope",
    "beta",
    "url_expired",
    "url_invalid",
    "not_found",
    "method_not_allowed",
    "conflict",
    "payload_too_large",
    "unsupported_media_type",
    "invalid_json",
    "invalid_request",
    "rate_limited",
    "upstream_failed",
    "upstream_timeout",
    "unavailable",
    "internal",
]
HtsLookupResultStatus = Literal["hit", "adjacent", "in_scope_no_bis14", "clear", "invalid"]
FindingSeverity = Literal["info", "warn", "error"]
ScanStorefrontDeep = Literal["true", "false"]


@dataclass(frozen=True, kw_only=True)
class Detail(Model):
    path: str
    """JSON pointer (RFC 6901) to the faulty value."""
    message: str
    """What is expected there."""


@dataclass(frozen=True, kw_only=True)
class ErrorEnvelope(Model):
    """Every error of every address has this shape. docs/errors.md says what to do about each code."""

    error: ErrorEnvelopeError
    """What happened: one of a closed set."""
    message: str
    """The same for a person to read; its wording may change."""
    contact: str
    """Whom to ask."""
    details: tuple[Detail, ...] | None = None
    """With `invalid_request` only: every fault that was found, at most 100. No value is repeated."""


class LookupRequest(TypedDict):
    """The codes to look up. Unknown fields are ignored."""

    codes: Sequence[str]
    """1 to 50 HTS codes. A code that cannot be read is answered with status `invalid`."""


@dataclass(frozen=True, kw_only=True)
class AdjacentHit(Model):
    """A derivative listing of the heading of the code; one for each distinct article and rate."""

    code_heading: str
    """The 4-digit heading."""
    article_slug: str
    """Stable id of the article."""
    article_name: str
    """Short English name of the article."""
    proposed_rate: float
    """General rate the list puts on the article, in percent (25 means 25 percent)."""


@dataclass(frozen=True, kw_only=True)
class HtsLookupResult(Model):
    """What the list says of one code."""

    code: str
    """The code as submitted."""
    hit: bool
    """A derivative listing covers the code."""
    in_scope: bool
    """A listing of any Section 232 programme covers the code: a duty may apply."""
    status: HtsLookupResultStatus
    """`hit`: on the derivative list. `adjacent`: not on it, but another number of its heading is.
    `in_scope_no_bis14`: covered by another Section 232 list only. `clear`: none of these. `invalid`: not the
    number of a product.
    """
    adjacent_hits: tuple[AdjacentHit, ...]
    """On a hit the matched listing first; then the other derivative listings of the heading."""


@dataclass(frozen=True, kw_only=True)
class LookupResponse(Model):
    """What the lists say of the codes."""

    results: tuple[HtsLookupResult, ...]
    """One result a code, in the order sent, duplicates kept."""


class ScanRequest(TypedDict):
    """Which page to scan. Unknown fields are ignored."""

    url: str
    """Address of the Shopify storefront page: http or https, port 80 or 443, on the public internet. Redirects are
    followed, at most 5.
    """


@dataclass(frozen=True, kw_only=True)
class Finding(Model):
    """One rule that fired."""

    rule_id: str
    """Which rule fired; docs/pixel-rules.md describes each."""
    severity: FindingSeverity
    """`error`: data is wrong or lost now. `warn`: legacy code to move. `info`: worth knowing, costs no score."""
    message: str
    """What was found, where, and what to do, for a person to read."""


@dataclass(frozen=True, kw_only=True)
class SeverityCounts(Model):
    """How many findings there are of each severity."""

    info: int
    """Findings of severity `info`."""
    warn: int
    """Findings of severity `warn`."""
    error: int
    """Findings of severity `error`."""


@dataclass(frozen=True, kw_only=True)
class ScanReport(Model):
    """What a scan found."""

    score: int
    """100: nothing was found and everything was read. Any finding of severity `error` keeps it at 79 or below. 0
    with the finding `page_not_judged`: nothing can be said about the page.
    """
    findings: tuple[Finding, ...]
    """Ordered by severity, worst first."""
    severity_counts: SeverityCounts
    """How many findings there are of each severity."""


class _ProductInfo(TypedDict):
    name: str
    """The product, described well enough to match it to this certificate."""
    date_of_manufacture: str
    """Day of manufacture. A real calendar day, YYYY-MM-DD, from 1900 on and not later than today anywhere on
    Earth.
    """
    place_of_manufacture: str
    """Where the product was made: city, state or province, country."""


class ProductInfo(_ProductInfo, total=False):
    """The product this certificate covers."""

    model: str
    """Model number. Either `model` or `sku` is required."""
    sku: str
    """Stock-keeping unit. Either `model` or `sku` is required."""
    description: str
    """Further description."""
    gtin: str
    """Global Trade Item Number (8, 12, 13 or 14 digits)."""
    lot: str
    """Lot or batch number."""


class _Manufacturer(TypedDict):
    name: str
    """Name of the manufacturer."""
    address: str
    """Full mailing address of the manufacturer, with the country."""
    contact_email: str
    """E-mail address of the manufacturer. Internationalised addresses are accepted."""


class Manufacturer(_Manufacturer, total=False):
    """Who made the product."""

    phone: str
    """Telephone number of the manufacturer."""


class _TestingLab(TypedDict):
    name: str
    """Name of the laboratory or other party on whose testing the certificate depends."""
    test_date: str
    """Most recent day of testing. A real calendar day, YYYY-MM-DD, from 1900 on and not later than today anywhere
    on Earth.
    """


class TestingLab(_TestingLab, total=False):
    """Who tested the product. A first party may: a general-use product needs no third-party laboratory."""

    accreditation_id: str
    """Accreditation of the laboratory, printed as given and not checked."""
    address: str
    """Full mailing address of the laboratory."""
    email: str
    """E-mail address of the laboratory. Internationalised addresses are accepted."""
    phone: str
    """Telephone number of the laboratory."""
    cpsc_id: str
    """CPSC number of a CPSC-accepted laboratory, printed as given and not checked."""
    test_place: str
    """Where the product was tested."""
    report_number: str
    """Number of the test report."""


class Certifier(TypedDict, total=False):
    """The importer, domestic manufacturer or private labeler that certifies (16 CFR 1110.7)."""

    name: str
    """Name of the certifier."""
    address: str
    """Full mailing address of the certifier, with the country."""
    email: str
    """E-mail address of the certifier. Internationalised addresses are accepted."""
    phone: str
    """Telephone number of the certifier."""


class Exclusion(TypedDict):
    citation: str
    """The provision that excludes the product from testing, such as `16 CFR 1610.1(d)(1)`."""
    basis: str
    """Why it applies to this product."""


class Attestation(TypedDict, total=False):
    """The attestation as the caller supplies it. Nothing is signed or attested on anyone’s behalf."""

    name: str
    """Who attests for the certifier."""
    title: str
    """Position of that person."""
    date: str
    """Day of the attestation. A real calendar day, YYYY-MM-DD, from 1900 on and not later than today anywhere on
    Earth.
    """
    accepted: bool
    """True if that person makes the attestation of 16 CFR part 1110."""
    statement: str
    """The sentence that is attested to, printed as given. Portside does not print the wording of the regulation."""


class _CertificateRequest(TypedDict):
    product_info: ProductInfo
    """The product this certificate covers."""
    manufacturer: Manufacturer
    """Who made the product."""
    testing_lab: TestingLab
    """Who tested the product. A first party may: a general-use product needs no third-party laboratory."""


class CertificateRequest(_CertificateRequest, total=False):
    """The data of a General Certificate of Conformity. Text is cleaned (Unicode NFC; control, bidirectional and
    invisible characters removed), never refused for its script. All texts together have at most 32000
    characters and 500 line breaks. Unknown fields are ignored.
    """

    cpsc_rules_cited: Sequence[str]
    """Each rule, ban, standard or regulation the product is certified to, separately. Printed as given."""
    certifier: Certifier
    """The importer, domestic manufacturer or private labeler that certifies (16 CFR 1110.7)."""
    records_contact: Certifier
    """Who keeps the test records."""
    exclusions: Sequence[Exclusion]
    """Testing exclusions claimed."""
    attestation: Attestation
    """The attestation as the caller supplies it. Nothing is signed or attested on anyone’s behalf."""


@dataclass(frozen=True, kw_only=True)
class CertificateResponse(Model):
    """Where the certificate is."""

    gcc_pdf_url: str = _field(repr=False)
    """Signed URL of the PDF. `GET` it without a key, within a day unless the operator has set another time: the
    answer is `application/pdf`, and its `ETag` the SHA-256 of the file. Afterwards it is a 403 `url_expired`;
    the same `Idempotency-Key` gives a fresh URL.
    """
    gcc_id: str
    """Identifier of the certificate, for good."""
