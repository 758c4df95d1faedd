/** A database on a disk of 64 MB, keys and an operator in it, the ways to fill the disk, and what is read from outside. */
import { Database } from 'bun:sqlite';
import { afterEach, beforeEach, expect } from 'bun:test';
import { mkdtempSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { entriesOf } from '../../../src/adapters/sqlite/journal-text.ts';
import { openSqlite } from '../../../src/adapters/sqlite/open.ts';
import { systemClock as clock } from '../../../src/adapters/system/clock.ts';
import { RESERVE_BYTES } from '../../../src/adapters/system/reserve-file.ts';
import { KeyIssuer } from '../../../src/keys/key-issuer.ts';
import { certificateRequests } from '../../support/paths.ts';
import { type RunningServer, serve } from '../../support/program.ts';
import { actor, METRICS_TOKEN } from '../../support/server.ts';
import { fill, mountSmallDisk, type SmallDisk } from '../../support/small-disk.ts';
import { until } from '../../support/until.ts';
import { PASSWORD, Visitor } from '../../support/visitor.ts';

/** More than any test revokes. */
const KEYS = 120;
/** Certificates stop below 8 MB and counted requests below 2 MB. */
export const FLOORS = { PORTSIDE_DISK_FLOOR_MB: '8', PORTSIDE_METRICS_TOKEN: METRICS_TOKEN };
/** 1,000 frames, and 5 MB after them. */
const LOG_BYTES = 9_300_000;
const certificateRequest = await Bun.file(join(certificateRequests, '01-minimal-model-only.json')).text();

/** Whether this process has the right to mount. */
export const mayMount = (() => {
  try {
    const dir = mkdtempSync(join(tmpdir(), 'portside-mount-'));
    mountSmallDisk(dir, '1m')[Symbol.dispose]();
    rmSync(dir, { recursive: true });
    return true;
  } catch {
    return false;
  }
})();

export let dir: string;
export let disk: SmallDisk;
export let keys: { id: number; name: string; key: string }[];
export let server: RunningServer | undefined;
export const folder = () => join(dir, 'var');
export const database = () => join(folder(), 'portside.db');
export const reserve = () => `${database()}-reserve`;
export const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
export const filler = () => join(folder(), 'filler');

/** It fills the disk until it is killed, also when a test fails. */
let otherProgram: Bun.Subprocess | undefined;
/** Also when a test fails: requests that go on would fail after it. */
let endTraffic: (() => Promise<unknown>) | undefined;

/** A new disk for each test of the file that calls it. */
export function onSmallDisk(): void {
  beforeEach(async () => {
    dir = mkdtempSync(join(tmpdir(), 'portside-disk-'));
    disk = mountSmallDisk(folder(), '64m');
    // Keys and a cheap hash of the password, so that 100 sign-ins do not take a minute.
    const storage = openSqlite(database(), { lockWaitMs: 2000 });
    const issuer = new KeyIssuer(storage, clock);
    keys = [];
    for (let i = 0; i < KEYS; i++) {
      const name = `key ${i}`;
      const limits = { perMinute: 1_000_000, perDay: 1_000_000 };
      const { row, key } = await issuer.issue({ name, scope: 'all', notes: 'delegate:on', ...limits }, actor);
      keys.push({ id: row.id, name, key });
    }
    const passwordHash = await Bun.password.hash(PASSWORD, { algorithm: 'argon2id', memoryCost: 8, timeCost: 1 });
    const atMs = clock.now();
    await storage.operator.change(() => ({
      change: { kind: 'add', name: 'owner', role: 'owner', passwordHash, atMs },
      activity: { atMs, actor: 'test', origin: 'test', action: 'operator.add', subject: 'owner', detail: '' },
    }));
    await storage.close();
  });

  afterEach(async () => {
    otherProgram?.kill('SIGKILL');
    await endTraffic?.();
    endTraffic = undefined;
    await server?.stop('SIGKILL');
    server = undefined;
    disk[Symbol.dispose]();
    rmSync(dir, { recursive: true, force: true });
  });
}

/** Another program takes each free byte until it is killed. Returns it once the disk is full. */
export async function fillWithoutPause(): Promise<Bun.Subprocess> {
  otherProgram = Bun.spawn([process.execPath, join(import.meta.dir, 'filler.ts'), filler()]);
  await until('the disk is full', () => disk.freeBytes() === 0);
  return otherProgram;
}

/** A server that the test started in its own way. */
export function adopt(running: RunningServer): void {
  server = running;
}

export const start = async (...args: string[]) => {
  server = await serve(dir, args, FLOORS);
  return server;
};
export const kill = (child: Bun.Subprocess, signal: NodeJS.Signals = 'SIGTERM') => {
  child.kill(signal);
  return child.exited;
};
export const reserved = () =>
  until(
    'the reserve is made, beside and inside',
    () => sizeOf(reserve()) === RESERVE_BYTES && sizeOf(`${database()}-wal`) >= LOG_BYTES,
  );
/** Frames in the write-ahead log. After 1,000 SQLite starts it again. */
export const framesOf = (file: Database) => file.query<{ log: number }, []>('PRAGMA wal_checkpoint(NOOP)').get()!.log;
const post = (path: string, key: string, body: string, headers: Record<string, string> = {}) =>
  fetch(server!.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
    body,
  });
export const lookup = (key: string) => post('/api/v1/tariff/hts/lookup', key, '{"codes":["7326.90.8688"]}');
export const generate = (key: string, headers = {}) =>
  post('/api/v1/entry/gcc/generate', key, certificateRequest, headers);

/** What the database holds, read by another program while nothing else has it open. */
export function inspect() {
  const file = new Database(database());
  const one = (sql: string) => Object.values(file.query(sql).get() as object)[0] as number | string;
  const rolledUp = Number(one('SELECT coalesce(sum(requests), 0) FROM usage'));
  const inJournal = file
    .query<{ entries: string }, []>('SELECT entries FROM journal')
    .all()
    .flatMap(({ entries }) => entriesOf(entries))
    .reduce((sum, [, , , requests]) => sum + requests, 0);
  const found = {
    integrity: one('PRAGMA integrity_check'),
    counted: rolledUp + inJournal,
    revoked: one('SELECT count(*) FROM keys WHERE revoked_at IS NOT NULL'),
    revocations: one("SELECT count(*) FROM audit WHERE action = 'key.revoke'"),
    signIns: one("SELECT count(*) FROM audit WHERE action = 'operator.sign-in'"),
    leftOver: one("SELECT count(*) FROM settings WHERE name = 'free_pages'"),
  };
  file.close();
  return found;
}

/** Signs in and revokes a key, as the operator does in a browser. */
export async function signInAndRevoke({ id, name }: { id: number; name: string }): Promise<[number, number]> {
  const operator = new Visitor(server!.url);
  const signIn = await operator.signIn();
  await operator.get(`/operator/keys/${id}`);
  const revoke = await operator.post(`/operator/keys/${id}/revoke`, { name });
  return [signIn.status, revoke.status];
}

/** Lookups and other requests as fast as they are answered. Stops with `stop`. */
export function traffic(key: string, others = [generate, generate]) {
  const told = { sent: 0, served: 0, refused: 0, other: [] as string[] };
  let going = true;
  const ask = async (send: (key: string) => Promise<Response>) => {
    while (going) {
      told.sent++;
      const response = await send(key);
      const body = (await response.json()) as { error?: string };
      if (response.status === 200) told.served++;
      else if (response.status === 503 && body.error === 'unavailable') told.refused++;
      else told.other.push(`${response.status} ${JSON.stringify(body)}`);
    }
  };
  const load = Promise.all([...Array.from({ length: 12 }, () => lookup), ...others].map(ask));
  const stop = () => {
    going = false;
    return load;
  };
  endTraffic = () => stop().catch(() => {});
  return { told, stop };
}

/** A connection that reads the database as it is now until it is closed. */
export function oldState(): Database {
  const reader = new Database(database(), { readonly: true });
  reader.run('BEGIN');
  reader.query('SELECT count(*) FROM keys').get();
  return reader;
}

/** Takes all of the disk but so many bytes. */
export function leave(bytes: number): void {
  fill(filler());
  while (disk.freeBytes() < bytes) truncateSync(filler(), sizeOf(filler()) - (64 << 10));
}

/** The database in this process, with all that is reserved, while a reader holds its log. */
export function heldDatabase() {
  const storage = openSqlite(database(), { lockWaitMs: 2000, diskFloorMb: 8 });
  for (let look = 0; look < 20; look++) storage.disk.maintain();
  expect(sizeOf(`${database()}-wal`)).toBeGreaterThanOrEqual(LOG_BYTES);
  storage.counters.run('CREATE TABLE load (id INTEGER PRIMARY KEY, x)');
  return {
    storage,
    reader: oldState(),
    write: () => storage.counters.run("INSERT OR REPLACE INTO load VALUES (1, printf('%.*c', 8000, 'x'))"),
    room: () => sizeOf(`${database()}-wal`) - framesOf(storage.counters) * 4120,
  };
}

/** The suite ends a test after a minute, which a busy machine can need. */
export const TIMEOUT_MS = 300_000;
