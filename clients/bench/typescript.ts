import { Portside } from '../typescript/src/index.ts';

const BATCHES = 9;
const CALLS = 300;
const url = process.env.PORTSIDE_BASE_URL!;
const codes = ['7326.90.8688'];
const client = new Portside();

const ways = {
  bare: async () => {
    const body = JSON.stringify({ codes });
    const headers = { authorization: 'Bearer x', 'content-type': 'application/json' };
    await (await fetch(`${url}/api/v1/tariff/hts/lookup`, { method: 'POST', body, headers })).json();
  },
  client: () => client.tariff.hts.lookup(codes),
};

const taken: Record<string, number[]> = { bare: [], client: [] };
for (let batch = 0; batch <= BATCHES; batch++) {
  for (const [way, call] of Object.entries(ways)) {
    const startedAt = performance.now();
    for (let at = 0; at < CALLS; at++) await call();
    if (batch > 0) taken[way]!.push((performance.now() - startedAt) / CALLS);
  }
}
const [bare, own] = [taken.bare!, taken.client!].map((times) => times.sort((a, b) => a - b)[BATCHES >> 1]!);
process.stdout.write(
  `typescript ${(bare! * 1000).toFixed(0)} ${(own! * 1000).toFixed(0)} ${(own! / bare!).toFixed(2)}\n`,
);
