import { expect, test } from 'bun:test';
import { startServer } from '../../../../test/support/server.ts';
import { TARIFF_LOOKUP_PATH } from '../paths.ts';

const server = await startServer();
const key = await server.key('tariff');
const lookup = (body: unknown, query = '') => server.post(TARIFF_LOOKUP_PATH + query, body, key);

test('results are in the order of the codes, with duplicates', async () => {
  const codes = ['7601', '7326.90.8688', '7601', ' x'];
  const { results } = await (await lookup({ codes })).json();
  expect(results.map(({ code }: { code: string }) => code)).toEqual(codes);
});

test.each([
  ['', 'note-16c', '2026-11-21'],
  ['?as_of=2026-06-07', 'note-16c', '2026-06-07'],
  ['?as_of=2026-04-05', 'metals-2025', '2026-04-05'],
])('with the query %p the headers name the list and the date', async (query, list, asOf) => {
  const { status, headers } = await lookup({ codes: ['7601'] }, query);
  expect([status, headers.get('content-type')]).toEqual([200, 'application/json']);
  expect([headers.get('x-tariff-list'), headers.get('x-tariff-as-of')]).toEqual([list, asOf]);
  expect(headers.get('x-tariff-law-read-to')).toBe('2026-10-09');
});

test.each([
  [{ codes: [] }, '', '/codes'],
  [{ codes: Array(51).fill('7601') }, '', '/codes'],
  [{ codes: [7601] }, '', '/codes/0'],
  [{}, '', '/codes'],
  [{ codes: ['7601'] }, '?as_of=2025-03-11', '/as_of'],
  [{ codes: ['7601'] }, '?as_of=2026-02-30', '/as_of'],
  [{ codes: ['7601'] }, '?as_of=', '/as_of'],
])('%j with the query %p is refused at %s', async (body, query, path) => {
  const response = await lookup(body, query);
  expect(response.status).toBe(422);
  expect(await response.json()).toMatchObject({ error: 'invalid_request', details: [{ path }] });
});

test('a key without the tariff scope is refused', async () => {
  const response = await server.post(TARIFF_LOOKUP_PATH, { codes: ['7601'] }, await server.key('pixel'));
  expect([response.status, (await response.json()).error]).toEqual([403, 'scope']);
});

test('no request was reported as a fault', () => expect(server.faults).toEqual([]));
