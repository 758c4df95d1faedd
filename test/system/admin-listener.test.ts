/** With `PORTSIDE_ADMIN_LISTEN` metrics, the reasons of `/readyz` and the operator page are on a listener of their own only. */
import { describe, expect, test } from 'bun:test';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { makeDatabase, run, serve } from '../support/program.ts';
import { METRICS_TOKEN, startServer } from '../support/server.ts';
import { tempDir } from '../support/temp.ts';
import { until } from '../support/until.ts';
import { PASSWORD, Visitor } from '../support/visitor.ts';

describe('a server with an admin listener', async () => {
  const server = await startServer({ admin_listen: '127.0.0.1:0', disk_floor_mb: 1e12, operator_password: 'p' });
  const { url, adminUrl } = server.app;
  const get = async (base: string, path: string) => {
    const response = await fetch(base + path, {
      redirect: 'manual',
      headers: { authorization: `Bearer ${METRICS_TOKEN}` },
    });
    return { status: response.status, body: await response.text(), type: response.headers.get('content-type') };
  };

  test.each(['/metrics', '/operator', '/operator/sign-in', '/operator/keys', '/operator/keys/1', '/operator/nowhere'])(
    'does not have %s on the public one, also with the token',
    async (path) => {
      const { status, body } = await get(url, path);
      expect([status, JSON.parse(body).error]).toEqual([404, 'not_found']);
    },
  );

  test('has them on the admin one, without a token', async () => {
    expect((await fetch(`${adminUrl}/metrics`)).status).toBe(200);
    expect((await get(adminUrl!, '/operator/sign-in')).status).toBe(200);
    expect((await get(adminUrl!, '/operator/keys')).status).toBe(303);
    expect((await get(adminUrl!, '/operator/nowhere')).status).toBe(404);
  });

  test('says on the public one whether it is ready, and on the admin one why it is not', async () => {
    const outside = await get(url, '/readyz');
    expect([outside.status, JSON.parse(outside.body)]).toEqual([503, { status: 'not ready' }]);
    const inside = await get(adminUrl!, '/readyz');
    expect([inside.status, JSON.parse(inside.body).failing[0].check]).toEqual([503, 'disk']);
    for (const base of [url, adminUrl!]) expect((await get(base, '/healthz')).status).toBe(200);
  });

  test.each(['/', '/docs', '/api/v0/pixel/rules', '/api/v1/tariff/hts/lookup', '/verify/x'])(
    'does not have %s on the admin one',
    async (path) => expect((await get(adminUrl!, path)).status).toBe(404),
  );

  test('counts the requests of both in one place', async () => {
    await get(url, '/metrics');
    const { body } = await get(adminUrl!, '/metrics');
    expect(body).toMatch(/requests_total\{route="\(none\)",status="404",product=""\} [1-9]/);
    expect(body).toMatch(/requests_total\{route="\/operator\/sign-in",status="200",product=""\} [1-9]/);
  });

  test('reported no fault', () => expect(server.faults).toEqual([]));
});

test('the operator signs in over the admin listener', async () => {
  const dir = tempDir();
  await makeDatabase(dir);
  await run(['operator', 'password'], dir, {}, PASSWORD);
  const server = await serve(dir, [], { PORTSIDE_ADMIN_LISTEN: '127.0.0.1:0' });
  await until('it names the admin listener', () => server.stderr().includes('operator page are at'));
  const adminUrl = /operator page are at (http:\S+)/.exec(server.stderr())?.[1];
  const visitor = new Visitor(adminUrl!);
  expect((await visitor.signIn()).status).toBe(303);
  expect((await visitor.get('/operator/keys')).status).toBe(200);
  expect(await server.stop()).toBe(0);
});

test('the admin listener answers at its own address, also when the hosts of the public one are named', async () => {
  const server = await startServer({ admin_listen: '127.0.0.2:0', base_url: 'https://portside.example' });
  const { port } = new URL(server.app.adminUrl!);
  const status = async (host: string) =>
    (await fetch(`http://127.0.0.2:${port}/operator/sign-in`, { headers: { host } })).status;
  expect([await status(`127.0.0.2:${port}`), await status('portside.example')]).toEqual([200, 200]);
  expect(await status('other.example')).toBe(421);
});

test('a unix socket is readable only by its owner, is replaced after a crash, and serves `doctor --ready`', async () => {
  const dir = tempDir();
  const socket = join(dir, 'admin.sock');
  const env = { PORTSIDE_ADMIN_LISTEN: `unix:${socket}`, PORTSIDE_DISK_FLOOR_MB: '1000000' };
  const first = await serve(dir, [], env);
  expect(statSync(socket).mode & 0o077).toBe(0);
  await first.stop('SIGKILL');
  const second = await serve(dir, [], env);
  expect((await fetch('http://localhost/metrics', { unix: socket })).status).toBe(200);
  const port = new URL(second.url).port;
  const ready = await run(['doctor', '--ready', '--port', port], dir, env);
  expect([ready.code, ready.stdout]).toEqual([1, expect.stringContaining('disk: less than 1000000 MB')]);
  expect(await second.stop()).toBe(0);
});

test('an address that is taken is named', async () => {
  using taken = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response() });
  const { code, stderr } = await run(['serve', '--port', '0'], tempDir(), {
    PORTSIDE_ADMIN_LISTEN: String(taken.port),
  });
  expect([code, stderr]).toEqual([1, expect.stringContaining(`Port ${taken.port} on 127.0.0.1 is taken.`)]);
});

test.each(['x', '99999', 'unix:relative'])('PORTSIDE_ADMIN_LISTEN=%s is refused', async (value) => {
  const { code, stderr } = await run(['serve', '--port', '0'], tempDir(), { PORTSIDE_ADMIN_LISTEN: value });
  expect([code, stderr]).toEqual([2, expect.stringContaining('Use a port, host:port or unix:/path')]);
});
