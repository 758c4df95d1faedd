import { expect, test } from 'bun:test';
import { Value } from 'typebox/value';
import { startPublicServer } from '../../../../test/support/public-server.ts';
import { TariffHistory } from './schema.ts';

const server = await startPublicServer();
const ask = (code: string, init = {}) => server.ask(`/api/v0/tariff/hts/${code}/history`, init);

test.each([
  ['7326.90.8688', 200],
  ['7326908688', 200],
  ['8708', 200],
  ['0101', 200],
  ['3004.90.9244', 200],
  ['0199', 200],
  ['9999', 422],
  ['73', 422],
  ['7777', 422],
  ['9903.82.09', 422],
  ['bolt', 422],
  ['%00', 422],
  ['7'.repeat(65), 422],
])('%s is answered with %p', async (code, status) => {
  const response = await ask(code);
  expect(response.status).toBe(status);
  const answer = await response.json();
  if (status !== 200) return expect([answer.error, answer.details.length]).toEqual(['invalid_request', 1]);
  expect([...Value.Errors(TariffHistory, answer)]).toEqual([]);
  expect(response.headers.get('x-tariff-law-read-to')).toBe(answer.law_read_to);
  expect(response.headers.get('ratelimit')).not.toBeNull();
});

test('the period of today says what an explanation of today says', async () => {
  for (const code of ['7326.90.8688', '8471', '9401.61.4011', '0101.21.0010']) {
    const { periods } = await (await ask(code)).json();
    const { coverage } = await server.askJson(`/api/v0/tariff/hts/${code}`);
    const now = periods.find(({ from, to }: { from: string; to: string | null }) => {
      return from <= '2026-11-21' && (to === null || to >= '2026-11-21');
    });
    const listed = coverage.filter((each: { coverage: string }) => each.coverage !== 'none');
    expect([...new Set(now.listed.map((of: { programme: string }) => of.programme))]).toEqual(
      listed.map((of: { programme: string }) => of.programme),
    );
  }
});

test('a number that is not in the schedule says so', async () => {
  expect([(await (await ask('0199')).json()).exists, (await (await ask('7326')).json()).exists]).toEqual([false, true]);
});

test('is kept by caches, known by its ETag, and only read', async () => {
  const etag = (await ask('7326')).headers.get('etag')!;
  expect((await ask('7326', { headers: { 'if-none-match': etag } })).status).toBe(304);
  expect((await ask('7326', { method: 'POST' })).status).toBe(405);
  expect((await ask('7326', { method: 'OPTIONS' })).status).toBe(204);
});

test('no request was reported as a fault', () => expect(server.faults).toEqual([]));
