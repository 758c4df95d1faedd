"""Types of the v0 API. Written by tools/generate.py."""

from collections.abc import Mapping
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
ExplanationStatus = Literal["hit", "adjacent", "in_scope_no_bis14", "clear", "invalid"]
CoverageCoverage = Literal["whole", "whole_by_parts", "part", "none"]
AnnouncedChangeRateBeforeKind = Literal["additional", "total_incl_column1", "minimum_import_price"]
AnnouncedChangeCertainty = Literal["law", "announced"]
ListingViewKind = Literal["derivative", "article"]
ListingViewChargedOn = Literal["full value", "metal content"]
SuccessorKind = Literal["rename", "split"]
PixelRuleSeverity = Literal["info", "warn", "error"]
PixelRuleCategory = Literal[
    "double_counting", "legacy_install", "dead_code", "checkout_surface", "privacy_security", "config_error", "inventory"
]
CitationCertificate = Literal["GCC", "CPC", "GCC+CPC"]
CitationBasis = Literal["cpsc-list-excerpt", "other-document-excerpt", "knowledge"]
VerificationState = Literal["incomplete", "stated_with_defects", "stated"]
VerificationStatus = Literal["active", "superseded", "revoked"]
DeclarationRateKind = Literal["added", "total", "none"]
DutyAmountCurrency = Literal["USD"]
PixelReportState = Literal["judged", "partly_judged", "not_judged"]
PixelReportPageKind = Literal[
    "storefront", "checkout", "customer_account", "password", "closed", "blocked", "not_a_store", "empty", "built_in_browser"
]
FindingPlaceKind = Literal["page", "container", "loader", "app_pixel", "custom_pixel", "theme_file"]
ScannedPageJourney = Literal["home", "collection", "product", "cart", "search", "thank_you", "other"]
LookedAtKind = Literal["page", "container", "loader", "app_pixel", "custom_pixel"]
SenderKind = Literal["theme", "app_embed", "app_pixel", "custom_pixel", "container_tag", "loader"]
SendingGrade = Literal["always", "some", "perhaps", "paused"]
WorkOutDutyVehicle = Literal["passenger", "medium_heavy", "bus", "none"]
WorkOutDutyCertifiedUse = Literal[
    "us_automobile_production", "us_truck_production", "us_equipment_production", "us_motorcycle_production", "uk_automobiles"
]
WorkOutDutyPharmaceutical = Literal["patented", "generic", "animal_health", "neither"]
WorkOutDutySemiconductorUse = Literal[
    "us_data_center", "us_repair", "us_research", "us_startup", "us_consumer", "us_industrial", "us_public_sector", "other"
]
WorkOutDutyApproval = Literal[
    "us_content", "onshoring_plan", "onshoring_and_pricing", "domestic_plan", "limited_quantity", "offset"
]
ListedCoverage = Literal["whole", "whole_by_parts", "part"]
ListTariffChaptersAnswerNodeLevel = Literal["chapter", "heading", "subheading", "line", "number"]
ListTariffChaptersAnswerNodeListedMark = Literal["hit", "contains"]


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


@dataclass(frozen=True, kw_only=True)
class Coverage(Model):
    """How one programme covers the code."""

    programme: str
    """The Section 232 programme."""
    coverage: CoverageCoverage
    """`whole`: by one listing. `whole_by_parts`: all numbers under the code, or all its successors, are listed.
    `part`: some are.
    """
    numbers_listed: int
    """How many of `numbers` the programme covers."""
    numbers: int
    """Numbers of the schedule at or under the code."""


@dataclass(frozen=True, kw_only=True)
class AnnouncedChangeRate(Model):
    """How the general rate changes."""

    before: float | None
    """General rate before, in percent; null if there is no duty."""
    before_kind: AnnouncedChangeRateBeforeKind | None
    """Its kind."""
    after: float
    """General rate after, in percent."""
    after_kind: AnnouncedChangeRateBeforeKind
    """What the rate is added to, or includes."""


@dataclass(frozen=True, kw_only=True)
class AnnouncedChange(Model):
    """A change of the law that is announced and was not read as in force."""

    programme: str
    """The Section 232 programme."""
    subdivisions: tuple[str, ...]
    """U.S. note subdivisions whose lists it concerns as a whole."""
    codes: tuple[str, ...]
    """The numbers it concerns, if not whole subdivisions."""
    headings: tuple[str, ...]
    """Chapter 99 headings that it changes; empty if none is known."""
    origins: tuple[str, ...]
    """Countries of origin (ISO 3166-1 alpha-2) it is limited to; empty means any."""
    date: str | None
    """Its first day; null if none was read."""
    open_from: str | None
    """The first day for which the words leave open which law holds, if that is before `date`."""
    what: str
    """What changes."""
    rate: AnnouncedChangeRate | None
    """The change of the rate, if one is stated."""
    certainty: AnnouncedChangeCertainty
    """`law`: enacted, and its day is set. `announced`: reported, recommended or not read."""
    source: str
    """Where it is announced."""


@dataclass(frozen=True, kw_only=True)
class ListingView(Model):
    """One listing: what, how much, on whose authority, since when."""

    code: str
    """The number as it is listed."""
    programme: str
    """The Section 232 programme, such as `steel`."""
    kind: ListingViewKind
    """`derivative` listings decide a hit."""
    goods: str
    """What the subdivision covers."""
    article_name: str
    """Short English name of the article."""
    note: str
    """U.S. note subdivision of chapter 99, subchapter III."""
    annex: str | None
    """Annex of the proclamation."""
    ch99_heading: str | None
    """Chapter 99 heading to declare beside the number; null where none is published yet."""
    rate: float | None
    """General rate in percent; null for a minimum import price."""
    rate_kind: AnnouncedChangeRateBeforeKind
    """What the rate is added to, or includes."""
    charged_on: ListingViewChargedOn | None
    """What the rate is charged on."""
    weight_test: float | None
    """Least share of the listed metal in percent of weight; null where no test applies."""
    condition: str | None
    """What else must be true of the goods."""
    from_: str = _field(metadata={"name": "from"})
    """First day."""
    to: str | None
    """Last day; null where none is set."""
    scheduled: bool
    """It begins after `law_read_to`: as announced, not read as in force."""
    list: str
    """The list it stands on."""
    version: str
    """The version of that list."""
    source: str
    """Where the rule is published."""


@dataclass(frozen=True, kw_only=True)
class Successor(Model):
    """A tariff number that USITC replaced."""

    old: str
    """The number that was retired."""
    new: str
    """A number that took its goods."""
    retired_on: str
    """The first day of the new number."""
    kind: SuccessorKind
    """A split number has several successors."""
    reused: bool
    """The old number stayed in the schedule for other goods, or for fewer."""
    source: str
    """Where the change is published."""


@dataclass(frozen=True, kw_only=True)
class Removed(Model):
    """A number that was taken out of scope."""

    code: str
    """The number."""
    digits: str
    """Its digits."""
    former: str
    """The list it was on."""
    date: str
    """The first day without it."""
    later: str | None
    """What came of it since."""
    source: str
    """Where the rule is published."""


@dataclass(frozen=True, kw_only=True)
class UpcomingChange(Model):
    """A change that is scheduled."""

    date: str
    """The day."""
    event: str
    """What happens."""
    source: str
    """Where it is announced."""


@dataclass(frozen=True, kw_only=True)
class Schedule(Model):
    """What the tariff schedule says of the code."""

    revision: str
    """Which schedule this is."""
    exists: bool
    """The code is a heading, subheading, line or number of that schedule."""
    near: tuple[str, ...]
    """If it does not exist: numbers of the same length that are like it, the likeliest first."""
    code: str | None
    """The row that describes the code; null if not even its heading exists."""
    exact: bool
    """That row is the code itself."""
    path: tuple[str, ...]
    """Descriptions from the heading down."""
    general: str
    """Column 1 general rate as printed, inherited from above as the schedule does."""
    special: str
    """Column 1 special rates and their programmes as printed; empty if there are none."""
    other: str
    """Column 2 rate as printed."""
    units: tuple[str, ...]
    """Units of quantity."""


@dataclass(frozen=True, kw_only=True)
class Explanation(Model):
    """Everything the lists say of one code on one day, and what they cannot say."""

    code: str
    """The code as asked."""
    as_of: str
    """The day the answer is for."""
    status: ExplanationStatus
    """As in v1; docs/tariff.md says what each means."""
    hit: bool
    """Derivative listings cover the whole code, by one listing or by several."""
    in_scope: bool
    """Listings of any Section 232 programme cover the code or part of it: a duty may apply."""
    coverage: tuple[Coverage, ...]
    """How each programme in force covers the code."""
    law_read_to: str
    """The last day whose law was read. Newer law is not in the answer."""
    announced: tuple[AnnouncedChange, ...]
    """Dated changes after the day, and those before it that are later than `law_read_to`; soonest first."""
    unsettled_law: bool
    """An announced change that was not read is in force on that day, or may be: do not rely on the answer."""
    matched: tuple[ListingView, ...]
    """Derivative listings that cover the whole code, alone or together, longest first."""
    other_programmes: tuple[ListingView, ...]
    """Other listings of programmes that cover the whole code, longest first."""
    near_misses: tuple[ListingView, ...]
    """Listings of the heading, of any programme, that do not cover it; the closest first."""
    conditions: tuple[str, ...]
    """What a code alone cannot decide."""
    retired_on: str | None
    """The first day without the code; null where it is not retired."""
    successors: tuple[Successor, ...]
    """What replaced the code, where it was retired, and what replaced that."""
    replaces: tuple[Successor, ...]
    """What the code replaced."""
    removed: tuple[Removed, ...]
    """What was taken out of scope at or around the code."""
    next_changes: tuple[UpcomingChange, ...]
    """What is scheduled for it, soonest first."""
    schedule: Schedule | None
    """What the tariff schedule says of the code; null if the code is invalid."""


@dataclass(frozen=True, kw_only=True)
class OtherMeasure(Model):
    """An announced change of a duty that is not Section 232 and is paid on the same goods."""

    measure: str
    """The measure, such as `section_301_china`."""
    codes: tuple[str, ...]
    """The numbers it concerns, if stated."""
    headings: tuple[str, ...]
    """Chapter 99 headings."""
    date: str
    """Its first day."""
    ends: str | None
    """Its last day, if one is set."""
    what: str
    """What changes."""
    certainty: AnnouncedChangeCertainty
    """`law`: enacted, and its day is set. `announced`: reported, recommended or not read."""
    source: str
    """Where it is announced."""


@dataclass(frozen=True, kw_only=True)
class NewestRelease(Model):
    """The newest release of the schedule that was read."""

    name: str
    """Its name."""
    published: str
    """When it was published."""
    source: str
    """How it is known."""


@dataclass(frozen=True, kw_only=True)
class NotRead(Model):
    what: str
    """What was not read."""
    programmes: tuple[str, ...]
    """The programmes it may concern; empty means any."""


@dataclass(frozen=True, kw_only=True)
class Law(Model):
    """How far the law was read."""

    law_read_to: str
    """The last day whose law was read. Newer law is not in the answer."""
    newest_release: NewestRelease
    """The newest release of the schedule that was read."""
    looked_on: str
    """The day on which newer law was looked for."""
    not_read: tuple[NotRead, ...]
    """What could not be read."""


@dataclass(frozen=True, kw_only=True)
class ListSummary(Model):
    """A list that is loaded."""

    list_id: str
    """Stable id."""
    title: str
    """What it holds."""
    version: str
    """Changes whenever a row does."""
    as_of: str
    """The day its text was read."""
    law_read_to: str
    """The last day whose law was read. Newer law is not in the answer."""
    source: str
    """Where it is published."""
    rows: int
    """Listings, past ones included."""
    next_change: UpcomingChange | None
    """The next change that is scheduled."""
    announced: tuple[AnnouncedChange, ...]
    """What is announced for its programmes and was not read; what has no day comes last."""
    json: str
    """Address of the list as JSON."""
    csv: str
    """Address of the list as CSV."""


@dataclass(frozen=True, kw_only=True)
class ChangedListing(Model):
    """How a number stood on one of the two days."""

    note: str
    """U.S. note subdivision."""
    ch99_heading: str | None
    """Chapter 99 heading; null where none is published yet."""
    rate: float | None
    """Percent; null for a minimum import price."""
    rate_kind: AnnouncedChangeRateBeforeKind
    """What the rate is added to, or includes."""
    charged_on: ListingViewChargedOn | None
    """What the rate is charged on."""
    from_: str = _field(metadata={"name": "from"})
    """First day."""
    to: str | None
    """Last day; null where none is set."""
    source: str
    """Where the rule is published."""


@dataclass(frozen=True, kw_only=True)
class Change(Model):
    """One number of one programme before and after."""

    code: str
    """The number."""
    programme: str
    """The Section 232 programme."""
    before: tuple[ChangedListing, ...]
    """On `from`; empty where it was not listed."""
    after: tuple[ChangedListing, ...]
    """On `to`; empty where it is not listed."""


@dataclass(frozen=True, kw_only=True)
class PixelRule(Model):
    """A rule of the scan."""

    id: str
    """The `rule_id` of a finding."""
    severity: PixelRuleSeverity
    """How bad it is."""
    category: PixelRuleCategory
    """What it is about; each deducts up to a cap."""
    weight: float
    """Points it deducts before the cap of its category."""
    what: str
    """When it fires."""
    why: str
    """Why that matters."""
    remedy: str
    """What to do."""
    source: str
    """Where the vendor says so."""


@dataclass(frozen=True, kw_only=True)
class Citation(Model):
    """A rule that a certificate may cite."""

    citation: str
    """How the rule is cited."""
    title: str
    """Our short title."""
    applies_to: str
    """What it covers, in short."""
    certificate: CitationCertificate
    """Which certificate cites it."""
    basis: CitationBasis
    """What the row rests on; `knowledge` is not verified against a document."""
    vacated: bool
    """A court is understood to have vacated it."""
    note: str | None
    """A remark."""


@dataclass(frozen=True, kw_only=True)
class Signature(Model):
    """The signature in the PDF. Documents from before there were signatures have none."""

    signer: str
    """Name in the certificate of the signer."""
    certificate_sha256: str
    """SHA-256 of that certificate."""
    time_stamped_at: str | None = None
    """What the time stamp of the signature says, if it has one."""


@dataclass(frozen=True, kw_only=True)
class Verification(Model):
    """All that is public about a certificate."""

    gcc_id: str
    """The number of the certificate."""
    issued_at: str
    """When it was issued."""
    sha256: str
    """SHA-256 of the PDF."""
    state: VerificationState
    """`incomplete`: an element of 16 CFR 1110.11(a) is not stated. `stated_with_defects`: all are stated, and the
    document names a defect. `stated`: all are stated, and none of the defects that are looked for was found.
    None of them says that what is stated is true.
    """
    status: VerificationStatus
    """`superseded`: another certificate replaces it. `revoked`: do not rely on it."""
    revoked: bool
    """It was revoked or superseded: do not rely on it."""
    revoked_at: str | None = None
    """When it was revoked or superseded."""
    successor_id: str | None = None
    """The certificate that replaces it."""
    successor_status: VerificationStatus | None = None
    """What became of that one since."""
    signature: Signature | None = None
    """The signature in the PDF. Documents from before there were signatures have none."""


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
    coverage: CoverageCoverage
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


class ScanRequest(TypedDict):
    """Which page to scan. Unknown fields are ignored."""

    url: str
    """Address of the Shopify storefront page: http or https, port 80 or 443, on the public internet. Redirects are
    followed, at most 5.
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
    severity: PixelRuleSeverity
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
    """Everything that a scan has to say. It has the fields of the report of v1, and more."""

    state: PixelReportState
    """How much of the page the score speaks for. `partly_judged`: something that can send events was not read.
    `not_judged`: the shop’s tags were not seen at all. Neither is the same as a clean page.
    """
    page_kind: PixelReportPageKind
    """What kind of page the address is."""
    score: int
    """100: nothing was found and everything was read. 0 if the state is `not_judged`."""
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


@dataclass(frozen=True, kw_only=True)
class Listed(Model):
    """Terms of one programme that hold in a period."""

    programme: str
    """The Section 232 programme."""
    coverage: ListedCoverage
    """How far the programme covers the number, by all of its terms together. `part`: some goods of it."""
    kind: ListingViewKind
    """`derivative` listings decide a hit."""
    goods: str
    """What the subdivision covers."""
    note: str
    """U.S. note subdivision of chapter 99, subchapter III."""
    ch99_heading: str | None
    """Chapter 99 heading; null where none is published."""
    rate: float | None
    """General rate in percent; null for a minimum import price."""
    rate_kind: AnnouncedChangeRateBeforeKind
    """What the rate is added to, or includes."""
    charged_on: ListingViewChargedOn | None
    """What the rate is charged on."""
    condition: str | None
    """What else must be true of the goods."""
    codes: tuple[str, ...]
    """The first numbers that the list prints: at, above or below the number, or those of its successors."""
    codes_total: int
    """How many such numbers there are."""
    list: str
    """The list it stands on."""
    version: str
    """The version of that list."""
    source: str
    """Where the rule is published."""


@dataclass(frozen=True, kw_only=True)
class Period(Model):
    """Days on which the same holds."""

    from_: str = _field(metadata={"name": "from"})
    """First day."""
    to: str | None
    """Last day; null where no end is set."""
    scheduled: bool
    """It begins after `law_read_to`: as announced, not read as in force."""
    listed: tuple[Listed, ...]
    """What holds; empty where the number is on none of the lists."""


@dataclass(frozen=True, kw_only=True)
class ReadTariffHistoryAnswer(Model):
    """What the lists say of a number over time."""

    code: str
    """The number as it is spelled in the notes."""
    as_of: str
    """Today in New York, which the fields beside `periods` are for."""
    exists: bool
    """The schedule in use has the number. One that was retired is not in it."""
    first_day: str
    """The first day that the lists cover, 2025-03-12: nothing is said of earlier ones."""
    periods: tuple[Period, ...]
    """From `first_day` on, without gaps, oldest first."""
    law_read_to: str
    """The last day whose law was read. Newer law is not in the answer."""
    announced: tuple[AnnouncedChange, ...]
    """Dated changes after the day, and those before it that are later than `law_read_to`; soonest first."""
    unsettled_law: bool
    """An announced change that was not read is in force on that day, or may be: do not rely on the answer."""
    retired_on: str | None
    """The first day without the code; null where it is not retired."""
    successors: tuple[Successor, ...]
    """What replaced the code, where it was retired, and what replaced that."""
    replaces: tuple[Successor, ...]
    """What the code replaced."""
    removed: tuple[Removed, ...]
    """What was taken out of scope at or around the code."""


@dataclass(frozen=True, kw_only=True)
class ListTariffListsAnswerSchedule(Model):
    """The tariff schedule: which numbers exist, what they mean and their rates."""

    revision: str
    """Which revision of the tariff schedule is in use."""
    note: str
    """What is known to be missing in it; empty if nothing is."""
    numbers: int
    """Numbers of chapters 1 to 97 that goods are entered under."""


@dataclass(frozen=True, kw_only=True)
class ListTariffListsAnswer(Model):
    """The lists, and the schedule."""

    lists: tuple[ListSummary, ...]
    """All that are loaded."""
    law: Law
    other_measures: tuple[OtherMeasure, ...]
    """What is announced of duties that are not Section 232, and was not read."""
    schedule: ListTariffListsAnswerSchedule
    """The tariff schedule: which numbers exist, what they mean and their rates."""


@dataclass(frozen=True, kw_only=True)
class DownloadTariffListJsonAnswerRow(Model):
    code: str
    terms: str
    from_: str = _field(metadata={"name": "from"})
    to: str | None = None


@dataclass(frozen=True, kw_only=True)
class DownloadTariffListJsonAnswer(Model):
    """A list in the format that `portside tariff import` reads."""

    list_id: str
    title: str
    version: str
    as_of: str
    source: str
    terms: Mapping[str, Any]
    """Rates and authority by the id that rows refer to."""
    rows: tuple[DownloadTariffListJsonAnswerRow, ...]


@dataclass(frozen=True, kw_only=True)
class ListTariffChangesAnswer(Model):
    """What changed between two days."""

    from_: str = _field(metadata={"name": "from"})
    """The earlier day."""
    to: str
    """The later day."""
    law_read_to: str
    """The last day whose law was read. Newer law is not in the answer."""
    added: tuple[Change, ...]
    """Listed on `to` alone."""
    removed: tuple[Change, ...]
    """Listed on `from` alone."""
    rerated: tuple[Change, ...]
    """Listed on both, at another rate or on another base."""
    moved: tuple[Change, ...]
    """Listed on both at the same cost, under another subdivision."""
    scheduled: tuple[Change, ...]
    """What the lists say of days after `law_read_to`: as announced, not read as in force."""
    announced: tuple[AnnouncedChange, ...]
    """Announced changes in between that were not read; soonest first."""
    other_measures: tuple[OtherMeasure, ...]
    """The same of duties that are not Section 232."""


@dataclass(frozen=True, kw_only=True)
class Unknown(Model):
    word: str
    """A word that no description has."""
    like: tuple[str, ...]
    """Words of the schedule that are like it."""


@dataclass(frozen=True, kw_only=True)
class Result(Model):
    """A row of the schedule."""

    code: str
    """The heading, subheading, line or number."""
    chapter: str
    """Its chapter."""
    description: str
    """Its own description."""
    above: tuple[str, ...]
    """Descriptions of the rows above it, from the heading down."""
    numbers: int
    """Numbers that goods are entered under, at or below it."""
    general: str
    """Column 1 general rate as printed; empty if the rows below it have different ones."""
    units: tuple[str, ...]
    """Units of quantity."""
    status: ExplanationStatus
    """What a lookup of the code answers."""


@dataclass(frozen=True, kw_only=True)
class SearchTariffScheduleAnswer(Model):
    """What a search of the schedule found."""

    query: str
    """The query as it was read."""
    revision: str
    """Which schedule was searched."""
    words: tuple[str, ...]
    """What was looked for: singular, in the spelling of the schedule."""
    unknown: tuple[Unknown, ...]
    """Words that found nothing."""
    all_words: bool
    """Every result has every word, its own or in the rows above it."""
    total: int
    """How many rows were found."""
    as_of: str
    """The day of each `status`."""
    law_read_to: str
    """The day to which the law was read."""
    results: tuple[Result, ...]
    """The best first."""


@dataclass(frozen=True, kw_only=True)
class ListTariffChaptersAnswerNodePath(Model):
    code: str | None
    """Null for a row that only groups others."""
    description: str | None
    """Its own words. Null for a chapter: the official export has no titles of chapters."""


@dataclass(frozen=True, kw_only=True)
class ListTariffChaptersAnswerNodeListed(Model):
    """How one programme lists the number."""

    programme: str
    """The Section 232 programme."""
    mark: ListTariffChaptersAnswerNodeListedMark
    """`hit`: all goods of the number are listed. `contains`: some of them, or something below it."""
    lists: tuple[str, ...]
    """The lists that say so; `list_versions` has their versions."""


@dataclass(frozen=True, kw_only=True)
class ListTariffChaptersAnswerNode(Model):
    """A chapter or a number."""

    code: str
    """The number."""
    level: ListTariffChaptersAnswerNodeLevel
    """By the number of digits."""
    description: str | None
    """Its own words. Null for a chapter: the official export has no titles of chapters."""
    described_by: str | None
    """The row whose words these are, if the number has no row of its own."""
    path: tuple[ListTariffChaptersAnswerNodePath, ...]
    """From the chapter down to the number itself."""
    general: str
    """Column 1 general rate as printed, inherited from above as the schedule does."""
    special: str
    """Column 1 special rates as printed; empty if there are none."""
    other: str
    """Column 2 rate as printed."""
    units: tuple[str, ...]
    """Units of quantity."""
    status: ExplanationStatus | None
    """What a lookup of the number answers; null for a chapter."""
    listed: tuple[ListTariffChaptersAnswerNodeListed, ...]
    """The programmes that list it or something below it on that day."""


@dataclass(frozen=True, kw_only=True)
class Children(Model):
    """A number directly below the node."""

    code: str
    """The number."""
    level: ListTariffChaptersAnswerNodeLevel
    """By the number of digits."""
    description: str | None
    """Its own words. Null for a chapter: the official export has no titles of chapters."""
    groups: tuple[str, ...]
    """Words of the rows without a number between it and the node, from above."""
    has_children: bool
    """Whether numbers stand below it."""
    status: ExplanationStatus | None
    """What a lookup of the number answers; null for a chapter."""
    listed: tuple[ListTariffChaptersAnswerNodeListed, ...]
    """The programmes that list it or something below it on that day."""


@dataclass(frozen=True, kw_only=True)
class ListTariffChaptersAnswer(Model):
    """A part of the tree of the schedule."""

    revision: str
    """Which schedule this is."""
    as_of: str
    """The day of the marks."""
    law_read_to: str
    """The last day whose law was read. Newer law is not in the answer."""
    list_versions: Mapping[str, str]
    """The version of each list."""
    node: ListTariffChaptersAnswerNode | None
    """Null for the whole schedule."""
    children: tuple[Children, ...]
    """What stands directly below, in the order of the schedule. Its outline decides, so levels may be skipped."""


@dataclass(frozen=True, kw_only=True)
class ListPixelRulesAnswer(Model):
    """The rule catalogue."""

    rules: tuple[PixelRule, ...]
    """All, by category."""


@dataclass(frozen=True, kw_only=True)
class SearchCitationsAnswer(Model):
    """Rules that may be cited. The catalogue is not complete."""

    citations: tuple[Citation, ...]
    """At most 20 for a search."""
