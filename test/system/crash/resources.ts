/** Durable accounting of resources: what was answered 200 is in the ledger exactly once, even if the process is killed. */
import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { RENDERING_MOST } from '../../../src/entry/issue/certificate-issuer.ts';
import { validBody } from '../../support/certificate-fixtures.ts';
import { childrenOf, issueKey, serve, showKey } from '../../support/program.ts';
import { between } from '../../support/random.ts';
import { seededRandom } from '../../support/seed.ts';
import { STORED_IN_TABLES } from '../../support/stored-bytes.ts';
import { tempDir } from '../../support/temp.ts';

const ROUNDS = Number(process.env.PORTSIDE_CRASH_ROUNDS ?? 3);
const CONNECTIONS = 8;

for (const workers of [1, 4]) {
  test(`kill -9 while certificates are made, ${ROUNDS} rounds, ${workers} process(es): the ledger has each stored byte once`, async () => {
    const random = seededRandom(`kill -9 with resources, ${workers} process(es)`);
    const dir = tempDir();
    const { id, key } = await issueKey(
      dir,
      '--per-minute',
      '1000000',
      '--per-day',
      '1000000',
      '--cpu-per-day',
      '99999h',
    );
    const answered: string[] = [];
    let underWayAtKills = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const server = await serve(dir, ['--workers', String(workers)]);
      let alive = true;
      let toKill = between(random, 10, 40);
      let underWay = 0;
      const due = Promise.withResolvers<void>();
      const load = Array.from({ length: CONNECTIONS }, async (_, i) => {
        for (let n = 0; alive; n++) {
          const headers = {
            authorization: `Bearer ${key}`,
            'content-type': 'application/json',
            // Every third is a repetition, which must not be booked again.
            'idempotency-key': `${round} ${i} ${Math.floor((n * 2) / 3)}`,
          };
          try {
            underWay++;
            const body = JSON.stringify(validBody());
            const answer = await fetch(`${server.url}/api/v1/entry/gcc/generate`, { method: 'POST', headers, body });
            const { gcc_id: gccId } = (await answer.json()) as { gcc_id: string };
            expect(answer.status).toBe(200);
            answered.push(gccId);
            underWay--;
            if (--toKill === 0) due.resolve();
          } catch (error) {
            if (alive) throw error;
            return;
          }
        }
      });
      await Promise.race([due.promise, Promise.all(load)]);
      alive = false;
      const pids = workers === 1 ? [server.child.pid] : [server.child.pid, ...childrenOf(server.child.pid)];
      underWayAtKills += underWay;
      for (const pid of pids) process.kill(pid, 'SIGKILL');
      await Promise.all(load);
      await server.child.exited;
    }
    const database = new Database(join(dir, 'var/portside.db'));
    const stored = database.query<{ bytes: number }, []>(STORED_IN_TABLES).get()!.bytes;
    const kept = database.query<{ id: string }, []>('SELECT gcc_id AS id FROM certificates').all();
    database.close();
    const { resources } = await showKey(dir, id);
    expect(resources.stored_bytes.used).toBe(stored);
    const ids = new Set(kept.map((row) => row.id));
    expect(new Set(answered).size).toBeLessThan(answered.length);
    expect(answered.filter((gccId) => !ids.has(gccId))).toEqual([]);
    // Work that was cut off stays charged in full. Everything else is charged what it took.
    const drawn = ids.size + underWayAtKills;
    expect(resources.cpu_ms_today.used).toBeGreaterThanOrEqual(ids.size);
    expect(resources.cpu_ms_today.used).toBeLessThanOrEqual(underWayAtKills * RENDERING_MOST.cpuMs + drawn * 2000);
  }, 180_000);
}
