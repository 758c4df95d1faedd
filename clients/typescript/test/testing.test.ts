/** `@portside/client/testing`: the fake plays the whole table, and answers, records and fails as it is told. */
import { describe, expect, test } from 'bun:test';
import table from '../../go/portsidetest/conformance.json';
import { checkRequests } from '../../server/check-requests.ts';
import { readTable } from '../../server/table.ts';
import {
  AuthError,
  BetaError,
  ConflictError,
  ConnectionError,
  type Fetch,
  InvalidError,
  NotFoundError,
  Portside,
  PortsidePublic,
  ResponseError,
  ServerError,
  TimeoutError,
} from '../src/index.ts';
import { API_KEY, caseNames, FakePortside } from '../src/testing/index.ts';
import { filled } from './filled.ts';
import { runCase } from './run-case.ts';

const { cases } = readTable();

test('the fake knows every case of the table of all clients', () => {
  expect(caseNames()).toEqual(cases.map(({ name }) => name));
  expect(cases.length).toBeGreaterThan(110);
});

describe('the fake plays', () => {
  for (const script of cases) {
    test(script.name, async () => {
      const fake = new FakePortside().play(script.name);
      let inFlight = 0;
      let inFlightMax = 0;
      const counted: Fetch = async (url, init) => {
        inFlightMax = Math.max(inFlightMax, ++inFlight);
        const response = await fake.fetch(url, init).finally(() => inFlight--);
        return response;
      };
      const { actual, visible } = await runCase(script, 'http://portside.test/base', API_KEY, fake.stalled, counted);
      expect(actual).toMatchObject({ waits: [], ...(script.expect as object) });
      expect(checkRequests(script, fake.requests, inFlightMax)).toEqual([]);
      expect(visible).not.toContain(API_KEY.slice(4));
    });
  }
});

describe('without a script', () => {
  test('a lookup, with statuses that a test sets', async () => {
    const fake = new FakePortside().code('8708.10.3050', 'adjacent').code('7208.10.1500', 'in_scope_no_bis14');
    const codes = ['7326.90.8688', '8708.10.3050', '7208.10.1500', '0101.21.0010', '7326.90.8688'];
    const { results, meta } = await fake.client().tariff.hts.lookup(codes);
    expect(results.map(({ status }) => status)).toEqual(['hit', 'adjacent', 'in_scope_no_bis14', 'clear', 'hit']);
    expect(results.map(({ adjacent_hits }) => adjacent_hits.length)).toEqual([1, 1, 0, 0, 1]);
    expect(results.map(({ in_scope }) => in_scope)).toEqual([true, false, true, false, true]);
    expect(meta).toMatchObject({ list: { id: 'note-16c' }, rateLimit: { day: { remaining: 9999 } } });
    expect(fake.requests).toMatchObject([
      { operation: 'lookupHtsCodes', method: 'POST', path: '/api/v1/tariff/hts/lookup', query: '', body: { codes } },
    ]);
  });

  test('any number of codes, 50 at a time', async () => {
    const fake = new FakePortside();
    const codes = Array.from({ length: 730 }, (_, at) => `0101.21.${String(at).padStart(4, '0')}`);
    const results = await fake.client().tariff.hts.lookupAll(codes).collect();
    expect(results.map(({ code }) => code)).toEqual(codes);
    expect(fake.requests).toHaveLength(15);
  });

  test('a scan, a certificate and its document; one certificate for one idempotency key', async () => {
    const fake = new FakePortside();
    const portside = fake.client();
    expect((await portside.pixel.scan('https://shop.example/')).findings).toHaveLength(1);
    const request = table.shared.gcc as never;
    const [first, again, other] = [
      await portside.entry.gcc.generate(request, { idempotencyKey: 'k' }),
      await portside.entry.gcc.generate(request, { idempotencyKey: 'k' }),
      await portside.entry.gcc.generate(request),
    ];
    expect(again.gcc_id).toBe(first.gcc_id);
    expect(other.gcc_id).not.toBe(first.gcc_id);
    expect(new TextDecoder().decode(await first.download())).toStartWith('%PDF-1.7');
    expect(await portside.entry.certificates.download(first.gcc_id)).toEqual(await first.download());
    const different = portside.entry.gcc.generate({} as never, { idempotencyKey: 'k' });
    expect(await different.catch((error) => error)).toBeInstanceOf(ConflictError);
  });

  test('all else is refused', async () => {
    const fake = new FakePortside();
    expect(await fake.client().watches.get('wat_1').catch(named)).toBe('NotFoundError');
    expect(await fake.client().tariff.hts.lookup([]).catch(named)).toBe('InvalidError');
    expect(await new PortsidePublic({ fetch: fake.fetch }).explain('7326').catch(named)).toBe('NotFoundError');
    const bare = await fake.fetch('http://127.0.0.1:1/api/v2/watches');
    expect([bare.status, bare.headers.get('x-client-nonce')]).toEqual([401, null]);
    expect((await fake.fetch('https://elsewhere.example/nothing')).status).toBe(404);
    expect(fake.requests.at(-1)?.operation).toBeUndefined();
  });
});

function named(error: unknown): string {
  return (error as Error).name;
}

describe('a script', () => {
  test('answers come in order, then the usual ones; the others are untouched', async () => {
    const fake = new FakePortside().answer('readWatch', { status: 401 }, { status: 403, json: { error: 'beta' } });
    const portside = fake.client();
    const kinds = [];
    for (let asked = 0; asked < 3; asked++) kinds.push(await portside.watches.get('wat_1').catch((error) => error));
    expect(kinds.map((kind) => kind.constructor)).toEqual([AuthError, BetaError, NotFoundError]);
    expect((await portside.tariff.hts.lookup(['1'])).results[0]!.status).toBe('clear');
  });

  test('an outage, and its end: no time passes, and each attempt has a nonce of its own', async () => {
    const fake = new FakePortside().answer('lookupHtsCodes', {
      status: 503,
      headers: { 'Retry-After': '20' },
      times: 2,
    });
    const { results } = await fake.client().tariff.hts.lookup(['7326.90.8688']);
    expect(results[0]!.status).toBe('hit');
    expect(fake.waits).toEqual([20, 20]);
    expect(new Set(fake.requests.map(({ headers }) => headers['x-client-nonce'])).size).toBe(3);
    fake.answer('lookupHtsCodes', { status: 503, times: 3 });
    expect(
      await fake
        .client()
        .tariff.hts.lookup(['1'])
        .catch((error) => error),
    ).toBeInstanceOf(ServerError);
  });

  test('waits count towards the deadline', async () => {
    const fake = new FakePortside().answer('lookupHtsCodes', {
      status: 503,
      headers: { 'Retry-After': '25' },
      times: 9,
    });
    const work = fake.client({ maxRetries: 9, deadlineMs: 60_000 }).tariff.hts.lookup(['1']);
    expect(await work.catch((error) => error)).toBeInstanceOf(ServerError);
    expect(fake.waits).toEqual([25, 25]);
  });

  test.each([
    ['a connection that breaks', { end: 'reset' as const }, ConnectionError],
    ['a body that breaks', { json: { results: [] }, cut: 5, end: 'close' as const }, ConnectionError],
    ['no answer', { end: 'stall' as const }, TimeoutError],
    ['the answer to another request', { lookup: 'clear', nonce: 'foreign' }, ResponseError],
    ['a page of a proxy', { text: '<html>' }, ResponseError],
    ['a refusal', { status: 422, json: { error: 'invalid_request' } }, InvalidError],
  ])('%s', async (_, answer, kind) => {
    const fake = new FakePortside().answer('lookupHtsCodes', { ...answer, times: 2 });
    const work = fake.client({ maxRetries: 1, timeoutMs: 50 }).tariff.hts.lookup(['1']);
    expect(await work.catch((error) => error)).toBeInstanceOf(kind);
  });

  test('a case of the table', async () => {
    const fake = new FakePortside().play('error: 403 beta');
    expect(
      await fake
        .client()
        .tariff.hts.lookup(['1'])
        .catch((error) => error),
    ).toBeInstanceOf(BetaError);
    expect(() => fake.play('error: 418')).toThrow('There is no case "error: 418".');
    expect(() => fake.answer('readEverything' as never)).toThrow('The API has no operation "readEverything".');
  });

  test('JSON, a file and a key of the caller are recorded', async () => {
    const fake = new FakePortside();
    const file = new TextEncoder().encode('part,hts\nBolt,7318.15.2065\n');
    const json = filled('createTariffAudit', { id: 'job_1', status: 'queued' });
    fake.answer('createTariffAudit', { status: 202, json, times: 2 });
    const { audits } = fake.client().tariff;
    await audits.create({ file, format: 'csv' }, { code_column: 'hts', call: { idempotencyKey: 'k1' } });
    await audits.create({ rows: [{ hts: '7318.15.2065' }] }, { call: { headers: { 'X-Trace': 't' } } });
    expect(fake.requests).toMatchObject([
      { query: 'code_column=hts', body: file, headers: { 'content-type': 'text/csv', 'idempotency-key': 'k1' } },
      { query: '', body: { rows: [{ hts: '7318.15.2065' }] }, headers: { 'x-trace': 't' } },
    ]);
  });

  test('in place of the global fetch, for a program that makes its own client', async () => {
    const fake = new FakePortside();
    const { fetch } = globalThis;
    globalThis.fetch = fake.fetch as unknown as typeof fetch;
    try {
      const { results } = await new Portside({ apiKey: API_KEY }).tariff.hts.lookup(['7326.90.8688']);
      expect(results[0]!.hit).toBe(true);
    } finally {
      globalThis.fetch = fetch;
    }
    expect(fake.requests).toHaveLength(1);
  });
});
