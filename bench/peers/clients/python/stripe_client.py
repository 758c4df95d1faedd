import os
import time

begin = time.perf_counter()
from stripe import StripeClient

client = StripeClient("key", base_addresses={"api": os.environ["BENCH_URL"]})
imported = time.perf_counter()
client.v1.balance.retrieve()
print((imported - begin) * 1000, (time.perf_counter() - begin) * 1000)
