import os
import time

begin = time.perf_counter()
from openai import OpenAI

client = OpenAI(api_key="key", base_url=os.environ["BENCH_URL"])
imported = time.perf_counter()
client.models.list()
print((imported - begin) * 1000, (time.perf_counter() - begin) * 1000)
