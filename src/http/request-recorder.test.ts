import { expect, test } from 'bun:test';
import type { LoggedRequest } from '../domain/request-log.ts';
import { keepFacts } from './request-facts.ts';
import { RECORDED_MAX, RequestRecorder } from './request-recorder.ts';

const LOOKUP = '/api/v1/tariff/hts/lookup';

function setUp() {
  const rows: LoggedRequest[] = [];
  const counts = { lost: 0, asked: 0 };
  const recorder = new RequestRecorder({
    writer: { push: (row) => rows.push(row), lose: () => counts.lost++ },
    networkOf: () => {
      counts.asked++;
      return '203.0.113.7';
    },
    clock: { now: () => 1_000_000 },
  });
  const observe = (status: number, keyId: number | undefined, endedMs = 1000.5, route = LOOKUP) => {
    const request = new Request('http://localhost/svc_path?q=svc_query', { method: 'POST' });
    keepFacts(request, { id: 'req_1', keyId, code: status === 200 ? '' : 'beta' });
    recorder.observe(route, request, new Response(), status, 1000, endedMs);
  };
  return { rows, counts, recorder, observe };
}

test('a request is recorded as its pattern, its facts and the network of its client', () => {
  const { rows, recorder, observe } = setUp();
  observe(403, 7);
  recorder.observe('(none)', new Request('http://localhost/svc_path'), new Response(), 421, 1000, 1000);
  expect(rows).toEqual([
    {
      atMs: 1_000_000,
      requestId: 'req_1',
      method: 'POST',
      route: LOOKUP,
      status: 403,
      code: 'beta',
      keyId: 7,
      durationUs: 500,
      network: '203.0.113.0/24',
    },
    {
      atMs: 1_000_000,
      requestId: '',
      method: 'GET',
      route: '(none)',
      status: 421,
      code: '',
      keyId: null,
      durationUs: 0,
      network: '203.0.113.0/24',
    },
  ]);
});

test('one loud key does not hide the failure of another, successes do not hide failures, and strangers hide nobody', () => {
  const { rows, counts, observe } = setUp();
  for (let i = 0; i < 5000; i++) observe(429, 7);
  for (let i = 0; i < 5000; i++) observe(401, undefined);
  for (let i = 0; i < 5000; i++) observe(200, 100 + (i % 1000));
  observe(403, 8);
  const of = (matches: (row: LoggedRequest) => boolean) => rows.filter(matches).length;
  expect(of(({ keyId }) => keyId === 7)).toBe(50);
  expect(of(({ keyId }) => keyId === null)).toBe(100);
  expect(of(({ status }) => status === 200)).toBe(50);
  expect(of(({ keyId }) => keyId === 8)).toBe(1);
  expect(rows.length).toBeLessThanOrEqual(RECORDED_MAX);
  expect(rows.length + counts.lost).toBe(15_001);
  // A request that is not kept costs nothing: not even the address of the client is looked up.
  expect(counts.asked).toBe(rows.length);
});

test('each second has its own room, and all keys together have no more than there is', () => {
  const { rows, observe } = setUp();
  for (let key = 1; key <= 1000; key++) observe(503, key);
  expect(rows).toHaveLength(RECORDED_MAX);
  for (let key = 1; key <= 1000; key++) observe(503, key, 2100);
  expect(rows).toHaveLength(2 * RECORDED_MAX);
});

test('health checks and pages are not recorded, and not counted as lost', () => {
  const { rows, counts, observe } = setUp();
  for (const route of ['/healthz', '/metrics', '/operator/keys', '/docs/:page']) observe(200, undefined, 1001, route);
  observe(303, undefined, 1001, '/operator/sign-in');
  expect([rows, counts.lost]).toEqual([[], 0]);
});
