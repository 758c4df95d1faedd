"""The methods of a client, by product. `_sync/resources.py` is made from `_async/resources.py`."""

from __future__ import annotations

from collections.abc import AsyncIterable, AsyncIterator, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, TypeVar, cast

from .. import _bulk, _document, _jobs, _lookup
from .._async_driver import AsyncDriver
from .._core import Core
from .._flow import Flow
from .._operation import Operation
from .._operations import v0 as v0_operations
from .._operations import v1 as v1_operations
from .._operations import v2 as v2_operations
from .._options import AsyncCallOptions
from .._pages import AsyncPages
from ..errors import PortsideError
from ..models import v0, v2
from ..types import GccRequest, HtsResult, LookupResult, Meta, ScanReport

if TYPE_CHECKING:
    from typing_extensions import Unpack

_T = TypeVar("_T")


class AsyncResource:
    def __init__(self, core: Core, driver: AsyncDriver) -> None:
        self._core = core
        self._driver = driver

    async def _run(self, flow: Flow[_T], options: AsyncCallOptions) -> _T:
        return await self._driver.run(flow, options)


@dataclass(frozen=True, slots=True)
class AsyncCertificate:
    """A generated certificate. Its URL is valid for 24 hours, and anyone who has it can use it."""

    gcc_id: str
    gcc_pdf_url: str | None = field(repr=False)
    """None for a certificate that was restored by its id."""
    meta: Meta | None
    extra: Mapping[str, Any] = field(default_factory=dict, repr=False)
    """Fields of the answer that this version of the client does not know."""
    _gcc: AsyncGcc | None = field(default=None, repr=False, compare=False)

    async def download(self, **options: Unpack[AsyncCallOptions]) -> bytes:
        """Downloads the PDF and checks its SHA-256 against the server's. Raises ResponseError if they differ.

        A certificate without a URL is downloaded by its id, for which the server needs v2.
        """
        if self._gcc is None:
            raise PortsideError("This certificate belongs to no client: use client.entry.gcc.restore(gcc_id).")
        return await self._gcc._download(self, options)

    def __reduce__(self) -> tuple[type[AsyncCertificate], tuple[Any, ...]]:
        # Without the client, which has connections and the key.
        return AsyncCertificate, (self.gcc_id, self.gcc_pdf_url, self.meta, self.extra)


class AsyncTariff(AsyncResource):
    def __init__(self, core: Core, driver: AsyncDriver) -> None:
        super().__init__(core, driver)
        self.hts = AsyncHts(core, driver)
        self.audits = AsyncTariffAudits(core, driver)

    async def duties(self, items: Sequence[v2.DutyItem], **options: Unpack[AsyncCallOptions]) -> v2.DutiesResponse:
        """Works out the Section 232 duties of up to 50 lines. A fact that is not stated is unknown, never assumed."""
        return await self._run(self._core.call(v2_operations.WORK_OUT_DUTIES, options, body={"items": items}), options)


class AsyncHts(AsyncResource):
    async def lookup(
        self, codes: Sequence[str], *, as_of: str | None = None, **options: Unpack[AsyncCallOptions]
    ) -> LookupResult:
        """Returns for each HTS code whether it is on the Section 232 derivative list, today in New York or on `as_of`.

        More than 50 codes are sent in several requests. All results come from one version of the list: if it changes
        meanwhile, all codes are looked up again, once. For thousands of codes use `lookup_all`.
        """
        return await self._run(_lookup.lookup(self._core, codes, as_of, options), options)

    def lookup_all(
        self,
        codes: Iterable[str] | AsyncIterable[str],
        *,
        as_of: str | None = None,
        wait_for_day: bool = False,
        **options: Unpack[AsyncCallOptions],
    ) -> AsyncIterator[HtsResult]:
        """Yields one result for each code, in order, of any number of codes.

        A repeated code is asked once. Requests keep to the limits that the server tells. More than 5,000 different codes
        are audited if the server has v2; codes with adjacent hits are then looked up as well. If the limit of the day is
        used up, this waits for the next day if `wait_for_day`; otherwise it raises IncompleteError, which has the results
        so far and the remaining codes. There is no deadline unless one is given.
        """
        _lookup.check_codes(codes)
        flow = _bulk.lookup_all(self._core, as_of, wait_for_day, options)
        return self._driver.stream(flow, codes, options)


class AsyncTariffAudits(AsyncResource):
    """Audits of parts lists."""

    async def create(
        self,
        *,
        rows: Sequence[Mapping[str, str | float | bool | None]] | None = None,
        file: _jobs.File | None = None,
        code_column: str | None = None,
        origin_column: str | None = None,
        date_column: str | None = None,
        value_column: str | None = None,
        sheet: str | None = None,
        accept_probable: bool | None = None,
        as_of: str | None = None,
        idempotency_key: str | None = None,
        **options: Unpack[AsyncCallOptions],
    ) -> v2.TariffAudit:
        """Begins an audit of `rows`, or of a file of up to 32 MB and 500,000 lines."""
        query = {
            "code_column": code_column,
            "origin_column": origin_column,
            "date_column": date_column,
            "value_column": value_column,
            "sheet": sheet,
            "accept_probable": accept_probable,
            "as_of": as_of,
        }
        operation = v2_operations.CREATE_TARIFF_AUDIT
        return await self._run(_jobs.begin(self._core, operation, ("rows", rows), file, options, query, idempotency_key), options)

    def list(
        self,
        *,
        status: v2.JobSummaryStatus | None = None,
        cursor: str | None = None,
        limit: int | None = None,
        **options: Unpack[AsyncCallOptions],
    ) -> AsyncPages[v2.JobSummary]:
        async def read(cursor: str | None) -> v2.JobList:
            query = {"status": status, "cursor": cursor, "limit": limit}
            return await self._run(self._core.call(v2_operations.LIST_TARIFF_AUDITS, options, query=query), options)

        return AsyncPages(read, lambda page: page.jobs, cursor)

    async def get(self, id: str, **options: Unpack[AsyncCallOptions]) -> v2.TariffAudit:
        return await self._run(self._core.call(v2_operations.READ_TARIFF_AUDIT, options, path={"id": id}), options)

    async def wait(
        self, id: str, *, progress: Callable[[v2.TariffAudit], Any] | None = None, **options: Unpack[AsyncCallOptions]
    ) -> v2.TariffAudit:
        """Waits until the audit is finished, at most an hour or `deadline`. Raises JobError if it does not succeed."""
        flow = _jobs.wait_for(self._core, v2_operations.READ_TARIFF_AUDIT, id, progress, options)
        return await self._run(flow, options)

    async def result(self, id: str, **options: Unpack[AsyncCallOptions]) -> Any:
        """The result of a finished audit, as parsed JSON."""
        return await self._run(_jobs.result(self._core, v2_operations.READ_TARIFF_AUDIT_RESULT, id, options), options)

    async def result_file(self, id: str, format: _jobs.ResultFormat, **options: Unpack[AsyncCallOptions]) -> bytes:
        """The result of a finished audit, as the bytes of a CSV file or a workbook."""
        flow = _jobs.result_file(self._core, v2_operations.READ_TARIFF_AUDIT_RESULT, id, format, options)
        return await self._run(flow, options)

    async def cancel(self, id: str, **options: Unpack[AsyncCallOptions]) -> None:
        """Cancels the audit if it is not finished, and removes it with its result."""
        return await self._run(_jobs.remove(self._core, v2_operations.REMOVE_TARIFF_AUDIT, id, options), options)

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
        **options: Unpack[AsyncCallOptions],
    ) -> AsyncPages[v2.ListTariffAuditLinesAnswerLine]:
        """The lines that are done, also while the audit runs. Another order than "line" needs a finished audit."""

        async def read(cursor: str | None) -> v2.ListTariffAuditLinesAnswer:
            query = {"status": status, "heading": heading, "q": q, "sort": sort, "cursor": cursor, "limit": limit}
            flow = self._core.call(v2_operations.LIST_TARIFF_AUDIT_LINES, options, path={"id": id}, query=query)
            return await self._run(flow, options)

        return AsyncPages(read, lambda page: page.lines, cursor)

    async def headings(self, id: str, **options: Unpack[AsyncCallOptions]) -> v2.ListTariffAuditHeadingsAnswer:
        """Counts the lines of an audit by chapter 99 heading."""
        flow = self._core.call(v2_operations.LIST_TARIFF_AUDIT_HEADINGS, options, path={"id": id})
        return await self._run(flow, options)


class AsyncPixel(AsyncResource):
    def __init__(self, core: Core, driver: AsyncDriver) -> None:
        super().__init__(core, driver)
        self.scans = AsyncPixelScans(core, driver)
        self.audits = AsyncPixelAudits(core, driver)

    async def scan(self, url: str, *, deep: bool = False, fresh: bool = False, **options: Unpack[AsyncCallOptions]) -> ScanReport:
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

        return await self._run(flow(), options)


class AsyncPixelScans(AsyncResource):
    async def create(
        self,
        url: str,
        *,
        deep: bool | None = None,
        journey: bool | None = None,
        fresh: bool = False,
        **options: Unpack[AsyncCallOptions],
    ) -> v2.PixelReport:
        """Scans a storefront with places, causes and evidence, and tells what was not looked at."""
        said = {"url": url, "deep": deep, "journey": journey}
        flow = self._core.call(
            v2_operations.SCAN_PIXELS,
            options,
            body={name: value for name, value in said.items() if value is not None},
            headers={"Cache-Control": "no-cache"} if fresh else None,
        )
        return await self._run(flow, options)


class AsyncPixelAudits(AsyncResource):
    """Scans of up to 500 storefronts."""

    async def create(
        self,
        *,
        stores: Sequence[str] | None = None,
        file: _jobs.File | None = None,
        journey: bool | None = None,
        deep: bool | None = None,
        idempotency_key: str | None = None,
        **options: Unpack[AsyncCallOptions],
    ) -> v2.PixelAudit:
        query = {"journey": journey, "deep": deep}
        operation = v2_operations.CREATE_PIXEL_AUDIT
        return await self._run(
            _jobs.begin(self._core, operation, ("stores", stores), file, options, query, idempotency_key), options
        )

    def list(
        self,
        *,
        status: v2.JobSummaryStatus | None = None,
        cursor: str | None = None,
        limit: int | None = None,
        **options: Unpack[AsyncCallOptions],
    ) -> AsyncPages[v2.JobSummary]:
        async def read(cursor: str | None) -> v2.JobList:
            query = {"status": status, "cursor": cursor, "limit": limit}
            return await self._run(self._core.call(v2_operations.LIST_PIXEL_AUDITS, options, query=query), options)

        return AsyncPages(read, lambda page: page.jobs, cursor)

    async def get(self, id: str, **options: Unpack[AsyncCallOptions]) -> v2.PixelAudit:
        return await self._run(self._core.call(v2_operations.READ_PIXEL_AUDIT, options, path={"id": id}), options)

    async def wait(
        self, id: str, *, progress: Callable[[v2.PixelAudit], Any] | None = None, **options: Unpack[AsyncCallOptions]
    ) -> v2.PixelAudit:
        """Waits until the audit is finished, at most an hour or `deadline`. Raises JobError if it does not succeed."""
        flow = _jobs.wait_for(self._core, v2_operations.READ_PIXEL_AUDIT, id, progress, options)
        return await self._run(flow, options)

    async def result(self, id: str, **options: Unpack[AsyncCallOptions]) -> Any:
        """The result of a finished audit, as parsed JSON."""
        return await self._run(_jobs.result(self._core, v2_operations.READ_PIXEL_AUDIT_RESULT, id, options), options)

    async def result_file(self, id: str, format: _jobs.ResultFormat, **options: Unpack[AsyncCallOptions]) -> bytes:
        """The result of a finished audit, as the bytes of a CSV file or a workbook."""
        flow = _jobs.result_file(self._core, v2_operations.READ_PIXEL_AUDIT_RESULT, id, format, options)
        return await self._run(flow, options)

    async def cancel(self, id: str, **options: Unpack[AsyncCallOptions]) -> None:
        """Cancels the audit if it is not finished, and removes it with its result."""
        return await self._run(_jobs.remove(self._core, v2_operations.REMOVE_PIXEL_AUDIT, id, options), options)

    def lines(
        self,
        id: str,
        *,
        status: Sequence[v2.ListPixelAuditLinesStatus] | None = None,
        cursor: str | None = None,
        limit: int | None = None,
        **options: Unpack[AsyncCallOptions],
    ) -> AsyncPages[v2.ListPixelAuditLinesAnswerLine]:
        """The stores that are done, also while the audit runs."""

        async def read(cursor: str | None) -> v2.ListPixelAuditLinesAnswer:
            query = {"status": status, "cursor": cursor, "limit": limit}
            flow = self._core.call(v2_operations.LIST_PIXEL_AUDIT_LINES, options, path={"id": id}, query=query)
            return await self._run(flow, options)

        return AsyncPages(read, lambda page: page.lines, cursor)


class AsyncEntry(AsyncResource):
    def __init__(self, core: Core, driver: AsyncDriver) -> None:
        super().__init__(core, driver)
        self.gcc = AsyncGcc(core, driver)
        self.certificates = AsyncCertificates(core, driver)
        self.parties = AsyncParties(core, driver)
        self.batches = AsyncEntryBatches(core, driver)


class AsyncGcc(AsyncResource):
    async def generate(
        self, request: GccRequest, *, idempotency_key: str | None = None, **options: Unpack[AsyncCallOptions]
    ) -> AsyncCertificate:
        """Makes a General Certificate of Conformity. Retries are safe, because all attempts carry one idempotency key.

        The same key and request give the same certificate for 24 hours. The default is a random key for each call.
        """

        def flow() -> Flow[AsyncCertificate]:
            made, meta = yield from self._core.exchange(
                v1_operations.GENERATE_CERTIFICATE, options, body=request, idempotency_key=idempotency_key
            )
            return AsyncCertificate(made.gcc_id, made.gcc_pdf_url, meta, made.extra, self)

        return await self._run(flow(), options)

    def restore(self, gcc_id: str) -> AsyncCertificate:
        """The certificate of an id that you stored. It is downloaded by its id, for which the server needs v2."""
        return AsyncCertificate(gcc_id, None, None, {}, self)

    async def _download(self, certificate: AsyncCertificate, options: AsyncCallOptions) -> bytes:
        if certificate.gcc_pdf_url is None:
            return await self._run(_document.download_id(self._core, certificate.gcc_id, options), options)
        return await self._run(_document.download_url(self._core, certificate.gcc_pdf_url, options), options)


class AsyncCertificates(AsyncResource):
    """The certificates of the key, of v2."""

    async def create(
        self, request: v2.CertificateRequest, *, idempotency_key: str | None = None, **options: Unpack[AsyncCallOptions]
    ) -> v2.MadeCertificate:
        """Makes a certificate, and tells what it lacks. Retries are safe, as with `entry.gcc.generate`."""
        operation = v2_operations.CREATE_CERTIFICATE
        flow = self._core.call(operation, options, body=request, idempotency_key=idempotency_key)
        return await self._run(flow, options)

    async def check(self, request: v2.CertificateRequest, **options: Unpack[AsyncCallOptions]) -> v2.CheckedCertificate:
        """What a certificate of this request would state, with every defect and gap. Nothing is made."""
        made = replace(v2_operations.CREATE_CERTIFICATE, answer=v2.CheckedCertificate, status=200)
        operation = cast("Operation[v2.CheckedCertificate]", made)
        flow = self._core.call(operation, options, body=request, query={"dry_run": True})
        return await self._run(flow, options)

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
        **options: Unpack[AsyncCallOptions],
    ) -> AsyncPages[v2.CertificateSummary]:
        """The certificates of the key. `from_` and `to` are days on which they were issued."""

        async def read(cursor: str | None) -> v2.CertificateList:
            query = {
                "product": product,
                "sku": sku,
                "status": status,
                "from": from_,
                "to": to,
                "cursor": cursor,
                "limit": limit,
            }
            return await self._run(self._core.call(v2_operations.LIST_CERTIFICATES, options, query=query), options)

        return AsyncPages(read, lambda page: page.certificates, cursor)

    async def get(self, id: str, **options: Unpack[AsyncCallOptions]) -> v2.Certificate:
        return await self._run(self._core.call(v2_operations.READ_CERTIFICATE, options, path={"id": id}), options)

    async def download(self, id: str, **options: Unpack[AsyncCallOptions]) -> bytes:
        """The PDF of a certificate, by its id. Its SHA-256 is checked. Raises ResponseError if it differs."""
        return await self._run(_document.download_id(self._core, id, options), options)

    async def link(self, id: str, **options: Unpack[AsyncCallOptions]) -> v2.CertificateLink:
        """A fresh signed URL of the PDF. Anyone who has it can use it."""
        return await self._run(self._core.call(v2_operations.LINK_CERTIFICATE, options, path={"id": id}), options)

    async def revoke(
        self, id: str, *, reason: str, successor_id: str | None = None, **options: Unpack[AsyncCallOptions]
    ) -> v2.Certificate:
        body = {"reason": reason} if successor_id is None else {"reason": reason, "successor_id": successor_id}
        flow = self._core.call(v2_operations.REVOKE_CERTIFICATE, options, path={"id": id}, body=body)
        return await self._run(flow, options)

    async def registry(
        self,
        id: str,
        *,
        known_parties: Sequence[str] | None = None,
        version_to_update: str | None = None,
        product_update: bool | None = None,
        **options: Unpack[AsyncCallOptions],
    ) -> v2.ReadRegistryEnvelopeAnswer:
        """The record for the CPSC registry. Raises ConflictError with every gap if it cannot be filed."""
        query = {
            "known_parties": known_parties,
            "version_to_update": version_to_update,
            "product_update": product_update,
        }
        flow = self._core.call(v2_operations.READ_REGISTRY_ENVELOPE, options, path={"id": id}, query=query)
        return await self._run(flow, options)

    async def registry_of(
        self, request: v2.RegistryRequest, **options: Unpack[AsyncCallOptions]
    ) -> v2.ReadRegistryEnvelopeAnswer:
        """The records of several certificates, in one envelope."""
        return await self._run(self._core.call(v2_operations.WRITE_REGISTRY_ENVELOPE, options, body=request), options)

    async def publish(self, id: str, **options: Unpack[AsyncCallOptions]) -> v2.Certificate:
        """Lets anyone download the PDF at `public_pdf_url`, until `unpublish`."""
        return await self._run(self._core.call(v2_operations.PUBLISH_CERTIFICATE_PDF, options, path={"id": id}), options)

    async def unpublish(self, id: str, **options: Unpack[AsyncCallOptions]) -> v2.Certificate:
        """Ends the public download of the PDF."""
        return await self._run(self._core.call(v2_operations.UNPUBLISH_CERTIFICATE_PDF, options, path={"id": id}), options)

    async def file(self, id: str, **options: Unpack[AsyncCallOptions]) -> v2.Filing:
        """Sends the certificate to the registry. It is not sent again when its outcome is unknown: see `filings`."""
        return await self._run(self._core.call(v2_operations.FILE_CERTIFICATE, options, path={"id": id}), options)

    async def filings(self, id: str, **options: Unpack[AsyncCallOptions]) -> v2.FilingList:
        return await self._run(self._core.call(v2_operations.LIST_FILINGS, options, path={"id": id}), options)


class AsyncEntryBatches(AsyncResource):
    """Certificates for up to 5,000 lines, each made exactly once."""

    async def create(
        self,
        *,
        rows: Sequence[Mapping[str, str | float | bool | None]] | None = None,
        file: _jobs.File | None = None,
        sheet: str | None = None,
        dry_run: bool | None = None,
        idempotency_key: str | None = None,
        **options: Unpack[AsyncCallOptions],
    ) -> v2.EntryBatch:
        operation = v2_operations.CREATE_ENTRY_BATCH
        query = {"sheet": sheet, "dry_run": dry_run}
        return await self._run(_jobs.begin(self._core, operation, ("rows", rows), file, options, query, idempotency_key), options)

    def list(
        self,
        *,
        status: v2.JobSummaryStatus | None = None,
        cursor: str | None = None,
        limit: int | None = None,
        **options: Unpack[AsyncCallOptions],
    ) -> AsyncPages[v2.JobSummary]:
        async def read(cursor: str | None) -> v2.JobList:
            query = {"status": status, "cursor": cursor, "limit": limit}
            return await self._run(self._core.call(v2_operations.LIST_ENTRY_BATCHES, options, query=query), options)

        return AsyncPages(read, lambda page: page.jobs, cursor)

    async def get(self, id: str, **options: Unpack[AsyncCallOptions]) -> v2.EntryBatch:
        return await self._run(self._core.call(v2_operations.READ_ENTRY_BATCH, options, path={"id": id}), options)

    async def wait(
        self, id: str, *, progress: Callable[[v2.EntryBatch], Any] | None = None, **options: Unpack[AsyncCallOptions]
    ) -> v2.EntryBatch:
        """Waits until the batch is finished, at most an hour or `deadline`. Raises JobError if it does not succeed."""
        flow = _jobs.wait_for(self._core, v2_operations.READ_ENTRY_BATCH, id, progress, options)
        return await self._run(flow, options)

    async def result(self, id: str, **options: Unpack[AsyncCallOptions]) -> Any:
        """The result of a finished batch, as parsed JSON."""
        return await self._run(_jobs.result(self._core, v2_operations.READ_ENTRY_BATCH_RESULT, id, options), options)

    async def result_file(self, id: str, format: _jobs.ResultFormat, **options: Unpack[AsyncCallOptions]) -> bytes:
        """The result of a finished batch, as the bytes of a CSV file or a workbook."""
        flow = _jobs.result_file(self._core, v2_operations.READ_ENTRY_BATCH_RESULT, id, format, options)
        return await self._run(flow, options)

    async def cancel(self, id: str, **options: Unpack[AsyncCallOptions]) -> None:
        """Cancels the batch if it is not finished, and removes it with its result. Made certificates stay."""
        return await self._run(_jobs.remove(self._core, v2_operations.REMOVE_ENTRY_BATCH, id, options), options)

    def lines(
        self,
        id: str,
        *,
        status: Sequence[v2.ListEntryBatchLinesStatus] | None = None,
        cursor: str | None = None,
        limit: int | None = None,
        **options: Unpack[AsyncCallOptions],
    ) -> AsyncPages[v2.ListEntryBatchLinesAnswerLine]:
        """The lines that are done, also while the batch runs."""

        async def read(cursor: str | None) -> v2.ListEntryBatchLinesAnswer:
            query = {"status": status, "cursor": cursor, "limit": limit}
            flow = self._core.call(v2_operations.LIST_ENTRY_BATCH_LINES, options, path={"id": id}, query=query)
            return await self._run(flow, options)

        return AsyncPages(read, lambda page: page.lines, cursor)


class AsyncParties(AsyncResource):
    """Certifiers, manufacturers, laboratories and keepers of records that are kept for later certificates."""

    def list(
        self,
        *,
        role: v2.PartyRequestRole | None = None,
        cursor: str | None = None,
        limit: int | None = None,
        **options: Unpack[AsyncCallOptions],
    ) -> AsyncPages[v2.Party]:
        """The parties of the key, newest first."""

        async def read(cursor: str | None) -> v2.PartyList:
            query = {"role": role, "cursor": cursor, "limit": limit}
            return await self._run(self._core.call(v2_operations.LIST_PARTIES, options, query=query), options)

        return AsyncPages(read, lambda page: page.parties, cursor)

    async def get(self, alternate_id: str, **options: Unpack[AsyncCallOptions]) -> v2.Party:
        path = {"alternate_id": alternate_id}
        return await self._run(self._core.call(v2_operations.READ_PARTY, options, path=path), options)

    async def put(self, alternate_id: str, party: v2.PartyRequest, **options: Unpack[AsyncCallOptions]) -> v2.Party:
        """Adds the party, or replaces all that is kept of it. Its key is your own, in the registry too."""
        path = {"alternate_id": alternate_id}
        return await self._run(self._core.call(v2_operations.PUT_PARTY, options, path=path, body=party), options)

    async def delete(self, alternate_id: str, **options: Unpack[AsyncCallOptions]) -> v2.DeletedParty:
        """Certificates that state the party stay as they are."""
        path = {"alternate_id": alternate_id}
        return await self._run(self._core.call(v2_operations.DELETE_PARTY, options, path=path), options)


class AsyncWatches(AsyncResource):
    async def create(
        self, request: v2.WatchRequest, *, idempotency_key: str | None = None, **options: Unpack[AsyncCallOptions]
    ) -> v2.MadeWatch:
        """Watches codes, an audit or storefronts. The secret of its webhook is told only now."""
        operation = v2_operations.CREATE_WATCH
        flow = self._core.call(operation, options, body=request, idempotency_key=idempotency_key)
        return await self._run(flow, options)

    def list(
        self, *, cursor: str | None = None, limit: int | None = None, **options: Unpack[AsyncCallOptions]
    ) -> AsyncPages[v2.WatchSummary]:
        async def read(cursor: str | None) -> v2.WatchList:
            query = {"cursor": cursor, "limit": limit}
            return await self._run(self._core.call(v2_operations.LIST_WATCHES, options, query=query), options)

        return AsyncPages(read, lambda page: page.watches, cursor)

    async def get(self, id: str, **options: Unpack[AsyncCallOptions]) -> v2.Watch:
        return await self._run(self._core.call(v2_operations.READ_WATCH, options, path={"id": id}), options)

    async def update(self, id: str, changes: v2.WatchEdit, **options: Unpack[AsyncCallOptions]) -> v2.MadeWatch:
        """Renames, pauses or resumes a watch, or changes its webhook."""
        flow = self._core.call(v2_operations.CHANGE_WATCH, options, path={"id": id}, body=changes)
        return await self._run(flow, options)

    async def delete(self, id: str, **options: Unpack[AsyncCallOptions]) -> v2.DeletedWatch:
        return await self._run(self._core.call(v2_operations.DELETE_WATCH, options, path={"id": id}), options)

    def events(
        self,
        id: str,
        *,
        delivery: v2.DeliveryState | None = None,
        cursor: str | None = None,
        limit: int | None = None,
        **options: Unpack[AsyncCallOptions],
    ) -> AsyncPages[v2.WatchEvent]:
        async def read(cursor: str | None) -> v2.EventList:
            query = {"cursor": cursor, "limit": limit, "delivery": delivery}
            flow = self._core.call(v2_operations.LIST_WATCH_EVENTS, options, path={"id": id}, query=query)
            return await self._run(flow, options)

        return AsyncPages(read, lambda page: page.events, cursor)

    async def test(self, id: str, *, idempotency_key: str | None = None, **options: Unpack[AsyncCallOptions]) -> v2.WatchEvent:
        """Sends an event that says nothing, to try the webhook."""
        operation = v2_operations.TEST_WATCH
        flow = self._core.call(operation, options, path={"id": id}, idempotency_key=idempotency_key)
        return await self._run(flow, options)

    async def rotate_secret(
        self, id: str, *, idempotency_key: str | None = None, **options: Unpack[AsyncCallOptions]
    ) -> v2.WatchSecret:
        """Makes a new secret of the webhook. For a day events have a signature of the old one too."""
        operation = v2_operations.ROTATE_WATCH_SECRET
        flow = self._core.call(operation, options, path={"id": id}, idempotency_key=idempotency_key)
        return await self._run(flow, options)


class AsyncEvents(AsyncResource):
    def list(
        self,
        *,
        delivery: v2.DeliveryState | None = None,
        cursor: str | None = None,
        limit: int | None = None,
        **options: Unpack[AsyncCallOptions],
    ) -> AsyncPages[v2.WatchEvent]:
        """The events of all watches, oldest first. Store the `next_cursor` of the last of `pages()` to go on later."""

        async def read(cursor: str | None) -> v2.EventList:
            query = {"cursor": cursor, "limit": limit, "delivery": delivery}
            return await self._run(self._core.call(v2_operations.LIST_EVENTS, options, query=query), options)

        return AsyncPages(read, lambda page: page.events, cursor)

    async def redeliver(self, id: str, **options: Unpack[AsyncCallOptions]) -> v2.WatchEvent:
        """Sends an event to its webhook again."""
        return await self._run(self._core.call(v2_operations.REDELIVER_EVENT, options, path={"id": id}), options)


class AsyncAccount(AsyncResource):
    """What the key of the client is and may do."""

    async def get(self, **options: Unpack[AsyncCallOptions]) -> v2.Account:
        """The key, its limits, its requests of 90 days, its resources and its open jobs."""
        return await self._run(self._core.call(v2_operations.READ_ACCOUNT, options), options)

    async def rotate(
        self, *, overlap_hours: int | None = None, idempotency_key: str | None = None, **options: Unpack[AsyncCallOptions]
    ) -> v2.RotatedKey:
        """Gives the key a successor, which the answer has once. The key works for the overlap, then ends.

        Raises ConflictError where the operator does not allow it, and for a key that has a successor. All attempts carry
        one idempotency key, so no second successor is made. This client keeps its old key.
        """
        body = {} if overlap_hours is None else {"overlap_hours": overlap_hours}
        flow = self._core.call(v2_operations.ROTATE_OWN_KEY, options, body=body, idempotency_key=idempotency_key)
        return await self._run(flow, options)


class AsyncPublic(AsyncResource):
    """The operations of v0, which need no key. None is sent."""

    def __init__(self, core: Core, driver: AsyncDriver) -> None:
        super().__init__(core, driver)
        self.tariff = AsyncPublicTariff(core, driver)
        self.pixel = AsyncPublicPixel(core, driver)
        self.entry = AsyncPublicEntry(core, driver)


class AsyncPublicTariff(AsyncResource):
    async def explain(self, code: str, *, as_of: str | None = None, **options: Unpack[AsyncCallOptions]) -> v0.Explanation:
        """Explains the status of a code: what it matched, under which note, and what is announced."""
        flow = self._core.call(v0_operations.EXPLAIN_HTS_CODE, options, path={"code": code}, query={"as_of": as_of})
        return await self._run(flow, options)

    async def duties(
        self,
        code: str,
        *,
        origin: str | None = None,
        entry_date: str | None = None,
        facts: v2.Facts | None = None,
        **options: Unpack[AsyncCallOptions],
    ) -> v0.DutyAnswer:
        """Works out the Section 232 duty of one code."""
        query = {"origin": origin, "entry_date": entry_date, **(facts or {})}
        flow = self._core.call(v0_operations.WORK_OUT_DUTY, options, path={"code": code}, query=query)
        return await self._run(flow, options)

    async def search(
        self, q: str, *, limit: int | None = None, **options: Unpack[AsyncCallOptions]
    ) -> v0.SearchTariffScheduleAnswer:
        """Searches the tariff schedule for words."""
        flow = self._core.call(v0_operations.SEARCH_TARIFF_SCHEDULE, options, query={"q": q, "limit": limit})
        return await self._run(flow, options)

    async def lists(self, **options: Unpack[AsyncCallOptions]) -> v0.ListTariffListsAnswer:
        """The lists that answers come from, and how far the law was read."""
        return await self._run(self._core.call(v0_operations.LIST_TARIFF_LISTS, options), options)

    async def list_json(self, list_id: str, **options: Unpack[AsyncCallOptions]) -> v0.DownloadTariffListJsonAnswer:
        flow = self._core.call(v0_operations.DOWNLOAD_TARIFF_LIST_JSON, options, path={"list_id": list_id})
        return await self._run(flow, options)

    async def list_csv(self, list_id: str, **options: Unpack[AsyncCallOptions]) -> bytes:
        flow = self._core.call(v0_operations.DOWNLOAD_TARIFF_LIST_CSV, options, path={"list_id": list_id})
        return await self._run(flow, options)

    async def changes(
        self, from_: str, *, to: str | None = None, **options: Unpack[AsyncCallOptions]
    ) -> v0.ListTariffChangesAnswer:
        """What changed on the lists between two days."""
        flow = self._core.call(v0_operations.LIST_TARIFF_CHANGES, options, query={"from": from_, "to": to})
        return await self._run(flow, options)

    async def history(self, code: str, **options: Unpack[AsyncCallOptions]) -> v0.ReadTariffHistoryAnswer:
        """The terms that held for a code, period by period since 2025-03-12, and what is announced."""
        return await self._run(self._core.call(v0_operations.READ_TARIFF_HISTORY, options, path={"code": code}), options)

    async def chapters(self, *, as_of: str | None = None, **options: Unpack[AsyncCallOptions]) -> v0.ListTariffChaptersAnswer:
        """The chapters of the tariff schedule, with the programmes that list something in each."""
        return await self._run(self._core.call(v0_operations.LIST_TARIFF_CHAPTERS, options, query={"as_of": as_of}), options)

    async def schedule(
        self, code: str, *, as_of: str | None = None, **options: Unpack[AsyncCallOptions]
    ) -> v0.ListTariffChaptersAnswer:
        """One number of the tariff schedule of 2 to 10 digits, and what is under it."""
        flow = self._core.call(v0_operations.BROWSE_TARIFF_SCHEDULE, options, path={"code": code}, query={"as_of": as_of})
        return await self._run(flow, options)


class AsyncPublicPixel(AsyncResource):
    async def rules(self, **options: Unpack[AsyncCallOptions]) -> v0.ListPixelRulesAnswer:
        """The rules of a scan: what they find, why, and what to do."""
        return await self._run(self._core.call(v0_operations.LIST_PIXEL_RULES, options), options)

    async def scan(self, url: str, **options: Unpack[AsyncCallOptions]) -> v0.PixelReport:
        return await self._run(self._core.call(v0_operations.SCAN_STOREFRONT_ONCE, options, body={"url": url}), options)


class AsyncPublicEntry(AsyncResource):
    async def citations(self, q: str | None = None, **options: Unpack[AsyncCallOptions]) -> v0.SearchCitationsAnswer:
        """CPSC rules to cite, all or those with these words."""
        return await self._run(self._core.call(v0_operations.SEARCH_CITATIONS, options, query={"q": q}), options)

    async def verify(self, gcc_id: str, **options: Unpack[AsyncCallOptions]) -> v0.Verification:
        """Whether a certificate is genuine and in effect. Raises NotFoundError if there is none."""
        return await self._run(self._core.call(v0_operations.VERIFY_CERTIFICATE, options, path={"gcc_id": gcc_id}), options)
