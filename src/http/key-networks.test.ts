/** A key with a list of networks, over HTTP behind a trusted proxy. */
import { describe, expect, test } from 'bun:test';
import { actor, fetchMetrics, startServer } from '../../test/support/server.ts';
import { until } from '../../test/support/until.ts';
import { readKeyUsage } from '../limits/key-usage.ts';

const LOOKUP = '/api/v1/tariff/hts/lookup';
const BODY = { codes: ['7326.90.8688'] };
const server = await startServer({ trust_proxy: '127.0.0.1,::1' });
const { keyIssuer, clock, storage } = server;

const issue = (networks: string) =>
  keyIssuer.issue({ name: 'k', scope: 'tariff', notes: 'delegate:on', networks }, actor);
const from = (address: string, key: string, path = LOOKUP) =>
  server.post(path, BODY, key, { 'x-forwarded-for': address });
const foreignUse = async (keyId: number) => {
  await until('the uses are written', async () => (await storage.usage.foreignUse(keyId)) !== undefined);
  return storage.usage.foreignUse(keyId);
};

/** Everything that a caller sees, without the id of the request. */
async function seen(response: Response) {
  const headers = Object.fromEntries(response.headers);
  delete headers['x-request-id'];
  delete headers.date;
  return { status: response.status, headers, body: await response.text() };
}

const { row, key } = await issue('203.0.113.0/24 2001:db8::/32');

test.each([
  ['203.0.113.9', 200],
  ['203.0.113.9:51234', 200],
  ['[2001:db8:1::5]:443', 200],
  ['::ffff:203.0.113.9', 200],
  ['198.51.100.1, 203.0.113.9', 200],
  // Only the last hop was written by the trusted proxy.
  ['203.0.113.9, 198.51.100.1', 401],
  ['198.51.100.1', 401],
  ['::ffff:198.51.100.1', 401],
  ['2001:db9::1', 401],
  // No address can be read: the walk ends at the proxy.
  ['unknown', 401],
  ['203.0.113.9.', 401],
  ['', 401],
])('from %j: %i', async (address, status) => {
  expect((await from(address, key)).status).toBe(status);
});

describe('a request from elsewhere', () => {
  test('is answered like one with an unknown key, on every product', async () => {
    const unknown = `${(await issue('')).key}`;
    await keyIssuer.revoke((await keyIssuer.list(1))[0]!.id, actor);
    await until('the revoked key is refused', async () => (await from('203.0.113.9', unknown)).status === 401);
    for (const path of [LOOKUP, '/api/v1/pixel/scan', '/api/v1/entry/gcc/generate']) {
      expect(await seen(await from('198.51.100.1', key, path))).toEqual(
        await seen(await from('203.0.113.9', unknown, path)),
      );
    }
  });

  test('is not counted against the limits, and the operator learns how often and from where', async () => {
    const { row: used, key: stolen } = await issue('203.0.113.0/24');
    expect((await from('203.0.113.5', stolen)).status).toBe(200);
    for (const address of ['198.51.100.1', '198.51.100.2', '2001:db9::1']) await from(address, stolen);
    expect(await foreignUse(used.id)).toEqual({
      keyId: used.id,
      requests: 3,
      lastAddress: '2001:db9::1',
      lastAt: clock.now(),
    });
    expect((await readKeyUsage(storage, used, clock.now())).total).toBe(1);
  });

  test('comes before scope and beta, so that these tell nothing either', async () => {
    const { key: other } = await keyIssuer.issue({ name: 'k', scope: 'pixel', networks: '203.0.113.0/24' }, actor);
    expect((await from('198.51.100.1', other)).status).toBe(401);
    expect((await from('203.0.113.1', other)).status).toBe(403);
  });

  test('is in the metrics, without the key', async () => {
    const text = await (await fetchMetrics(server.app.url)).text();
    expect(text).toMatch(/^portside_foreign_key_uses_total [1-9]\d*$/m);
  });
});

test('a change of the list applies to a key in use', async () => {
  expect((await from('203.0.113.9', key)).status).toBe(200);
  await keyIssuer.edit(row.id, { networks: '198.51.100.0/24' }, actor);
  await until('the old network is refused', async () => (await from('203.0.113.9', key)).status === 401);
  expect((await from('198.51.100.9', key)).status).toBe(200);
  await keyIssuer.edit(row.id, { networks: '' }, actor);
  await until('any network is accepted', async () => (await from('203.0.113.9', key)).status === 200);
});

test('X-Forwarded-For of a client that is no trusted proxy changes nothing', async () => {
  const direct = await startServer();
  const { key: local } = await direct.keyIssuer.issue(
    { name: 'k', scope: 'tariff', notes: 'delegate:on', networks: '203.0.113.0/24' },
    actor,
  );
  expect((await direct.post(LOOKUP, BODY, local, { 'x-forwarded-for': '203.0.113.9' })).status).toBe(401);
});
