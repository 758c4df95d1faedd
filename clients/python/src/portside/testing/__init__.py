"""A Portside for your tests: no network and no key. It answers as the API does, records what was sent, and fails when you say so.

from portside.testing import FakePortside

fake = FakePortside()
fake.answer("lookupHtsCodes", status=429, headers={"Retry-After": "1"})
client = fake.client()
"""

from ._fake import FAKE_KEY, FakePortside, Recorded
from ._table import case_names

__all__ = ["FAKE_KEY", "FakePortside", "Recorded", "case_names"]
