/** Readiness: each check fails alone, is named, and costs little however often it is asked. */
import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { rmSync } from 'node:fs';
import { startServer, type TestServer } from '../../../test/support/server.ts';
import { tempDir } from '../../../test/support/temp.ts';

/** Past what is remembered. */
const LATER_MS = 1100;

async function readiness(server: TestServer) {
  server.clock.realMs += LATER_MS;
  const response = await fetch(`${server.app.url}/readyz`);
  const { failing } = (await response.json()) as { failing?: { check: string; reason: string }[] };
  return { status: response.status, failing };
}

const names = async (server: TestServer) => {
  const { status, failing = [] } = await readiness(server);
  return [status, ...failing.map(({ check }) => check)];
};

test('a server as it starts is ready, and neither page may be cached', async () => {
  const server = await startServer();
  expect(await readiness(server)).toEqual({ status: 200, failing: undefined });
  for (const path of ['/healthz', '/readyz']) {
    expect((await fetch(server.app.url + path)).headers.get('cache-control')).toBe('no-store');
  }
});

test('a database that cannot be written is named, and the server is ready again when it can', async () => {
  const server = await startServer();
  server.storage.counters.run('PRAGMA query_only = ON');
  expect(await names(server)).toEqual([503, 'database']);
  expect((await fetch(`${server.app.url}/healthz`)).status).toBe(200);
  server.storage.counters.run('PRAGMA query_only = OFF');
  expect(await names(server)).toEqual([200]);
});

test('a lock held for a moment is no fault; one that stays is', async () => {
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

test('a schema of another version is named', async () => {
  const server = await startServer();
  server.storage.recordsFile.run("INSERT INTO migrations VALUES ('9999_future', 'x', 0)");
  expect(await names(server)).toEqual([503, 'schema']);
  server.storage.recordsFile.run("DELETE FROM migrations WHERE name = '9999_future'");
  expect(await names(server)).toEqual([200]);
});

test('a list older than the bound is named with its date; 0 is no bound', async () => {
  const [bound, free] = [await startServer(), await startServer({ list_days_max: 0 })];
  for (const server of [bound, free]) server.clock.ms += 400 * 86_400_000;
  const { status, failing } = await readiness(bound);
  expect([status, failing?.map(({ check }) => check)]).toEqual([503, ['lists']]);
  expect(failing![0]!.reason).toMatch(/^note-16c stands for \d{4}-\d\d-\d\d, \d+ days ago$/);
  expect(await names(free)).toEqual([200]);
});

test('a disk below the floor is named', async () => {
  expect(await names(await startServer({ disk_floor_mb: 1e12 }))).toEqual([503, 'disk']);
});

test('a data folder that went away fails the check and tells no path', async () => {
  const dataDir = tempDir();
  const server = await startServer({ data_dir: dataDir });
  rmSync(dataDir, { recursive: true });
  const { status, failing } = await readiness(server);
  expect([status, failing]).toEqual([503, [{ check: 'disk', reason: 'it could not be looked at' }]]);
  expect((await fetch(`${server.app.url}/metrics`)).status).toBe(200);
});

test('a thousand looks in a second are one look at the database', async () => {
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
