/** Limits as a caller sees them. */
import { expect, test } from 'bun:test';
import { readKeyUsage } from '../../../src/limits/key-usage.ts';
import { actor, sendWhileLocked, startServer } from '../../support/server.ts';
import { until } from '../../support/until.ts';

const LOOKUP = '/api/v1/tariff/hts/lookup';
const body = { codes: ['7326.90.8688'] };

test('of 150 requests on a new key 100 are served and 50 refused with Retry-After; a minute later the key works again', async () => {
  const server = await startServer();
  const key = await server.key();
  const answers = await Promise.all(Array.from({ length: 150 }, () => server.post(LOOKUP, body, key)));
  const refused = answers.filter((answer) => answer.status === 429);
  expect(answers.filter((answer) => answer.status === 200).length).toBe(100);
  expect(refused.length).toBe(50);
  for (const answer of refused) {
    expect(answer.headers.get('retry-after')).toBe('60');
    expect(answer.headers.get('x-should-retry')).toBeNull();
    expect(answer.headers.get('ratelimit')).toMatch(/"minute";r=0;t=60/);
    expect(await answer.json()).toMatchObject({ error: 'rate_limited' });
  }
  server.clock.ms += 59_999;
  expect((await server.post(LOOKUP, body, key)).status).toBe(429);
  server.clock.ms += 1;
  expect((await server.post(LOOKUP, body, key)).status).toBe(200);
});

test('refused requests are not counted', async () => {
  const server = await startServer();
  const { key, row } = await server.keyIssuer.issue(
    { name: 'k', scope: 'all', notes: 'delegate:on', perMinute: 3 },
    actor,
  );
  for (let i = 0; i < 10; i++) await server.post(LOOKUP, body, key);
  expect(await readKeyUsage(server.storage, row, server.clock.now())).toEqual({ minute: 3, today: 3, total: 3 });
});

test('when the daily limit is used up, Retry-After names the end of the day and the caller is told not to retry', async () => {
  const server = await startServer();
  const key = await server.key('all', { perDay: 2 });
  await server.post(LOOKUP, body, key);
  await server.post(LOOKUP, body, key);
  const refused = await server.post(LOOKUP, body, key);
  expect(refused.status).toBe(429);
  expect(refused.headers.get('retry-after')).toBe(String(12 * 3600));
  expect(refused.headers.get('x-should-retry')).toBe('false');
  server.clock.ms += 12 * 3_600_000;
  expect((await server.post(LOOKUP, body, key)).status).toBe(200);
});

test('a rotated key and its successor share their counters', async () => {
  const server = await startServer();
  const first = await server.keyIssuer.issue({ name: 'k', scope: 'all', notes: 'delegate:on', perMinute: 3 }, actor);
  const second = await server.keyIssuer.rotate(first.row.id, 60_000, actor);
  const statuses = [];
  for (const key of [first.key, second.key, first.key, second.key, first.key]) {
    statuses.push((await server.post(LOOKUP, body, key)).status);
  }
  expect(statuses).toEqual([200, 200, 200, 429, 429]);
});

test('a key that another process revokes is refused soon after', async () => {
  const server = await startServer();
  const { key, row } = await server.keyIssuer.issue({ name: 'k', scope: 'all', notes: 'delegate:on' }, actor);
  expect((await server.post(LOOKUP, body, key)).status).toBe(200);
  await server.keyIssuer.revoke(row.id, actor);
  let status = 200;
  await until('the key is refused', async () => {
    status = (await server.post(LOOKUP, body, key)).status;
    return status !== 200;
  });
  expect(status).toBe(401);
});

test('while another process holds the lock the answer is 503 with Retry-After, and nothing is served uncounted', async () => {
  const server = await startServer();
  const { key, row } = await server.keyIssuer.issue({ name: 'k', scope: 'all', notes: 'delegate:on' }, actor);
  await server.post(LOOKUP, body, key);
  const waiting = await sendWhileLocked(server, () => server.post(LOOKUP, body, key));
  // The server stops waiting for the lock after two seconds of this clock.
  server.clock.pass(2_000);
  const answer = await waiting.answer;
  expect(answer.status).toBe(503);
  expect(answer.headers.get('retry-after')).toBe('1');
  expect(await answer.json()).toMatchObject({ error: 'unavailable' });
  expect((await fetch(`${server.app.url}/healthz`)).status).toBe(200);
  server.storage.recordsFile.run('ROLLBACK');
  expect((await server.post(LOOKUP, body, key)).status).toBe(200);
  expect((await readKeyUsage(server.storage, row, server.clock.now())).total).toBe(2);
});

test('the server waits for a short lock, then serves and counts the request', async () => {
  const server = await startServer();
  const { key, row } = await server.keyIssuer.issue({ name: 'k', scope: 'all', notes: 'delegate:on' }, actor);
  const { answer } = await sendWhileLocked(server, () => server.post(LOOKUP, body, key));
  server.storage.recordsFile.run('COMMIT');
  expect((await answer).status).toBe(200);
  expect((await readKeyUsage(server.storage, row, server.clock.now())).total).toBe(1);
});

test('with a full disk the answer is 503 and reads still work; with space again every answer is counted', async () => {
  const server = await startServer();
  const { key, row } = await server.keyIssuer.issue(
    { name: 'k', scope: 'all', notes: 'delegate:on', perMinute: 100_000 },
    actor,
  );
  const pages = server.storage.counters.query<{ page_count: number }, []>('PRAGMA page_count').get()!.page_count;
  server.storage.counters.run(`PRAGMA max_page_count = ${pages}`);
  let served = 0;
  let refused = 0;
  for (let i = 0; i < 400 && refused < 5; i++) {
    const { status } = await server.post(LOOKUP, body, key);
    if (status === 200) served++;
    else {
      expect(status).toBe(503);
      refused++;
    }
  }
  expect(refused).toBe(5);
  expect((await fetch(`${server.app.url}/healthz`)).status).toBe(200);
  server.storage.counters.run('PRAGMA max_page_count = 1000000');
  expect((await server.post(LOOKUP, body, key)).status).toBe(200);
  expect((await readKeyUsage(server.storage, row, server.clock.now())).total).toBe(served + 1);
});
