import http.client
import json
import os
import statistics
import time
from collections.abc import Callable
from urllib.parse import urlsplit

from portside import Portside

BATCHES = 9
CALLS = 300
codes = ["7326.90.8688"]
client = Portside()
connection = http.client.HTTPConnection(urlsplit(os.environ["PORTSIDE_BASE_URL"]).netloc)


def bare() -> None:
    headers = {"Authorization": "Bearer x", "Content-Type": "application/json"}
    connection.request("POST", "/api/v1/tariff/hts/lookup", json.dumps({"codes": codes}), headers)
    json.loads(connection.getresponse().read())


def own() -> None:
    client.tariff.hts.lookup(codes)


def batch(call: Callable[[], None]) -> float:
    started_at = time.perf_counter()
    for _ in range(CALLS):
        call()
    return (time.perf_counter() - started_at) / CALLS


batch(bare), batch(own)
taken = [(batch(bare), batch(own)) for _ in range(BATCHES)]
bare_median, own_median = (statistics.median(times) for times in zip(*taken, strict=True))
print(f"python {bare_median * 1e6:.0f} {own_median * 1e6:.0f} {own_median / bare_median:.2f}")
