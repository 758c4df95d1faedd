import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { sampleRequest } from '../../../test/support/log-contract.ts';
import { tempDir, tempStorage } from '../../../test/support/temp.ts';
import { LedgerBusy } from '../../domain/limit-ledger.ts';

test('a store waits for the lock of another process while the event loop does other work, and the ledger never waits', async () => {
  const dir = tempDir();
  const { counters, requestLog, journal } = tempStorage(dir);
  await requestLog.add([sampleRequest(1)], 0, 0);
  using other = new Database(`${dir}/portside.db`);
  other.run('BEGIN IMMEDIATE');
  const added = requestLog.add([sampleRequest(2)], 0, 0);
  await new Promise(setImmediate);
  expect(() => journal.exclusively(() => {})).toThrow(LedgerBusy);
  expect(counters.query('PRAGMA busy_timeout').get()).toEqual({ timeout: 0 });
  expect(await requestLog.search({ limit: 9 })).toHaveLength(1);
  other.run('COMMIT');
  await added;
  expect(await requestLog.search({ limit: 9 })).toHaveLength(2);
});

test('what was begun is stored before the file is closed', async () => {
  const dir = tempDir();
  const storage = tempStorage(dir);
  const added = Promise.all([1, 2, 3].map((n) => storage.requestLog.add([sampleRequest(n)], 0, 0)));
  await storage.close();
  await added;
  expect(await tempStorage(dir).requestLog.search({ limit: 9 })).toHaveLength(3);
});
