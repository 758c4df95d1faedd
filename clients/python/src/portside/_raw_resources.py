"""The methods of `with_raw_response`, by product. Written by tools/generate.py from `_resources.py`."""

from ._raw import raw
from ._resources import (
    Account,
    Certificates,
    Entry,
    EntryBatches,
    Events,
    Gcc,
    Hts,
    Parties,
    Pixel,
    PixelAudits,
    PixelScans,
    Public,
    PublicEntry,
    PublicPixel,
    PublicTariff,
    Tariff,
    TariffAudits,
    Watches,
)


class TariffRaw:
    def __init__(self, resource: Tariff) -> None:
        self.hts = HtsRaw(resource.hts)
        self.audits = TariffAuditsRaw(resource.audits)
        self.duties = raw(resource.duties)


class HtsRaw:
    def __init__(self, resource: Hts) -> None:
        self.lookup = raw(resource.lookup)


class TariffAuditsRaw:
    def __init__(self, resource: TariffAudits) -> None:
        self.create = raw(resource.create)
        self.get = raw(resource.get)
        self.wait = raw(resource.wait)
        self.result = raw(resource.result)
        self.result_file = raw(resource.result_file)
        self.cancel = raw(resource.cancel)
        self.headings = raw(resource.headings)


class PixelRaw:
    def __init__(self, resource: Pixel) -> None:
        self.scans = PixelScansRaw(resource.scans)
        self.audits = PixelAuditsRaw(resource.audits)
        self.scan = raw(resource.scan)


class PixelScansRaw:
    def __init__(self, resource: PixelScans) -> None:
        self.create = raw(resource.create)


class PixelAuditsRaw:
    def __init__(self, resource: PixelAudits) -> None:
        self.create = raw(resource.create)
        self.get = raw(resource.get)
        self.wait = raw(resource.wait)
        self.result = raw(resource.result)
        self.result_file = raw(resource.result_file)
        self.cancel = raw(resource.cancel)


class EntryRaw:
    def __init__(self, resource: Entry) -> None:
        self.gcc = GccRaw(resource.gcc)
        self.certificates = CertificatesRaw(resource.certificates)
        self.parties = PartiesRaw(resource.parties)
        self.batches = EntryBatchesRaw(resource.batches)


class GccRaw:
    def __init__(self, resource: Gcc) -> None:
        self.generate = raw(resource.generate)


class CertificatesRaw:
    def __init__(self, resource: Certificates) -> None:
        self.create = raw(resource.create)
        self.get = raw(resource.get)
        self.download = raw(resource.download)
        self.link = raw(resource.link)
        self.revoke = raw(resource.revoke)
        self.registry = raw(resource.registry)
        self.file = raw(resource.file)
        self.filings = raw(resource.filings)


class EntryBatchesRaw:
    def __init__(self, resource: EntryBatches) -> None:
        self.create = raw(resource.create)
        self.get = raw(resource.get)
        self.wait = raw(resource.wait)
        self.result = raw(resource.result)
        self.result_file = raw(resource.result_file)
        self.cancel = raw(resource.cancel)


class PartiesRaw:
    def __init__(self, resource: Parties) -> None:
        self.get = raw(resource.get)
        self.put = raw(resource.put)
        self.delete = raw(resource.delete)


class WatchesRaw:
    def __init__(self, resource: Watches) -> None:
        self.create = raw(resource.create)
        self.get = raw(resource.get)
        self.update = raw(resource.update)
        self.delete = raw(resource.delete)
        self.test = raw(resource.test)
        self.rotate_secret = raw(resource.rotate_secret)


class EventsRaw:
    def __init__(self, resource: Events) -> None:
        self.redeliver = raw(resource.redeliver)


class AccountRaw:
    def __init__(self, resource: Account) -> None:
        self.get = raw(resource.get)
        self.rotate = raw(resource.rotate)


class PublicRaw:
    def __init__(self, resource: Public) -> None:
        self.tariff = PublicTariffRaw(resource.tariff)
        self.pixel = PublicPixelRaw(resource.pixel)
        self.entry = PublicEntryRaw(resource.entry)


class PublicTariffRaw:
    def __init__(self, resource: PublicTariff) -> None:
        self.explain = raw(resource.explain)
        self.duties = raw(resource.duties)
        self.search = raw(resource.search)
        self.lists = raw(resource.lists)
        self.list_json = raw(resource.list_json)
        self.list_csv = raw(resource.list_csv)
        self.changes = raw(resource.changes)
        self.history = raw(resource.history)
        self.chapters = raw(resource.chapters)
        self.schedule = raw(resource.schedule)


class PublicPixelRaw:
    def __init__(self, resource: PublicPixel) -> None:
        self.rules = raw(resource.rules)
        self.scan = raw(resource.scan)


class PublicEntryRaw:
    def __init__(self, resource: PublicEntry) -> None:
        self.citations = raw(resource.citations)
        self.verify = raw(resource.verify)
