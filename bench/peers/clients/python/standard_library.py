import os
import time

begin = time.perf_counter()
import json
import urllib.request

request = urllib.request.Request(
    os.environ["BENCH_URL"] + "/api/v1/tariff/hts/lookup",
    json.dumps({"codes": ["7326.90.8688"]}).encode(),
    {"Authorization": "Bearer key", "Content-Type": "application/json"},
)
json.load(urllib.request.urlopen(request))
print((time.perf_counter() - begin) * 1000)
