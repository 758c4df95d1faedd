/**
 * A database that a server wrote under load until it was killed opens here as it was: counts, limits in progress, certificates, jobs and
 * watches. The fixtures were made by commit 4815cc94, the last one whose stores were written for each database by themselves: three keys
 * (50, 1,000,000 and 600 requests a minute), a certificate, a finished and an open audit and a watch, then `kill -9` while 16 connections
 * looked up numbers. The file is a `VACUUM INTO` of what was left, the other one a `pg_dump --inserts`. What is expected was read with that
 * commit, with a clock that stood still at the kill.
 */
import { expect, test } from 'bun:test';
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { openSqlite } from '../../src/adapters/sqlite/open.ts';
import type { Storage } from '../../src/domain/storage.ts';
import { readKeyUsage } from '../../src/limits/key-usage.ts';
import { openTestLedger } from '../support/limiter.ts';
import { root } from '../support/paths.ts';
import { tempDir, testClock } from '../support/temp.ts';
import { freshDatabase, openDatabase, POSTGRES, POSTGRES_URL, statement } from './postgres/database.ts';

interface Loaded {
  killedAtMs: number;
  /** Of the keys 2, 3 and 4. */
  usage: { minute: number; today: number; total: number }[];
  /** After one more request of each. */
  standings: { admitted: number; minuteLeft: number; dayLeft: number; oldestMs: number }[];
  certificate: { id: string; sha256: string };
  jobs: { finished: string; open: string };
  watch: string;
}

const LIMITS = [
  { perMinute: 50, perDay: 200 },
  { perMinute: 1_000_000, perDay: 1_000_000 },
  { perMinute: 600, perDay: 100_000 },
];

const SQLITE: Loaded = {
  killedAtMs: 1_795_885_318_027,
  usage: [
    { minute: 50, total: 50, today: 50 },
    { minute: 43_852, total: 43_852, today: 43_852 },
    { minute: 8, total: 10, today: 10 },
  ],
  standings: [
    { admitted: 0, minuteLeft: 0, dayLeft: 150, oldestMs: 1_795_885_315_472 },
    { admitted: 1, minuteLeft: 956_147, dayLeft: 956_147, oldestMs: 1_795_885_315_500 },
    { admitted: 1, minuteLeft: 591, dayLeft: 99_989, oldestMs: 1_795_885_314_881 },
  ],
  certificate: {
    id: '4474ef4d-e97e-492c-a5c7-39e9a9b672f2',
    sha256: '4fcd7f406d6cec3660d219130c869191d7609229f77899ad25f6ecb00edd2d8a',
  },
  jobs: { finished: 'job_vxhkLl83ccT6Ogw28rtcZZE6', open: 'job_1JX9LQiRyreDwvAdBN3X1nha' },
  watch: 'wat_EXSTnVSMhpeTXkGwjpoOzxm8',
};

const POSTGRESQL: Loaded = {
  killedAtMs: 1_795_885_323_012,
  usage: [
    { minute: 50, total: 50, today: 50 },
    { minute: 14_705, total: 14_705, today: 14_705 },
    { minute: 8, total: 10, today: 10 },
  ],
  standings: [
    { admitted: 0, minuteLeft: 0, dayLeft: 150, oldestMs: 1_795_885_320_606 },
    { admitted: 1, minuteLeft: 985_294, dayLeft: 985_294, oldestMs: 1_795_885_320_700 },
    { admitted: 1, minuteLeft: 591, dayLeft: 99_989, oldestMs: 1_795_885_320_068 },
  ],
  certificate: {
    id: '65d1f452-5a25-484c-b014-81621ad83da3',
    sha256: '9c8430823e26e43e9d59d5413fd9db5a9982cfcd5fad88b4e0271353e37fde7e',
  },
  jobs: { finished: 'job_DmloHpGf0oBXfyRPcNeNsCdp', open: 'job_srpnkOutsNm3UywpiCqdyBw4' },
  watch: 'wat_yXUygAK8x0DeTMl1ax5bmKWr',
};

async function fixture(name: string): Promise<Uint8Array> {
  return Bun.gunzipSync(await Bun.file(join(root, 'test/fixtures/upgrade', name)).bytes());
}

async function expectAsKilled(storage: Storage, loaded: Loaded): Promise<void> {
  const clock = testClock(loaded.killedAtMs);
  const keys = await Promise.all([2, 3, 4].map((id) => storage.keys.find(id)));
  const usage = await Promise.all(keys.map((key) => readKeyUsage(storage, key!, clock.now())));
  expect(usage).toEqual(loaded.usage);

  const certificate = await storage.certificates.get(loaded.certificate.id);
  const pdf = await storage.certificates.pdf(loaded.certificate.id);
  const sha256 = new Bun.CryptoHasher('sha256').update(pdf!).digest('hex');
  expect([certificate!.sha256, sha256]).toEqual([loaded.certificate.sha256, loaded.certificate.sha256]);
  expect((await storage.watches.find(4, loaded.watch))!.subject).toEqual({ kind: 'tariff', codes: ['7326.90.86.88'] });

  const ledger = openTestLedger(storage, clock);
  const standings = await ledger.commit({
    lineages: LIMITS.map((limits, i) => ({ lineageId: i + 2, ...limits, wanted: 1 })),
    runs: [2, 3, 4].map((id) => ({ lineageId: id, keyId: id, product: 'tariff', before: 0, asked: 1 })),
  });
  const nowMs = loaded.killedAtMs;
  expect([...standings.values()]).toEqual(loaded.standings.map((standing) => ({ ...standing, nowMs })));

  const jobs = storage.openJobs(clock);
  expect(await jobs.find(4, loaded.jobs.finished)).toMatchObject({ status: 'finished', linesDone: 300 });
  const chunks = await jobs.chunks(loaded.jobs.finished, 0, 10);
  expect(chunks.map(({ chunk, output }) => [chunk.lines, output !== undefined])).toEqual([[300, true]]);
  const claimed = await jobs.claim('upgrade', 60_000, []);
  expect(claimed).toMatchObject({ job: { id: loaded.jobs.open, linesTotal: 40_000 } });
}

test('SQLite: a database written under load until a kill opens as it was left', async () => {
  const path = join(tempDir(), 'var/portside.db');
  mkdirSync(dirname(path));
  await Bun.write(path, await fixture('loaded.db.gz'));
  const storage = openSqlite(path, { lockWaitMs: 1000 });
  try {
    await expectAsKilled(storage, SQLITE);
  } finally {
    await storage.close();
  }
});

test.skipIf(!POSTGRES_URL)(`${POSTGRES}: a database written under load until a kill opens as it was left`, async () => {
  const url = await freshDatabase();
  await statement(url, new TextDecoder().decode(await fixture('loaded.sql.gz')));
  await expectAsKilled(await openDatabase(url), POSTGRESQL);
});
