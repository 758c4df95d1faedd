"""The methods of `Portside`, by product. tools/generate.py makes those of `AsyncPortside` from this file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

from . import _bulk, _document, _jobs, _lookup
from ._core import Core
from ._flow import Flow
from ._operations import v0 as v0_operations
from ._operations import v1 as v1_operations
from ._operations import v2 as v2_operations
from ._options import CallOptions
from ._pages import Pages
from ._sync_driver import SyncDriver
from .errors import PortsideError
from .models import v0, v2
from .types import GccRequest, HtsResult, LookupResult, Meta, ScanReport

if TYPE_CHECKING:
    from typing_extensions import Unpack

_T = TypeVar("_T")


class Resource:
    def __init__(self, core: Core, driver: SyncDriver) -> None:
        self._core = core
        self._driver = driver

    def _run(self, flow: Flow[_T], options: CallOptions) -> _T:
        return self._driver.run(flow, options.get("cancellation"))


@dataclass(frozen=True, slots=True)
class Certificate:
    """A generated certificate. Its URL is valid for 24 hours, and anyone who has it can use it."""

    gcc_id: str
    gcc_pdf_url: str | None = field(repr=False)
    """None for a certificate that was restored by its id."""
    meta: Meta | None
    extra: Mapping[str, Any] = field(default_factory=dict, repr=False)
    """Fields of the answer that this version of the client does not know."""
    _gcc: Gcc | None = field(default=None, repr=False, compare=False)

    def download(self, **options: Unpack[CallOptions]) -> bytes:
        """Downloads the PDF and checks its SHA-256 against the server's. Raises ResponseError if they differ.

        A certificate without a URL is downloaded by its id, for which the server needs v2.
        """
        if self._gcc is None:
            raise PortsideError("This certificate belongs to no client: use client.entry.gcc.restore(gcc_id).")
        return self._gcc._download(self, options)

    def __reduce__(self) -> tuple[type[Certificate], tuple[Any, ...]]:
        # Without the client, which has connections and the key.
        return Certificate, (self.gcc_id, self.gcc_pdf_url, self.meta, self.extra)


class Tariff(Resource):
    def __init__(self, core: Core, driver: SyncDriver) -> None:
        super().__init__(core, driver)
        self.hts = Hts(core, driver)
        self.audits = TariffAudits(core, driver)

    def duties(self, items: Sequence[v2.DutyItem], **options: Unpack[CallOptions]) -> v2.DutiesResponse:
        """Works out the Section 232 duties of up to 50 lines. A fact that is not stated is unknown, never assumed."""
        return self._run(self._core.call(v2_operations.WORK_OUT_DUTIES, options, body={"items": items}), options)


class Hts(Resource):
    def lookup(self, codes: Sequence[str], *, as_of: str | None = None, **options: Unpack[CallOptions]) -> LookupResult:
        """Returns for each HTS code whether it is on the Section 232 derivative list, today in New York or on `as_of`.

        More than 50 codes are sent in several requests. All results come from one version of the list: if it changes
        meanwhile, all codes are looked up again, once. For thousands of codes use `lookup_all`.
        """
        return self._run(_lookup.lookup(self._core, codes, as_of, options), options)

    def lookup_all(
        self,
        codes: Iterable[str],
        *,
        as_of: str | None = None,
        wait_for_day: bool = False,
        **options: Unpack[CallOptions],
    ) -> Iterator[HtsResult]:
        """Yields one result for each code, in order, of any number of codes.

        A repeated code is asked once. Requests keep to the limits that the server tells. More than 5,000 different codes
        are audited if the server has v2; codes with adjacent hits are then looked up as well. If the limit of the day is
        used up, this waits for the next day if `wait_for_day`; otherwise it raises IncompleteError, which has the results
        so far and the remaining codes. There is no deadline unless one is given.
        """
        _lookup.check_codes(codes)
        flow = _bulk.lookup_all(self._core, as_of, wait_for_day, options)
        return self._driver.stream(flow, codes, options.get("cancellation"))


class TariffAudits(Resource):
    """Audits of parts lists."""

    def create(
        self,
        *,
        rows: Sequence[Mapping[str, str | float | bool | None]] | None = None,
        file: _jobs.File | None = None,
        code_column: str | None = None,
        origin_column: str | None = None,
        date_column: str | None = None,
        value_column: str | None = None,
        sheet: str | None = None,
        as_of: str | None = None,
        idempotency_key: str | None = None,
        **options: Unpack[CallOptions],
    ) -> v2.TariffAudit:
        """Begins an audit of `rows`, or of a file of up to 32 MB and 500,000 lines."""
        query = {
            "code_column": code_column,
            "origin_column": origin_column,
            "date_column": date_column,
            "value_column": value_column,
            "sheet": sheet,
            "as_of": as_of,
        }
        operation = v2_operations.CREATE_TARIFF_AUDIT
        return self._run(_jobs.begin(self._core, operation, ("rows", rows), file, options, query, idempotency_key), options)

    def list(
        self,
        *,
        status: v2.JobSummaryStatus | None = None,
        cursor: str | None = None,
        limit: int | None = None,
        **options: Unpack[CallOptions],
    ) -> Pages[v2.JobSummary]:
        def read(cursor: str | None) -> v2.JobList:
            query = {"status": status, "cursor": cursor, "limit": limit}
            return self._run(self._core.call(v2_operations.LIST_TARIFF_AUDITS, options, query=query), options)

        return Pages(read, lambda page: page.jobs, cursor)

    def get(self, id: str, **options: Unpack[CallOptions]) -> v2.TariffAudit:
        return self._run(self._core.call(v2_operations.READ_TARIFF_AUDIT, options, path={"id": id}), options)

    def wait(
        self, id: str, *, progress: Callable[[v2.TariffAudit], Any] | None = None, **options: Unpack[CallOptions]
    ) -> v2.TariffAudit:
        """Waits until the audit is finished, at most an hour or `deadline`. Raises JobError if it does not succeed."""
        flow = _jobs.wait_for(self._core, v2_operations.READ_TARIFF_AUDIT, id, progress, options)
        return self._run(flow, options)

    def result(self, id: str, **options: Unpack[CallOptions]) -> Any:
        """The result of a finished audit, as parsed JSON."""
        return self._run(_jobs.result(self._core, v2_operations.READ_TARIFF_AUDIT_RESULT, id, options), options)

    def result_file(self, id: str, format: _jobs.ResultFormat, **options: Unpack[CallOptions]) -> bytes:
        """The result of a finished audit, as the bytes of a CSV file or a workbook."""
        flow = _jobs.result_file(self._core, v2_operations.READ_TARIFF_AUDIT_RESULT, id, format, options)
        return self._run(flow, options)

    def cancel(self, id: str, **options: Unpack[CallOptions]) -> None:
        """Cancels the audit if it is not finished, and removes it with its result."""
        return self._run(_jobs.remove(self._core, v2_operations.REMOVE_TARIFF_AUDIT, id, options), options)

    def lines(
        self,
        id: str,
        *,
        status: Sequence[v2.ListTariffAuditLinesStatus] | None = None,
        heading: str | None = None,
        q: str | None = None,
        sort: v2.ListTariffAuditLinesSort | None = None,
        cursor: str | None = None,
        limit: int | None = None,
        **options: Unpack[CallOptions],
    ) -> Pages[v2.ListTariffAuditLinesAnswerLine]:
        """The lines that are done, also while the audit runs. Another order than "line" needs a finished audit."""

        def read(cursor: str | None) -> v2.ListTariffAuditLinesAnswer:
            query = {"status": status, "heading": heading, "q": q, "sort": sort, "cursor": cursor, "limit": limit}
            flow = self._core.call(v2_operations.LIST_TARIFF_AUDIT_LINES, options, path={"id": id}, query=query)
            return self._run(flow, options)

        return Pages(read, lambda page: page.lines, cursor)

    def headings(self, id: str, **options: Unpack[CallOptions]) -> v2.ListTariffAuditHeadingsAnswer:
        """Counts the lines of an audit by chapter 99 heading."""
        flow = self._core.call(v2_operations.LIST_TARIFF_AUDIT_HEADINGS, options, path={"id": id})
        return self._run(flow, options)


class Pixel(Resource):
    def __init__(self, core: Core, driver: SyncDriver) -> None:
        super().__init__(core, driver)
        self.scans = PixelScans(core, driver)
        self.audits = PixelAudits(core, driver)

    def scan(self, url: str, *, deep: bool = False, fresh: bool = False, **options: Unpack[CallOptions]) -> ScanReport:
        """Scans a storefront page for legacy Meta Pixel, GA4 and GTM code.

        `deep` also reads what the page names: tag containers, Google tags and custom pixels. `fresh` fetches the page
        again even if the server scanned it minutes ago. The timeout is 120 s unless another is given. A scan that this
        client stops waiting for is not begun again, because it goes on at the server.
        """

        def flow() -> Flow[ScanReport]:
            report, meta = yield from self._core.exchange(
                v1_operations.SCAN_STOREFRONT,
                options,
                query={"deep": True if deep else None},
                body={"url": url},
                headers={"Cache-Control": "no-cache"} if fresh else None,
            )
            return ScanReport(
                score=report.score,
                findings=report.findings,
                severity_counts=report.severity_counts,
                extra=report.extra,
                meta=meta,
            )

        return self._run(flow(), options)


class PixelScans(Resource):
    def create(
        self,
        url: str,
        *,
        deep: bool | None = None,
        journey: bool | None = None,
        fresh: bool = False,
        **options: Unpack[CallOptions],
    ) -> v2.PixelReport:
        """Scans a storefront with places, causes and evidence, and tells what was not looked at."""
        said = {"url": url, "deep": deep, "journey": journey}
        flow = self._core.call(
            v2_operations.SCAN_PIXELS,
            options,
            body={name: value for name, value in said.items() if value is not None},
            headers={"Cache-Control": "no-cache"} if fresh else None,
        )
        return self._run(flow, options)


class PixelAudits(Resource):
    """Scans of up to 500 storefronts."""

    def create(
        self,
        *,
        stores: Sequence[str] | None = None,
        file: _jobs.File | None = None,
        journey: bool | None = None,
        deep: bool | None = None,
        idempotency_key: str | None = None,
        **options: Unpack[CallOptions],
    ) -> v2.PixelAudit:
        query = {"journey": journey, "deep": deep}
        operation = v2_operations.CREATE_PIXEL_AUDIT
        return self._run(_jobs.begin(self._core, operation, ("stores", stores), file, options, query, idempotency_key), options)

    def list(
        self,
        *,
        status: v2.JobSummaryStatus | None = None,
        cursor: str | None = None,
        limit: int | None = None,
        **options: Unpack[CallOptions],
    ) -> Pages[v2.JobSummary]:
        def read(cursor: str | None) -> v2.JobList:
            query = {"status": status, "cursor": cursor, "limit": limit}
            return self._run(self._core.call(v2_operations.LIST_PIXEL_AUDITS, options, query=query), options)

        return Pages(read, lambda page: page.jobs, cursor)

    def get(self, id: str, **options: Unpack[CallOptions]) -> v2.PixelAudit:
        return self._run(self._core.call(v2_operations.READ_PIXEL_AUDIT, options, path={"id": id}), options)

    def wait(
        self, id: str, *, progress: Callable[[v2.PixelAudit], Any] | None = None, **options: Unpack[CallOptions]
    ) -> v2.PixelAudit:
        """Waits until the audit is finished, at most an hour or `deadline`. Raises JobError if it does not succeed."""
        flow = _jobs.wait_for(self._core, v2_operations.READ_PIXEL_AUDIT, id, progress, options)
        return self._run(flow, options)

    def result(self, id: str, **options: Unpack[CallOptions]) -> Any:
        """The result of a finished audit, as parsed JSON."""
        return self._run(_jobs.result(self._core, v2_operations.READ_PIXEL_AUDIT_RESULT, id, options), options)

    def result_file(self, id: str, format: _jobs.ResultFormat, **options: Unpack[CallOptions]) -> bytes:
        """The result of a finished audit, as the bytes of a CSV file or a workbook."""
        flow = _jobs.result_file(self._core, v2_operations.READ_PIXEL_AUDIT_RESULT, id, format, options)
        return self._run(flow, options)

    def cancel(self, id: str, **options: Unpack[CallOptions]) -> None:
        """Cancels the audit if it is not finished, and removes it with its result."""
        return self._run(_jobs.remove(self._core, v2_operations.REMOVE_PIXEL_AUDIT, id, options), options)

    def lines(
        self,
        id: str,
        *,
        status: Sequence[v2.ListPixelAuditLinesStatus] | None = None,
        cursor: str | None = None,
        limit: int | None = None,
        **options: Unpack[CallOptions],
    ) -> Pages[v2.ListPixelAuditLinesAnswerLine]:
        """The stores that are done, also while the audit runs."""

        def read(cursor: str | None) -> v2.ListPixelAuditLinesAnswer:
            query = {"status": status, "cursor": cursor, "limit": limit}
            flow = self._core.call(v2_operations.LIST_PIXEL_AUDIT_LINES, options, path={"id": id}, query=query)
            return self._run(flow, options)

        return Pages(read, lambda page: page.lines, cursor)


class Entry(Resource):
    def __init__(self, core: Core, driver: SyncDriver) -> None:
        super().__init__(core, driver)
        self.gcc = Gcc(core, driver)
        self.certificates = Certificates(core, driver)
        self.parties = Parties(core, driver)
        self.batches = EntryBatches(core, driver)


class Gcc(Resource):
    def generate(self, request: GccRequest, *, idempotency_key: str | None = None, **options: Unpack[CallOptions]) -> Certificate:
        """Makes a General Certificate of Conformity. Retries are safe, because all attempts carry one idempotency key.

        The same key and request give the same certificate for 24 hours. The default is a random key for each call.
        """

        def flow() -> Flow[Certificate]:
            made, meta = yield from self._core.exchange(
                v1_operations.GENERATE_CERTIFICATE, options, body=request, idempotency_key=idempotency_key
            )
            return Certificate(made.gcc_id, made.gcc_pdf_url, meta, made.extra, self)

        return self._run(flow(), options)

    def restore(self, gcc_id: str) -> Certificate:
        """The certificate of an id that you stored. It is downloaded by its id, for which the server needs v2."""
        return Certificate(gcc_id, None, None, {}, self)

    def _download(self, certificate: Certificate, options: CallOptions) -> bytes:
        if certificate.gcc_pdf_url is None:
            return self._run(_document.download_id(self._core, certificate.gcc_id, options), options)
        return self._run(_document.download_url(self._core, certificate.gcc_pdf_url, options), options)


class Certificates(Resource):
    """The certificates of the key, of v2."""

    def create(
        self, request: v2.CertificateRequest, *, idempotency_key: str | None = None, **options: Unpack[CallOptions]
    ) -> v2.MadeCertificate:
        """Makes a certificate, and tells what it lacks. Retries are safe, as with `entry.gcc.generate`."""
        operation = v2_operations.CREATE_CERTIFICATE
        flow = self._core.call(operation, options, body=request, idempotency_key=idempotency_key)
        return self._run(flow, options)

    def list(
        self,
        *,
        product: str | None = None,
        sku: str | None = None,
        status: v2.MadeCertificateStatus | None = None,
        from_: str | None = None,
        to: str | None = None,
        cursor: str | None = None,
        limit: int | None = None,
        **options: Unpack[CallOptions],
    ) -> Pages[v2.CertificateSummary]:
        """The certificates of the key. `from_` and `to` are days on which they were issued."""

        def read(cursor: str | None) -> v2.CertificateList:
            query = {
                "product": product,
                "sku": sku,
                "status": status,
                "from": from_,
                "to": to,
                "cursor": cursor,
                "limit": limit,
            }
            return self._run(self._core.call(v2_operations.LIST_CERTIFICATES, options, query=query), options)

        return Pages(read, lambda page: page.certificates, cursor)

    def get(self, id: str, **options: Unpack[CallOptions]) -> v2.Certificate:
        return self._run(self._core.call(v2_operations.READ_CERTIFICATE, options, path={"id": id}), options)

    def download(self, id: str, **options: Unpack[CallOptions]) -> bytes:
        """The PDF of a certificate, by its id. Its SHA-256 is checked. Raises ResponseError if it differs."""
        return self._run(_document.download_id(self._core, id, options), options)

    def link(self, id: str, **options: Unpack[CallOptions]) -> v2.CertificateLink:
        """A fresh signed URL of the PDF. Anyone who has it can use it."""
        return self._run(self._core.call(v2_operations.LINK_CERTIFICATE, options, path={"id": id}), options)

    def revoke(self, id: str, *, reason: str, successor_id: str | None = None, **options: Unpack[CallOptions]) -> v2.Certificate:
        body = {"reason": reason} if successor_id is None else {"reason": reason, "successor_id": successor_id}
        flow = self._core.call(v2_operations.REVOKE_CERTIFICATE, options, path={"id": id}, body=body)
        return self._run(flow, options)

    def registry(self, id: str, **options: Unpack[CallOptions]) -> v2.ReadRegistryEnvelopeAnswer:
        """The record for the CPSC registry. Raises ConflictError with every gap if it cannot be filed."""
        return self._run(self._core.call(v2_operations.READ_REGISTRY_ENVELOPE, options, path={"id": id}), options)

    def file(self, id: str, **options: Unpack[CallOptions]) -> v2.Filing:
        """Sends the certificate to the registry. It is not sent again when its outcome is unknown: see `filings`."""
        return self._run(self._core.call(v2_operations.FILE_CERTIFICATE, options, path={"id": id}), options)

    def filings(self, id: str, **options: Unpack[CallOptions]) -> v2.FilingList:
        return self._run(self._core.call(v2_operations.LIST_FILINGS, options, path={"id": id}), options)


class EntryBatches(Resource):
    """Certificates for up to 5,000 lines, each made exactly once."""

    def create(
        self,
        *,
        rows: Sequence[Mapping[str, str | float | bool | None]] | None = None,
        file: _jobs.File | None = None,
        sheet: str | None = None,
        idempotency_key: str | None = None,
        **options: Unpack[CallOptions],
    ) -> v2.EntryBatch:
        operation = v2_operations.CREATE_ENTRY_BATCH
        query = {"sheet": sheet}
        return self._run(_jobs.begin(self._core, operation, ("rows", rows), file, options, query, idempotency_key), options)

    def list(
        self,
        *,
        status: v2.JobSummaryStatus | None = None,
        cursor: str | None = None,
        limit: int | None = None,
        **options: Unpack[CallOptions],
    ) -> Pages[v2.JobSummary]:
        def read(cursor: str | None) -> v2.JobList:
            query = {"status": status, "cursor": cursor, "limit": limit}
            return self._run(self._core.call(v2_operations.LIST_ENTRY_BATCHES, options, query=query), options)

        return Pages(read, lambda page: page.jobs, cursor)

    def get(self, id: str, **options: Unpack[CallOptions]) -> v2.EntryBatch:
        return self._run(self._core.call(v2_operations.READ_ENTRY_BATCH, options, path={"id": id}), options)

    def wait(
        self, id: str, *, progress: Callable[[v2.EntryBatch], Any] | None = None, **options: Unpack[CallOptions]
    ) -> v2.EntryBatch:
        """Waits until the batch is finished, at most an hour or `deadline`. Raises JobError if it does not succeed."""
        flow = _jobs.wait_for(self._core, v2_operations.READ_ENTRY_BATCH, id, progress, options)
        return self._run(flow, options)

    def result(self, id: str, **options: Unpack[CallOptions]) -> Any:
        """The result of a finished batch, as parsed JSON."""
        return self._run(_jobs.result(self._core, v2_operations.READ_ENTRY_BATCH_RESULT, id, options), options)

    def result_file(self, id: str, format: _jobs.ResultFormat, **options: Unpack[CallOptions]) -> bytes:
        """The result of a finished batch, as the bytes of a CSV file or a workbook."""
        flow = _jobs.result_file(self._core, v2_operations.READ_ENTRY_BATCH_RESULT, id, format, options)
        return self._run(flow, options)

    def cancel(self, id: str, **options: Unpack[CallOptions]) -> None:
        """Cancels the batch if it is not finished, and removes it with its result. Made certificates stay."""
        return self._run(_jobs.remove(self._core, v2_operations.REMOVE_ENTRY_BATCH, id, options), options)

    def lines(
        self,
        id: str,
        *,
        status: Sequence[v2.ListEntryBatchLinesStatus] | None = None,
        cursor: str | None = None,
        limit: int | None = None,
        **options: Unpack[CallOptions],
    ) -> Pages[v2.ListEntryBatchLinesAnswerLine]:
        """The lines that are done, also while the batch runs."""

        def read(cursor: str | None) -> v2.ListEntryBatchLinesAnswer:
            query = {"status": status, "cursor": cursor, "limit": limit}
            flow = self._core.call(v2_operations.LIST_ENTRY_BATCH_LINES, options, path={"id": id}, query=query)
            return self._run(flow, options)

        return Pages(read, lambda page: page.lines, cursor)


class Parties(Resource):
    """Certifiers, manufacturers, laboratories and keepers of records that are kept for later certificates."""

    def list(
        self,
        *,
        role: v2.PartyRequestRole | None = None,
        cursor: str | None = None,
        limit: int | None = None,
        **options: Unpack[CallOptions],
    ) -> Pages[v2.Party]:
        """The parties of the key, newest first."""

        def read(cursor: str | None) -> v2.PartyList:
            query = {"role": role, "cursor": cursor, "limit": limit}
            return self._run(self._core.call(v2_operations.LIST_PARTIES, options, query=query), options)

        return Pages(read, lambda page: page.parties, cursor)

    def get(self, alternate_id: str, **options: Unpack[CallOptions]) -> v2.Party:
        path = {"alternate_id": alternate_id}
        return self._run(self._core.call(v2_operations.READ_PARTY, options, path=path), options)

    def put(self, alternate_id: str, party: v2.PartyRequest, **options: Unpack[CallOptions]) -> v2.Party:
        """Adds the party, or replaces all that is kept of it. Its key is your own, in the registry too."""
        path = {"alternate_id": alternate_id}
        return self._run(self._core.call(v2_operations.PUT_PARTY, options, path=path, body=party), options)

    def delete(self, alternate_id: str, **options: Unpack[CallOptions]) -> v2.DeletedParty:
        """Certificates that state the party stay as they are."""
        path = {"alternate_id": alternate_id}
        return self._run(self._core.call(v2_operations.DELETE_PARTY, options, path=path), options)


class Watches(Resource):
    def create(
        self, request: v2.WatchRequest, *, idempotency_key: str | None = None, **options: Unpack[CallOptions]
    ) -> v2.MadeWatch:
        """Watches codes, an audit or storefronts. The secret of its webhook is told only now."""
        operation = v2_operations.CREATE_WATCH
        flow = self._core.call(operation, options, body=request, idempotency_key=idempotency_key)
        return self._run(flow, options)

    def list(
        self, *, cursor: str | None = None, limit: int | None = None, **options: Unpack[CallOptions]
    ) -> Pages[v2.WatchSummary]:
        def read(cursor: str | None) -> v2.WatchList:
            query = {"cursor": cursor, "limit": limit}
            return self._run(self._core.call(v2_operations.LIST_WATCHES, options, query=query), options)

        return Pages(read, lambda page: page.watches, cursor)

    def get(self, id: str, **options: Unpack[CallOptions]) -> v2.Watch:
        return self._run(self._core.call(v2_operations.READ_WATCH, options, path={"id": id}), options)

    def update(self, id: str, changes: v2.WatchEdit, **options: Unpack[CallOptions]) -> v2.MadeWatch:
        """Renames, pauses or resumes a watch, or changes its webhook."""
        flow = self._core.call(v2_operations.CHANGE_WATCH, options, path={"id": id}, body=changes)
        return self._run(flow, options)

    def delete(self, id: str, **options: Unpack[CallOptions]) -> v2.DeletedWatch:
        return self._run(self._core.call(v2_operations.DELETE_WATCH, options, path={"id": id}), options)

    def events(
        self,
        id: str,
        *,
        delivery: v2.DeliveryState | None = None,
        cursor: str | None = None,
        limit: int | None = None,
        **options: Unpack[CallOptions],
    ) -> Pages[v2.WatchEvent]:
        def read(cursor: str | None) -> v2.EventList:
            query = {"cursor": cursor, "limit": limit, "delivery": delivery}
            flow = self._core.call(v2_operations.LIST_WATCH_EVENTS, options, path={"id": id}, query=query)
            return self._run(flow, options)

        return Pages(read, lambda page: page.events, cursor)

    def test(self, id: str, *, idempotency_key: str | None = None, **options: Unpack[CallOptions]) -> v2.WatchEvent:
        """Sends an event that says nothing, to try the webhook."""
        operation = v2_operations.TEST_WATCH
        flow = self._core.call(operation, options, path={"id": id}, idempotency_key=idempotency_key)
        return self._run(flow, options)

    def rotate_secret(self, id: str, *, idempotency_key: str | None = None, **options: Unpack[CallOptions]) -> v2.WatchSecret:
        """Makes a new secret of the webhook. For a day events have a signature of the old one too."""
        operation = v2_operations.ROTATE_WATCH_SECRET
        flow = self._core.call(operation, options, path={"id": id}, idempotency_key=idempotency_key)
        return self._run(flow, options)


class Events(Resource):
    def list(
        self,
        *,
        delivery: v2.DeliveryState | None = None,
        cursor: str | None = None,
        limit: int | None = None,
        **options: Unpack[CallOptions],
    ) -> Pages[v2.WatchEvent]:
        """The events of all watches, oldest first. Store the `next_cursor` of the last of `pages()` to go on later."""

        def read(cursor: str | None) -> v2.EventList:
            query = {"cursor": cursor, "limit": limit, "delivery": delivery}
            return self._run(self._core.call(v2_operations.LIST_EVENTS, options, query=query), options)

        return Pages(read, lambda page: page.events, cursor)

    def redeliver(self, id: str, **options: Unpack[CallOptions]) -> v2.WatchEvent:
        """Sends an event to its webhook again."""
        return self._run(self._core.call(v2_operations.REDELIVER_EVENT, options, path={"id": id}), options)


class Account(Resource):
    """What the key of the client is and may do."""

    def get(self, **options: Unpack[CallOptions]) -> v2.Account:
        """The key, its limits, its requests of 90 days, its resources and its open jobs."""
        return self._run(self._core.call(v2_operations.READ_ACCOUNT, options), options)

    def rotate(
        self, *, overlap_hours: int | None = None, idempotency_key: str | None = None, **options: Unpack[CallOptions]
    ) -> v2.RotatedKey:
        """Gives the key a successor, which the answer has once. The key works for the overlap, then ends.

        Raises ConflictError where the operator does not allow it, and for a key that has a successor. All attempts carry
        one idempotency key, so no second successor is made. This client keeps its old key.
        """
        body = {} if overlap_hours is None else {"overlap_hours": overlap_hours}
        flow = self._core.call(v2_operations.ROTATE_OWN_KEY, options, body=body, idempotency_key=idempotency_key)
        return self._run(flow, options)


class Public(Resource):
    """The operations of v0, which need no key. None is sent."""

    def __init__(self, core: Core, driver: SyncDriver) -> None:
        super().__init__(core, driver)
        self.tariff = PublicTariff(core, driver)
        self.pixel = PublicPixel(core, driver)
        self.entry = PublicEntry(core, driver)


class PublicTariff(Resource):
    def explain(self, code: str, *, as_of: str | None = None, **options: Unpack[CallOptions]) -> v0.Explanation:
        """Explains the status of a code: what it matched, under which note, and what is announced."""
        flow = self._core.call(v0_operations.EXPLAIN_HTS_CODE, options, path={"code": code}, query={"as_of": as_of})
        return self._run(flow, options)

    def duties(
        self,
        code: str,
        *,
        origin: str | None = None,
        entry_date: str | None = None,
        facts: v2.Facts | None = None,
        **options: Unpack[CallOptions],
    ) -> v0.DutyAnswer:
        """Works out the Section 232 duty of one code."""
        query = {"origin": origin, "entry_date": entry_date, **(facts or {})}
        flow = self._core.call(v0_operations.WORK_OUT_DUTY, options, path={"code": code}, query=query)
        return self._run(flow, options)

    def search(self, q: str, *, limit: int | None = None, **options: Unpack[CallOptions]) -> v0.SearchTariffScheduleAnswer:
        """Searches the tariff schedule for words."""
        flow = self._core.call(v0_operations.SEARCH_TARIFF_SCHEDULE, options, query={"q": q, "limit": limit})
        return self._run(flow, options)

    def lists(self, **options: Unpack[CallOptions]) -> v0.ListTariffListsAnswer:
        """The lists that answers come from, and how far the law was read."""
        return self._run(self._core.call(v0_operations.LIST_TARIFF_LISTS, options), options)

    def list_json(self, list_id: str, **options: Unpack[CallOptions]) -> v0.DownloadTariffListJsonAnswer:
        flow = self._core.call(v0_operations.DOWNLOAD_TARIFF_LIST_JSON, options, path={"list_id": list_id})
        return self._run(flow, options)

    def list_csv(self, list_id: str, **options: Unpack[CallOptions]) -> bytes:
        flow = self._core.call(v0_operations.DOWNLOAD_TARIFF_LIST_CSV, options, path={"list_id": list_id})
        return self._run(flow, options)

    def changes(self, from_: str, *, to: str | None = None, **options: Unpack[CallOptions]) -> v0.ListTariffChangesAnswer:
        """What changed on the lists between two days."""
        flow = self._core.call(v0_operations.LIST_TARIFF_CHANGES, options, query={"from": from_, "to": to})
        return self._run(flow, options)

    def history(self, code: str, **options: Unpack[CallOptions]) -> v0.ReadTariffHistoryAnswer:
        """The terms that held for a code, period by period since 2025-03-12, and what is announced."""
        return self._run(self._core.call(v0_operations.READ_TARIFF_HISTORY, options, path={"code": code}), options)

    def chapters(self, *, as_of: str | None = None, **options: Unpack[CallOptions]) -> v0.ListTariffChaptersAnswer:
        """The chapters of the tariff schedule, with the programmes that list something in each."""
        return self._run(self._core.call(v0_operations.LIST_TARIFF_CHAPTERS, options, query={"as_of": as_of}), options)

    def schedule(self, code: str, *, as_of: str | None = None, **options: Unpack[CallOptions]) -> v0.ListTariffChaptersAnswer:
        """One number of the tariff schedule of 2 to 10 digits, and what is under it."""
        flow = self._core.call(v0_operations.BROWSE_TARIFF_SCHEDULE, options, path={"code": code}, query={"as_of": as_of})
        return self._run(flow, options)


class PublicPixel(Resource):
    def rules(self, **options: Unpack[CallOptions]) -> v0.ListPixelRulesAnswer:
        """The rules of a scan: what they find, why, and what to do."""
        return self._run(self._core.call(v0_operations.LIST_PIXEL_RULES, options), options)

    def scan(self, url: str, **options: Unpack[CallOptions]) -> v0.PixelReport:
        return self._run(self._core.call(v0_operations.SCAN_STOREFRONT_ONCE, options, body={"url": url}), options)


class PublicEntry(Resource):
    def citations(self, q: str | None = None, **options: Unpack[CallOptions]) -> v0.SearchCitationsAnswer:
        """CPSC rules to cite, all or those with these words."""
        return self._run(self._core.call(v0_operations.SEARCH_CITATIONS, options, query={"q": q}), options)

    def verify(self, gcc_id: str, **options: Unpack[CallOptions]) -> v0.Verification:
        """Whether a certificate is genuine and in effect. Raises NotFoundError if there is none."""
        return self._run(self._core.call(v0_operations.VERIFY_CERTIFICATE, options, path={"gcc_id": gcc_id}), options)
