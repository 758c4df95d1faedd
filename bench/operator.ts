/**
 * Whether the operator page stays fast as the database fills: each page on a database of 100,000 keys with 90 days of usage,
 * beside the same page on an empty one and on one with a single page of keys. All servers are the compiled program. The ratio
 * is full over empty.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openSqlite, type SqliteStorage } from '../src/adapters/sqlite/open.ts';
import { systemClock } from '../src/adapters/system/clock.ts';
import { setPassword } from '../src/operator/accounts.ts';
import type { Bench, Contender, PreparedBench, Sample } from './bench.ts';
import { issueKeys } from './keys.ts';
import { PASSWORD, pageMs, signIn } from './operator-session.ts';
import { freePort, MeasuredServer } from './server.ts';

const ROOT = join(import.meta.dir, '..');
const FOLDER = join(ROOT, '.cache/bench/operator');
const KEYS = 100_000;
const DAYS = 90;
/** Keys used on each day, each for every product. */
const USED_A_DAY = 2_000;
const REQUESTS_EACH = 20;

/** Name of the metric to the path of its page. */
const PAGES: Record<string, string> = {
  keys_ms: '/operator/keys',
  last_ms: '/operator/keys?page=1999',
  name_ms: '/operator/keys?sort=name&dir=asc',
  search_ms: '/operator/keys?q=bench+7342',
  status_ms: '/operator/keys?status=revoked',
  usage_ms: '/operator/usage',
  key_ms: '/operator/keys/1',
};

export const operator: Bench = {
  name: 'operator',
  needs: ['taskset'],
  async prepare({ shareOfLong }, say): Promise<PreparedBench> {
    rmSync(FOLDER, { recursive: true, force: true });
    const many = Math.max(KEYS * shareOfLong, USED_A_DAY);
    const contenders: Contender[] = [];
    const servers: MeasuredServer[] = [];
    for (const [name, keys] of [
      [`${many.toLocaleString('en')} keys, ${DAYS} days`, many],
      ['one page of keys, no usage', 50],
      ['one key, no usage', 1],
    ] as const) {
      say(`operator: filling the database of ${name}`);
      const dataDir = join(FOLDER, String(keys));
      mkdirSync(dataDir, { recursive: true });
      await issueKeys(dataDir, keys);
      const storage = openSqlite(join(dataDir, 'portside.db'), { lockWaitMs: 1000 });
      await setPassword(storage, systemClock, PASSWORD);
      if (keys === many) fillUsage(storage, many);
      await storage.close();
      const port = freePort();
      const url = `http://127.0.0.1:${port}`;
      const command = [join(ROOT, 'dist/portside'), 'serve', '--port', String(port), '--data-dir', dataDir];
      const server = await MeasuredServer.start(command, `${url}/readyz`);
      servers.push(server);
      const cookie = await signIn(url);
      for (const path of Object.values(PAGES)) await pageMs(url + path, cookie);
      contenders.push({ name, measure: () => server.awake(() => measure(url, cookie)) });
    }
    const metrics = Object.entries(PAGES).map(([name, path]) => ({ name, title: `${path}, ms`, ratio: true }));
    const title = 'Operator page: full beside empty';
    const notes = [
      `${USED_A_DAY} of the keys were used on each day, for every product. Median of ${REQUESTS_EACH} requests, one at a time.`,
    ];
    return {
      tables: [{ name: 'operator', title, metrics, contenders, notes }],
      skipped: [],
      close: async () => {
        for (const server of servers) await server.stop();
      },
    };
  },
};

async function measure(url: string, cookie: string): Promise<Sample> {
  const sample: Sample = {};
  for (const [metric, path] of Object.entries(PAGES)) {
    const times: number[] = [];
    for (let i = 0; i < REQUESTS_EACH; i++) times.push(await pageMs(url + path, cookie));
    sample[metric] = times.sort((a, b) => a - b)[REQUESTS_EACH >> 1]!;
  }
  return sample;
}

function fillUsage(storage: SqliteStorage, keys: number): void {
  const file = storage.recordsFile;
  file.run('PRAGMA synchronous = OFF');
  const [today, minute] = [86_400_000, 60_000].map((unit) => Math.floor(Date.now() / unit)) as [number, number];
  const usage = file.prepare('INSERT OR REPLACE INTO usage VALUES (?, ?, ?, ?)');
  const minutes = file.prepare('INSERT OR REPLACE INTO usage_minutes VALUES (?, ?, ?, ?)');
  file.transaction(() => {
    for (let i = 0; i < DAYS * USED_A_DAY; i++) {
      // The stride has no common factor with the number of keys, so it spreads them. Key 1 is used every day.
      const key = i % USED_A_DAY === 0 ? 1 : 1 + ((i * 7919) % keys);
      const day = today - (i % DAYS);
      for (const product of ['tariff', 'pixel', 'entry']) {
        usage.run(day, key, product, 1 + (i % 500));
        if (i % 10 === 0) minutes.run(minute - (i % 60), key, product, 1 + (i % 50));
      }
    }
    file.run('INSERT INTO usage_totals SELECT day, product, sum(requests) FROM usage GROUP BY day, product');
    file.run('INSERT INTO usage_minutes SELECT minute, 0, product, sum(requests) FROM usage_minutes GROUP BY 1, 3');
    file.run('UPDATE keys SET revoked_at = 1 WHERE id % 97 = 0');
    file.run(
      "INSERT INTO usage_errors SELECT key_id, day, product, 'rate_limited', requests FROM usage WHERE key_id = 1",
    );
    file.run("INSERT INTO usage_errors SELECT 0, day, product, 'rate_limited', requests FROM usage_totals");
  })();
}
