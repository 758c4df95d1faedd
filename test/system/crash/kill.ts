/** Durable accounting: every request answered 200 is counted, even if the process is killed right after. */
import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { childrenOf, issueKey, lookup, serve, showKey } from '../../support/program.ts';
import { between } from '../../support/random.ts';
import { seededRandom } from '../../support/seed.ts';
import { tempDir } from '../../support/temp.ts';
import { until } from '../../support/until.ts';

/** CI has more. */
const ROUNDS = Number(process.env.PORTSIDE_CRASH_ROUNDS ?? 1);
const CONNECTIONS = 16;
/** Low enough that the limited key is refused during the load. */
const LIMIT_MINUTE = 5;
/** How many requests are answered before the kill. */
const ANSWERS_MIN = 150;
const ANSWERS_MAX = 600;

for (const workers of [1, 2]) {
  test(`kill -9 during load, ${ROUNDS} rounds, ${workers} process(es): every 200 is counted, and no limit is exceeded`, async () => {
    const random = seededRandom(`kill -9, ${workers} process(es)`);
    const dir = tempDir();
    const busy = await issueKey(dir, '--per-minute', '1000000', '--per-day', '1000000');
    const limited = await issueKey(dir, '--per-minute', String(LIMIT_MINUTE));
    const answered = { busy: 0, limited: 0, sent: 0, refused: 0 };
    const limitedAt: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const server = await serve(dir, ['--workers', String(workers)]);
      let alive = true;
      let toKill = between(random, ANSWERS_MIN, ANSWERS_MAX);
      const due = Promise.withResolvers<void>();
      const load = Array.from({ length: CONNECTIONS }, async (_, i) => {
        while (alive) {
          const name = i === 0 ? 'limited' : 'busy';
          try {
            if (name === 'busy') answered.sent++;
            const { status } = await lookup(server.url, name === 'busy' ? busy.key : limited.key);
            if (status === 200) answered[name]++;
            if (status === 200 && name === 'limited') limitedAt.push(Date.now());
            if (status === 429) answered.refused++;
            if (--toKill === 0) due.resolve();
          } catch {
            return;
          }
        }
      });
      await due.promise;
      const pids = workers === 1 ? [server.child.pid] : [server.child.pid, ...childrenOf(server.child.pid)];
      for (const pid of pids) process.kill(pid, 'SIGKILL');
      alive = false;
      await Promise.all(load);
      await server.child.exited;
      const database = new Database(join(dir, 'var/portside.db'));
      expect(database.query('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
      database.close();
    }
    const counted = (await showKey(dir, busy.id)).usage.total;
    expect(answered.busy).toBeGreaterThan(0);
    expect(answered.refused).toBeGreaterThan(0);
    expect(counted).toBeGreaterThanOrEqual(answered.busy);
    // Requests that are counted but were not answered were in flight when the process died.
    expect(counted).toBeLessThanOrEqual(answered.sent);
    expect((await showKey(dir, limited.id)).usage.total).toBeGreaterThanOrEqual(answered.limited);
    for (const at of limitedAt) {
      expect(limitedAt.filter((t) => t >= at && t < at + 59_000).length).toBeLessThanOrEqual(LIMIT_MINUTE);
    }
  });
}

test('kill -9 loses of the request log only what was not written yet: its rows and their counts agree, and it goes on', async () => {
  const dir = tempDir();
  const { key, id } = await issueKey(dir, '--per-minute', '1000000');
  const logged = (requestId: string) => {
    using database = new Database(join(dir, 'var/portside.db'), { readonly: true });
    return database.query('SELECT 1 FROM request_log WHERE request_id = ?').get(requestId) !== null;
  };
  const request = async (url: string) => (await lookup(url, key)).headers.get('x-request-id')!;
  const written: string[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const server = await serve(dir);
    for (let i = 0; i < 10; i++) written.push(await request(server.url));
    await until('they are in the log', () => logged(written.at(-1)!));
    // Answered, and perhaps not yet in the log.
    for (let i = 0; i < 10; i++) await request(server.url);
    await server.stop('SIGKILL');
  }
  expect(written.filter((requestId) => !logged(requestId))).toEqual([]);
  const database = new Database(join(dir, 'var/portside.db'));
  expect(database.query('SELECT sum(kept) AS kept FROM request_log_days').get()).toEqual(
    database.query('SELECT count(*) AS kept FROM request_log').get(),
  );
  database.close();
  // The counts lose nothing.
  expect((await showKey(dir, id)).usage.total).toBe(20 * ROUNDS);
});
