import { expect, test } from 'bun:test';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { tempDir } from '../../../test/support/temp.ts';
import { RESERVE_BYTES } from '../system/reserve-file.ts';
import { openSqlite } from './open.ts';

const WAL_ROOM_BYTES = 4 << 20;

function openTemp(dir = tempDir()) {
  const path = join(dir, 'portside.db');
  const storage = openSqlite(path, { lockWaitMs: 2000 });
  return { storage, bytes: (suffix: string) => statSync(path + suffix, { throwIfNoEntry: false })?.size ?? 0, dir };
}

test('maintenance makes the reserve file, free pages and room in the log, then leaves them as they are', async () => {
  const { storage, bytes } = openTemp();
  const freePages = () => Object.values(storage.counters.query('PRAGMA freelist_count').get() as object)[0] as number;
  for (let call = 0; call < 10; call++) storage.disk.maintain();
  const made = [bytes('-reserve'), freePages(), bytes('-wal')];
  expect(made[0]).toBe(RESERVE_BYTES);
  expect(made[1]).toBeGreaterThanOrEqual(256);
  expect(made[2]).toBeGreaterThanOrEqual(WAL_ROOM_BYTES);
  storage.disk.maintain();
  expect([bytes('-reserve'), freePages(), bytes('-wal')]).toEqual(made);
  expect(storage.counters.query("SELECT 1 FROM settings WHERE name = 'free_pages'").get()).toBeNull();
  await storage.close();
  // A log beside a file that somebody replaces would be replayed over it.
  expect([bytes('-reserve'), bytes('-wal'), bytes('-shm')]).toEqual([RESERVE_BYTES, 0, 0]);
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
