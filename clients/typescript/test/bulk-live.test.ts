/** 100,000 distinct codes on a key of 100 requests a minute and 10,000 a day, against a real server. */
import { afterAll, expect, test } from 'bun:test';
import { type FetchInit, type HtsResult, Portside } from '../src/index.ts';
import { liveServer } from './live-server.ts';

const CODES = 100_000;
const server = await liveServer();
afterAll(() => server.stop());

test('100,000 distinct codes: one result each, in order, none refused', async () => {
  const statuses = new Map<string, number>();
  const client = new Portside({
    apiKey: server.key,
    baseUrl: server.url,
    fetch: async (url: string, init?: FetchInit) => {
      const response = await fetch(url, init);
      const name = `${init?.method} ${new URL(url).pathname.replace(/job_\w+/, 'ID')} ${response.status}`;
      statuses.set(name, (statuses.get(name) ?? 0) + 1);
      return response;
    },
  });
  // Every hundredth is a screw of steel, so that there are adjacent codes and hits, whose entries need lookups.
  const codes = Array.from({ length: CODES }, (_, at) => {
    if (at % 100 === 0) return `7318.15.${8_000 + at / 100}`;
    const digits = `${String(1 + (at % 24)).padStart(2, '0')}${String(at).padStart(8, '0')}`;
    return `${digits.slice(0, 4)}.${digits.slice(4, 6)}.${digits.slice(6)}`;
  });
  expect(new Set(codes).size).toBe(CODES);
  const seen: string[] = [];
  const results: HtsResult[] = [];
  for await (const result of client.tariff.hts.lookupAll(codes, { pollEveryMs: 1_000 })) {
    seen.push(result.code);
    results.push(result);
  }
  expect(seen).toEqual(codes);
  const refused = [...statuses].filter(([name]) => name.endsWith(' 429'));
  expect(refused).toEqual([]);
  const hits = results.filter(({ hit }) => hit);
  const adjacent = results.filter(({ status }) => status === 'adjacent');
  expect(hits.length).toBeGreaterThanOrEqual(100);
  expect(hits.length + adjacent.length).toBeGreaterThanOrEqual(CODES / 100);
  process.stdout.write(
    `${CODES} codes, ${hits.length} hits, ${adjacent.length} adjacent: ${JSON.stringify(Object.fromEntries(statuses))}\n`,
  );
  // What comes by the audit is what a lookup says, entries included.
  const sample = results.filter(({ hit }, at) => hit || at % 2_500 === 0 || at % 2_503 === 0);
  const looked = await client.tariff.hts.lookup(sample.map(({ code }) => code));
  expect(looked.results).toEqual(sample);
}, 280_000);
