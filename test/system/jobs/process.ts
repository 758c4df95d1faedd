/**
 * One of several processes on one database, for `kill.ts`: accepts the job if nobody has yet, does its chunks, and admits ordinary
 * requests of the same key meanwhile. Prints a byte for each request that was admitted.
 *
 *   bun process.ts DATABASE LINEAGE PER_DAY
 */
import { writeSync } from 'node:fs';
import { isStorageFault } from '../../../src/adapters/faults.ts';
import { openStorage } from '../../../src/adapters/open.ts';
import { openJobs } from '../../../src/jobs/open-jobs.ts';
import { BatchingLimiter } from '../../../src/limits/batching-limiter.ts';
import { ADMITTED, CHUNKS, hashProcessor, LEASE_MS, READY, realClock, UNITS, wideJob } from './work.ts';

const [database, lineage, perDay] = process.argv.slice(2);
const url = database!.startsWith('postgres:') ? database! : '';
const key = Number(lineage);
const storage = await openStorage({ path: database!, url }, { lockWaitMs: 2000 });
const onFault = (error: unknown) => {
  process.stderr.write(`${error}\n`);
};
const limiter = new BatchingLimiter({ ledger: storage.openLedger(realClock), clock: realClock, onFault });
const jobs = openJobs({
  store: storage.openJobs(realClock),
  processors: [hashProcessor],
  clock: realClock,
  onFault,
  isStorageFault,
  leaseMs: LEASE_MS,
});
jobs.start();
writeSync(1, READY);
await jobs.accept({
  ...wideJob(CHUNKS),
  lineageId: key,
  keyId: key,
  units: UNITS,
  perDay: Number(perDay),
  idempotency: { key: 'once', fingerprint: 'same' },
});
for (;;) {
  const limits = { perMinute: 1_000_000, perDay: Number(perDay) };
  const { admitted } = await limiter
    .admit({ keyId: key, lineageId: key, product: 'pixel', limits })
    .catch(() => ({ admitted: false }));
  if (admitted) writeSync(1, ADMITTED);
  await Bun.sleep(admitted ? 5 : 50);
}
