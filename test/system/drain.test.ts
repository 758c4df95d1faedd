/** A stop signal: the server reports not ready, finishes the requests under way and exits. A second signal ends it at once. */
import { Database } from 'bun:sqlite';
import { afterAll, expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileBytes } from '../../src/adapters/system/disk.ts';
import { childrenOf, issueKey, lookup, type RunningServer, run, serve, showKey } from '../support/program.ts';
import { tempDir } from '../support/temp.ts';
import { until } from '../support/until.ts';

/** A storefront that answers only after `release`. */
function heldStorefront() {
  const asked = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch() {
      asked.resolve();
      await release.promise;
      return new Response('<!doctype html><title>shop</title>', { headers: { 'content-type': 'text/html' } });
    },
  });
  afterAll(() => server.stop(true));
  return { host: `127.0.0.1:${server.port}`, asked: asked.promise, release: () => release.resolve() };
}

const scan = (server: RunningServer, key: string, host: string) =>
  fetch(`${server.url}/api/v1/pixel/scan`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url: `http://${host}/` }),
  });

const refusesConnections = (server: RunningServer) =>
  until('the port is closed', () =>
    fetch(`${server.url}/healthz`).then(
      () => false,
      () => true,
    ),
  );

for (const workers of ['1', '2']) {
  test(`SIGTERM with ${workers} process(es): /readyz reports draining, the scan under way is answered, the write-ahead log is emptied, exit 0`, async () => {
    const dir = tempDir();
    const { key, id } = await issueKey(dir);
    const storefront = heldStorefront();
    const server = await serve(dir, ['--workers', workers], {
      PORTSIDE_SCAN_ALLOW: storefront.host,
      PORTSIDE_DRAIN_DELAY: '2',
    });
    const answer = scan(server, key, storefront.host);
    await storefront.asked;
    server.child.kill('SIGTERM');
    await until('/readyz reports draining', async () => {
      const response = await fetch(`${server.url}/readyz`, { headers: { connection: 'close' } }).catch(() => undefined);
      if (response?.status !== 503) return false;
      expect(await response.json()).toEqual({
        status: 'not ready',
        failing: [{ check: 'draining', reason: 'the server is shutting down' }],
      });
      return true;
    });
    // During the delay it still answers, because a load balancer may not have asked /readyz yet.
    expect((await lookup(server.url, key)).status).toBe(200);
    await refusesConnections(server);
    storefront.release();
    expect((await answer).status).toBe(200);
    expect(await server.child.exited).toBe(0);
    expect(fileBytes(join(dir, 'var/portside.db-wal'))).toBe(0);
    const database = new Database(join(dir, 'var/portside.db'), { readonly: true });
    expect(database.query('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
    database.close();
    expect((await showKey(dir, id)).usage.total).toBe(2);
  });

  test(`a second signal ends ${workers} process(es) at once with exit code 1, and frees the port`, async () => {
    const dir = tempDir();
    const { key } = await issueKey(dir);
    const storefront = heldStorefront();
    const server = await serve(dir, ['--workers', workers], {
      PORTSIDE_SCAN_ALLOW: storefront.host,
      PORTSIDE_DRAIN_DELAY: '300',
    });
    const answer = scan(server, key, storefront.host).catch(() => 'cut off');
    await storefront.asked;
    server.child.kill('SIGTERM');
    await until('/readyz reports draining', async () => (await fetch(`${server.url}/readyz`)).status === 503);
    server.child.kill('SIGTERM');
    expect(await server.child.exited).toBe(1);
    expect(await answer).toBe('cut off');
    await refusesConnections(server);
    storefront.release();
  });
}

test('workers finish their requests when the signal goes to the whole process group', async () => {
  const dir = tempDir();
  const { key } = await issueKey(dir);
  const storefront = heldStorefront();
  const server = await serve(dir, ['--workers', '2'], { PORTSIDE_SCAN_ALLOW: storefront.host });
  const answer = scan(server, key, storefront.host);
  await storefront.asked;
  const workers = childrenOf(server.child.pid);
  expect(workers.length).toBe(2);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    for (const pid of workers) {
      try {
        process.kill(pid, signal);
      } catch (error) {
        // The worker without the scan has nothing to finish, and may have exited at the first signal.
        expect((error as NodeJS.ErrnoException).code).toBe('ESRCH');
      }
    }
  }
  server.child.kill('SIGINT');
  await refusesConnections(server);
  storefront.release();
  expect((await answer).status).toBe(200);
  expect(await server.child.exited).toBe(0);
});

test('a second server on the same port is refused in one sentence, whatever its data folder', async () => {
  const dir = tempDir();
  const server = await serve(dir);
  const { port } = new URL(server.url);
  for (const more of [[], ['--workers', '2'], ['--data-dir', './other']]) {
    const second = await run(['serve', '--port', port, ...more], dir);
    expect([second.code, second.stderr]).toEqual([
      1,
      `Port ${port} on 127.0.0.1 is taken. Stop what listens there, or choose another port.\n`,
    ]);
  }
  expect(existsSync(join(dir, 'var/portside.db'))).toBe(true);
  expect(await server.stop()).toBe(0);
});
