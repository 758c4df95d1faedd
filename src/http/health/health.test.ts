/** Readiness: each failing check is reported by name, and requests for `/readyz` cost little. */
import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { renameSync, rmSync } from 'node:fs';
import { fetchMetrics, startServer, type TestServer } from '../../../test/support/server.ts';
import { tempDir } from '../../../test/support/temp.ts';

/** Longer than results are cached. */
const PAST_CACHE_MS = 1100;

async function readiness(server: TestServer) {
  server.clock.realMs += PAST_CACHE_MS;
  const response = await fetch(`${server.app.url}/readyz`);
  const { failing } = (await response.json()) as { failing?: { check: string; reason: string }[] };
  return { status: response.status, failing };
}

const names = async (server: TestServer) => {
  const { status, failing = [] } = await readiness(server);
  return [status, ...failing.map(({ check }) => check)];
};

test('a server that has just started is ready, and neither response may be cached', async () => {
  const server = await startServer();
  expect(await readiness(server)).toEqual({ status: 200, failing: undefined });
  for (const path of ['/healthz', '/readyz']) {
    const { headers } = await fetch(server.app.url + path);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('content-type')).toBe('application/json;charset=utf-8');
  }
});

test('a database that cannot be written fails its check until it can be written again', async () => {
  const server = await startServer();
  server.storage.counters.run('PRAGMA query_only = ON');
  expect(await names(server)).toEqual([503, 'database']);
  expect((await fetch(`${server.app.url}/healthz`)).status).toBe(200);
  server.storage.counters.run('PRAGMA query_only = OFF');
  expect(await names(server)).toEqual([200]);
});

test('a database file that was removed under the server fails its check: what is written to it would be lost', async () => {
  const server = await startServer();
  const path = server.storage.recordsFile.filename;
  renameSync(path, `${path}.moved`);
  const { status, failing } = await readiness(server);
  expect([status, failing]).toEqual([503, [{ check: 'database', reason: 'its file was removed or replaced' }]]);
  renameSync(`${path}.moved`, path);
  expect(await names(server)).toEqual([200]);
});

test('a brief lock fails no check, a lasting one does', async () => {
  const server = await startServer();
  const other = new Database(server.storage.counters.filename);
  other.run('BEGIN IMMEDIATE');
  expect(await names(server)).toEqual([200]);
  server.clock.ms += 2500;
  expect(await names(server)).toEqual([503, 'database']);
  other.run('ROLLBACK');
  other.close();
  expect(await names(server)).toEqual([200]);
});

test('a schema of another version fails its check', async () => {
  const server = await startServer();
  server.storage.recordsFile.run("INSERT INTO migrations VALUES ('9999_future', 'x', 0)");
  expect(await names(server)).toEqual([503, 'schema']);
  server.storage.recordsFile.run("DELETE FROM migrations WHERE name = '9999_future'");
  expect(await names(server)).toEqual([200]);
});

test('law that was read too long ago fails the check of the lists, with the date; 0 turns the check off', async () => {
  const [limited, unlimited] = [await startServer(), await startServer({ list_days_max: 0 })];
  for (const server of [limited, unlimited]) server.clock.ms += 400 * 86_400_000;
  const { status, failing } = await readiness(limited);
  expect([status, failing?.map(({ check }) => check)]).toEqual([503, ['lists']]);
  expect(failing![0]!.reason).toMatch(/^the law was read to \d{4}-\d\d-\d\d, \d+ days ago$/);
  expect(await names(unlimited)).toEqual([200]);
});

test('a disk with too little free space fails its check', async () => {
  expect(await names(await startServer({ disk_floor_mb: 1e12 }))).toEqual([503, 'disk']);
});

test('a data folder that was deleted fails its check, and its path is not shown', async () => {
  const dataDir = tempDir();
  const server = await startServer({ data_dir: dataDir });
  rmSync(dataDir, { recursive: true });
  const { status, failing } = await readiness(server);
  const database = { check: 'database', reason: 'its file was removed or replaced' };
  expect([status, failing]).toEqual([503, [database, { check: 'disk', reason: 'the check itself failed' }]]);
  expect((await fetchMetrics(server.app.url)).status).toBe(200);
});

test('the database is checked at most once a second', async () => {
  const server = await startServer();
  const probes = () =>
    server.storage.counters.query("SELECT value FROM settings WHERE name = 'readiness_probe'").get() as {
      value: string;
    };
  await readiness(server);
  const first = probes();
  server.clock.ms += 5;
  for (let i = 0; i < 50; i++) await fetch(`${server.app.url}/readyz`);
  expect(probes()).toEqual(first);
  await readiness(server);
  expect(probes()).not.toEqual(first);
});
