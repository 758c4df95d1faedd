/** The order of a start: what answers meanwhile, how long it waits, and that a failed one leaves nothing open. */
import { expect, spyOn, test } from 'bun:test';
import { join } from 'node:path';
import { freePort } from '../test/support/free-port.ts';
import { root } from '../test/support/paths.ts';
import { startServer } from '../test/support/server.ts';
import { tempDir, tempStorage, testClock } from '../test/support/temp.ts';
import { until } from '../test/support/until.ts';
import { startApp } from './app.ts';
import { loadConfig } from './config.ts';
import { sha256Hex } from './domain/sha256.ts';
import { AddressTaken } from './http/listener.ts';
import { EventLoopLag } from './http/metrics/event-loop-lag.ts';
import { WorkerPool } from './isolation/worker-pool.ts';
import { BatchingLimiter } from './limits/batching-limiter.ts';
import { ErrorTally } from './limits/error-tally.ts';
import { ForeignUseTally } from './limits/foreign-use-tally.ts';
import { LossyWriter } from './limits/lossy-writer.ts';
import { ResourceMeter } from './limits/resource-meter.ts';
import { AlertWatch } from './operations/alert-watch.ts';
import { InstanceReporter } from './operations/instance-reporter.ts';
import { WatchFollower } from './watches/watch-follower.ts';

const isFree = (port: number) => {
  const probe = Bun.serve({ hostname: '127.0.0.1', port, fetch: () => new Response() });
  probe.stop(true);
  return probe.port === port;
};

test('if the admin address is taken, the public port is free again', async () => {
  const taken = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response() });
  const port = freePort();
  await expect(startServer({ port, admin_listen: `127.0.0.1:${taken.port}` })).rejects.toThrow(AddressTaken);
  expect(isFree(port)).toBe(true);
  taken.stop(true);
});

test('if an imported list cannot be read, the port is free again, and the storage still open', async () => {
  const dir = tempDir();
  const storage = tempStorage(dir);
  const row = { listId: 'note-16c', version: 'x', importedAt: 0, sha256: 'x', body: '{}', summary: '{}' };
  await storage.tariffImports.add(row, { atMs: 1, actor: 'a', origin: 'o', action: 'tariff.import', subject: 's' });
  const port = freePort();
  await expect(startServer({ port, data_dir: dir })).rejects.toThrow();
  expect(isFree(port)).toBe(true);
  expect(await storage.tariffImports.list(1)).toHaveLength(1);
});

test('while `prepare` runs, health checks answer, nothing else does, and the server is not ready', async () => {
  const port = freePort();
  const held = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<string>();
  const starting = startServer(
    { port },
    {
      prepare: (url) => {
        begun.resolve(url);
        return held.promise;
      },
    },
  );
  const url = await begun.promise;
  const statuses = () =>
    Promise.all(['/healthz', '/readyz', '/', '/docs'].map(async (path) => (await fetch(url + path)).status));
  expect(await statuses()).toEqual([200, 503, 503, 503]);
  held.resolve();
  await starting;
  expect(await statuses()).toEqual([200, 200, 200, 200]);
});

test.each([
  ['a moment', 3, 2],
  ['good', Number.POSITIVE_INFINITY, 59],
])(
  'a database that is locked for %s is asked a bounded number of times for the keys that sign',
  async (_, tries, faults) => {
    const dir = tempDir();
    const storage = tempStorage(dir);
    const logged: string[] = [];
    let asked = 0;
    const settings = Object.assign(Object.create(storage.settings), {
      async keep(...of: Parameters<typeof storage.settings.keep>) {
        if (++asked < tries) throw Object.assign(new Error('database is locked'), { code: 'SQLITE_BUSY' });
        return storage.settings.keep(...of);
      },
    });
    const starting = startApp({
      config: { ...loadConfig({ env: {}, file: `${dir}/none.toml` }), port: 0, data_dir: dir },
      storage: Object.assign(Object.create(storage), { settings }),
      clock: testClock(),
      log: { request() {}, info() {}, fault: (message) => void logged.push(message) },
    });
    if (Number.isFinite(tries)) await (await starting).close();
    else await expect(starting).rejects.toThrow('locked');
    expect(logged).toEqual(Array(faults).fill('the keys that sign cannot be opened yet'));
  },
);

test('a running server answers from a list that another process imported', async () => {
  const server = await startServer();
  const key = await server.key('tariff');
  const versionOf = async () => {
    const answer = await server.post('/api/v1/tariff/hts/lookup', { codes: ['7326.90.8688'] }, key);
    return answer.headers.get('x-tariff-list-version');
  };
  const list = await Bun.file(join(root, 'data/tariff/note-16c.json')).text();
  const version = /"version": "([^"]+)"/.exec(list)![1]!;
  const body = list.replace(version, `${version}test`);
  const row = { listId: 'note-16c', version: `${version}test`, importedAt: 0, sha256: sha256Hex(body), summary: '{}' };
  expect(await versionOf()).toBe(version);
  const entry = { atMs: 1, actor: 'a', origin: 'o', action: 'tariff.import', subject: 's' };
  await server.storage.tariffImports.add({ ...row, body }, entry);
  await until('it has heard of the import', async () => (await versionOf()) === `${version}test`);
});

test('closing ends every part, what works for others last', async () => {
  const closed: string[] = [];
  const parts = [WatchFollower, InstanceReporter, AlertWatch, EventLoopLag, WorkerPool, LossyWriter];
  const last = [BatchingLimiter, ResourceMeter, ErrorTally, ForeignUseTally];
  const spies = [...parts, ...last].map(({ name, prototype }) => {
    const close = prototype.close as () => unknown;
    return spyOn(prototype as { close(): unknown }, 'close').mockImplementation(function (this: unknown) {
      closed.push(name);
      return close.call(this);
    });
  });
  const { app } = await startServer();
  await app.close();
  for (const spy of spies) spy.mockRestore();
  expect([...new Set(closed)]).toEqual([...parts, ...last].map(({ name }) => name));
});
