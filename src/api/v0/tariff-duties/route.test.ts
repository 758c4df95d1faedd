import { describe, expect, test } from 'bun:test';
import { startServer } from '../../../../test/support/server.ts';
import { readDutyQuery } from './read-query.ts';

const server = await startServer({ trust_proxy: '127.0.0.1' });
let requests = 0;
const ask = (path: string) =>
  fetch(`${server.app.url}/api/v0/tariff/hts/${path}`, {
    headers: { 'x-forwarded-for': `198.51.100.${requests++ % 250}` },
  });

test('facts in the query become typed facts', () => {
  const query =
    'origin=CN&entry_date=2026-06-10&metal_weight_share=0.2&contains_listed_metal=false&vehicle=bus&approvals=us_content,offset&certified_use=';
  expect(readDutyQuery('7601', new URLSearchParams(query))).toEqual({
    code: '7601',
    origin: 'CN',
    entry_date: '2026-06-10',
    facts: {
      metal_weight_share: 0.2,
      contains_listed_metal: false,
      vehicle: 'bus',
      approvals: ['us_content', 'offset'],
      certified_use: [],
    },
  });
  expect(readDutyQuery('7601', new URLSearchParams(''))).toEqual({ code: '7601', facts: {} });
});

describe('a query that is not as described is refused, and the parameter is named', () => {
  test.each([
    ['metal_share=0.2', '/metal_share', 'did you mean "us_metal_share"'],
    ['orgin=CN', '/orgin', 'did you mean "origin"'],
    ['as_of=2026-06-10', '/as_of', 'is not a field'],
    ['origin=cn', '/origin', ''],
    ['origin=UK', '/origin', 'country code'],
    ['origin=', '/origin', ''],
    ['entry_date=2026-02-30', '/entry_date', ''],
    ['value=', '/value', 'number'],
    ['value=0', '/value', ''],
    ['value=-0', '/value', ''],
    ['value=1e3', '/value', 'number'],
    ['value=1e999', '/value', 'number'],
    ['value=NaN', '/value', 'number'],
    ['value=Infinity', '/value', 'number'],
    ['value=0x10', '/value', 'number'],
    ['value=%2B1', '/value', 'number'],
    ['value=١', '/value', 'number'],
    ['value=1&value=2', '/value', 'given twice'],
    ['metal_weight_share=2', '/metal_weight_share', ''],
    ['contains_listed_metal=1', '/contains_listed_metal', 'boolean'],
    ['contains_listed_metal=TRUE', '/contains_listed_metal', 'boolean'],
    ['contains_listed_metal', '/contains_listed_metal', 'boolean'],
    ['approvals=us_content,', '/approvals/1', ''],
    ['approvals=us_content,us_content', '/approvals', ''],
    ['vehicle=car', '/vehicle', ''],
    ['__proto__=1', '/__proto__', 'is not a field'],
    ['constructor=1', '/constructor', 'is not a field'],
    ['facts=1', '/facts', 'is not a field'],
    ['code=7601', '/code', 'is not a field'],
    [`${'x'.repeat(3000)}=1`, `/${'x'.repeat(199)}…`, 'is not a field'],
  ])('%s', async (query, path, message) => {
    const response = await ask(`7601/duties?${query}`);
    const { error, details } = await response.json();
    expect([response.status, error]).toEqual([422, 'invalid_request']);
    expect(details.map((fault: { path: string }) => fault.path)).toContain(path);
    expect(details[0].message).toContain(message);
  });
});

test('what the rules refuse is named as the parameter', async () => {
  const path = async (address: string) => (await (await ask(address)).json()).details[0].path;
  expect(await path('9903.82.02/duties')).toBe('/code');
  expect(await path('7601/duties?entry_date=2025-03-11')).toBe('/entry_date');
});

test('the answer is that of v2 for the same line', async () => {
  const key = await server.key('tariff');
  const body = { items: [{ code: '7326.90.8688', origin: 'CN', facts: { contains_listed_metal: true, value: 100 } }] };
  const { results } = await (await server.post('/api/v2/tariff/duties', body, key)).json();
  const response = await ask('7326.90.8688/duties?origin=CN&contains_listed_metal=true&value=100');
  expect([response.status, await response.json()]).toEqual([200, results[0]]);
  expect(response.headers.get('cache-control')).toBe('public, max-age=300');
});

test('it counts as a read, is open to other origins, and answers only GET', async () => {
  const response = await ask('7601/duties');
  expect(response.headers.get('ratelimit')).toBe('"address";r=119;t=60');
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  const options = await fetch(`${server.app.url}/api/v0/tariff/hts/7601/duties`, { method: 'OPTIONS' });
  expect([options.status, options.headers.get('access-control-allow-methods')]).toEqual([204, 'GET, HEAD, OPTIONS']);
  const post = await fetch(`${server.app.url}/api/v0/tariff/hts/7601/duties`, { method: 'POST' });
  expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
});

test('no request was reported as a fault', () => expect(server.faults).toEqual([]));
