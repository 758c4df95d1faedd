/** The surface of duties. What is answered is tested with the rules. */
import { describe, expect, test } from 'bun:test';
import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { actor, fetchMetrics, startServer } from '../../../../test/support/server.ts';
import { utcDay } from '../../../domain/clock.ts';
import type { DutyAnswer } from '../../../tariff/duties/answer.ts';
import { DUTIES_CPU_MS } from '../../../tariff/duties/isolated-duties.ts';
import { DUTIES } from './route.ts';
import { DutiesResponse, ITEMS_MAX } from './schema.ts';

const server = await startServer();
const key = await server.key('tariff', { perMinute: 10_000 });
const post = (body: unknown) => server.post(DUTIES.path, body, key);

test('one result an item, in order, duplicates kept, of the shape of the document', async () => {
  const items = [{ code: '7601' }, { code: '7326.90.8688', origin: 'CN', facts: { value: 1 } }, { code: '7601' }];
  const response = await post({ items });
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json']);
  const answer = await response.json();
  expect(answer.results.map(({ code }: DutyAnswer) => code)).toEqual(['7601', '7326.90.8688', '7601']);
  expect([...Value.Errors(DutiesResponse as TSchema, answer)]).toEqual([]);
});

const item = (fields: string) => `{"items":[{"code":"7601"},{"code":"7601",${fields}}]}`;
const facts = (fields: string) => item(`"facts":{${fields}}`);

describe('a request that is not as described is refused at the place of the fault', () => {
  test.each<[string, string[]]>([
    ['{}', ['/items']],
    ['[]', ['']],
    ['{"items":[]}', ['/items']],
    ['{"items":{}}', ['/items']],
    [JSON.stringify({ items: Array(ITEMS_MAX + 1).fill({ code: '7601' }) }), ['/items']],
    ['{"items":[null]}', ['/items/0']],
    ['{"items":[{"origin":"CN"}]}', ['/items/0/code']],
    ['{"items":[{"code":""}]}', ['/items/0/code']],
    ['{"items":[{"code":7601}]}', ['/items/0/code']],
    [`{"items":[{"code":"${'7'.repeat(65)}"}]}`, ['/items/0/code']],
    ['{"items":[{"code":"7601"}],"as_of":"2026-06-08"}', ['/as_of']],
    [item('"date":"2026-06-08"'), ['/items/1/date']],
    [item('"__proto__":{"origin":"CN"}'), ['/items/1/__proto__']],
    [item('"constructor":{}'), ['/items/1/constructor']],
    [item('"origin":"cn"'), ['/items/1/origin']],
    [item('"origin":"CHN"'), ['/items/1/origin']],
    [item('"origin":"UK"'), ['/items/1/origin']],
    [item('"origin":"EU"'), ['/items/1/origin']],
    [item('"origin":"ZZ"'), ['/items/1/origin']],
    [item('"entry_date":"2026-02-30"'), ['/items/1/entry_date']],
    [item('"entry_date":"2026-6-8"'), ['/items/1/entry_date']],
    [item('"entry_date":20260608'), ['/items/1/entry_date']],
    [item('"facts":[]'), ['/items/1/facts']],
    [item('"facts":null'), ['/items/1/facts']],
    [facts('"metal_wieght_share":0.2'), ['/items/1/facts/metal_wieght_share']],
    [facts('"origin":"CN"'), ['/items/1/facts/origin']],
    [facts('"__proto__":1'), ['/items/1/facts/__proto__']],
    [facts('"toString":1'), ['/items/1/facts/toString']],
    [facts('"metal_weight_share":1.0001'), ['/items/1/facts/metal_weight_share']],
    [facts('"metal_weight_share":-0.1'), ['/items/1/facts/metal_weight_share']],
    [facts('"metal_weight_share":1e999'), ['/items/1/facts/metal_weight_share']],
    [facts('"metal_weight_share":"0.2"'), ['/items/1/facts/metal_weight_share']],
    [facts('"metal_weight_share":true'), ['/items/1/facts/metal_weight_share']],
    [facts('"metal_weight_share":null'), ['/items/1/facts/metal_weight_share']],
    [facts('"value":0'), ['/items/1/facts/value']],
    [facts('"value":-0'), ['/items/1/facts/value']],
    [facts('"value":-1'), ['/items/1/facts/value']],
    [facts('"value":1e999'), ['/items/1/facts/value']],
    [facts('"value":1e13'), ['/items/1/facts/value']],
    [facts('"column_1_rate":1001'), ['/items/1/facts/column_1_rate']],
    [facts('"age_years":2.5'), ['/items/1/facts/age_years']],
    [facts('"vehicle":"car"'), ['/items/1/facts/vehicle']],
    [facts('"vehicle":["bus"]'), ['/items/1/facts/vehicle']],
    [facts('"contains_listed_metal":"true"'), ['/items/1/facts/contains_listed_metal']],
    [facts('"contains_listed_metal":1'), ['/items/1/facts/contains_listed_metal']],
    [facts('"approvals":["us_content","us_content"]'), ['/items/1/facts/approvals']],
    [facts('"approvals":["all"]'), ['/items/1/facts/approvals/0']],
    [facts('"approvals":"us_content"'), ['/items/1/facts/approvals']],
    [facts('"usmca_originating":{},"value":[]'), ['/items/1/facts/usmca_originating', '/items/1/facts/value']],
  ])('%s', async (body, paths) => {
    const response = await server.post(DUTIES.path, body, key);
    const text = await response.text();
    const { error, details } = JSON.parse(text);
    expect([response.status, error]).toEqual([422, 'invalid_request']);
    const named = new Set(details.map(({ path }: { path: string }) => path));
    for (const path of paths) expect([...named]).toContain(path);
    expect(text).not.toMatch(/0\.2"|1e999|"car"|20260608/);
  });

  test('NaN is not JSON', async () => {
    const response = await server.post(DUTIES.path, facts('"value":NaN'), key);
    expect([response.status, (await response.json()).error]).toEqual([400, 'invalid_json']);
  });

  test('with the name that was probably meant', async () => {
    const { details } = await (await server.post(DUTIES.path, facts('"metal_share":0.2'), key)).json();
    expect(details).toEqual([
      { path: '/items/1/facts/metal_share', message: 'is not a field here; did you mean "us_metal_share"?' },
    ]);
  });

  test('what the engine refuses is named at its item, and nothing is answered', async () => {
    const response = await post({
      items: [{ code: '7601' }, { code: '9903.82.02' }, { code: '7601', entry_date: '2025-03-11' }],
    });
    expect(response.status).toBe(422);
    expect((await response.json()).details.map(({ path }: { path: string }) => path)).toEqual([
      '/items/1/code',
      '/items/2/entry_date',
    ]);
  });
});

test('v1 and v2 share the limits of a key, and both count', async () => {
  const few = await server.key('tariff', { perMinute: 3 });
  const v1 = () => server.post('/api/v1/tariff/hts/lookup', { codes: ['7601'] }, few);
  const v2 = () => server.post(DUTIES.path, { items: [{ code: '7601' }] }, few);
  const first = await v2();
  expect(first.headers.get('ratelimit')).toContain('"minute";r=2');
  expect(first.headers.get('cache-control')).toBe('no-store');
  const refused = await server.post(DUTIES.path, { items: [] }, few);
  expect(refused.headers.get('ratelimit')).toContain('"minute";r=1');
  expect([(await v1()).status, (await v2()).status, (await v1()).status]).toEqual([200, 429, 429]);
  const spent = await v2();
  expect([spent.headers.get('retry-after'), spent.headers.get('x-ignored-fields')]).toEqual(['60', null]);
});

test('metrics name the route and its product', async () => {
  await post({ items: [{ code: '7601' }] });
  const text = await (await fetchMetrics(server.app.url)).text();
  expect(text).toMatch(
    /portside_requests_total\{route="\/api\/v2\/tariff\/duties",status="200",product="tariff"\} \d+/,
  );
});

test('a request of many lines leaves the event loop to others, and its processor time is charged', async () => {
  const { key: text, row } = await server.keyIssuer.issue(
    { name: 'many', scope: 'tariff', notes: 'delegate:on' },
    actor,
  );
  const order: string[] = [];
  const items = Array.from({ length: 10 }, (_, at) => ({ code: '8708.29.2120', entry_date: `2026-09-1${at}` }));
  const long = server.post(DUTIES.path, { items }, text).then(({ status }) => order.push(`long ${status}`));
  const lookups = Array.from({ length: 20 }, () => server.post('/api/v1/tariff/hts/lookup', { codes: ['7601'] }, text));
  await Promise.all(lookups).then(() => order.push('20 lookups'));
  await long;
  expect(order).toEqual(['20 lookups', 'long 200']);
  const { used } = await server.storage.resources.account(row.lineageId, utcDay(server.clock.now()));
  expect(used.cpuMs).toBeGreaterThan(0);
  expect(used.cpuMs).toBeLessThan(DUTIES_CPU_MS);
});

test('no request was reported as a fault', () => expect(server.faults).toEqual([]));
