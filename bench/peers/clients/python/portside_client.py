import os
import time

begin = time.perf_counter()
from portside import Portside

client = Portside(api_key="svc_Portside0Scripted02QNBRF", base_url=os.environ["BENCH_URL"])
imported = time.perf_counter()
client.tariff.hts.lookup(["7326.90.8688"])
print((imported - begin) * 1000, (time.perf_counter() - begin) * 1000)
