import { expect, test } from 'bun:test';
import { startPublicServer } from '../../../../test/support/public-server.ts';

const server = await startPublicServer();

test('an explanation names listing, note subdivision, Chapter 99 heading, rate, base, dates, source and conditions', async () => {
  const response = await server.ask('/api/v0/tariff/hts/7326.90.8688?as_of=2026-11-20');
  expect(response.headers.get('x-tariff-list')).toBe('note-16c');
  const { matched, ...rest } = await response.json();
  expect(matched).toHaveLength(1);
  expect(matched[0]).toMatchObject({
    note: '16(c)(iv)',
    ch99_heading: '9903.82.02',
    rate: 50,
    charged_on: 'full value',
    from: '2026-04-06',
    to: null,
  });
  expect(matched[0].source).toContain('Proc. 11021');
  expect(rest).toMatchObject({ code: '7326.90.8688', as_of: '2026-11-20', status: 'hit', hit: true });
  expect(rest.conditions.length).toBeGreaterThan(0);
});

test('an explanation agrees with v1', async () => {
  const codes = [
    '7326.90.8688',
    '7326.90.86',
    '7326.90.8699',
    '8708.29',
    '8471.30.0100',
    '0101.21.0010',
    '9903.82.02',
    '7601',
  ];
  const key = await server.key('tariff');
  const { results } = await (await server.post('/api/v1/tariff/hts/lookup', { codes }, key)).json();
  for (const { code, hit, in_scope, status } of results) {
    expect(await server.askJson(`/api/v0/tariff/hts/${code}`)).toMatchObject({ code, hit, in_scope, status });
  }
});

test.each([
  ['%20', 200],
  ['a%2Fb', 200],
  [encodeURIComponent('7326.90.8688\u0000'), 200],
  ['7'.repeat(64), 200],
  ['7'.repeat(65), 422],
  ['7601?as_of=2025-03-11', 422],
  ['7601?as_of=', 422],
  ['7601?as_of=2026-02-30', 422],
])('%s is answered with %p', async (rest, status) => {
  const response = await server.ask(`/api/v0/tariff/hts/${rest}`);
  expect(response.status).toBe(status);
  expect(await response.json()).toMatchObject(status === 200 ? { as_of: '2026-11-21' } : { error: 'invalid_request' });
});

test('no request was reported as a fault', () => expect(server.faults).toEqual([]));
