import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { appendFileSync, existsSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { tempDir } from '../../../test/support/temp.ts';
import { RESERVE_BYTES } from '../system/reserve-file.ts';
import { openSqlite } from './open.ts';

/** 1,000 frames, 2 MB for the operator, 2 MB for free pages and 1 MB. */
const LOG_BYTES = (1000 + 512) * 4120 + (3 << 20);

function openTemp(dir = tempDir()) {
  const path = join(dir, 'portside.db');
  const storage = openSqlite(path, { lockWaitMs: 2000 });
  const first = (sql: string) => Object.values(storage.counters.query(sql).get() as object)[0] as number;
  return {
    storage,
    path,
    dir,
    bytes: (suffix: string) => statSync(path + suffix, { throwIfNoEntry: false })?.size ?? 0,
    freePages: () => first('PRAGMA freelist_count'),
    frames: () => storage.counters.query<{ log: number }, []>('PRAGMA wal_checkpoint(NOOP)').get()!.log,
  };
}

test('maintenance makes the reserve file, free pages and room in the log, then leaves them as they are', async () => {
  const { storage, bytes, freePages } = openTemp();
  for (let call = 0; call < 10; call++) storage.disk.maintain();
  const made = [bytes('-reserve'), freePages(), bytes('-wal')];
  expect(made[0]).toBe(RESERVE_BYTES);
  expect(made[1]).toBeGreaterThanOrEqual(256);
  expect(made[2]).toBe(LOG_BYTES);
  storage.disk.maintain();
  expect([bytes('-reserve'), freePages(), bytes('-wal')]).toEqual(made);
  expect(storage.counters.query("SELECT 1 FROM settings WHERE name = 'free_pages'").get()).toBeNull();
  await storage.close();
  // A log beside a file that somebody replaces would be replayed over it.
  expect([bytes('-reserve'), bytes('-wal'), bytes('-shm')]).toEqual([RESERVE_BYTES, 0, 0]);
});

test('the log has room for the operator whenever somebody begins to read an old state, also while free pages are made', async () => {
  const { storage, path, bytes, freePages, frames } = openTemp();
  for (let call = 0; call < 10; call++) storage.disk.maintain();
  const write = (pages: number) =>
    storage.counters.run(
      `INSERT OR REPLACE INTO settings (name, value) VALUES ('x', printf('%.*c', ${pages * 4096}, 'x'))`,
    );
  // The worst moment: the log would soon start again.
  while (frames() < 980) write(1);
  expect(frames()).toBeLessThan(1000);
  const reader = new Database(path, { readonly: true });
  reader.run('BEGIN');
  reader.query('SELECT count(*) FROM keys').get();
  write(freePages() - 200);
  expect(freePages()).toBeLessThan(256);
  for (let call = 0; call < 10; call++) {
    expect(bytes('-wal') - frames() * 4120).toBeGreaterThan(2 << 20);
    storage.disk.maintain();
  }
  expect(freePages()).toBeGreaterThanOrEqual(256);
  reader.close();
  await storage.close();
});

test('free pages are made while a reader holds a log that goes on growing', async () => {
  const { storage, path, freePages, frames } = openTemp();
  for (let call = 0; call < 10; call++) storage.disk.maintain();
  storage.counters.run('CREATE TABLE load (id INTEGER PRIMARY KEY, x)');
  const reader = new Database(path, { readonly: true });
  reader.run('BEGIN');
  reader.query('SELECT count(*) FROM keys').get();
  const write = (id: number, bytes: number) =>
    storage.counters.run(`INSERT OR REPLACE INTO load VALUES (${id}, printf('%.*c', ${bytes}, 'x'))`);
  while (frames() < 1500) write(2, 3500);
  write(1, freePages() * 4096);
  for (let look = 0; look < 10; look++) {
    // More than the log has to spare.
    for (let change = 0; change < 300; change++) write(2, 3500);
    storage.disk.maintain();
  }
  expect(frames()).toBeGreaterThan(3000);
  expect(freePages()).toBeGreaterThanOrEqual(256);
  reader.close();
  await storage.close();
});

test('a file with larger pages has the same room in its log', async () => {
  const dir = tempDir();
  using file = new Database(join(dir, 'portside.db'), { create: true });
  file.run('PRAGMA page_size = 16384');
  file.run('VACUUM');
  const { storage, bytes, freePages } = openTemp(dir);
  for (let call = 0; call < 20; call++) storage.disk.maintain();
  expect(freePages()).toBeGreaterThanOrEqual(256);
  expect(bytes('-wal') - 1000 * (16384 + 24)).toBeGreaterThan(5 << 20);
  await storage.close();
});

test('a command that ends beside a server leaves the log of the server as it is', async () => {
  const { storage, bytes, dir } = openTemp();
  for (let call = 0; call < 10; call++) storage.disk.maintain();
  const before = bytes('-wal');
  const command = `
    import { openSqlite } from ${JSON.stringify(join(import.meta.dir, 'open.ts'))};
    const storage = openSqlite(${JSON.stringify(join(dir, 'portside.db'))}, { lockWaitMs: 2000 });
    await storage.keys.list(10, 0);
    await storage.close();
    process.exit(0);`;
  expect(await Bun.spawn([process.execPath, '-e', command], { stdio: ['ignore', 'ignore', 'inherit'] }).exited).toBe(0);
  expect(bytes('-wal')).toBe(before);
  await storage.close();
});

test('whoever closes the database last fills the reserve that another process made, and makes none of its own', async () => {
  const { storage, path, bytes } = openTemp();
  storage.disk.maintain();
  const last = openSqlite(path, { lockWaitMs: 2000 });
  await storage.close();
  // As if the disk had been full until the log was gone.
  truncateSync(`${path}-reserve`);
  await last.close();
  expect(bytes('-reserve')).toBe(RESERVE_BYTES);

  // As if two had filled it at the same time.
  appendFileSync(`${path}-reserve`, 'x'.repeat(100_000));
  await openSqlite(path, { lockWaitMs: 2000 }).close();
  expect(bytes('-reserve')).toBe(RESERVE_BYTES);

  const command = openTemp();
  await command.storage.close();
  expect(existsSync(`${command.path}-reserve`)).toBe(false);
});

test('opening is tried again while others take the released space, and not for another reason', async () => {
  const { storage, bytes } = openTemp();
  storage.disk.maintain();
  const left: number[] = [];
  const failing = (code: string, until: number) => () => {
    left.push(bytes('-reserve'));
    if (left.length < until) throw Object.assign(new Error(code), { code });
    return 'open';
  };
  expect(storage.disk.open(failing('SQLITE_IOERR_SHMSIZE', 3))).toBe('open');
  expect(left).toEqual([RESERVE_BYTES, 0, 0]);
  for (const [code, attempts] of [
    ['SQLITE_FULL', 5],
    ['SQLITE_CORRUPT', 1],
  ] as const) {
    left.length = 0;
    expect(() => storage.disk.open(failing(code, 100))).toThrow(code);
    expect(left).toHaveLength(attempts);
  }
  await storage.close();
});

test('no statistics are written below the floors: the space is for the operator', async () => {
  const storage = openSqlite(join(tempDir(), 'portside.db'), { lockWaitMs: 2000, diskFloorMb: 1e12 });
  const { usage } = storage;
  const use = { keyId: 1, requests: 1, lastAddress: '203.0.113.9', lastAt: 0 };
  await expect(usage.addForeignUses([use])).rejects.toThrow();
  await expect(usage.addErrors([].values(), 0, 0)).rejects.toThrow();
  await expect(usage.dropErrors(1)).rejects.toThrow();
  expect(await usage.foreignUse(1)).toBeUndefined();
  await storage.close();
});
