"""The methods of `with_raw_response`, by product. Written by tools/generate.py from `_resources.py`."""

from ._async_resources import (
    AsyncAccount,
    AsyncCertificates,
    AsyncEntry,
    AsyncEntryBatches,
    AsyncEvents,
    AsyncGcc,
    AsyncHts,
    AsyncParties,
    AsyncPixel,
    AsyncPixelAudits,
    AsyncPixelScans,
    AsyncPublic,
    AsyncPublicEntry,
    AsyncPublicPixel,
    AsyncPublicTariff,
    AsyncTariff,
    AsyncTariffAudits,
    AsyncWatches,
)
from ._raw import async_raw


class AsyncTariffRaw:
    def __init__(self, resource: AsyncTariff) -> None:
        self.hts = AsyncHtsRaw(resource.hts)
        self.audits = AsyncTariffAuditsRaw(resource.audits)
        self.duties = async_raw(resource.duties)


class AsyncHtsRaw:
    def __init__(self, resource: AsyncHts) -> None:
        self.lookup = async_raw(resource.lookup)


class AsyncTariffAuditsRaw:
    def __init__(self, resource: AsyncTariffAudits) -> None:
        self.create = async_raw(resource.create)
        self.get = async_raw(resource.get)
        self.wait = async_raw(resource.wait)
        self.result = async_raw(resource.result)
        self.result_file = async_raw(resource.result_file)
        self.cancel = async_raw(resource.cancel)
        self.headings = async_raw(resource.headings)


class AsyncPixelRaw:
    def __init__(self, resource: AsyncPixel) -> None:
        self.scans = AsyncPixelScansRaw(resource.scans)
        self.audits = AsyncPixelAuditsRaw(resource.audits)
        self.scan = async_raw(resource.scan)


class AsyncPixelScansRaw:
    def __init__(self, resource: AsyncPixelScans) -> None:
        self.create = async_raw(resource.create)


class AsyncPixelAuditsRaw:
    def __init__(self, resource: AsyncPixelAudits) -> None:
        self.create = async_raw(resource.create)
        self.get = async_raw(resource.get)
        self.wait = async_raw(resource.wait)
        self.result = async_raw(resource.result)
        self.result_file = async_raw(resource.result_file)
        self.cancel = async_raw(resource.cancel)


class AsyncEntryRaw:
    def __init__(self, resource: AsyncEntry) -> None:
        self.gcc = AsyncGccRaw(resource.gcc)
        self.certificates = AsyncCertificatesRaw(resource.certificates)
        self.parties = AsyncPartiesRaw(resource.parties)
        self.batches = AsyncEntryBatchesRaw(resource.batches)


class AsyncGccRaw:
    def __init__(self, resource: AsyncGcc) -> None:
        self.generate = async_raw(resource.generate)


class AsyncCertificatesRaw:
    def __init__(self, resource: AsyncCertificates) -> None:
        self.create = async_raw(resource.create)
        self.get = async_raw(resource.get)
        self.download = async_raw(resource.download)
        self.link = async_raw(resource.link)
        self.revoke = async_raw(resource.revoke)
        self.registry = async_raw(resource.registry)
        self.file = async_raw(resource.file)
        self.filings = async_raw(resource.filings)


class AsyncEntryBatchesRaw:
    def __init__(self, resource: AsyncEntryBatches) -> None:
        self.create = async_raw(resource.create)
        self.get = async_raw(resource.get)
        self.wait = async_raw(resource.wait)
        self.result = async_raw(resource.result)
        self.result_file = async_raw(resource.result_file)
        self.cancel = async_raw(resource.cancel)


class AsyncPartiesRaw:
    def __init__(self, resource: AsyncParties) -> None:
        self.get = async_raw(resource.get)
        self.put = async_raw(resource.put)
        self.delete = async_raw(resource.delete)


class AsyncWatchesRaw:
    def __init__(self, resource: AsyncWatches) -> None:
        self.create = async_raw(resource.create)
        self.get = async_raw(resource.get)
        self.update = async_raw(resource.update)
        self.delete = async_raw(resource.delete)
        self.test = async_raw(resource.test)
        self.rotate_secret = async_raw(resource.rotate_secret)


class AsyncEventsRaw:
    def __init__(self, resource: AsyncEvents) -> None:
        self.redeliver = async_raw(resource.redeliver)


class AsyncAccountRaw:
    def __init__(self, resource: AsyncAccount) -> None:
        self.get = async_raw(resource.get)
        self.rotate = async_raw(resource.rotate)


class AsyncPublicRaw:
    def __init__(self, resource: AsyncPublic) -> None:
        self.tariff = AsyncPublicTariffRaw(resource.tariff)
        self.pixel = AsyncPublicPixelRaw(resource.pixel)
        self.entry = AsyncPublicEntryRaw(resource.entry)


class AsyncPublicTariffRaw:
    def __init__(self, resource: AsyncPublicTariff) -> None:
        self.explain = async_raw(resource.explain)
        self.duties = async_raw(resource.duties)
        self.search = async_raw(resource.search)
        self.lists = async_raw(resource.lists)
        self.list_json = async_raw(resource.list_json)
        self.list_csv = async_raw(resource.list_csv)
        self.changes = async_raw(resource.changes)
        self.history = async_raw(resource.history)
        self.chapters = async_raw(resource.chapters)
        self.schedule = async_raw(resource.schedule)


class AsyncPublicPixelRaw:
    def __init__(self, resource: AsyncPublicPixel) -> None:
        self.rules = async_raw(resource.rules)
        self.scan = async_raw(resource.scan)


class AsyncPublicEntryRaw:
    def __init__(self, resource: AsyncPublicEntry) -> None:
        self.citations = async_raw(resource.citations)
        self.verify = async_raw(resource.verify)
