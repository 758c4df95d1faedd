/**
 * A disk that is really full: what is refused, what the operator can still do, and that nothing is lost when space returns.
 * It has over 400 lines, because its tests share the disk and the ways to fill it.
 */
import { Database } from 'bun:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import {
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { entriesOf } from '../../../src/adapters/sqlite/journal-text.ts';
import { openSqlite } from '../../../src/adapters/sqlite/open.ts';
import { systemClock as clock } from '../../../src/adapters/system/clock.ts';
import { RESERVE_BYTES } from '../../../src/adapters/system/reserve-file.ts';
import { KeyIssuer } from '../../../src/keys/key-issuer.ts';
import { certificateRequests, root } from '../../support/paths.ts';
import { childrenOf, program, type RunningServer, run, serve } from '../../support/program.ts';
import { actor, fetchMetrics, METRICS_TOKEN } from '../../support/server.ts';
import { fill, mountSmallDisk, type SmallDisk } from '../../support/small-disk.ts';
import { until } from '../../support/until.ts';
import { PASSWORD, Visitor } from '../../support/visitor.ts';

const ROUNDS = Number(process.env.PORTSIDE_DISK_ROUNDS ?? 100);
/** Certificates stop below 8 MB and counted requests below 2 MB. */
const FLOORS = { PORTSIDE_DISK_FLOOR_MB: '8', PORTSIDE_METRICS_TOKEN: METRICS_TOKEN };
/** 1,000 frames, and 5 MB after them. */
const LOG_BYTES = 9_300_000;
const certificateRequest = await Bun.file(join(certificateRequests, '01-minimal-model-only.json')).text();

const mayMount = (() => {
  try {
    const dir = mkdtempSync(join(tmpdir(), 'portside-mount-'));
    mountSmallDisk(dir, '1m')[Symbol.dispose]();
    rmSync(dir, { recursive: true });
    return true;
  } catch {
    return false;
  }
})();

let dir: string;
let disk: SmallDisk;
let keys: { id: number; name: string; key: string }[];
let server: RunningServer | undefined;
const folder = () => join(dir, 'var');
const database = () => join(folder(), 'portside.db');
const reserve = () => `${database()}-reserve`;
const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
const filler = () => join(folder(), 'filler');

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'portside-disk-'));
  disk = mountSmallDisk(folder(), '64m');
  // Keys and a cheap hash of the password, so that 100 sign-ins do not take a minute.
  const storage = openSqlite(database(), { lockWaitMs: 2000 });
  const issuer = new KeyIssuer(storage, clock);
  keys = [];
  for (let i = 0; i < ROUNDS + 20; i++) {
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

/** It fills the disk until it is killed, also when a test fails. */
let otherProgram: Bun.Subprocess | undefined;
/** Also when a test fails: requests that go on would fail after it. */
let endTraffic: (() => Promise<unknown>) | undefined;

afterEach(async () => {
  otherProgram?.kill('SIGKILL');
  await endTraffic?.();
  endTraffic = undefined;
  await server?.stop('SIGKILL');
  server = undefined;
  disk[Symbol.dispose]();
  rmSync(dir, { recursive: true, force: true });
});

const start = async (...args: string[]) => {
  server = await serve(dir, args, FLOORS);
  return server;
};
const kill = (child: Bun.Subprocess, signal: NodeJS.Signals = 'SIGTERM') => {
  child.kill(signal);
  return child.exited;
};
const reserved = () =>
  until(
    'the reserve is made, beside and inside',
    () => sizeOf(reserve()) === RESERVE_BYTES && sizeOf(`${database()}-wal`) >= LOG_BYTES,
  );
/** Frames in the write-ahead log. After 1,000 SQLite starts it again. */
const framesOf = (file: Database) => file.query<{ log: number }, []>('PRAGMA wal_checkpoint(NOOP)').get()!.log;
const post = (path: string, key: string, body: string, headers: Record<string, string> = {}) =>
  fetch(server!.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
    body,
  });
const lookup = (key: string) => post('/api/v1/tariff/hts/lookup', key, '{"codes":["7326.90.8688"]}');
const generate = (key: string, headers = {}) => post('/api/v1/entry/gcc/generate', key, certificateRequest, headers);

/** What the database holds, read by another program while nothing else has it open. */
function inspect() {
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

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Signs in and revokes a key, as the operator does in a browser. */
async function signInAndRevoke({ id, name }: { id: number; name: string }): Promise<[number, number]> {
  const operator = new Visitor(server!.url);
  const signIn = await operator.signIn();
  await operator.get(`/operator/keys/${id}`);
  const revoke = await operator.post(`/operator/keys/${id}/revoke`, { name });
  return [signIn.status, revoke.status];
}

/** Lookups and other requests as fast as they are answered. Stops with `stop`. */
function traffic(key: string, others = [generate, generate]) {
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
function oldState(): Database {
  const reader = new Database(database(), { readonly: true });
  reader.run('BEGIN');
  reader.query('SELECT count(*) FROM keys').get();
  return reader;
}

/** Takes all of the disk but so many bytes. */
function leave(bytes: number): void {
  fill(filler());
  while (disk.freeBytes() < bytes) truncateSync(filler(), sizeOf(filler()) - (64 << 10));
}

/** The suite ends a test after a minute, which a busy machine can need. */
const TIMEOUT_MS = 300_000;

describe.skipIf(!mayMount && process.env.CI !== 'true')('a full disk (skipped without the right to mount)', () => {
  test(
    'sign-in, revocation and audit succeed at zero bytes free under full traffic, while another program takes each free byte; nothing is lost when space returns',
    async () => {
      await start('--workers', '4');
      const [busy, ...others] = keys;
      const load = traffic(busy!.key);
      const fills = 5;
      for (let time = 0; time < fills; time++) {
        const { served, refused } = load.told;
        await until('requests are answered', () => load.told.served > served + 300);
        await reserved();
        // A backup, for example: while it reads, the write-ahead log grows and cannot start again. Worst when that was due.
        using probe = new Database(database(), { readonly: true });
        const isHeld = time % 2 === 1;
        if (isHeld) await until('the log is nearly full', () => framesOf(probe) > 850);
        using _reader = isHeld ? oldState() : undefined;
        const other = Bun.spawn([process.execPath, join(import.meta.dir, 'filler.ts'), filler()]);
        otherProgram = other;
        await until('the disk is full', () => disk.freeBytes() === 0);
        for (const key of others.slice((time * ROUNDS) / fills, ((time + 1) * ROUNDS) / fills)) {
          const statuses = await signInAndRevoke(key);
          const log = statuses.includes(500) ? server!.stderr().slice(-2000) : '';
          expect([key.name, statuses, log]).toEqual([key.name, [303, 303], '']);
        }
        await until('requests are refused', () => load.told.refused > refused);
        expect((await fetch(`${server!.url}/readyz`)).status).toBe(503);
        other.kill('SIGKILL');
        await other.exited;
        rmSync(filler());
      }
      const { served } = load.told;
      await until('requests are answered again', () => load.told.served > served + 200);
      await load.stop();
      expect(load.told.other).toEqual([]);
      let again = 0;
      await until('certificates are issued again', async () => {
        again++;
        return (await generate(busy!.key)).status === 200;
      });
      await reserved();
      expect(await server!.stop()).toBe(0);
      const { counted, ...found } = inspect();
      expect(found).toEqual({ integrity: 'ok', revoked: ROUNDS, revocations: ROUNDS, signIns: ROUNDS, leftOver: 0 });
      expect(counted).toBeGreaterThanOrEqual(load.told.served + 1);
      expect(counted).toBeLessThanOrEqual(load.told.sent + again);
    },
    TIMEOUT_MS,
  );

  test(
    'while somebody reads an old state, requests leave the operator room in the log, and go on when the reader has ended',
    async () => {
      await start();
      await reserved();
      const [busy, ...others] = keys;
      // Enough for lookups, too little to add to the reserve or the log.
      const enough = 6_000_000;
      leave(enough);
      const reader = oldState();
      const load = traffic(busy!.key, []);
      await until('requests are refused', () => load.told.refused > 0);
      await load.stop();
      expect(load.told.other).toEqual([]);
      expect(disk.freeBytes()).toBeGreaterThan(4_000_000);
      // Not one byte more, and the log cannot start again.
      fill(filler());
      for (const key of others.slice(0, 10)) expect(await signInAndRevoke(key)).toEqual([303, 303]);
      leave(enough);
      expect((await lookup(busy!.key)).status).toBe(503);
      reader.close();
      await until('lookups are answered', async () => (await lookup(busy!.key)).status === 200);
      expect(disk.freeBytes()).toBeLessThan(enough + 1_000_000);
      rmSync(filler());
      expect(await server!.stop()).toBe(0);
      expect(inspect()).toMatchObject({ integrity: 'ok', revoked: 10, revocations: 10, signIns: 10 });
    },
    TIMEOUT_MS,
  );

  /** The database in this process, with all that is reserved, while a reader holds its log. */
  function heldDatabase() {
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

  test(
    'requests that write without a pause stop while the operator has room',
    async () => {
      const { storage, reader, write, room } = heldDatabase();
      leave(6_000_000);
      const log = sizeOf(`${database()}-wal`);
      const requests = () => {
        for (let request = 0; request < 1_000_000; request++) {
          storage.disk.require('counting');
          write();
        }
      };
      expect(requests).toThrow('out of disk space');
      expect(sizeOf(`${database()}-wal`)).toBe(log);
      expect(room()).toBeGreaterThan(1_000_000);
      reader.close();
      await storage.close();
    },
    TIMEOUT_MS,
  );

  test(
    'readers that take turns, so that one always reads an old state, leave the operator room in the log',
    async () => {
      let { storage, reader, write, room } = heldDatabase();
      leave(6_000_000);
      while (storage.disk.read().state !== 'full') {
        write();
        await Bun.sleep(2);
      }
      for (let turn = 0; turn < 300; turn++) {
        const next = oldState();
        reader.close();
        reader = next;
        storage.disk.maintain();
        await Bun.sleep(2);
        try {
          storage.disk.require('counting');
          write();
        } catch {}
      }
      expect(room()).toBeGreaterThan(1_900_000);
      reader.close();
      await Bun.sleep(2);
      storage.disk.maintain();
      await Bun.sleep(2);
      expect(storage.disk.read().state).not.toBe('full');
      await storage.close();
    },
    TIMEOUT_MS,
  );

  test(
    'a change that needs the reserve makes room for the next ones',
    async () => {
      const { storage, reader, write, room } = heldDatabase();
      while (room() > 8000) write();
      const record = async () => {
        fill(filler());
        const entry = { actor: 'operator:owner', origin: '203.0.113.9', action: 'operator.sign-in', subject: 'owner' };
        await storage.activity.record({ ...entry, atMs: clock.now(), detail: 'x'.repeat(20_000) });
      };
      await record();
      const left = sizeOf(reserve());
      expect(left).toBeGreaterThan(0);
      for (let i = 0; i < 20; i++) await record();
      expect(sizeOf(reserve())).toBe(left);
      reader.close();
      rmSync(filler());
      await storage.close();
    },
    TIMEOUT_MS,
  );

  test.each([12_000_000, 18_000_000])(
    'a server that starts with %d bytes free keeps room for the operator',
    async (bytes) => {
      rmSync(reserve(), { force: true });
      writeFileSync(filler(), Buffer.alloc(disk.freeBytes() - bytes));
      await start();
      const pages = () => {
        using file = new Database(database(), { readonly: true });
        return Object.values(file.query('PRAGMA freelist_count').get() as object)[0] as number;
      };
      await until('free pages are made', () => pages() >= 256);
      await until('the log has room', () => sizeOf(`${database()}-wal`) >= 4_000_000);
      const other = Bun.spawn([process.execPath, join(import.meta.dir, 'filler.ts'), filler()]);
      otherProgram = other;
      await until('the disk is full', () => disk.freeBytes() === 0);
      for (const key of keys.slice(0, 110)) {
        expect([key.name, await signInAndRevoke(key)]).toEqual([key.name, [303, 303]]);
      }
      other.kill('SIGKILL');
      await other.exited;
      rmSync(filler());
      expect(await server!.stop()).toBe(0);
      expect(inspect()).toMatchObject({ integrity: 'ok', revoked: 110, signIns: 110 });
    },
    TIMEOUT_MS,
  );

  test(
    'the command line revokes keys on a full disk, beside a server and alone; a server starts there, and another one after kill -9',
    async () => {
      await start();
      await reserved();
      const [busy, ...others] = keys;
      const revokeNext = async () => {
        // Whatever was given back is taken at once.
        fill(filler());
        const { id, name } = others.shift()!;
        expect(await run(['keys', 'revoke', String(id)], dir)).toEqual({
          code: 0,
          stdout: '',
          stderr: `Key ${id} (${name}) is revoked.\n`,
        });
      };
      for (let i = 0; i < 5; i++) await revokeNext();
      expect(await server!.stop()).toBe(0);
      for (let i = 0; i < 5; i++) await revokeNext();
      for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
        fill(filler());
        await start('--workers', '2');
        expect((await lookup(busy!.key)).status).toBe(503);
        fill(filler());
        expect(await signInAndRevoke(others.shift()!)).toEqual([303, 303]);
        const pids = childrenOf(server!.child.pid);
        await server!.stop(signal);
        if (signal === 'SIGKILL') for (const pid of pids) await until('it is gone', () => !isRunning(pid));
        await revokeNext();
      }
      rmSync(filler());
      await start();
      await until('lookups are answered', async () => (await lookup(busy!.key)).status === 200);
      expect((await lookup(keys[1]!.key)).status).toBe(401);
      await reserved();
      expect(await server!.stop()).toBe(0);
      expect(inspect()).toMatchObject({ integrity: 'ok', revoked: 14, revocations: 14, signIns: 2 });
    },
    TIMEOUT_MS,
  );

  test(
    'commands that open and close the database at the same time on a full disk all revoke their key',
    async () => {
      await start();
      await reserved();
      expect(await server!.stop()).toBe(0);
      for (let round = 0; round < 8; round++) {
        fill(filler());
        const revoked = keys.splice(0, 4);
        const results = await Promise.all(revoked.map(({ id }) => run(['keys', 'revoke', String(id)], dir)));
        expect(results.map(({ stderr }) => stderr)).toEqual(
          revoked.map(({ id, name }) => `Key ${id} (${name}) is revoked.\n`),
        );
      }
      rmSync(filler());
      expect(inspect()).toMatchObject({ integrity: 'ok', revoked: 32, revocations: 32 });
      expect(sizeOf(reserve())).toBe(RESERVE_BYTES);
    },
    TIMEOUT_MS,
  );

  test(
    'below the first floor certificates and imports are refused and lookups go on; below the second lookups are refused too',
    async () => {
      await start();
      await reserved();
      const { key } = keys[0]!;
      const once = { 'idempotency-key': 'order 1' };
      expect((await generate(key, once)).status).toBe(200);
      const refusals = async () => {
        const metrics = await (await fetchMetrics(server!.url)).text();
        const value = (work: string) =>
          new RegExp(`portside_disk_refuses\\{work="${work}"\\} (\\d)`).exec(metrics)?.[1];
        expect(metrics).toContain(`portside_disk_reserve_bytes ${RESERVE_BYTES}`);
        return [value('storing'), value('counting')];
      };
      expect(await refusals()).toEqual(['0', '0']);

      leave(7_000_000);
      await until('certificates are refused', async () => (await generate(key)).status === 503);
      const refused = await generate(key);
      expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toEqual([
        503,
        '30',
        expect.objectContaining({ error: 'unavailable', message: expect.stringContaining('short of disk space') }),
      ]);
      expect((await generate(key, once)).status).toBe(200);
      expect((await lookup(key)).status).toBe(200);
      expect(await refusals()).toEqual(['1', '0']);
      const list = join(root, 'data/tariff/note-16c.json');
      const imported = await run(['tariff', 'import', '--force', list], dir, FLOORS);
      expect([imported.code, imported.stderr]).toEqual([1, expect.stringContaining('short of disk space')]);
      const offline = await run(
        [
          'entry',
          'generate',
          join(certificateRequests, '01-minimal-model-only.json'),
          '--base-url',
          'https://here.example',
        ],
        dir,
        FLOORS,
      );
      expect([offline.code, offline.stderr]).toEqual([1, expect.stringContaining('short of disk space')]);

      leave(1_900_000);
      await until('lookups are refused', async () => (await lookup(key)).status === 503);
      const uncounted = await lookup(key);
      expect([uncounted.headers.get('retry-after'), await uncounted.json()]).toEqual([
        '30',
        expect.objectContaining({ error: 'unavailable', message: expect.stringContaining('out of disk space') }),
      ]);
      expect(await refusals()).toEqual(['1', '1']);
      // What is not counted goes on.
      expect((await fetch(`${server!.url}/api/v0/tariff/lists`)).status).toBe(200);
      expect((await fetch(`${server!.url}/healthz`)).status).toBe(200);
      const doctor = await run(['doctor', '--fast', '--port', '0'], dir, FLOORS);
      expect([doctor.code, doctor.stdout]).toEqual([1, expect.stringContaining('reserve of 4.2 MB')]);

      rmSync(filler());
      await until('lookups are answered', async () => (await lookup(key)).status === 200);
      await until('certificates are issued', async () => (await generate(key)).status === 200);
      expect(server!.stderr()).not.toContain('"level":"error"');
    },
    TIMEOUT_MS,
  );

  test(
    'a migration, an import and a backup that meet a full disk fail with one sentence, leave no file and change nothing; a backup to another disk is made',
    async () => {
      await start();
      await reserved();
      expect(await server!.stop()).toBe(0);
      // The first backup makes the key that signs them all, which takes a few bytes.
      expect((await run(['backup', 'first'], dir)).code).toBe(0);
      const before = inspect();
      const noFloor = { PORTSIDE_DISK_FLOOR_MB: '0' };
      // Room for less than the backup, the import or a new database.
      fill(filler());
      truncateSync(filler(), sizeOf(filler()) - 40_000);
      const list = join(root, 'data/tariff/note-16c.json');
      for (const [args, sentence] of [
        [['backup', join(folder(), 'copy')], 'not enough free space'],
        [['tariff', 'import', '--force', list], 'disk space'],
        [['migrate', 'up', '--data-dir', join(folder(), 'new')], 'is full'],
        [['serve', '--port', '0', '--data-dir', join(folder(), 'new')], 'is full'],
      ] as const) {
        const { code, stderr } = await run([...args], dir, noFloor);
        expect([args[0], code, stderr.trim().split('\n').length, stderr]).toEqual([
          args[0],
          1,
          1,
          expect.stringContaining(sentence),
        ]);
      }
      rmSync(join(folder(), 'new'), { recursive: true, force: true });
      fill(filler());
      const elsewhere = await run(['backup', 'copy'], dir);
      expect([elsewhere.code, elsewhere.stderr]).toEqual([0, expect.stringContaining('verified')]);
      rmSync(filler());
      expect(
        readdirSync(folder()).filter(
          (name) => !/^portside\.db(-wal|-shm|-reserve)?$|^backup\.key$|^last-backup\.json$/.test(name),
        ),
      ).toEqual([]);
      expect(inspect()).toEqual(before);
    },
    TIMEOUT_MS,
  );

  test(
    'below the first floor the request log stops, lookups go on, and afterwards it says how many are missing',
    async () => {
      await start();
      await reserved();
      const { key } = keys[0]!;
      const read = () => {
        const file = new Database(database(), { readonly: true });
        const found = file
          .query<{ kept: number; lost: number; rows: number }, []>(
            `SELECT coalesce(sum(kept), 0) AS kept, coalesce(sum(not_kept), 0) AS lost,
               (SELECT count(*) FROM request_log) AS rows FROM request_log_days`,
          )
          .get()!;
        file.close();
        return found;
      };
      expect((await lookup(key)).status).toBe(200);
      await until('it is in the log', () => read().rows === 1);
      writeFileSync(filler(), Buffer.alloc(disk.freeBytes() - 7_000_000));
      await until('documents are refused', async () => (await generate(key)).status === 503);
      const before = read().rows;
      // More than may wait in memory.
      await until('requests are lost', async () => {
        for (let i = 0; i < 200; i++) expect((await fetch(`${server!.url}/api/v1/nowhere`)).status).toBe(404);
        const metrics = await (await fetchMetrics(server!.url)).text();
        return Number(/portside_log_rows_total\{log="requests",result="lost"\} (\d+)/.exec(metrics)?.[1]) > 0;
      });
      expect((await lookup(key)).status).toBe(200);
      expect(read().rows).toBe(before);
      rmSync(filler());
      await until('it is written again', () => read().lost > 0);
      expect(await server!.stop()).toBe(0);
      const { kept, rows } = read();
      expect(kept).toBe(rows);
      expect(inspect().integrity).toBe('ok');
    },
    TIMEOUT_MS,
  );

  test(
    'a log file on the full disk stops no request and no operator',
    async () => {
      const log = join(folder(), 'log');
      const [busy, other] = keys;
      const child = Bun.spawn([...program, 'serve', '--port', '0'], {
        cwd: dir,
        env: { PATH: process.env.PATH, NODE_ENV: 'production', ...FLOORS, PORTSIDE_LOG: 'requests' },
        stdio: ['ignore', 'ignore', openSync(log, 'a')],
      });
      const text = () => readFileSync(log, 'utf8');
      await until('the server answers', () => text().includes('answers at'));
      const url = /answers at (http:\S+)/.exec(text())![1]!;
      server = { url, child: child as never, stdout: () => '', stderr: text, stop: (signal) => kill(child, signal) };
      await reserved();
      fill(filler());
      for (let i = 0; i < 2000; i++) expect((await lookup(busy!.key)).status).toBeOneOf([200, 503]);
      expect(disk.freeBytes()).toBe(0);
      expect(await signInAndRevoke(other!)).toEqual([303, 303]);
      rmSync(filler());
      await until('lookups are answered', async () => (await lookup(busy!.key)).status === 200);
      const logged = text().length;
      await until('requests are logged again', async () => (await lookup(busy!.key)).ok && text().length > logged);
      expect(await server.stop()).toBe(0);
    },
    TIMEOUT_MS,
  );

  test(
    'log lines that a full disk refuses are dropped: nothing throws, waits or leaves a broken line',
    async () => {
      const log = join(folder(), 'log');
      writeFileSync(log, '');
      fill(filler());
      truncateSync(filler(), sizeOf(filler()) - 5000);
      const program = `
      import { openLog } from ${JSON.stringify(join(root, 'src/adapters/system/log.ts'))};
      import { rmSync } from 'node:fs';
      const log = openLog('errors');
      for (let i = 0; i < 20_000; i++) log.info('x'.repeat(200));
      rmSync(${JSON.stringify(filler())});
      log.info('there is room');`;
      const child = Bun.spawn([process.execPath, '-e', program], { stdio: ['ignore', 'ignore', openSync(log, 'a')] });
      expect(await child.exited).toBe(0);
      const lines = readFileSync(log, 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line));
      expect(lines.at(-1)).toMatchObject({ msg: 'there is room' });
    },
    TIMEOUT_MS,
  );
});
