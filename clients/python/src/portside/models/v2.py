"""Types of the v2 API. Written by tools/generate.py."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from dataclasses import field as _field
from typing import Any, Literal, TypedDict

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
FactsVehicle = Literal["passenger", "medium_heavy", "bus", "none"]
FactsCertifiedUse = Literal[
    "us_automobile_production", "us_truck_production", "us_equipment_production", "us_motorcycle_production", "uk_automobiles"
]
FactsPharmaceutical = Literal["patented", "generic", "animal_health", "neither"]
FactsSemiconductorUse = Literal[
    "us_data_center", "us_repair", "us_research", "us_startup", "us_consumer", "us_industrial", "us_public_sector", "other"
]
FactsApproval = Literal["us_content", "onshoring_plan", "onshoring_and_pricing", "domestic_plan", "limited_quantity", "offset"]
DeclarationRateKind = Literal["added", "total", "none"]
ProgrammeOfCodeCoverage = Literal["whole", "whole_by_parts", "part", "none"]
DutyAmountCurrency = Literal["USD"]
PixelReportState = Literal["judged", "partly_judged", "not_judged"]
PixelReportPageKind = Literal[
    "storefront", "checkout", "customer_account", "password", "closed", "blocked", "not_a_store", "empty", "built_in_browser"
]
PixelFindingSeverity = Literal["info", "warn", "error"]
FindingPlaceKind = Literal["page", "container", "loader", "app_pixel", "custom_pixel", "theme_file"]
ScannedPageJourney = Literal["home", "collection", "product", "cart", "search", "thank_you", "other"]
LookedAtKind = Literal["page", "container", "loader", "app_pixel", "custom_pixel"]
SenderKind = Literal["theme", "app_embed", "app_pixel", "custom_pixel", "container_tag", "loader"]
SendingGrade = Literal["always", "some", "perhaps", "paused"]
ProductInfoLotAssignedBy = Literal["manufacturer", "seller"]
IdentifierType = Literal["gtin", "upc", "sku", "model", "serial", "registered", "alternate"]
RecordsContactRole = Literal["importer", "manufacturer", "laboratory", "broker", "other"]
MadeCertificateState = Literal["incomplete", "stated_with_defects", "stated"]
MadeCertificateStatus = Literal["active", "superseded", "revoked"]
MadeCertificateFiling = Literal["none", "sent", "accepted", "refused"]
GapFor = Literal["certificate", "registry"]
FilingState = Literal["sent", "accepted", "refused"]
PartyRequestRole = Literal["certifier", "manufacturer", "testing_lab", "records_contact"]
WatchRequestEvery = Literal["day", "week"]
WatchKind = Literal["tariff", "pixel"]
WatchStatus = Literal["active", "paused"]
WatchWebhookState = Literal["on", "off"]
WatchLookOutcome = Literal["told", "unchanged", "not_judged", "skipped", "busy", "no_key", "newer_data"]
WatchEventType = Literal[
    "tariff.revised", "tariff.change_due", "pixel.changed", "pixel.not_judged", "pixel.skipped", "watch.test"
]
DeliveryState = Literal["none", "pending", "delivered", "dead"]
JobSummaryStatus = Literal["queued", "running", "finished", "cancelled", "failed"]
AccountKeyScope = Literal["tariff", "pixel", "entry", "all"]
AccountKeyStatus = Literal["active", "rotating"]
CoreProductPrimaryProductIdType = Literal["GTIN", "UPC", "SKU", "Model #", "Serial #", "Registered #", "Alternate ID"]
CoreProductCertificateType = Literal["GCC", "CPC"]
CoreProductLotNumberAssignedBy = Literal["Manufacturer", "Seller"]
CoreProductLabType = Literal["LAB", "ITL"]
CoreProductPocType = Literal["Importer", "Manufacturer", "Laboratory", "Broker", "Other"]
DirectivesProductUpdate = Literal["Y", "N"]
ListTariffAuditLinesStatus = Literal[
    "applies",
    "applies_in_part",
    "retired",
    "unsettled",
    "not_in_schedule",
    "damaged",
    "invalid",
    "undated",
    "blank",
    "not_listed",
]
ListTariffAuditLinesSort = Literal["line", "rate", "heading", "status"]
ReadTariffAuditResultFormat = Literal["csv", "xlsx", "json"]
ListPixelAuditLinesStatus = Literal["not_scanned", "not_judged", "partly_judged", "judged", "same"]
ListEntryBatchLinesStatus = Literal["issued", "not_made"]


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


class Facts(TypedDict, total=False):
    """What is known of the goods. A fact that is absent is unknown, never false."""

    contains_listed_metal: bool
    """Do the goods contain any aluminum, steel or copper at all?"""
    metal_weight_share: float
    """What share of the weight are the metals that the lists name for this code, together (0 to 1)?"""
    vehicle: FactsVehicle
    """What vehicle are the goods, or are they a part of: a passenger vehicle or light truck, a medium- or
    heavy-duty vehicle, a bus, or none?
    """
    vehicle_part: bool
    """Are the goods a part of that vehicle, not the vehicle itself?"""
    certified_use: Sequence[FactsCertifiedUse]
    """Which of these uses does the importer certify: making or repairing automobiles, making or repairing trucks,
    making farm or industrial equipment, making motorcycles, all in the United States, or parts of automobiles
    that are products of the United Kingdom? None is an empty list.
    """
    semiconductor_parameters: bool
    """Do the goods meet the performance parameters of note 39(b)?"""
    us_metal_share: float
    """What share of each listed metal was melted and poured (steel) or smelted and cast (aluminum, copper) in the
    United States? Give the lowest of them (0 to 1).
    """
    uk_metal_share: float
    """What share of the aluminum was smelted or most recently cast, or of the steel melted and poured, in the
    United Kingdom (0 to 1)?
    """
    russian_aluminum: bool
    """Was any primary aluminum in the goods smelted in Russia, or were they cast there?"""
    north_american_metal: bool
    """Was the steel melted and poured, or the aluminum smelted and cast, in Canada or Mexico?"""
    usmca_originating: bool
    """Do the goods originate under the USMCA?"""
    us_content_share: float
    """What share of the value is US content (0 to 1)?"""
    knock_down_kit: bool
    """Are the goods a knock-down kit or a compilation of parts?"""
    age_years: int
    """How many years before the year of entry was the vehicle made?"""
    civil_aircraft: bool
    """Are the goods a civil aircraft, or an engine, part or component of one, as note 35 names them?"""
    pharmaceutical: FactsPharmaceutical
    """Is the article a patented pharmaceutical (or an ingredient of one), a generic or biosimilar, an animal
    health product without a patent, or none of these?
    """
    named_company: bool
    """Is the company one that the Secretary named (Annex III of Proclamation 11020)?"""
    specialty_pharmaceutical: bool
    """Is it an orphan drug or another specialty product of note 40(h)(iii), under its conditions and a published
    notice?
    """
    us_active_ingredient: bool
    """Is it packaged in dosage form, with an active ingredient that is a product of the United States?"""
    noncommercial_use: bool
    """Is it solely for clinical trials, research and development or other non-commercial use?"""
    semiconductor_use: FactsSemiconductorUse
    """For which use are the goods entered: US data centers, repair or replacement in the US, research and
    development in the US, US startups, consumer electronics outside data centers, civil industry outside data
    centers, the US public sector, or another?
    """
    unmanned_aircraft_use: bool
    """Are the goods for use in or with the unmanned aircraft products that note 43(c) describes?"""
    thermal_imaging: bool
    """Does the unmanned aircraft have thermal imaging?"""
    trusted_components: bool
    """Are substantially all critical components and technology products of the US, Japan, South Korea, Taiwan,
    Switzerland, Liechtenstein, the EU or the UK?
    """
    wooden_cabinet: bool
    """Are the goods a completed wooden kitchen cabinet or vanity, or a part of one?"""
    approvals: Sequence[FactsApproval]
    """Which of these approvals does the importer hold from the agency that the note names: US content, an
    onshoring plan, an onshoring plan with a pricing agreement, a plan approved by Homeland Security or the
    Department of War, limited quantities, an offset? None is an empty list.
    """
    in_quota: bool
    """Do the goods enter within the tariff-rate quota?"""
    entered_value_below_minimum: bool
    """Is the entered value below the minimum price, or is there no document about resale?"""
    column_1_rate: float
    """What is the column 1 rate, in percent of the value?"""
    value: float
    """What is the customs value in US dollars?"""


class _DutyItem(TypedDict):
    code: str
    """An HTS code of 4, 6, 8 or 10 digits, with or without dots."""


class DutyItem(_DutyItem, total=False):
    """One line of an entry."""

    origin: str
    """Country of origin, ISO 3166-1 alpha-2 in capital letters. Unknown where absent."""
    entry_date: str
    """The day of entry, YYYY-MM-DD, from 2025-03-12; today in New York where absent."""
    facts: Facts
    """What is known of the goods. A fact that is absent is unknown, never false."""


class DutiesRequest(TypedDict):
    """The lines to work out."""

    items: Sequence[DutyItem]
    """1 to 50 lines."""


@dataclass(frozen=True, kw_only=True)
class Declaration(Model):
    """A chapter 99 heading of Section 232 to declare."""

    heading: str | None
    """Chapter 99 heading; null where the heading was not read."""
    programme: str
    """The Section 232 programme."""
    rate: float | None
    """Percent; null if nothing is charged, or the duty is not a percentage."""
    rate_kind: DeclarationRateKind
    """`added` to the column 1 duty; `total` including it; `none`: no duty."""
    basis: str
    """What it is charged on."""
    source: str
    """Where the rule is published."""


@dataclass(frozen=True, kw_only=True)
class Alternative(Model):
    """One of the answers that the missing facts decide between. Exactly one holds."""

    when: Mapping[str, Any]
    """The facts under which it holds: a value, bounds (`gte`, `gt`, `lt`, `lte`) or sets (`one_of`, `none_of`,
    `includes`, `excludes`). A name `reading:…` is an open question of law, and the reading taken.
    """
    declare: tuple[Declaration, ...]
    """What to declare then."""
    undivided: Literal[True] | None = None
    """Too many to tell apart: exactly one of those with the same `when` holds, and only more facts say which."""


@dataclass(frozen=True, kw_only=True)
class MissingFact(Model):
    """A fact that would change the answer."""

    fact: str
    """Its name."""
    question: str
    """In plain words."""
    type: str
    """Its type."""
    values: tuple[str, ...] | None = None
    """The values it may have."""
    decides: tuple[str, ...]
    """The headings between which it decides."""


@dataclass(frozen=True, kw_only=True)
class OpenQuestion(Model):
    """A question that the sources leave open."""

    id: str
    """Its name."""
    question: str
    """What the sources leave open."""
    readings: tuple[str, ...]
    """The readings, as `when` names them."""
    source: str
    """Where the readings come from."""


@dataclass(frozen=True, kw_only=True)
class Displacement(Model):
    """A duty that another one frees."""

    programme: str
    """The programme whose duty is not owed."""
    heading: str | None
    """Its heading."""
    by: str
    """What frees from it."""
    reason: str
    """Why."""
    source: str
    """Where the rule is published."""


@dataclass(frozen=True, kw_only=True)
class ProgrammeOfCode(Model):
    """A programme that lists the code."""

    programme: str
    """The Section 232 programme."""
    coverage: ProgrammeOfCodeCoverage
    """How far its lists cover the number."""
    listing: str
    """The listed number."""
    subdivision: str
    """U.S. note subdivision."""
    rate: float | None
    """Rate of the list in general, in percent; null for a minimum import price."""
    rate_kind: str
    """What the rate is added to, or includes."""
    effective_from: str
    """First day."""
    effective_to: str | None
    """Last day; null where none is set."""
    source: str
    """Where the rule is published."""


@dataclass(frozen=True, kw_only=True)
class AnnouncedForItem(Model):
    """A dated change after the entry date, or before it and later than the law was read."""

    date: str
    """Its first day."""
    what: str
    """What changes."""
    programme: str
    """The Section 232 programme."""
    certainty: str
    """`law` or `announced`."""
    source: str
    """Where it is announced."""


@dataclass(frozen=True, kw_only=True)
class DutyAmount(Model):
    """The Section 232 duty alone."""

    amount: float
    """In dollars and cents."""
    currency: DutyAmountCurrency
    """Always USD."""
    arithmetic: str
    """The calculation."""


@dataclass(frozen=True, kw_only=True)
class DutyAnswer(Model):
    """The Section 232 duties of one line."""

    code: str
    """The code as sent."""
    origin: str | None
    """The origin as sent."""
    entry_date: str
    """The day of entry."""
    settled: bool
    """Every fact that could change the answer is known, or cannot change it, and no source leaves it open."""
    declare: tuple[Declaration, ...] | None
    """The headings to declare, when settled."""
    alternatives: tuple[Alternative, ...]
    """When not settled: complete, and without overlap."""
    missing_facts: tuple[MissingFact, ...]
    """In the order in which asking settles fastest."""
    open_questions: tuple[OpenQuestion, ...]
    """What the sources leave open."""
    displaced: tuple[Displacement, ...]
    """Duties that are not owed because of another one."""
    programmes: tuple[ProgrammeOfCode, ...]
    """Every programme that lists the code."""
    announced: tuple[AnnouncedForItem, ...]
    """What is announced for the code."""
    unsettled_law: bool
    """An announced change that was not read is in force on the entry date, or may be."""
    duty: DutyAmount | None
    """With the fact `value` and a settled answer."""
    duty_needs: tuple[str, ...]
    """What a settled answer without `duty` still needs for it."""
    contradictory_facts: tuple[str, ...]
    """Facts that contradict each other. The answer uses none of them."""
    outside: tuple[str, ...]
    """What was not looked at."""
    law_read_to: str
    """The last day whose law was read. Newer law is not in the answer."""
    versions: Mapping[str, str]
    """The versions of the data."""


@dataclass(frozen=True, kw_only=True)
class DutiesResponse(Model):
    """The duties of the lines."""

    results: tuple[DutyAnswer, ...]
    """One result an item, in the order sent."""


class _PixelScanRequest(TypedDict):
    url: str
    """Address of the Shopify storefront page: http or https, port 80 or 443, on the public internet. Redirects are
    followed, at most 5.
    """


class PixelScanRequest(_PixelScanRequest, total=False):
    """Which page to scan, and how far."""

    deep: bool
    """Also read what the page names: GTM containers, Google tags, loaders on the shop’s own domain, and custom
    pixels. With `false` only the page is fetched, and the report says what was not looked at.
    """
    journey: bool
    """Also visit a product, a collection, the cart and the search of the shop, as far as its robots.txt allows, a
    second apart. One report for all of them. May take 120 seconds: set the timeout of your client above that.
    """


@dataclass(frozen=True, kw_only=True)
class ScorePart(Model):
    """A part of what is taken off."""

    category: str
    """Kind of fault."""
    points: float
    """What it takes off."""
    rules: tuple[str, ...]
    """The rules behind it."""


@dataclass(frozen=True, kw_only=True)
class ScoreCap(Model):
    """A bound of the score."""

    at: float
    """The most that the score can be."""
    reason: str
    """Why."""


@dataclass(frozen=True, kw_only=True)
class ScoreExplanation(Model):
    """How the score came about."""

    parts: tuple[ScorePart, ...]
    """What is taken off 100."""
    caps: tuple[ScoreCap, ...]
    """The lowest one holds."""


@dataclass(frozen=True, kw_only=True)
class FindingPlace(Model):
    """One place of a finding, or of a sender."""

    kind: FindingPlaceKind
    """Where it is. It decides which of the other fields are present."""
    pages: tuple[str, ...] | None = None
    """Paths of the pages that have it. Absent if one page was scanned."""
    line: int | None = None
    """Line in the page, theme file or custom pixel, from 1."""
    column: int | None = None
    """Column in that line, from 1."""
    excerpt: str | None = None
    """A short piece of the text at the place, without secrets."""
    app: str | None = None
    """Name of the app block whose code it is."""
    container: str | None = None
    """Id of the container, or address of the loader without its query."""
    tag_id: str | None = None
    """`tag_id` of the container tag. It stays the same in later versions of the container."""
    tag_name: str | None = None
    """Name of the container tag."""
    trigger: str | None = None
    """When the tag fires, in words."""
    pixel_id: str | None = None
    """Id of the pixel under Settings > Customer events."""
    pixel_name: str | None = None
    """Its name there."""
    file: str | None = None
    """Path in the theme, with `/`."""


@dataclass(frozen=True, kw_only=True)
class PixelFinding(Model):
    """A finding with its places, cause and evidence."""

    rule_id: str
    """Which rule fired; docs/pixel-rules.md describes each."""
    severity: PixelFindingSeverity
    """`error`: data is wrong or lost now. `warn`: legacy code to move. `info`: worth knowing, costs no score."""
    message: str
    """What was found, where, and what to do, for a person to read."""
    remedy: str
    """What to do."""
    cause: str
    """What to delete or change. Findings with equal causes are charged once, at the gravest."""
    ids: tuple[str, ...]
    """The vendor ids that it is about."""
    places: tuple[FindingPlace, ...]
    """Every place, the page first."""
    evidence: tuple[str, ...]
    """What was seen that proves it, a sentence each."""
    source: str
    """The page that the rule follows."""
    points: float
    """What it takes off the score; 0 if another finding of the same cause is charged."""


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
class ScannedPage(Model):
    """A page that was scanned."""

    url: str
    """Its address, after redirects."""
    kind: PixelReportPageKind
    """What kind of page it is."""
    journey: ScannedPageJourney
    """Its place in the visit to a store."""


@dataclass(frozen=True, kw_only=True)
class LookedAt(Model):
    """Something that was read."""

    kind: LookedAtKind
    """What it is."""
    id: str
    """Id of the container or pixel, or path of the page."""
    name: str | None = None
    """Its name."""
    version: str | None = None
    """Version of the container or pixel."""


@dataclass(frozen=True, kw_only=True)
class NotLookedAt(Model):
    """Something that can send events and was not read."""

    kind: LookedAtKind
    """What it is."""
    id: str
    """Id of the container or pixel, or path of the page."""
    name: str | None = None
    """Its name."""
    reason: str
    """Why not, as a sentence."""


@dataclass(frozen=True, kw_only=True)
class Sender(Model):
    """Who sends events."""

    kind: SenderKind
    """What it is."""
    name: str
    """Its name, for people."""
    window: str
    """Browser window in which it runs. Senders in different windows share no library."""
    places: tuple[FindingPlace, ...]
    """Where it is."""


@dataclass(frozen=True, kw_only=True)
class Destination(Model):
    """Who gets events."""

    vendor: str
    """Key of the vendor, such as `meta` or `ga4`."""
    id: str
    """Its id there."""
    aliases: tuple[str, ...]
    """Other ids of the same destination."""


@dataclass(frozen=True, kw_only=True)
class Sending(Model):
    """A sender sends an event to a destination."""

    event: str
    """The store event, such as `checkout_completed`, or the vendor’s own name of an event that is none."""
    destination: int
    """Index in `destinations`."""
    label: str | None = None
    """Conversion label of Google Ads."""
    sender: int
    """Index in `senders`."""
    sent_as: str
    """The vendor’s name of the event, such as `Purchase`."""
    grade: SendingGrade
    """`always`: each time the event happens. `some`: under a condition. `perhaps`: it cannot be told. `paused`:
    once Shopify resumes the pixel.
    """
    when: str | None = None
    """The condition in words, for every grade but `always`."""


@dataclass(frozen=True, kw_only=True)
class DoubleSending(Model):
    """Two or more sendings of one event that reach one destination."""

    event: str
    """The store event, such as `checkout_completed`, or the vendor’s own name of an event that is none."""
    destination: int
    """Index in `destinations`."""
    label: str | None = None
    """Conversion label of Google Ads."""
    sendings: tuple[int, ...]
    """The two or more of them."""
    grade: SendingGrade
    """How often it happens, as in `sendings`."""


@dataclass(frozen=True, kw_only=True)
class DestinationGraph(Model):
    """Who sends which event to whom."""

    senders: tuple[Sender, ...]
    """Who sends."""
    destinations: tuple[Destination, ...]
    """Who gets."""
    sendings: tuple[Sending, ...]
    """What."""
    doubles: tuple[DoubleSending, ...]
    """What is counted twice or more often."""
    left_out: int | None = None
    """Sendings and doubles that a limit left out. Absent if there are none."""


@dataclass(frozen=True, kw_only=True)
class PixelReport(Model):
    """Everything that a scan has to say."""

    state: PixelReportState
    """How much of the page the score speaks for. `partly_judged`: something that can send events was not read.
    `not_judged`: the shop’s tags were not seen at all. Neither is the same as a clean page.
    """
    page_kind: PixelReportPageKind
    """What kind of page the address is."""
    score: int | None
    """100: nothing was found and everything was read. Null if the state is `not_judged`."""
    score_explanation: ScoreExplanation
    findings: tuple[PixelFinding, ...]
    """Ordered by severity, worst first."""
    severity_counts: SeverityCounts
    """How many findings there are of each severity."""
    pages: tuple[ScannedPage, ...]
    """The pages that were scanned, the given one first."""
    looked_at: tuple[LookedAt, ...]
    """What was read."""
    not_looked_at: tuple[NotLookedAt, ...]
    """What can send events and was not read."""
    graph: DestinationGraph


class _ProductInfo(TypedDict):
    name: str
    """The product, described well enough to match it to this certificate."""
    date_of_manufacture: str
    """Day or month of manufacture; for a run, its first. YYYY-MM-DD or YYYY-MM, from 1900 on and not later than
    today anywhere on Earth.
    """
    place_of_manufacture: str
    """Where the product was made: city, state or province, country."""


class ProductInfo(_ProductInfo, total=False):
    """The product this certificate covers. It needs at least one of model, SKU, GTIN and `identifiers`."""

    model: str
    """Model number."""
    sku: str
    """Stock-keeping unit."""
    description: str
    """Further description."""
    gtin: str
    """Global Trade Item Number (8, 12, 13 or 14 digits)."""
    lot: str
    """Lot or batch number."""
    name_en: str
    """The product in English, where `name` is in another language."""
    description_en: str
    """The description in English."""
    trade_name: str
    """Trade or brand name."""
    color: str
    """Color."""
    style: str
    """Style."""
    version_id: str
    """Version of the record in the registry."""
    lot_assigned_by: ProductInfoLotAssignedBy
    """Who assigned the lot number."""
    production_start: str
    """First day of the production run. A real calendar day, YYYY-MM-DD, from 1900 on and not later than today
    anywhere on Earth.
    """
    production_end: str
    """Last day of the production run. A real calendar day, YYYY-MM-DD, from 1900 on and not later than today
    anywhere on Earth.
    """


class Identifier(TypedDict):
    type: IdentifierType
    """The kind of identifier, as the registry knows it."""
    value: str
    """The identifier."""


class _AddressParts(TypedDict):
    line1: str
    """Street and number."""
    city: str
    """City."""
    postal_code: str
    """Postal code."""
    country: str
    """Country: two letters (ISO 3166-1) or the English name."""


class AddressParts(_AddressParts, total=False):
    """The address in the parts that the registry asks for. `address` is composed from it where it is left out."""

    line2: str
    """Further line."""
    unit: str
    """Apartment or suite."""
    state_province: str
    """State or province."""


class _Manufacturer(TypedDict):
    name: str
    """Name of the manufacturer."""
    contact_email: str
    """E-mail address of the manufacturer. Internationalised addresses are accepted."""


class Manufacturer(_Manufacturer, total=False):
    """Who made the product."""

    address: str
    """Full mailing address, or leave it out and state `address_parts`."""
    phone: str
    """Telephone number of the manufacturer."""
    name_en: str
    """The name in English, where `name` is in another language."""
    alternate_id: str
    """Your own key of this party in the CPSC Product Registry."""
    address_parts: AddressParts
    """The address in the parts that the registry asks for. `address` is composed from it where it is left out."""


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
    name_en: str
    """The name in English, where `name` is in another language."""
    alternate_id: str
    """Your own key of this party in the CPSC Product Registry."""
    address_parts: AddressParts
    """The address in the parts that the registry asks for. `address` is composed from it where it is left out."""
    report_url: str
    """Where the report can be read: http or https."""
    component: str
    """The component that was tested, where it was not the finished product."""


class _CertificateRequestTestingLab(TypedDict):
    name: str
    """Name of the laboratory or other party on whose testing the certificate depends."""
    test_date: str
    """Most recent day of testing. A real calendar day, YYYY-MM-DD, from 1900 on and not later than today anywhere
    on Earth.
    """


class CertificateRequestTestingLab(_CertificateRequestTestingLab, total=False):
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
    name_en: str
    """The name in English, where `name` is in another language."""
    alternate_id: str
    """Your own key of this party in the CPSC Product Registry."""
    address_parts: AddressParts
    """The address in the parts that the registry asks for. `address` is composed from it where it is left out."""
    rules: Sequence[str]
    """What this laboratory tested. Without it: all rules."""
    report_url: str
    """Where the report can be read: http or https."""
    component: str
    """The component that was tested, where it was not the finished product."""


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
    name_en: str
    """The name in English, where `name` is in another language."""
    alternate_id: str
    """Your own key of this party in the CPSC Product Registry."""
    address_parts: AddressParts
    """The address in the parts that the registry asks for. `address` is composed from it where it is left out."""


class RecordsContact(TypedDict, total=False):
    """Who keeps the test records."""

    name: str
    """Name of the keeper of the test records."""
    address: str
    """Full mailing address of the keeper of the test records, with the country."""
    email: str
    """E-mail address of the keeper of the test records. Internationalised addresses are accepted."""
    phone: str
    """Telephone number of the keeper of the test records."""
    name_en: str
    """The name in English, where `name` is in another language."""
    alternate_id: str
    """Your own key of this party in the CPSC Product Registry."""
    address_parts: AddressParts
    """The address in the parts that the registry asks for. `address` is composed from it where it is left out."""
    role: RecordsContactRole
    """What the keeper of the records is."""


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
    """The product this certificate covers. It needs at least one of model, SKU, GTIN and `identifiers`."""
    manufacturer: Manufacturer
    """Who made the product."""


class CertificateRequest(_CertificateRequest, total=False):
    """The data of a General Certificate of Conformity. Text is cleaned (Unicode NFC; control, bidirectional and
    invisible characters removed), never refused for its script. All texts together have at most 32000
    characters and 500 line breaks. A field that is not described is refused.
    """

    identifiers: Sequence[Identifier]
    """Further identifiers of the product."""
    testing_lab: TestingLab
    """Who tested the product. A first party may: a general-use product needs no third-party laboratory."""
    testing_labs: Sequence[CertificateRequestTestingLab]
    """Every laboratory or other party relied on, in place of `testing_lab`."""
    cpsc_rules_cited: Sequence[str]
    """Each rule, ban, standard or regulation the product is certified to, separately. Printed as given."""
    certifier: Certifier
    """The importer, domestic manufacturer or private labeler that certifies (16 CFR 1110.7)."""
    records_contact: RecordsContact
    """Who keeps the test records."""
    exclusions: Sequence[Exclusion]
    """Testing exclusions claimed."""
    attestation: Attestation
    """The attestation as the caller supplies it. Nothing is signed or attested on anyone’s behalf."""


@dataclass(frozen=True, kw_only=True)
class Product(Model):
    """The product, as the request states it."""

    name: str
    """Name of the product."""
    model: str | None
    """Model number."""
    sku: str | None
    """Stock-keeping unit."""


@dataclass(frozen=True, kw_only=True)
class Defect(Model):
    """Something stated that is known to be wrong. Nothing else was looked at."""

    kind: str
    """A short name of the condition."""
    path: str
    """JSON pointer (RFC 6901) into the request."""
    message: str
    """What is wrong."""
    source: str
    """Where the condition is published."""


@dataclass(frozen=True, kw_only=True)
class CertificateNote(Model):
    """A remark, also printed on the certificate. It changes no state."""

    kind: str
    """A short name of the remark."""
    path: str
    """JSON pointer (RFC 6901) into the request."""
    message: str
    """What was noticed."""


@dataclass(frozen=True, kw_only=True)
class Gap(Model):
    """Something that a record lacks."""

    field: str
    """JSON pointer (RFC 6901) into the request."""
    reason: str
    """What is lacking there."""
    for_: GapFor = _field(metadata={"name": "for"})
    """What it is needed for: the certificate, or filing with the registry."""


@dataclass(frozen=True, kw_only=True)
class MadeCertificate(Model):
    """The certificate that was made, with a URL of its PDF."""

    id: str
    """Identifier of the certificate, for good; `gcc_id` in v1."""
    state: MadeCertificateState
    """`incomplete`: the request does not state every item of 16 CFR 1110.11(a). `stated_with_defects`: all are
    stated, and something is known to be wrong. `stated`: all are stated, and none of the conditions that are
    looked at was found. It does not say that a statement is true.
    """
    status: MadeCertificateStatus
    """`superseded`: another certificate replaces it. `revoked`: do not rely on it."""
    filing: MadeCertificateFiling
    """Whether the registry has it."""
    issued_at: str
    """When it was issued."""
    product: Product
    """The product, as the request states it."""
    sha256: str
    """SHA-256 of the PDF."""
    pdf_bytes: int
    """Size of the PDF."""
    verify_url: str
    """The public page that the PDF leads to."""
    revoked_at: str | None
    """When it was revoked or superseded."""
    revocation_reason: str | None
    """Why, as the revocation says."""
    successor_id: str | None
    """The certificate that replaces it."""
    missing: tuple[str, ...]
    """JSON pointers of the items that the request does not state."""
    defects: tuple[Defect, ...]
    """What is known to be wrong."""
    notes: tuple[CertificateNote, ...] | None = None
    """Remarks, such as a rule that is cited twice or a test long before manufacture."""
    gaps: tuple[Gap, ...]
    """What is lacking, first for the certificate, then for filing it."""
    request: CertificateRequest
    """The request as it was read: texts cleaned, an address composed from its parts."""
    gcc_pdf_url: str = _field(repr=False)
    """Signed URL of the PDF. `GET` it without a key. Afterwards it is a 403 `url_expired`."""
    gcc_pdf_url_expires_at: str
    """Until when the URL is valid. The certificate is kept longer."""


@dataclass(frozen=True, kw_only=True)
class Certificate(Model):
    """A certificate on record."""

    id: str
    """Identifier of the certificate, for good; `gcc_id` in v1."""
    state: MadeCertificateState
    """`incomplete`: the request does not state every item of 16 CFR 1110.11(a). `stated_with_defects`: all are
    stated, and something is known to be wrong. `stated`: all are stated, and none of the conditions that are
    looked at was found. It does not say that a statement is true.
    """
    status: MadeCertificateStatus
    """`superseded`: another certificate replaces it. `revoked`: do not rely on it."""
    filing: MadeCertificateFiling
    """Whether the registry has it."""
    issued_at: str
    """When it was issued."""
    product: Product
    """The product, as the request states it."""
    sha256: str
    """SHA-256 of the PDF."""
    pdf_bytes: int
    """Size of the PDF."""
    verify_url: str
    """The public page that the PDF leads to."""
    revoked_at: str | None
    """When it was revoked or superseded."""
    revocation_reason: str | None
    """Why, as the revocation says."""
    successor_id: str | None
    """The certificate that replaces it."""
    missing: tuple[str, ...]
    """JSON pointers of the items that the request does not state."""
    defects: tuple[Defect, ...]
    """What is known to be wrong."""
    notes: tuple[CertificateNote, ...] | None = None
    """Remarks, such as a rule that is cited twice or a test long before manufacture."""
    gaps: tuple[Gap, ...]
    """What is lacking, first for the certificate, then for filing it."""
    request: CertificateRequest
    """The request as it was read: texts cleaned, an address composed from its parts."""


@dataclass(frozen=True, kw_only=True)
class CertificateSummary(Model):
    """A certificate in a list."""

    id: str
    """Identifier of the certificate, for good; `gcc_id` in v1."""
    state: MadeCertificateState
    """`incomplete`: the request does not state every item of 16 CFR 1110.11(a). `stated_with_defects`: all are
    stated, and something is known to be wrong. `stated`: all are stated, and none of the conditions that are
    looked at was found. It does not say that a statement is true.
    """
    status: MadeCertificateStatus
    """`superseded`: another certificate replaces it. `revoked`: do not rely on it."""
    filing: MadeCertificateFiling
    """Whether the registry has it."""
    issued_at: str
    """When it was issued."""
    product: Product
    """The product, as the request states it."""
    sha256: str
    """SHA-256 of the PDF."""
    pdf_bytes: int
    """Size of the PDF."""
    verify_url: str
    """The public page that the PDF leads to."""
    revoked_at: str | None
    """When it was revoked or superseded."""
    revocation_reason: str | None
    """Why, as the revocation says."""
    successor_id: str | None
    """The certificate that replaces it."""


@dataclass(frozen=True, kw_only=True)
class CertificateList(Model):
    """A page of certificates."""

    certificates: tuple[CertificateSummary, ...]
    """Newest first."""
    next_cursor: str | None
    """Send it as `cursor` for the next page; null on the last."""


@dataclass(frozen=True, kw_only=True)
class CertificateLink(Model):
    """A fresh URL of the same PDF."""

    gcc_pdf_url: str = _field(repr=False)
    """Signed URL of the PDF. `GET` it without a key. Afterwards it is a 403 `url_expired`."""
    gcc_pdf_url_expires_at: str
    """Until when the URL is valid. The certificate is kept longer."""


class _RevocationRequest(TypedDict):
    reason: str
    """Why, in one line. You and the operator can read it; the verify page does not show it."""


class RevocationRequest(_RevocationRequest, total=False):
    """Why a certificate is no longer in effect, and what replaces it."""

    successor_id: str
    """The certificate that replaces it: active, and made by the same key or one it was rotated from or to."""


@dataclass(frozen=True, kw_only=True)
class FilingError(Model):
    """What the registry, or its connection, said."""

    code: str
    """The registry’s number, such as `2005`; `HTTP 401` for a status; empty where there is none."""
    field: str
    """The registry’s name of the field; empty where there is none."""
    message: str
    """What is wrong."""


@dataclass(frozen=True, kw_only=True)
class Filing(Model):
    """A filing of a certificate with the CPSC Product Registry."""

    state: FilingState
    """`sent` until the registry has decided. `accepted` is not certified: that is the certifier’s own step."""
    certifier_id: str
    """Certifier ID. A broker needs this, the Product ID and the Version ID for a reference filing."""
    product_id: str
    """Product ID."""
    version_id: str
    """Version ID."""
    import_id: str | None
    """The registry’s id of the import; null if its answer was lost or not given."""
    sent_at: str
    """When it was sent."""
    decided_at: str | None
    """When that was known."""
    errors: tuple[FilingError, ...]
    """What was said last."""


@dataclass(frozen=True, kw_only=True)
class FilingList(Model):
    """Every filing of a certificate."""

    filings: tuple[Filing, ...]
    """Oldest first."""


class _PartyRequest(TypedDict):
    roles: Sequence[PartyRequestRole]
    """Where a certificate may state the party, at least one."""
    name: str
    """Name of the party."""


class PartyRequest(_PartyRequest, total=False):
    """What is kept of a party. What belongs to one certificate, such as a date of testing, is not."""

    name_en: str
    """The name in English, where `name` is in another language."""
    address_parts: AddressParts
    """The address in the parts that the registry asks for. `address` is composed from it where it is left out."""
    address: str
    """Full mailing address with the country, or leave it out and state `address_parts`."""
    email: str
    """E-mail address; `contact_email` of a manufacturer. Internationalised addresses are accepted."""
    phone: str
    """Telephone number."""
    accreditation_id: str
    """Accreditation of a laboratory."""
    cpsc_id: str
    """CPSC number of a CPSC-accepted laboratory."""
    records_role: RecordsContactRole
    """What a keeper of records is; `role` of `records_contact`."""


@dataclass(frozen=True, kw_only=True)
class PartyAddress(Model):
    """An address in parts."""

    line1: str
    """Street and number."""
    line2: str | None
    """Further line."""
    unit: str | None
    """Apartment or suite."""
    city: str
    """City."""
    state_province: str | None
    """State or province."""
    postal_code: str
    """Postal code."""
    country: str
    """Country: two letters (ISO 3166-1) or the English name."""


@dataclass(frozen=True, kw_only=True)
class Party(Model):
    """A party that is kept for later certificates. A key and its rotations keep up to 500."""

    alternate_id: str
    """Your own key of the party."""
    roles: tuple[PartyRequestRole, ...]
    """Where a certificate may state the party."""
    name: str
    """Name of the party."""
    name_en: str | None
    """The name in English."""
    address: str | None
    """The address as one text."""
    address_parts: PartyAddress | None
    """The address in parts."""
    email: str | None
    """E-mail address."""
    phone: str | None
    """Telephone number."""
    accreditation_id: str | None
    """Accreditation of a laboratory."""
    cpsc_id: str | None
    """CPSC number of a laboratory."""
    records_role: str | None
    """What a keeper of records is."""
    created_at: str
    """When it was kept first."""
    updated_at: str
    """When it was replaced last."""


@dataclass(frozen=True, kw_only=True)
class PartyList(Model):
    """A page of parties."""

    parties: tuple[Party, ...]
    """The newest first."""
    next_cursor: str | None
    """Send it as `cursor` for the next page; null on the last."""


@dataclass(frozen=True, kw_only=True)
class DeletedParty(Model):
    """What was deleted."""

    alternate_id: str
    """Your own key of the party."""
    deleted: Literal[True]
    """It is gone. Certificates that state the party stay as they are."""


class Webhook(TypedDict):
    """Where events are sent besides the list of events."""

    url: str
    """A public https address on port 443. Redirects are not followed."""


class WatchRequest(TypedDict, total=False):
    """What to watch: exactly one of `codes`, `audit_id` and `stores`."""

    name: str
    """A name of your own. Events repeat it."""
    codes: Sequence[str]
    """Tariff numbers of 4, 6, 8 or 10 digits, up to 10000. One that is repeated counts once."""
    audit_id: str
    """Instead of `codes`: the numbers of a finished tariff audit, up to 10000 distinct ones."""
    stores: Sequence[str]
    """Instead of `codes`: addresses of storefronts, up to 100."""
    every: WatchRequestEvery
    """How often stores are scanned; `day` if absent."""
    webhook: Webhook
    """Where events are sent besides the list of events."""


class WatchEdit(TypedDict, total=False):
    """What to change. What is absent stays."""

    name: str
    """A name of your own. Events repeat it."""
    paused: bool
    """While paused nothing is looked at. What changed meanwhile is told when it goes on."""
    webhook: Webhook | None
    """A new address keeps the secret, and switches a webhook on again that was switched off. Null takes it away."""


@dataclass(frozen=True, kw_only=True)
class WatchWebhook(Model):
    """The webhook of a watch."""

    url: str
    """Where events are sent."""
    state: WatchWebhookState
    """`off`: nothing is sent until it is set again by PATCH."""
    note: str | None
    """Why it is off."""
    old_secret_until: str | None
    """Until when the secret before a rotation signs too."""


@dataclass(frozen=True, kw_only=True)
class Subject(Model):
    """What is watched."""

    codes: tuple[str, ...] | None
    """The tariff numbers, each once, as they were written."""
    stores: tuple[str, ...] | None
    """The addresses of the stores."""


@dataclass(frozen=True, kw_only=True)
class WatchLook(Model):
    """How the latest look went."""

    store: str | None
    """The store; null for the numbers of a tariff watch."""
    looked_at: str | None
    """The latest look; null before the first."""
    outcome: WatchLookOutcome | None
    """`told`: there was something to tell, or it was the first look at a store. `unchanged`. `not_judged`: the
    store could not be judged. `skipped`: the day of the key was spent. `busy`, `newer_data`: put off by the
    service. `no_key`: no key of yours is valid for it.
    """
    due_at: str | None
    """The next look; null while paused."""


@dataclass(frozen=True, kw_only=True)
class Watch(Model):
    """A watch."""

    id: str
    """Id of the watch, for good."""
    kind: WatchKind
    """What is watched: tariff numbers, or the pixels of stores."""
    name: str
    """Your name of it; empty if it has none."""
    status: WatchStatus
    """Whether it is looked at."""
    created_at: str
    """When it was made."""
    numbers: int | None
    """How many tariff numbers it watches."""
    stores: int | None
    """How many stores it watches."""
    every: WatchRequestEvery | None
    """How often stores are scanned."""
    audit_id: str | None
    """The audit that the numbers are from."""
    webhook: WatchWebhook | None
    """Null: events are only in the list."""
    subject: Subject
    """What is watched."""
    looks: tuple[WatchLook, ...]
    """One of each store, or one of the numbers."""


@dataclass(frozen=True, kw_only=True)
class MadeWatch(Model):
    """A watch that was made or changed, with the secret of a new webhook."""

    id: str
    """Id of the watch, for good."""
    kind: WatchKind
    """What is watched: tariff numbers, or the pixels of stores."""
    name: str
    """Your name of it; empty if it has none."""
    status: WatchStatus
    """Whether it is looked at."""
    created_at: str
    """When it was made."""
    numbers: int | None
    """How many tariff numbers it watches."""
    stores: int | None
    """How many stores it watches."""
    every: WatchRequestEvery | None
    """How often stores are scanned."""
    audit_id: str | None
    """The audit that the numbers are from."""
    webhook: WatchWebhook | None
    """Null: events are only in the list."""
    subject: Subject
    """What is watched."""
    looks: tuple[WatchLook, ...]
    """One of each store, or one of the numbers."""
    webhook_secret: str | None = _field(repr=False)
    """The secret that signs events, shown only here. Null where none was made."""


@dataclass(frozen=True, kw_only=True)
class WatchSummary(Model):
    """A watch in a list."""

    id: str
    """Id of the watch, for good."""
    kind: WatchKind
    """What is watched: tariff numbers, or the pixels of stores."""
    name: str
    """Your name of it; empty if it has none."""
    status: WatchStatus
    """Whether it is looked at."""
    created_at: str
    """When it was made."""
    numbers: int | None
    """How many tariff numbers it watches."""
    stores: int | None
    """How many stores it watches."""
    every: WatchRequestEvery | None
    """How often stores are scanned."""
    audit_id: str | None
    """The audit that the numbers are from."""
    webhook: WatchWebhook | None
    """Null: events are only in the list."""


@dataclass(frozen=True, kw_only=True)
class WatchList(Model):
    """A page of watches."""

    watches: tuple[WatchSummary, ...]
    """Newest first."""
    next_cursor: str | None
    """Send it as `cursor` for the next page; null on the last."""


@dataclass(frozen=True, kw_only=True)
class WatchSecret(Model):
    """The secret after a rotation."""

    webhook_secret: str = _field(repr=False)
    """The new secret, shown only here."""
    old_secret_until: str
    """Until then the old secret signs too: an event carries both signatures."""


@dataclass(frozen=True, kw_only=True)
class DeletedWatch(Model):
    """What was deleted."""

    id: str
    """Id of the watch."""
    deleted: Literal[True]
    """It is gone; its events stay."""


@dataclass(frozen=True, kw_only=True)
class WatchEventBodyData(Model):
    """What happened, by type. docs/guides/watches.md shows each."""

    watch_id: str
    """As above."""
    watch_name: str
    """The name of the watch at that time."""
    summary: str
    """What happened, in a sentence for people."""


@dataclass(frozen=True, kw_only=True)
class WatchEventBody(Model):
    """What a webhook is sent, parsed. It never changes."""

    type: str
    """As above."""
    timestamp: str
    """When it happened."""
    data: WatchEventBodyData
    """What happened, by type. docs/guides/watches.md shows each."""


@dataclass(frozen=True, kw_only=True)
class DeliveryAttempt(Model):
    """An attempt to deliver an event."""

    at: str
    """When it ended."""
    status: int | None
    """The HTTP status of the answer; null without one."""
    error: str | None
    """What went wrong where nothing was answered."""


@dataclass(frozen=True, kw_only=True)
class Delivery(Model):
    """How its delivery stands."""

    state: DeliveryState
    """`none`: there was no webhook. `dead`: given up; send it again when the receiver works."""
    attempts: int
    """Attempts of this schedule."""
    next_attempt_at: str | None
    """The next attempt."""
    log: tuple[DeliveryAttempt, ...]
    """The latest ten attempts, oldest first."""


@dataclass(frozen=True, kw_only=True)
class WatchEvent(Model):
    """Something that a watch tells."""

    id: str
    """Id of the event, also its `webhook-id`. It never changes: deduplicate by it."""
    type: WatchEventType
    """What happened."""
    watch_id: str
    """The watch that tells it. It may be deleted."""
    created_at: str
    """When it was stored."""
    body: WatchEventBody
    """What a webhook is sent, parsed. It never changes."""
    delivery: Delivery
    """How its delivery stands."""


@dataclass(frozen=True, kw_only=True)
class EventList(Model):
    """A page of events."""

    events: tuple[WatchEvent, ...]
    """Oldest first."""
    next_cursor: str
    """Keep it, and send it as `cursor` next time: no event is given twice or passed over."""
    has_more: bool
    """Whether there are more events now."""


@dataclass(frozen=True, kw_only=True)
class JobSummary(Model):
    """A job in a list."""

    id: str
    """Identifier of the job."""
    status: JobSummaryStatus
    """`queued` and `running` are open. `finished`: the result can be read. `failed`: a fault of ours; what was not
    done was given back.
    """
    lines_total: int
    """Lines that were sent."""
    lines_done: int
    """Lines that are done. Their outcomes are in `counts`."""
    progress: float
    """Part of the lines that is done. Never 1 before all are."""
    accepted_at: str
    """When the upload was accepted."""
    started_at: str | None
    """When the first lines were begun."""
    ended_at: str | None
    """When it ended."""
    expires_at: str | None
    """When the job and its result are removed: seven days after the end."""
    units_charged: int
    """Requests taken from the day's limit when the job was accepted."""
    units_returned: int
    """Of these, requests that were not needed and were given back to the same day."""
    charged_day: str
    """The UTC day that they were taken from."""
    result_url: str | None
    """Where the result is; null until it is finished."""


@dataclass(frozen=True, kw_only=True)
class JobList(Model):
    """A page of jobs."""

    jobs: tuple[JobSummary, ...]
    """Newest first."""
    next_cursor: str | None
    """Send it as `cursor` for the next page; null on the last."""


@dataclass(frozen=True, kw_only=True)
class LineError(Model):
    """What one line met."""

    line: int
    """Line of the CSV file, row of the sheet, or number of the item."""
    column: str | None
    """Name or letter of the column, if one cell is at fault."""
    message: str
    """What is wrong, and what was expected."""


@dataclass(frozen=True, kw_only=True)
class TariffAudit(Model):
    """A job: a tariff audit."""

    id: str
    """Identifier of the job."""
    status: JobSummaryStatus
    """`queued` and `running` are open. `finished`: the result can be read. `failed`: a fault of ours; what was not
    done was given back.
    """
    lines_total: int
    """Lines that were sent."""
    lines_done: int
    """Lines that are done. Their outcomes are in `counts`."""
    progress: float
    """Part of the lines that is done. Never 1 before all are."""
    accepted_at: str
    """When the upload was accepted."""
    started_at: str | None
    """When the first lines were begun."""
    ended_at: str | None
    """When it ended."""
    expires_at: str | None
    """When the job and its result are removed: seven days after the end."""
    units_charged: int
    """Requests taken from the day's limit when the job was accepted."""
    units_returned: int
    """Of these, requests that were not needed and were given back to the same day."""
    charged_day: str
    """The UTC day that they were taken from."""
    result_url: str | None
    """Where the result is; null until it is finished."""
    counts: Mapping[str, int]
    """Lines by outcome, of those that are done."""
    errors: tuple[LineError, ...]
    """The first lines at fault."""
    errors_omitted: int
    """Lines at fault beyond those in `errors`. The result has all of them."""
    failure: str | None
    """Why the job failed."""
    as_of: str
    """The day of lines without an entry date."""
    columns: Mapping[str, str]
    """What each column was taken for: `code`, `origin`, `date`, `value`, and its name."""
    readings: tuple[str, ...]
    """What was not read, and how ambiguous cells are read, and why."""
    law_read_to: str | None
    """The last day whose law was read; null until lines are done."""
    data_versions: Mapping[str, str] | None
    """The versions of the lists and of the schedule that every line is answered from; null until lines are done."""


class _TariffAuditRequest(TypedDict):
    rows: Sequence[Mapping[str, str | float | bool | None]]
    """The rows, in order."""


class TariffAuditRequest(_TariffAuditRequest, total=False):
    code_column: str
    """As the parameter of this name."""
    origin_column: str
    """As the parameter of this name."""
    date_column: str
    """As the parameter of this name."""
    value_column: str
    """As the parameter of this name."""
    sheet: str
    """As the parameter of this name."""
    as_of: str
    """As the parameter of this name."""


@dataclass(frozen=True, kw_only=True)
class PixelAudit(Model):
    """A job: a pixel audit."""

    id: str
    """Identifier of the job."""
    status: JobSummaryStatus
    """`queued` and `running` are open. `finished`: the result can be read. `failed`: a fault of ours; what was not
    done was given back.
    """
    lines_total: int
    """Lines that were sent."""
    lines_done: int
    """Lines that are done. Their outcomes are in `counts`."""
    progress: float
    """Part of the lines that is done. Never 1 before all are."""
    accepted_at: str
    """When the upload was accepted."""
    started_at: str | None
    """When the first lines were begun."""
    ended_at: str | None
    """When it ended."""
    expires_at: str | None
    """When the job and its result are removed: seven days after the end."""
    units_charged: int
    """Requests taken from the day's limit when the job was accepted."""
    units_returned: int
    """Of these, requests that were not needed and were given back to the same day."""
    charged_day: str
    """The UTC day that they were taken from."""
    result_url: str | None
    """Where the result is; null until it is finished."""
    counts: Mapping[str, int]
    """Lines by outcome, of those that are done."""
    errors: tuple[LineError, ...]
    """The first lines at fault."""
    errors_omitted: int
    """Lines at fault beyond those in `errors`. The result has all of them."""
    failure: str | None
    """Why the job failed."""


class _PixelAuditRequest(TypedDict):
    stores: Sequence[str]
    """The rows, in order."""


class PixelAuditRequest(_PixelAuditRequest, total=False):
    journey: bool
    """As the parameter of this name."""
    deep: bool
    """As the parameter of this name."""


@dataclass(frozen=True, kw_only=True)
class EntryBatch(Model):
    """A job: a batch of certificates."""

    id: str
    """Identifier of the job."""
    status: JobSummaryStatus
    """`queued` and `running` are open. `finished`: the result can be read. `failed`: a fault of ours; what was not
    done was given back.
    """
    lines_total: int
    """Lines that were sent."""
    lines_done: int
    """Lines that are done. Their outcomes are in `counts`."""
    progress: float
    """Part of the lines that is done. Never 1 before all are."""
    accepted_at: str
    """When the upload was accepted."""
    started_at: str | None
    """When the first lines were begun."""
    ended_at: str | None
    """When it ended."""
    expires_at: str | None
    """When the job and its result are removed: seven days after the end."""
    units_charged: int
    """Requests taken from the day's limit when the job was accepted."""
    units_returned: int
    """Of these, requests that were not needed and were given back to the same day."""
    charged_day: str
    """The UTC day that they were taken from."""
    result_url: str | None
    """Where the result is; null until it is finished."""
    counts: Mapping[str, int]
    """Lines by outcome, of those that are done."""
    errors: tuple[LineError, ...]
    """The first lines at fault."""
    errors_omitted: int
    """Lines at fault beyond those in `errors`. The result has all of them."""
    failure: str | None
    """Why the job failed."""
    readings: tuple[str, ...] | None = None
    """Which sheets of a workbook were read and which were not, what could be missed in them, and which lines state
    the same product and lot.
    """


class _EntryBatchRequest(TypedDict):
    rows: Sequence[Mapping[str, str | float | bool | None]]
    """The rows, in order."""


class EntryBatchRequest(_EntryBatchRequest, total=False):
    sheet: str
    """As the parameter of this name."""


@dataclass(frozen=True, kw_only=True)
class AccountKey(Model):
    """The key of this request."""

    name: str
    """Its name."""
    prefix: str
    """What is shown of it in lists."""
    scope: AccountKeyScope
    """What it may be used for."""
    owner: str
    """Who answers for it; empty if nobody is named."""
    created_at: str
    """When it was issued."""
    expires_at: str | None
    """From when on it is refused; null for never."""
    status: AccountKeyStatus
    """`rotating`: it has a successor, and works until `expires_at`."""
    successor_prefix: str | None
    """What is shown of its successor; null if it was not rotated."""
    may_rotate: bool
    """Whether it may rotate itself now."""


@dataclass(frozen=True, kw_only=True)
class Limits(Model):
    """Limits that this key shares with the keys that it was rotated from or to."""

    per_minute: int
    """Requests in a sliding minute."""
    per_day: int
    """Requests on a UTC day."""


@dataclass(frozen=True, kw_only=True)
class ByProduct(Model):
    """Requests by product."""

    tariff: int
    """Of tariff."""
    pixel: int
    """Of pixel."""
    entry: int
    """Of entry."""


@dataclass(frozen=True, kw_only=True)
class AccountUseDay(Model):
    """One UTC day."""

    date: str
    """The UTC day."""
    requests: int
    """Requests of the day."""
    by_product: ByProduct
    """Requests by product."""


@dataclass(frozen=True, kw_only=True)
class AccountUse(Model):
    """Requests of this key and of those that it was rotated from or to."""

    minute: int
    """Requests of the last minute, this one included."""
    today: int
    """Requests of this UTC day, this one included, with those that jobs took."""
    days: tuple[AccountUseDay, ...]
    """The last 90 UTC days, oldest first, also those without a request."""


@dataclass(frozen=True, kw_only=True)
class StoredBytes(Model):
    """Bytes stored, in total."""

    used: int
    """Used. Work under way is included with the most that it may use."""
    limit: int
    """The limit."""


@dataclass(frozen=True, kw_only=True)
class Resources(Model):
    """What it may use besides requests."""

    stored_bytes: StoredBytes
    """Bytes stored, in total."""
    cpu_ms: StoredBytes
    """Milliseconds of processor time on this UTC day."""
    bytes_fetched: StoredBytes
    """Bytes fetched from storefronts on this UTC day."""


@dataclass(frozen=True, kw_only=True)
class OpenJobs(Model):
    """Jobs that are queued or running."""

    tariff_audits: int
    """Tariff audits."""
    pixel_audits: int
    """Pixel audits."""
    entry_batches: int
    """Batches of certificates."""
    limit: int
    """How many may be open together."""


@dataclass(frozen=True, kw_only=True)
class Account(Model):
    """What a key is, what it may use, and what it has used."""

    key: AccountKey = _field(repr=False)
    """The key of this request."""
    limits: Limits
    """Limits that this key shares with the keys that it was rotated from or to."""
    use: AccountUse
    """Requests of this key and of those that it was rotated from or to."""
    resources: Resources
    """What it may use besides requests."""
    open_jobs: OpenJobs
    """Jobs that are queued or running."""


class RotationRequest(TypedDict, total=False):
    """How to rotate the key that asks."""

    overlap_hours: int
    """Hours for which the old key still works; 24 if absent. With 0 it stops at once, and a lost answer cannot be
    asked for again.
    """


@dataclass(frozen=True, kw_only=True)
class RotatedKey(Model):
    """The successor of the key that asked."""

    key: str = _field(repr=False)
    """The new key. Keep it: it is not stored."""
    name: str
    """Its name."""
    prefix: str
    """What is shown of it in lists."""
    scope: AccountKeyScope
    """What it may be used for."""
    owner: str
    """Who answers for it; empty if nobody is named."""
    created_at: str
    """When it was issued."""
    expires_at: str | None
    """From when on it is refused; null for never."""
    old_key_until: str
    """From when on the old key is refused."""


@dataclass(frozen=True, kw_only=True)
class CoreProductIdentifier(Model):
    """One of them."""

    identifier: str
    """identifier."""
    identType: CoreProductPrimaryProductIdType
    """identType."""


@dataclass(frozen=True, kw_only=True)
class CoreProductManufacturer(Model):
    """manufacturer."""

    gln: str | None = None
    """Manufacturer GLN."""
    alternateId: str
    """Manufacturer Alternate ID."""
    sbmId: str | None = None
    """Small Batch Manufacturer CPSC ID."""
    name: str
    """Manufacturer Name."""
    addressLine1: str | None = None
    """Manufacturer Address Line 1. Needed when isNew=Y."""
    addressLine2: str | None = None
    """Manufacturer Address Line 2."""
    aptNumber: str | None = None
    """Manufacturer Apt/Suite Number."""
    city: str | None = None
    """Manufacturer City. Needed when isNew=Y."""
    stateProvince: str | None = None
    """Manufacturer State/Province."""
    country: str | None = None
    """Manufacturer Country. Needed when isNew=Y."""
    postalCode: str | None = None
    """Manufacturer Zip/Postal Code. Needed when isNew=Y."""
    phone: str | None = None
    """Manufacturer Phone. Needed when isNew=Y."""
    email: str | None = None
    """Manufacturer Email. Needed when isNew=Y. Format: email."""


@dataclass(frozen=True, kw_only=True)
class CoreProductLab(Model):
    """One of them."""

    type: CoreProductLabType
    """Type."""
    cpscId: str | None = None
    """CPSC-ID. Needed when type=ITL."""
    gln: str | None = None
    """GLN."""
    alternateId: str | None = None
    """Alternate ID. Needed when type=LAB and gln absent."""
    name: str | None = None
    """Name. Needed when type=LAB."""
    addressLine1: str | None = None
    """Address Line 1. Needed when isNew=Y."""
    addressLine2: str | None = None
    """Address Line 2."""
    aptNumber: str | None = None
    """Apt/Suite Number."""
    city: str | None = None
    """City. Needed when isNew=Y."""
    stateProvince: str | None = None
    """State/Province."""
    country: str | None = None
    """Country. Needed when isNew=Y."""
    postalCode: str | None = None
    """Zip/Postal Code. Needed when isNew=Y."""
    phone: str | None = None
    """Phone. Needed when isNew=Y."""
    email: str | None = None
    """Email. Needed when isNew=Y. Format: email."""
    citationCodes: tuple[str, ...]
    """Citation Codes."""
    testReportId: str | None = None
    """Test Report ID."""
    testURL: str | None = None
    """Test URL. Format: url."""
    testReportAccessKey: str | None = None
    """Test Report Access Key."""
    isComponent: bool | None = None
    """Is Component?."""
    componentDescription: str | None = None
    """Component Description. Needed when isComponent=true."""


@dataclass(frozen=True, kw_only=True)
class CoreProductPoc(Model):
    """poc."""

    type: CoreProductPocType
    """Point of Contact (POC) for Test Result Records."""
    gln: str | None = None
    """POC GLN."""
    alternateId: str | None = None
    """POC Alternate ID. Needed when type=Other and gln absent."""
    name: str | None = None
    """POC Name. Needed when type=Other."""
    addressLine1: str | None = None
    """POC Address Line 1. Needed when type=Other and isNew=Y."""
    addressLine2: str | None = None
    """POC Address Line 2."""
    aptNumber: str | None = None
    """POC Apt/Suite Number."""
    city: str | None = None
    """POC City. Needed when type=Other and isNew=Y."""
    stateProvince: str | None = None
    """POC State/Province."""
    country: str | None = None
    """POC Country. Needed when type=Other and isNew=Y."""
    postalCode: str | None = None
    """POC Zip/Postal Code. Needed when type=Other and isNew=Y."""
    phone: str | None = None
    """POC Phone. Needed when type=Other and isNew=Y."""
    email: str | None = None
    """POC Email. Needed when type=Other and isNew=Y. Format: email."""


@dataclass(frozen=True, kw_only=True)
class CoreProduct(Model):
    """coreProduct."""

    versionId: str
    """New Version ID."""
    primaryProductId: str
    """Primary Product ID."""
    primaryProductIdType: CoreProductPrimaryProductIdType
    """Primary Product ID Type."""
    identifiers: tuple[CoreProductIdentifier, ...] | None = None
    """identifiers."""
    certificateType: CoreProductCertificateType
    """Certificate Type."""
    name: str
    """Product Name (Model)."""
    tradeBrandName: str | None = None
    """Trade/Brand Name."""
    description: str | None = None
    """Product/Model Description."""
    color: str | None = None
    """Product/Model Color."""
    style: str | None = None
    """Product/Model Style."""
    manufacturer: CoreProductManufacturer
    """manufacturer."""
    manufactureDate: str
    """Manufacture Date. Format: MM/YYYY."""
    productionStartDate: str | None = None
    """Production Start Date. Format: MM/DD/YYYY."""
    productionEndDate: str | None = None
    """Production End Date. Format: MM/DD/YYYY."""
    lotNumber: str | None = None
    """Lot Number."""
    lotNumberAssignedBy: CoreProductLotNumberAssignedBy | None = None
    """Lot Number Assigned By. Needed when lotNumber present."""
    lastTestDate: str | None = None
    """Last Test Date. Format: MM/DD/YYYY."""
    labs: tuple[CoreProductLab, ...] | None = None
    """labs. Needed when exemptions empty."""
    exemptions: tuple[str, ...] | None = None
    """exemptions. Needed when labs empty."""
    poc: CoreProductPoc
    """poc."""


@dataclass(frozen=True, kw_only=True)
class DirectivesManufacturer(Model):
    """manufacturer."""

    isNew: DirectivesProductUpdate
    """Manufacturer Is New?."""
    gln: str | None = None
    """gln."""
    alternateId: str | None = None
    """alternateId."""


@dataclass(frozen=True, kw_only=True)
class Directives(Model):
    """directives."""

    productUpdate: DirectivesProductUpdate
    """Product Update."""
    versionIdToUpdate: str | None = None
    """Current Version ID. Needed when productUpdate=Y."""
    manufacturer: DirectivesManufacturer
    """manufacturer."""
    poc: DirectivesManufacturer
    """poc."""
    labs: tuple[DirectivesManufacturer, ...] | None = None
    """labs. Needed when labs present."""


@dataclass(frozen=True, kw_only=True)
class ProductList(Model):
    """One of them."""

    coreProduct: CoreProduct
    """coreProduct."""
    directives: Directives | None = None
    """directives."""


@dataclass(frozen=True, kw_only=True)
class ReadRegistryEnvelopeAnswer(Model):
    """The import envelope of the CPSC Product Registry."""

    productList: tuple[ProductList, ...]
    """productList."""


@dataclass(frozen=True, kw_only=True)
class ListTariffAuditLinesAnswerLine(Model):
    """A line: what was sent, and by the name of each added column what was found, such as `status`, `heading` and
    `rate`.
    """

    line: int
    """Line of the CSV file, row of the sheet, or number of the item."""
    cells: tuple[str, ...]
    """The cells that were sent, in the order of `columns`."""


@dataclass(frozen=True, kw_only=True)
class ListTariffAuditLinesAnswer(Model):
    """A page of lines."""

    lines: tuple[ListTariffAuditLinesAnswerLine, ...]
    """The lines, each as the result in JSON has it, with its line number."""
    next_cursor: str | None
    """Send it as `cursor` for what follows; null at the end. A page may be empty and have one: the filters found
    nothing in what was looked at, or the next lines are not done yet.
    """
    lines_done: int
    """Lines of the job that are done, whatever the filters."""
    lines_total: int
    """Lines of the job."""
    may_grow: bool
    """Whether the job is open, so that what is shown can still grow."""
    columns: tuple[str, ...]
    """The names of all columns, as in the result: those of `cells`, then those that were added."""
    as_of: str
    """The day of lines without an entry date."""
    law_read_to: str | None
    """The last day whose law was read; null until lines are done."""
    data_versions: Mapping[str, str] | None
    """The versions of the lists and of the schedule that every line is answered from; null until lines are done."""


@dataclass(frozen=True, kw_only=True)
class Outcomes(Model):
    """These lines by outcome; those without a line are absent."""

    applies: int | None = None
    """Lines `applies`."""
    applies_in_part: int | None = None
    """Lines `applies_in_part`."""
    retired: int | None = None
    """Lines `retired`."""
    unsettled: int | None = None
    """Lines `unsettled`."""
    not_in_schedule: int | None = None
    """Lines `not_in_schedule`."""
    damaged: int | None = None
    """Lines `damaged`."""
    invalid: int | None = None
    """Lines `invalid`."""
    undated: int | None = None
    """Lines `undated`."""
    blank: int | None = None
    """Lines `blank`."""
    not_listed: int | None = None
    """Lines `not_listed`."""


@dataclass(frozen=True, kw_only=True)
class HighestRate(Model):
    """A rate."""

    percent: float | None
    """The percentage; null for a minimum import price."""
    words: str
    """The rate as lines have it: what is charged, and on what."""


@dataclass(frozen=True, kw_only=True)
class Heading(Model):
    """Lines of one heading."""

    heading: str
    """The chapter 99 heading, or `not published`."""
    lines: int
    """Lines that have it. A line with several headings counts for each."""
    outcomes: Outcomes
    """These lines by outcome; those without a line are absent."""
    highest_rate: HighestRate | None
    """The highest rate of lines that have this heading alone. Null if there are none: of a line with several
    headings it is not known which rate is whose.
    """


@dataclass(frozen=True, kw_only=True)
class ListTariffAuditHeadingsAnswer(Model):
    """Lines by chapter 99 heading."""

    headings: tuple[Heading, ...]
    """The heading with the most lines first."""
    lines_counted: int
    """Lines that were counted. If fewer than `lines_done`, ask again: each request counts up to 50,000 lines more."""
    lines_done: int
    """Lines of the job that are done, whatever the filters."""
    lines_total: int
    """Lines of the job."""
    may_grow: bool
    """Whether the job is open, so that what is shown can still grow."""
    as_of: str
    """The day of lines without an entry date."""
    law_read_to: str | None
    """The last day whose law was read; null until lines are done."""
    data_versions: Mapping[str, str] | None
    """The versions of the lists and of the schedule that every line is answered from; null until lines are done."""


@dataclass(frozen=True, kw_only=True)
class ListPixelAuditLinesAnswerLine(Model):
    """A store, and what was found on it."""

    line: int
    """Line of the file, or number of the item."""
    store: str | float | None
    """As in the result."""
    state: str | float | None
    """As in the result."""
    score: str | float | None
    """As in the result."""
    errors: str | float | None
    """As in the result."""
    warnings: str | float | None
    """As in the result."""
    notes: str | float | None
    """As in the result."""
    doubles: str | float | None
    """As in the result."""
    not_looked_at: str | float | None
    """As in the result."""
    rules: str | float | None
    """As in the result."""
    fault: str | float | None
    """As in the result."""


@dataclass(frozen=True, kw_only=True)
class ListPixelAuditLinesAnswer(Model):
    """A page of lines."""

    lines: tuple[ListPixelAuditLinesAnswerLine, ...]
    """The lines, each as the result in JSON has it, with its line number."""
    next_cursor: str | None
    """Send it as `cursor` for what follows; null at the end. A page may be empty and have one: the filters found
    nothing in what was looked at, or the next lines are not done yet.
    """
    lines_done: int
    """Lines of the job that are done, whatever the filters."""
    lines_total: int
    """Lines of the job."""
    may_grow: bool
    """Whether the job is open, so that what is shown can still grow."""


@dataclass(frozen=True, kw_only=True)
class ListEntryBatchLinesAnswerLine(Model):
    """A line of the sheet and its certificate."""

    line: int
    """Line of the file, or number of the item."""
    sku: str | float | None
    """As in the result."""
    product: str | float | None
    """As in the result."""
    outcome: str | float | None
    """As in the result."""
    id: str | float | None
    """As in the result."""
    state: str | float | None
    """As in the result."""
    status: str | float | None
    """As in the result."""
    gaps: str | float | None
    """As in the result."""
    registry_gaps: str | float | None
    """As in the result."""
    errors: str | float | None
    """As in the result."""
    pdf: str | float | None
    """As in the result."""
    verify_url: str | float | None
    """As in the result."""
    sha256: str | float | None
    """As in the result."""


@dataclass(frozen=True, kw_only=True)
class ListEntryBatchLinesAnswer(Model):
    """A page of lines."""

    lines: tuple[ListEntryBatchLinesAnswerLine, ...]
    """The lines, each as the result in JSON has it, with its line number."""
    next_cursor: str | None
    """Send it as `cursor` for what follows; null at the end. A page may be empty and have one: the filters found
    nothing in what was looked at, or the next lines are not done yet.
    """
    lines_done: int
    """Lines of the job that are done, whatever the filters."""
    lines_total: int
    """Lines of the job."""
    may_grow: bool
    """Whether the job is open, so that what is shown can still grow."""
