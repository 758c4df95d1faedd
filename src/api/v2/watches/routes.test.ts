/** Watches and events over HTTP, on one server whose scans and webhooks stay on this machine. */
import { afterAll, describe, expect, test } from 'bun:test';
import { Webhook } from 'standardwebhooks';
import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { startServer } from '../../../../test/support/server.ts';
import { until } from '../../../../test/support/until.ts';
import { DEMO_STORE_URL } from '../../../pixel/demo-store/address.ts';
import { EventList, WatchEventShape } from '../events/schema.ts';
import { CREATE } from './routes.ts';
import { DeletedWatch, MadeWatch, Watch, WatchList, WatchSecret } from './schema.ts';

const received: { headers: Record<string, string>; body: string }[] = [];
let status = 204;
const receiver = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  async fetch(request) {
    received.push({ headers: Object.fromEntries(request.headers), body: await request.text() });
    return new Response(null, { status });
  },
});
afterAll(() => receiver.stop(true));

const server = await startServer({ scan_allow: [`127.0.0.1:${receiver.port}`] });
// The library of receivers compares the timestamp with the clock of the machine.
server.clock.ms = Date.now();
const UNLIMITED = { perMinute: 100_000, perDay: 1_000_000 };
const key = await server.key('all', UNLIMITED);
const stranger = await server.key('all', UNLIMITED);
const tariffKey = await server.key('tariff', UNLIMITED);
const pixelKey = await server.key('pixel', UNLIMITED);
const entryKey = await server.key('entry', UNLIMITED);
const PATH = CREATE.path;
const CODES = { codes: ['9401.61.4011', '7318.15.20', '94016140 11'.replace(' ', '')] };
const HOOK = { webhook: { url: `http://127.0.0.1:${receiver.port}/hook` } };

async function send(method: string, path: string, body?: unknown, as = key, more: Record<string, string> = {}) {
  const response = await fetch(server.app.url + path, {
    method,
    headers: {
      authorization: `Bearer ${as}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...more,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  // biome-ignore lint/suspicious/noExplicitAny: the tests compare it with schemas
  return { status: response.status, headers: response.headers, body: (text && JSON.parse(text)) as any };
}
const make = async (body: object = CODES, as = key) => (await send('POST', PATH, body, as)).body;
const hasShape = (schema: TSchema, answer: unknown) => expect([...Value.Errors(schema, answer)]).toEqual([]);
const eventsOf = async (id: string) => (await send('GET', `${PATH}/${id}/events`)).body.events;

describe('a life', () => {
  test('made, read, listed, renamed, paused, resumed, deleted with its test events', async () => {
    const made = await send('POST', PATH, { ...CODES, name: 'Sofas' });
    expect(made.status).toBe(201);
    hasShape(MadeWatch, made.body);
    const { id } = made.body;
    expect(id).toMatch(/^wat_[0-9A-Za-z]{24}$/);
    // A number that is written twice counts once.
    expect(made.body).toMatchObject({
      kind: 'tariff',
      status: 'active',
      numbers: 2,
      webhook: null,
      webhook_secret: null,
    });
    const read = await send('GET', `${PATH}/${id}`);
    hasShape(Watch, read.body);
    expect(read.body.subject.codes).toEqual(['9401.61.4011', '7318.15.20']);
    const list = await send('GET', `${PATH}?limit=1`);
    hasShape(WatchList, list.body);
    expect(list.body.watches.map((one: { id: string }) => one.id)).toEqual([id]);
    const paused = await send('PATCH', `${PATH}/${id}`, { name: 'Beds', paused: true });
    hasShape(MadeWatch, paused.body);
    expect(paused.body).toMatchObject({ name: 'Beds', status: 'paused', looks: [{ due_at: null }] });
    expect((await send('PATCH', `${PATH}/${id}`, { paused: false })).body).toMatchObject({
      name: 'Beds',
      status: 'active',
    });
    const event = await send('POST', `${PATH}/${id}/tests`);
    expect(event.status).toBe(202);
    hasShape(WatchEventShape, event.body);
    const deleted = await send('DELETE', `${PATH}/${id}`);
    hasShape(DeletedWatch, deleted.body);
    expect((await send('GET', `${PATH}/${id}`)).status).toBe(404);
    expect((await send('DELETE', `${PATH}/${id}`)).status).toBe(404);
    const { events } = (await send('GET', '/api/v2/events?limit=100')).body;
    expect(events.map((one: { id: string }) => one.id)).not.toContain(event.body.id);
  });

  test('lists are paged, and the cursor of events goes on where it stopped', async () => {
    const { id } = await make();
    await make();
    const first = (await send('GET', `${PATH}?limit=1`)).body;
    const second = (await send('GET', `${PATH}?limit=1&cursor=${first.next_cursor}`)).body;
    expect(second.watches[0].id).toBe(id);
    const start = (await send('GET', `${PATH}/${id}/events`)).body;
    hasShape(EventList, start);
    const ids: string[] = [];
    for (let n = 0; n < 3; n++) ids.push((await send('POST', `${PATH}/${id}/tests`)).body.id);
    const page = (await send('GET', `${PATH}/${id}/events?limit=2&cursor=${start.next_cursor}`)).body;
    expect([page.events.length, page.has_more]).toEqual([2, true]);
    const rest = (await send('GET', `${PATH}/${id}/events?cursor=${page.next_cursor}`)).body;
    expect([...page.events, ...rest.events].map((one) => one.id).filter((one) => ids.includes(one))).toEqual(ids);
    const none = (await send('GET', `${PATH}/${id}/events?cursor=${rest.next_cursor}`)).body;
    expect(none).toEqual({ events: [], next_cursor: rest.next_cursor, has_more: false });
  });

  test('one Idempotency-Key makes one watch, one event and one rotation', async () => {
    const named = (value: string) => ({ 'idempotency-key': value });
    const [one, two] = await Promise.all([
      send('POST', PATH, { ...CODES, ...HOOK }, key, named('a')),
      send('POST', PATH, { ...CODES, ...HOOK }, key, named('a')),
    ]);
    expect(two.body).toEqual(one.body);
    expect((await send('POST', PATH, CODES, key, named('a'))).status).toBe(409);
    expect((await send('POST', PATH, CODES, stranger, named('a'))).status).toBe(201);
    const { id } = one.body;
    const tests = [await send('POST', `${PATH}/${id}/tests`, undefined, key, named('t'))];
    tests.push(await send('POST', `${PATH}/${id}/tests`, undefined, key, named('t')));
    expect(tests[1]!.body.id).toBe(tests[0]!.body.id);
    const rotated = await send('POST', `${PATH}/${id}/secrets`, undefined, key, named('r'));
    const again = await send('POST', `${PATH}/${id}/secrets`, undefined, key, named('r'));
    expect([rotated.status, again.body]).toEqual([201, rotated.body]);
    expect(rotated.body.webhook_secret).not.toBe(one.body.webhook_secret);
    expect((await send('POST', `${PATH}/${id}/tests`, undefined, key, named('\u00e9'))).status).toBe(422);
  });
});

describe('webhooks', () => {
  test('the secret is shown once; a test event arrives signed; after a rotation both secrets verify', async () => {
    const made = await make({ ...CODES, ...HOOK });
    hasShape(MadeWatch, made);
    const { id, webhook_secret: secret } = made;
    expect(JSON.stringify((await send('GET', `${PATH}/${id}`)).body)).not.toContain('whsec_');
    expect(JSON.stringify((await send('GET', PATH)).body)).not.toContain('whsec_');
    const event = (await send('POST', `${PATH}/${id}/tests`)).body;
    const arrivedOf = (eventId: string) => received.filter(({ headers }) => headers['webhook-id'] === eventId);
    await until('delivery', async () => (await eventsOf(id)).at(-1).delivery.state === 'delivered');
    const [arrived] = arrivedOf(event.id);
    expect(new Webhook(secret).verify(arrived!.body, arrived!.headers)).toEqual(event.body);
    expect(() => new Webhook(secret).verify(`${arrived!.body} `, arrived!.headers)).toThrow();

    const rotated = await send('POST', `${PATH}/${id}/secrets`);
    hasShape(WatchSecret, rotated.body);
    const again = await send('POST', `/api/v2/events/${event.id}/redelivery`);
    expect(again.status).toBe(202);
    await until('another delivery', () => arrivedOf(event.id).length === 2);
    const [, second] = arrivedOf(event.id);
    expect(second!.body).toBe(arrived!.body);
    for (const each of [secret, rotated.body.webhook_secret]) {
      expect(new Webhook(each).verify(second!.body, second!.headers)).toEqual(event.body);
    }
    server.clock.ms += 25 * 3_600_000;
    await send('POST', `/api/v2/events/${event.id}/redelivery`);
    await until('another delivery', () => arrivedOf(event.id).length === 3);
    server.clock.ms -= 25 * 3_600_000;
    expect(arrivedOf(event.id)[2]!.headers['webhook-signature']!.split(' ')).toHaveLength(1);
  });

  test('410 switches it off, with the reason; setting it again switches it on, and the dead event can be sent', async () => {
    const { id } = await make({ ...CODES, ...HOOK });
    status = 410;
    const event = (await send('POST', `${PATH}/${id}/tests`)).body;
    await until('the dead letter', async () => (await eventsOf(id)).at(-1).delivery.state === 'dead');
    status = 204;
    const off = (await send('GET', `${PATH}/${id}`)).body.webhook;
    expect(off).toMatchObject({ state: 'off', note: 'The receiver answered 410 Gone.' });
    const dead = (await send('GET', `${PATH}/${id}/events?delivery=dead`)).body.events;
    expect(dead).toMatchObject([{ id: event.id, delivery: { attempts: 1, log: [{ status: 410 }] } }]);
    expect((await send('POST', `/api/v2/events/${event.id}/redelivery`)).status).toBe(409);
    const on = await send('PATCH', `${PATH}/${id}`, HOOK);
    expect(on.body).toMatchObject({ webhook: { state: 'on', note: null }, webhook_secret: null });
    expect((await send('POST', `/api/v2/events/${event.id}/redelivery`)).status).toBe(202);
    await until('delivery', async () => (await eventsOf(id)).at(-1).delivery.state === 'delivered');
    expect((await send('PATCH', `${PATH}/${id}`, { webhook: null })).body.webhook).toBeNull();
    expect((await send('POST', `${PATH}/${id}/secrets`)).status).toBe(409);
  });

  test.each([
    'http://hooks.example.com/',
    'https://127.0.0.1/',
    'https://10.1.2.3/',
    'https://[::1]/',
    'https://169.254.169.254/latest',
    'https://localhost/',
    'https://hooks.example.com:8443/',
    'nonsense',
    '',
  ])('%p is refused, at creation and by PATCH', async (url) => {
    const { id } = await make();
    for (const answer of [
      await send('POST', PATH, { ...CODES, webhook: { url } }),
      await send('PATCH', `${PATH}/${id}`, { webhook: { url } }),
    ]) {
      expect(answer.status).toBe(422);
      expect(answer.body.details[0].path).toBe('/webhook/url');
    }
    expect((await send('GET', `${PATH}/${id}`)).body.webhook).toBeNull();
  });
});

describe('a store', () => {
  test('is scanned as a request of the key, and the first scan tells nothing', async () => {
    const made = await make({ stores: [DEMO_STORE_URL], every: 'week' }, pixelKey);
    hasShape(MadeWatch, made);
    expect(made).toMatchObject({ kind: 'pixel', every: 'week', stores: 1, numbers: null });
    const read = async () => (await send('GET', `${PATH}/${made.id}`, undefined, pixelKey)).body;
    await until('the first scan', async () => (await read()).looks[0].looked_at !== null);
    expect(await read()).toMatchObject({ looks: [{ store: DEMO_STORE_URL, outcome: 'told' }] });
    expect((await send('GET', `${PATH}/${made.id}/events`, undefined, pixelKey)).body.events).toEqual([]);
  });
});

describe('who may what', () => {
  test('another lineage sees nothing, and a rotated key all', async () => {
    const { id } = await make();
    const event = (await send('POST', `${PATH}/${id}/tests`)).body;
    for (const [method, path, body] of [
      ['GET', `${PATH}/${id}`],
      ['PATCH', `${PATH}/${id}`, { paused: true }],
      ['DELETE', `${PATH}/${id}`],
      ['GET', `${PATH}/${id}/events`],
      ['POST', `${PATH}/${id}/tests`],
      ['POST', `${PATH}/${id}/secrets`],
      ['POST', `/api/v2/events/${event.id}/redelivery`],
    ] as const) {
      expect([method, path, (await send(method, path, body, stranger)).status]).toEqual([method, path, 404]);
    }
    const seen = (await send('GET', '/api/v2/events?limit=100', undefined, stranger)).body.events;
    expect(seen.map((one: { id: string }) => one.id)).not.toContain(event.id);
    expect((await send('GET', `${PATH}/${id}`)).body.status).toBe('active');
  });

  test('a watch needs the scope of what it watches; every scope may ask for its own', async () => {
    const stores = { stores: [DEMO_STORE_URL] };
    for (const [as, body, expected] of [
      [tariffKey, CODES, 201],
      [tariffKey, stores, 403],
      [pixelKey, CODES, 403],
      [entryKey, CODES, 403],
      [entryKey, stores, 403],
    ] as const) {
      const { status: found, headers, body: answer } = await send('POST', PATH, body, as);
      expect([found, answer.error]).toEqual([expected, expected === 403 ? 'scope' : undefined]);
      if (expected === 403) expect(headers.get('www-authenticate')).toContain('insufficient_scope');
    }
    for (const as of [tariffKey, pixelKey, entryKey]) {
      expect((await send('GET', '/api/v2/events', undefined, as)).status).toBe(200);
    }
    expect((await send('GET', PATH, undefined, 'svc_no')).status).toBe(401);
  });
});

test.each([
  [{}, ''],
  [{ codes: ['7318.15.20'], stores: [DEMO_STORE_URL] }, ''],
  [{ codes: [] }, '/codes'],
  [{ codes: ['73'] }, '/codes/0'],
  [{ codes: ['7318.15.20', 'steel'] }, '/codes/1'],
  [{ codes: ['7318.15.20'], every: 'day' }, '/every'],
  [{ codes: Array.from({ length: 10_001 }, () => '7318.15.20') }, '/codes'],
  [{ stores: ['http://10.0.0.1:9/'] }, '/stores/0'],
  [{ stores: ['https://shop.example.com/', 'shop'] }, '/stores/1'],
  [{ stores: Array.from({ length: 101 }, (_, n) => `https://s${n}.example.com/`) }, '/stores'],
  [{ stores: [DEMO_STORE_URL], every: 'hour' }, '/every'],
  [{ codes: ['7318.15.20'], name: 'x'.repeat(201) }, '/name'],
  [{ codes: ['7318.15.20'], webhook: { url: 'https://a.example.com/', secret: 'mine' } }, '/webhook/secret'],
  [{ codes: ['7318.15.20'], email: 'a@b.example' }, '/email'],
])('%j is a 422 at %p', async (body, path) => {
  const answer = await send('POST', PATH, body);
  expect([answer.status, answer.body.details?.[0].path]).toEqual([422, path]);
});

test.each([
  ['POST', PATH, { codes: ['7318.15.20'], audit_id: 'job_1' }, 422],
  ['POST', PATH, { audit_id: 'job_1' }, 404],
  ['PATCH', `${PATH}/wat_000000000000000000000000`, { paused: true }, 404],
  ['PATCH', `${PATH}/wat_000000000000000000000000`, {}, 422],
  ['PATCH', `${PATH}/wat_000000000000000000000000`, { codes: [] }, 422],
  ['PUT', `${PATH}/wat_000000000000000000000000`, {}, 405],
  ['GET', `${PATH}?cursor=x`, undefined, 422],
  ['GET', `${PATH}?limit=0`, undefined, 422],
  ['GET', `/api/v2/events?cursor=${Buffer.from('watches 1').toString('base64url')}`, undefined, 422],
  ['GET', '/api/v2/events?delivery=lost', undefined, 422],
  ['POST', '/api/v2/events/evt_0/redelivery', undefined, 404],
  ['POST', '/api/v2/events/evt_0/redelivery', { force: true }, 422],
  ['DELETE', '/api/v2/events', undefined, 405],
] as const)('%s %s %j is %d', async (method, path, body, expected) => {
  expect((await send(method, path, body)).status).toBe(expected);
});
