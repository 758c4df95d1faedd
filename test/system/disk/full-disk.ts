/** More of `short-of-space.ts`: readers of old states, starts, commands, migrations, imports, backups and logs on a full disk. */
import { Database } from 'bun:sqlite';
import { describe, expect, test } from 'bun:test';
import { openSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { RESERVE_BYTES } from '../../../src/adapters/system/reserve-file.ts';
import { root } from '../../support/paths.ts';
import { childrenOf, isRunning, program, run } from '../../support/program.ts';
import { fetchMetrics } from '../../support/server.ts';
import { fill } from '../../support/small-disk.ts';
import { until } from '../../support/until.ts';
import {
  adopt,
  database,
  dir,
  disk,
  FLOORS,
  filler,
  fillWithoutPause,
  folder,
  generate,
  heldDatabase,
  inspect,
  keys,
  kill,
  leave,
  lookup,
  mayMount,
  oldState,
  onSmallDisk,
  reserve,
  reserved,
  server,
  signInAndRevoke,
  sizeOf,
  start,
  TIMEOUT_MS,
  traffic,
} from './small-disk-server.ts';

onSmallDisk();

describe.skipIf(!mayMount && process.env.CI !== 'true')('a full disk (skipped without the right to mount)', () => {
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
      const other = await fillWithoutPause();
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
      adopt({ url, child: child as never, stdout: () => '', stderr: text, stop: (signal) => kill(child, signal) });
      await reserved();
      fill(filler());
      for (let i = 0; i < 2000; i++) expect((await lookup(busy!.key)).status).toBeOneOf([200, 503]);
      expect(disk.freeBytes()).toBe(0);
      expect(await signInAndRevoke(other!)).toEqual([303, 303]);
      rmSync(filler());
      await until('lookups are answered', async () => (await lookup(busy!.key)).status === 200);
      const logged = text().length;
      await until('requests are logged again', async () => (await lookup(busy!.key)).ok && text().length > logged);
      expect(await server!.stop()).toBe(0);
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
