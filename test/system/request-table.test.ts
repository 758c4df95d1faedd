/** The request log in the database: what it says about a failure, and that nothing secret gets into it. */
import { expect, test } from 'bun:test';
import type { LoggedRequest } from '../../src/domain/request-log.ts';
import { RequestRecorder } from '../../src/http/request-recorder.ts';
import { LossyWriter } from '../../src/limits/lossy-writer.ts';
import { actor, startServer } from '../support/server.ts';
import { tempStorage, testClock } from '../support/temp.ts';
import { until } from '../support/until.ts';
import { startOperator } from '../support/visitor.ts';

const LOOKUP = '/api/v1/tariff/hts/lookup';
const EMAIL = 'maria.kowalska@personal-mail.example';
const QUERY = 'secretqueryvalue';

test('every kind of failure is found by its request id, with code, key and route', async () => {
  const { storage, key, keyIssuer, post, app } = await startServer();
  const good = await key();
  const { row, key: narrow } = await keyIssuer.issue({ name: 'narrow', scope: 'pixel', notes: 'delegate:on' }, actor);
  const { key: elsewhere } = await keyIssuer.issue(
    { name: 'elsewhere', scope: 'all', networks: '203.0.113.0/24' },
    actor,
  );
  const spent = await key('all', { perMinute: 1 });
  await (await post(LOOKUP, { codes: ['7326'] }, spent)).text();
  const cases: [() => Promise<Response>, Partial<LoggedRequest>][] = [
    [() => post(LOOKUP, { codes: ['7326.90.8688'] }, good), { status: 200, code: '', keyId: 1, route: LOOKUP }],
    [() => post(LOOKUP, {}, 'svc_nonsense'), { status: 401, code: 'unauthorized', keyId: null }],
    [() => post(LOOKUP, {}, elsewhere), { status: 401, code: 'unauthorized', keyId: null }],
    [() => post(LOOKUP, {}, narrow), { status: 403, code: 'scope', keyId: row.id }],
    [() => post(LOOKUP, {}, spent), { status: 429, code: 'rate_limited' }],
    [() => post(LOOKUP, '{', good), { status: 400, code: 'invalid_json', keyId: 1 }],
    [() => post(LOOKUP, { codes: 5 }, good), { status: 422, code: 'invalid_request', keyId: 1 }],
    [() => post(LOOKUP, 'x'.repeat(300_000), good), { status: 413, code: 'payload_too_large' }],
    [() => fetch(app.url + LOOKUP), { status: 405, code: 'method_not_allowed', method: 'GET' }],
    [() => fetch(`${app.url}/api/v1/tarif`), { status: 404, code: 'not_found', route: '(none)' }],
    [() => fetch(`${app.url}/api/v0/tariff/lists`), { status: 200, code: '', keyId: null }],
    // In chunks, so that the guard makes the request anew.
    [
      () =>
        fetch(app.url + LOOKUP, {
          method: 'POST',
          headers: { authorization: `Bearer ${good}`, 'content-type': 'application/json' },
          body: new ReadableStream({
            start(controller) {
              controller.enqueue(new TextEncoder().encode('{"codes":7}'));
              controller.close();
            },
          }),
        }),
      { status: 422, code: 'invalid_request', keyId: 1 },
    ],
  ];
  const sent: [string, Partial<LoggedRequest>][] = [];
  for (const [send, expected] of cases) {
    const response = await send();
    await response.text();
    sent.push([response.headers.get('x-request-id')!, expected]);
  }
  const find = (requestId: string) => storage.requestLog.search({ requestId, limit: 2 });
  await until('the last is in the log', async () => (await find(sent.at(-1)![0])).length > 0);
  for (const [requestId, expected] of sent) {
    const found = await find(requestId);
    expect(found).toEqual([expect.objectContaining({ requestId, network: '127.0.0.0/24', ...expected })]);
    expect(found[0]!.durationUs).toBeGreaterThan(0);
  }
  expect((await storage.requestLog.search({ keyIds: [row.id], limit: 10 })).length).toBe(1);
});

test('a key, a query, a body, a name or an address is in no row, wherever the client puts it', async () => {
  const server = await startOperator();
  const { app, storage, key, post } = server;
  const secret = await key();
  const headers = {
    referer: `https://shop.example/?token=${QUERY}&key=${secret}`,
    'user-agent': `agent ${secret}`,
    'x-request-id': secret,
    'x-forwarded-for': `198.51.100.${77}, ${secret}`,
    traceparent: `00-${secret}`,
    cookie: `session=${QUERY}`,
    'idempotency-key': QUERY,
  };
  const paths = [
    `/${secret}`,
    `/api/v1/${secret}`,
    `/api/v1/entry/gcc/${secret}.pdf?signature=${QUERY}`,
    `${LOOKUP}/${secret}?key=${secret}`,
    `/api/v0/${EMAIL}?token=${QUERY}`,
    `/api/v0/tariff/lists/${encodeURIComponent(secret)}`,
    `/api/v0/tariff/lists/%zz${secret}`,
    `/api/v1/../${secret}`,
    `/verify/${secret}`,
  ];
  for (const path of paths) await (await fetch(app.url + path, { headers })).text();
  for (const method of [`SVC-${QUERY}`, 'PROPFIND']) {
    await fetch(app.url + LOOKUP, { method, headers }).then(
      (response) => response.text(),
      () => '',
    );
  }
  await (await post(`${LOOKUP}?key=${secret}`, { codes: [EMAIL], note: QUERY }, secret, headers)).text();
  await (await post(LOOKUP, `{"${secret}"`, secret, headers)).text();
  await (await post(LOOKUP, {}, `${secret}x`, headers)).text();
  await (await post('/api/v1/pixel/scan', { url: `http://shop.invalid/${EMAIL}?t=${QUERY}` }, secret)).text();
  await server.visitor().signIn(`wrong ${QUERY}`, EMAIL);
  await until('all of it is in the log', async () => {
    const { length } = await storage.requestLog.search({ outcome: 'failed', limit: 100 });
    return length >= paths.length - 1 + 4;
  });
  await app.close();
  const rows = storage.recordsFile.query('SELECT * FROM request_log').all() as Record<string, unknown>[];
  expect(rows.map(({ route }) => route)).toContain('/operator/sign-in');
  const text = JSON.stringify(rows);
  for (const hidden of [
    secret,
    secret.slice(4),
    secret.slice(0, 12),
    QUERY,
    EMAIL,
    'maria',
    '198.51',
    '127.0.0.1',
    'shop',
    'PROPFIND',
    'SVC-',
  ]) {
    expect([hidden, text.toLowerCase().includes(hidden.toLowerCase())]).toEqual([hidden, false]);
  }
});

test('nothing is kept if the setting says so', async () => {
  const { storage, key, post, app } = await startServer({ request_log_days: 0 });
  await (await post(LOOKUP, { codes: ['7326'] }, await key())).text();
  await app.close();
  expect(await storage.requestLog.search({ limit: 1 })).toEqual([]);
  expect(await storage.requestLog.days()).toEqual([]);
});

test('a request is answered while the log cannot be written, and is in the log later', async () => {
  const { storage, key, post } = await startServer();
  const { requestLog } = storage;
  const good = await key();
  const spoiled = "CREATE TEMP TRIGGER spoiled BEFORE INSERT ON request_log BEGIN SELECT RAISE(ABORT, 'spoiled'); END";
  storage.counters.run(spoiled);
  const response = await post(LOOKUP, { codes: ['7326'] }, good);
  expect(response.status).toBe(200);
  const requestId = response.headers.get('x-request-id')!;
  storage.counters.run('DROP TRIGGER spoiled');
  await until('it is written', async () => (await requestLog.search({ requestId, limit: 1 })).length === 1);
  expect((await requestLog.search({ requestId, limit: 1 }))[0]).toMatchObject({ status: 200, keyId: 1 });
});

test('a million requests leave a bounded table, and every one that is not in it was counted', async () => {
  const { requestLog } = tempStorage();
  const clock = testClock();
  const limits = { daysMax: 7, rowsMax: 2000 };
  const writer = new LossyWriter({
    store: requestLog,
    prune: () => requestLog.prune(limits, clock.now()),
    rowsMax: 800,
    clock,
  });
  const recorder = new RequestRecorder({ writer, networkOf: () => '203.0.113.9', clock });
  const request = new Request('http://localhost/');
  const response = new Response();
  const REQUESTS = 1_000_000;
  let kept = 0;
  for (let i = 1; i <= REQUESTS; i++) {
    // 20,000 a second, half of them failures of strangers.
    const endedMs = i / 20;
    recorder.observe(LOOKUP, request, response, i % 2 ? 200 : 401, endedMs, endedMs);
    if (i % 20_000 > 0) continue;
    clock.pass(1000);
    await writer.flush();
    const days = await requestLog.days();
    kept = days.reduce((sum, day) => sum + day.kept, 0);
    expect(kept).toBeLessThanOrEqual(limits.rowsMax);
    expect(days.reduce((sum, day) => sum + day.notKept, 0) + writer.written).toBe(i);
  }
  // All of these had no key, and strangers have a quarter.
  expect(kept).toBeLessThanOrEqual(limits.rowsMax / 4);
  expect(kept).toBeGreaterThan(limits.rowsMax / 4 - 200);
  expect(await requestLog.search({ limit: 5000 })).toHaveLength(kept);
  await writer.close();
});
