/** A disk that is really full: what is refused, what the operator can still do, and that nothing is lost when space returns. */
import { Database } from 'bun:sqlite';
import { describe, expect, test } from 'bun:test';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock as clock } from '../../../src/adapters/system/clock.ts';
import { RESERVE_BYTES } from '../../../src/adapters/system/reserve-file.ts';
import { certificateRequests, root } from '../../support/paths.ts';
import { run } from '../../support/program.ts';
import { fetchMetrics } from '../../support/server.ts';
import { fill } from '../../support/small-disk.ts';
import { until } from '../../support/until.ts';
import {
  database,
  dir,
  FLOORS,
  filler,
  fillWithoutPause,
  framesOf,
  generate,
  heldDatabase,
  inspect,
  keys,
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

/** How many keys are revoked. CI revokes more. */
const ROUNDS = Number(process.env.PORTSIDE_DISK_ROUNDS ?? 5);

onSmallDisk();

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
        const other = await fillWithoutPause();
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
});
