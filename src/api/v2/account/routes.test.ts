/** The account of a key and its rotation over HTTP. */
import { describe, expect, test } from 'bun:test';
import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { actor, startServer } from '../../../../test/support/server.ts';
import { until } from '../../../../test/support/until.ts';
import { DAY_MS, HOUR_MS } from '../../../domain/clock.ts';
import type { Scope } from '../../../domain/key.ts';
import { hashKeyText, isKeyText } from '../../../keys/key-text.ts';
import { OwnRotation } from '../../../keys/own-rotation.ts';
import { READ, ROTATE } from './routes.ts';
import { Account, RotatedKey } from './schema.ts';

const server = await startServer({ key_rotation: 'on' });
const closed = await startServer({ contact: 'keys@operator.example' });
const { clock, keyIssuer, storage } = server;

async function send(method: string, path: string, as: string, body?: unknown, more: object = {}, to = server) {
  const response = await fetch(to.app.url + path, {
    method,
    headers: {
      authorization: `Bearer ${as}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...more,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: the tests compare it with schemas
  return { status: response.status, headers: response.headers, body: (await response.json()) as any };
}
const read = async (key: string, more = '') => send('GET', READ.path + more, key);
const rotate = (key: string, body: unknown = {}, more = {}) => send('POST', ROTATE.path, key, body, more);
const once = (name: string) => ({ 'idempotency-key': name });
/** A server acts on a changed key within a second. */
const untilRefused = (key: string) => until('the old key is refused', async () => (await read(key)).status === 401);
const hasShape = (schema: TSchema, answer: unknown) => expect([...Value.Errors(schema, answer)]).toEqual([]);
const rowOf = async (key: string) => (await keyIssuer.findByHash(hashKeyText(key)))!;

describe('account', () => {
  test.each(['tariff', 'pixel', 'entry', 'all'] as Scope[])('is open to a key for %s', async (scope) => {
    const key = await server.key(scope, { name: 'Quay', owner: 'Ines', perMinute: 7, perDay: 70 });
    const { status, body, headers } = await read(key);
    expect(status).toBe(200);
    hasShape(Account, body);
    expect(headers.get('cache-control')).toBe('no-store');
    const product = scope === 'all' ? 'tariff' : scope;
    expect(body.key).toMatchObject({ name: 'Quay', owner: 'Ines', scope, status: 'active', expires_at: null });
    expect(body.key.prefix).toBe(`${key.slice(0, 8)}…${key.slice(-4)}`);
    expect(JSON.stringify(body)).not.toContain(key);
    expect(body.limits).toEqual({ per_minute: 7, per_day: 70 });
    expect(body.use).toMatchObject({ minute: 1, today: 1 });
    expect(body.use.days.at(-1)).toMatchObject({ requests: 1, by_product: { [product]: 1 } });
  });

  test('has 90 days without a gap, oldest first, also of days without a request', async () => {
    const key = await server.key('all');
    await read(key);
    clock.ms += 3 * DAY_MS;
    const { body } = await read(key);
    const { days } = body.use;
    expect(days).toHaveLength(90);
    const dates = days.map(({ date }: { date: string }) => Date.parse(date));
    expect(dates.every((at: number, i: number) => i === 0 || at - dates[i - 1]! === DAY_MS)).toBe(true);
    expect(days.slice(-4).map(({ requests }: { requests: number }) => requests)).toEqual([1, 0, 0, 1]);
    expect(days[0].by_product).toEqual({ tariff: 0, pixel: 0, entry: 0 });
    expect(body.use).toMatchObject({ minute: 1, today: 1 });
  });

  test('adds up the keys of a lineage, and nothing of others', async () => {
    const first = await server.key('all');
    const other = await server.key('all');
    for (let i = 0; i < 3; i++) await read(first);
    for (let i = 0; i < 5; i++) await read(other);
    const second = (await rotate(first)).body.key;
    const { body } = await read(second);
    expect(body.use.today).toBe(5);
    expect(body.use.days.at(-1).requests).toBe(5);
    expect((await read(first)).body.key).toMatchObject({
      status: 'rotating',
      may_rotate: false,
      successor_prefix: body.key.prefix,
    });
    expect(body.key).toMatchObject({ status: 'active', may_rotate: true, successor_prefix: null });
  });

  test('counts requests that were rolled up, and those that were not yet, once each', async () => {
    const key = await server.key('all', { perMinute: 1000 });
    const { lineageId } = await rowOf(key);
    for (let i = 0; i < 5; i++) await read(key);
    // The limiter rolls up by itself when minutes pass.
    clock.ms += 10 * 60_000;
    for (let i = 0; i < 4; i++) await read(key);
    const today = Math.floor(clock.now() / DAY_MS);
    const cells = (await storage.usage.lineageDays(lineageId, today)).filter(({ at }) => at === today);
    expect(cells.reduce((sum, { requests }) => sum + requests, 0)).toBe(9);
  });

  test('says the own limits of resources, and the open jobs', async () => {
    const key = await server.key('all', { resources: { storedBytes: 10_000_000 } });
    const { body } = await read(key);
    expect(body.resources).toEqual({
      stored_bytes: { used: 0, limit: 10_000_000 },
      cpu_ms: { used: 0, limit: 3_600_000 },
      bytes_fetched: { used: 0, limit: 20_000_000_000 },
    });
    expect(body.open_jobs).toEqual({ tariff_audits: 0, pixel_audits: 0, entry_batches: 0, limit: 10 });
    const { keyId, lineageId } = await rowOf(key).then(({ id, lineageId: of }) => ({ keyId: id, lineageId: of }));
    // A chunk that nobody can read would fail: this one is leased, so it stays open.
    const jobs = storage.openJobs(clock);
    const chunk = { number: 0, firstLine: 1, lines: 1, input: new Uint8Array([1]) };
    await jobs.accept({
      id: 'job_000000000000000000000000',
      kind: 'pixel_audit',
      lineageId,
      keyId,
      product: 'pixel',
      options: {},
      linesTotal: 1,
      chunks: [chunk],
      units: 1,
      perDay: 100,
    });
    const claimed = await jobs.claim('test', 600_000, []);
    expect(claimed).toBeDefined();
    expect((await read(key)).body.open_jobs).toMatchObject({ pixel_audits: 1, tariff_audits: 0 });
    // What a job took of the day is in the day.
    expect((await read(key)).body.use.days.at(-1).by_product.pixel).toBe(1);
    await jobs.remove(lineageId, 'job_000000000000000000000000');
  });

  test.each([
    ['no key', 401, 'GET', READ.path, ''],
    ['an unknown key', 401, 'GET', READ.path, 'svc_000000000000000000000000'],
    ['another method', 405, 'DELETE', READ.path, undefined],
    ['a query', 422, 'GET', `${READ.path}?days=7`, undefined],
    ['a read of the rotation', 405, 'GET', ROTATE.path, undefined],
  ])('%s: %d', async (_, status, method, path, as) => {
    const answer = await send(method, path, as ?? (await server.key('all')));
    expect(answer.status).toBe(status);
  });

  test('a key that is not enrolled is 403, and a spent minute 429', async () => {
    expect((await read(await server.key('all', { notes: '' }))).body.error).toBe('beta');
    const key = await server.key('all', { perMinute: 1 });
    await read(key);
    expect((await read(key)).status).toBe(429);
  });
});

describe('rotation', () => {
  test('gives a key with everything of the old one, which works until the overlap ends', async () => {
    const expiresAt = clock.now() + 30 * DAY_MS;
    const key = await server.key('pixel', { name: 'Quay', owner: 'Ines', tags: 'a b', perMinute: 900, expiresAt });
    const { status, body, headers } = await rotate(key, { overlap_hours: 2 });
    expect(status).toBe(201);
    hasShape(RotatedKey, body);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(isKeyText(body.key)).toBe(true);
    expect(body).toMatchObject({ name: 'Quay', owner: 'Ines', scope: 'pixel' });
    expect(Date.parse(body.expires_at)).toBe(expiresAt);
    expect(Date.parse(body.old_key_until)).toBe(clock.now() + 2 * HOUR_MS);
    const [old, next] = [await rowOf(key), await rowOf(body.key)];
    expect(next).toMatchObject({ lineageId: old.lineageId, tags: 'a b', perMinute: 900, scope: 'pixel' });
    expect((await read(body.key)).status).toBe(200);
    expect((await read(key)).status).toBe(200);
    clock.ms += 2 * HOUR_MS;
    await untilRefused(key);
    expect((await read(body.key)).status).toBe(200);
    const [entry] = await storage.activity.search({ text: `key ${old.id} `, action: 'key.rotate', limit: 1 });
    expect(entry).toMatchObject({
      actor: `key ${old.id}`,
      origin: '127.0.0.1',
      detail: expect.stringContaining('7200 s'),
    });
  });

  test('overlaps for a day if nothing is said, for 90 days at most, and not at all with 0', async () => {
    const { body } = await rotate(await server.key());
    expect(Date.parse(body.old_key_until)).toBe(clock.now() + DAY_MS);
    expect((await rotate(await server.key(), { overlap_hours: 2160 })).status).toBe(201);
    const key = await server.key();
    expect((await rotate(key, { overlap_hours: 0 })).status).toBe(201);
    await untilRefused(key);
  });

  test('a key with a successor cannot rotate again; the successor can', async () => {
    const key = await server.key();
    const { body } = await rotate(key);
    const again = await rotate(key);
    expect([again.status, again.body.error]).toEqual([409, 'conflict']);
    expect(again.body.message).toContain('rotated already');
    expect((await rotate(body.key)).status).toBe(201);
  });

  test('the same Idempotency-Key shows the same key for a day, and makes one only', async () => {
    const key = await server.key();
    const body = { overlap_hours: 100 };
    const answers = await Promise.all(Array.from({ length: 8 }, () => rotate(key, body, once('r-1'))));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(201));
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
    expect(await keyIssuer.relatives(await rowOf(key))).toHaveLength(1);
    clock.ms += DAY_MS - 1;
    expect((await rotate(key, body, once('r-1'))).body.key).toBe(answers[0]!.body.key);
    clock.ms += 1;
    expect((await rotate(key, body, once('r-1'))).status).toBe(409);
  });

  test.each([
    ['another body', { overlap_hours: 25 }, once('r-2')],
    ['another Idempotency-Key', {}, once('r-3')],
    ['no Idempotency-Key', {}, {}],
  ])('%s shows no key: 409', async (_, body, headers) => {
    const key = await server.key();
    const { body: made } = await rotate(key, {}, once('r-2'));
    const answer = await rotate(key, body, headers);
    expect(answer.status).toBe(409);
    expect(JSON.stringify(answer.body)).not.toContain(made.key);
  });

  test('a key of another lineage with the same Idempotency-Key gets a key of its own', async () => {
    const [one, other] = [await server.key(), await server.key()];
    const keys = [(await rotate(one, {}, once('same'))).body.key, (await rotate(other, {}, once('same'))).body.key];
    expect(keys[0]).not.toBe(keys[1]);
  });

  test('a successor that was revoked is not shown again, and neither is one that the operator made', async () => {
    const key = await server.key();
    const { body } = await rotate(key, {}, once('gone'));
    await keyIssuer.revoke((await rowOf(body.key)).id, actor);
    expect((await rotate(key, {}, once('gone'))).status).toBe(409);
    const other = await server.key();
    const byOperator = await keyIssuer.rotate((await rowOf(other)).id, DAY_MS, actor);
    const answer = await rotate(other, {}, once('mine'));
    expect([answer.status, JSON.stringify(answer.body).includes(byOperator.key)]).toEqual([409, false]);
  });

  test('neither the database nor the old key alone gives the new key', async () => {
    const key = await server.key();
    const { body } = await rotate(key, {}, once('alone'));
    const tables = storage.recordsFile
      .query<{ name: string }, []>("SELECT name FROM sqlite_schema WHERE type = 'table'")
      .all()
      .map(({ name }) => JSON.stringify(storage.recordsFile.query(`SELECT * FROM "${name}"`).all()));
    expect(tables.length).toBeGreaterThan(10);
    expect(tables.filter((rows) => rows.includes(body.key) || rows.includes(key))).toEqual([]);
    // The same old key, Idempotency-Key and overlap under another secret: another key.
    const elsewhere = new OwnRotation({
      isAllowed: true,
      contact: '',
      clock,
      settings: { get: async () => undefined, keep: async () => 'another secret' },
      keyIssuer: { find: async () => undefined, rotate: async (...[, , , text]) => ({ key: text }) as never },
    });
    const guess = { keyId: 1, keyText: key, overlapMs: DAY_MS, idempotencyKey: 'alone', origin: '' };
    expect((await elsewhere.rotate(guess)).key).not.toBe(body.key);
  });

  test.each([
    ['a negative overlap', { overlap_hours: -1 }, {}, 422],
    ['more than 90 days', { overlap_hours: 2161 }, {}, 422],
    ['half an hour', { overlap_hours: 0.5 }, {}, 422],
    ['a text', { overlap_hours: '24' }, {}, 422],
    ['an unknown field', { overlap: 24 }, {}, 422],
    ['an Idempotency-Key that is too long', {}, once('x'.repeat(256)), 422],
    ['no JSON', '{', {}, 400],
    ['another media type', {}, { 'content-type': 'text/plain' }, 415],
  ])('%s is refused, and nothing is rotated', async (_, body, headers, status) => {
    const key = await server.key();
    expect((await rotate(key, body, headers)).status).toBe(status);
    expect((await read(key)).body.key.status).toBe('active');
  });

  test('is refused unless the operator allows it, and says who can', async () => {
    const key = await closed.key();
    const answer = await send('POST', ROTATE.path, key, {}, {}, closed);
    expect([answer.status, answer.body.error]).toEqual([409, 'conflict']);
    expect(answer.body.message).toMatch(/keys@operator\.example.*PORTSIDE_KEY_ROTATION=on/);
    const { body } = await send('GET', READ.path, key, undefined, {}, closed);
    expect(body.key).toMatchObject({ status: 'active', may_rotate: false });
  });
});
