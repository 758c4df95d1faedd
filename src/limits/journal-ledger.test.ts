/** What the ledger of a file keeps in memory and reads from it. Decisions are held to a list of times in test/system/limits. */
import { expect, spyOn, test } from 'bun:test';
import { tempDir, tempStorage, testClock } from '../../test/support/temp.ts';
import { LedgerBusy, type RequestGroup } from '../domain/limit-ledger.ts';
import { KeyIssuer } from '../keys/key-issuer.ts';
import type { JournalEntry, JournalRow } from './journal.ts';
import { JournalLedger } from './journal-ledger.ts';

const actor = { name: 'test', origin: 'test' };

function ask(lineageId: number, wanted: number, perMinute = 10): RequestGroup {
  return {
    lineages: [{ lineageId, perMinute, perDay: 100_000, wanted }],
    runs: [{ lineageId, keyId: lineageId, product: 'tariff', before: 0, asked: wanted }],
  };
}

async function open() {
  const dir = tempDir();
  const clock = testClock();
  const storage = tempStorage(dir);
  const issuer = new KeyIssuer(storage, clock);
  for (let i = 0; i < 3; i++) await issuer.issue({ name: `k${i}`, scope: 'all' }, actor);
  return { dir, clock, storage, ledger: new JournalLedger(storage.journal, clock) };
}

test('a lineage whose rows were rolled up leaves memory, and is loaded again as it was', async () => {
  const { clock, storage, ledger } = await open();
  const loads = spyOn(storage.journal, 'savedLineage');
  ledger.commit(ask(1, 4));
  ledger.commit(ask(1, 1));
  expect(loads).toHaveBeenCalledTimes(1);
  while (ledger.rollUp());
  clock.pass(66_000);
  while (ledger.rollUp());
  expect(storage.journal.newer(0)).toEqual([]);
  // The clock was set back: what was admitted must still count.
  clock.ms -= 66_000;
  loads.mockClear();
  expect(ledger.commit(ask(1, 10)).get(1)).toMatchObject({ admitted: 5, dayLeft: 99_990 });
  expect(loads).toHaveBeenCalledTimes(1);
});

test('rows go on from those that were rolled up, for every process', async () => {
  const { dir, clock, storage, ledger } = await open();
  const other = new JournalLedger(tempStorage(dir).journal, clock);
  for (let i = 0; i < 5; i++) ledger.commit(ask(1, 1));
  other.commit(ask(2, 1));
  while (ledger.rollUp());
  clock.pass(66_000);
  while (ledger.rollUp());
  expect([storage.journal.newer(0), storage.journal.rolledUpSeq()]).toEqual([[], 6]);
  expect(ledger.commit(ask(1, 3)).get(1)).toMatchObject({ minuteLeft: 7, dayLeft: 99_992 });
  expect(other.commit(ask(1, 1)).get(1)).toMatchObject({ minuteLeft: 6, dayLeft: 99_991 });
  expect(new JournalLedger(tempStorage(dir).journal, clock).commit(ask(1, 1)).get(1)).toMatchObject({
    dayLeft: 99_990,
  });
  expect(storage.journal.newer(0).map(({ seq }) => seq)).toEqual([7, 8, 9]);
});

test('refusals append nothing, so that nobody fills the file by being refused', async () => {
  const { storage, ledger } = await open();
  ledger.commit(ask(1, 10));
  for (let i = 0; i < 50; i++) expect(ledger.commit(ask(1, 1)).get(1)!.admitted).toBe(0);
  expect(storage.journal.newer(0)).toHaveLength(1);
});

test('a refusal that finds the clock set back is known to other processes', async () => {
  const { dir, clock, ledger } = await open();
  ledger.commit(ask(1, 10));
  clock.ms -= 3_600_000;
  expect(ledger.commit(ask(1, 1)).get(1)!.admitted).toBe(0);
  const other = new JournalLedger(tempStorage(dir).journal, clock);
  clock.pass(60_000);
  expect(other.commit(ask(1, 10)).get(1)!.admitted).toBe(10);
});

test('a commit that failed leaves no trace in memory: nothing that was undone counts', async () => {
  const { storage, ledger } = await open();
  ledger.commit(ask(1, 3));
  const append = spyOn(storage.journal, 'append').mockImplementationOnce(() => {
    throw new Error('disk full');
  });
  expect(() => ledger.commit(ask(1, 5))).toThrow('disk full');
  append.mockRestore();
  const exclusively = storage.journal.exclusively.bind(storage.journal);
  const commit = spyOn(storage.journal, 'exclusively').mockImplementationOnce((work) =>
    exclusively(() => {
      work();
      throw new Error('the commit failed');
    }),
  );
  expect(() => ledger.commit(ask(1, 5))).toThrow('the commit failed');
  commit.mockRestore();
  expect(ledger.commit(ask(1, 10)).get(1)!.admitted).toBe(7);
});

test('a file that another process holds is busy, at once and without harm', async () => {
  const { dir, clock, ledger } = await open();
  const other = tempStorage(dir);
  other.journal.exclusively(() => {
    expect(() => ledger.commit(ask(1, 1))).toThrow(LedgerBusy);
  });
  expect(ledger.commit(ask(1, 10)).get(1)!.admitted).toBe(10);
  expect(new JournalLedger(other.journal, clock).commit(ask(1, 1)).get(1)!.admitted).toBe(0);
});

test('a process that was idle while another rolled everything up decides on what was saved', async () => {
  const { dir, clock, ledger } = await open();
  ledger.commit(ask(2, 1));
  const other = new JournalLedger(tempStorage(dir).journal, clock);
  other.commit(ask(1, 8, 1000));
  other.commit(ask(2, 3));
  while (other.rollUp());
  clock.pass(66_000);
  while (other.rollUp());
  clock.ms -= 66_000;
  expect(ledger.commit(ask(1, 10)).get(1)).toMatchObject({ admitted: 2, dayLeft: 99_990 });
  // It had this lineage in memory, from before.
  expect(ledger.commit(ask(2, 10)).get(2)).toMatchObject({ admitted: 6, dayLeft: 99_990 });
});

test('a process without requests keeps up, so that its next request reads only what is new', async () => {
  const { dir, clock, storage, ledger } = await open();
  ledger.commit(ask(2, 1));
  const other = new JournalLedger(tempStorage(dir).journal, clock);
  for (let round = 0; round < 6; round++) {
    other.commit(ask(1, 1));
    clock.pass(30_000);
    while (other.rollUp());
    while (ledger.rollUp());
  }
  other.commit(ask(1, 1));
  const newest = storage.journal.newer(0).at(-1)!.seq;
  const reads = spyOn(storage.journal, 'newer');
  ledger.commit(ask(1, 1));
  expect(reads.mock.calls.map(([seq]) => seq)).toEqual([newest - 1]);
});

test('what other processes admitted counts in its order, however much of it came since the last decision', async () => {
  const { dir, clock, ledger } = await open();
  const other = new JournalLedger(tempStorage(dir).journal, clock);
  ledger.commit(ask(1, 1, 500));
  const begunMs = clock.ms;
  for (let i = 0; i < 200; i++) {
    clock.pass(1);
    other.commit(ask(1, 1, 500));
  }
  // Caught up without a decision, a piece in each turn, then more.
  expect(ledger.rollUp()).toBe(true);
  while (ledger.rollUp());
  clock.pass(1);
  other.commit(ask(1, 1, 500));
  const standing = ledger.commit(ask(1, 1, 500)).get(1)!;
  expect(standing).toMatchObject({ minuteLeft: 500 - 203, dayLeft: 100_000 - 203, oldestMs: begunMs });
  clock.ms = begunMs + 60_000 + 150;
  expect(ledger.commit(ask(1, 500, 500)).get(1)!.admitted).toBe(500 - 52);
});

test('a window above 600 a minute is rounded the same after a restart', async () => {
  const { clock, storage, ledger } = await open();
  clock.ms += 37;
  ledger.commit(ask(1, 601, 601));
  clock.pass(60_000);
  const restarted = new JournalLedger(storage.journal, clock);
  expect(restarted.commit(ask(1, 1, 601)).get(1)!.admitted).toBe(0);
  clock.pass(63);
  expect(restarted.commit(ask(1, 601, 601)).get(1)!.admitted).toBe(601);
});

test('catching up reads each row once, also after the clock was set back past midnight for many lineages', async () => {
  const { dir, clock, storage, ledger } = await open();
  const lineages = Array.from({ length: 300 }, (_, i) => i + 1);
  const group: RequestGroup = {
    lineages: lineages.map((lineageId) => ({ lineageId, perMinute: 100, perDay: 1000, wanted: 1 })),
    runs: lineages.map((lineageId) => ({ lineageId, keyId: lineageId, product: 'tariff', before: 0, asked: 1 })),
  };
  clock.ms = Date.UTC(2026, 10, 22, 0, 0, 5);
  for (let i = 0; i < 5; i++) ledger.commit(group);
  clock.ms -= 60_000;
  for (let i = 0; i < 5; i++) ledger.commit(group);
  const rows = storage.journal.newer(0).length;
  const started = tempStorage(dir);
  let read = 0;
  for (const name of ['newer', 'between'] as const) {
    const original = started.journal[name].bind(started.journal) as (...range: number[]) => JournalRow[];
    spyOn(started.journal, name).mockImplementation((...range: number[]) => {
      const found = original(...range);
      read += found.length;
      return found;
    });
  }
  const standing = new JournalLedger(started.journal, clock).commit(ask(7, 1, 100)).get(7)!;
  expect(standing).toMatchObject({ admitted: 1, dayLeft: 100_000 - 6 });
  expect(read).toBeLessThanOrEqual(rows);
});

test('an older version that rolled up the journal leaves nothing uncounted', async () => {
  const { clock, storage, ledger } = await open();
  ledger.commit(ask(1, 1));
  while (ledger.rollUp());
  clock.pass(66_000);
  while (ledger.rollUp());
  clock.pass(86_400_000);
  ledger.commit(ask(1, 7));
  // What it did: moved the row into `usage`, and knew nothing of saved lineages.
  const day = Math.floor(clock.ms / 86_400_000);
  storage.recordsFile.run(`INSERT INTO usage VALUES (${day}, 1, 'tariff', 7)`);
  storage.recordsFile.run('DELETE FROM journal');
  storage.recordsFile.run("UPDATE settings SET value = '2' WHERE name = 'journal_folded_seq'");
  const restarted = new JournalLedger(storage.journal, clock);
  expect(restarted.commit(ask(1, 1)).get(1)!.dayLeft).toBe(100_000 - 8);
});

test('many entries of the same keys are rolled up in few transactions, read in small steps', async () => {
  const { clock, storage, ledger } = await open();
  const { journal, recordsFile } = storage;
  const [keys, perRow, rows] = [1_000, 100, 500];
  journal.exclusively(() => {
    for (let row = 0; row < rows; row++) {
      const entries = Array.from({ length: perRow }, (_, i): JournalEntry => {
        const key = 1 + ((row * perRow + i) % keys);
        return [key, key, 'tariff', 2];
      });
      journal.append(clock.ms + row, entries);
    }
  });
  while (ledger.rollUp());
  clock.pass(66_000);
  const transactions = spyOn(journal, 'exclusively');
  let steps = 1;
  while (ledger.rollUp()) steps++;
  // A transaction for each few thousand entries would change the same thousand keys again and again.
  expect(transactions.mock.calls.length).toBeLessThanOrEqual(2);
  // And no step reads more than a few rows, because requests are answered only between two of them.
  expect(steps).toBeGreaterThanOrEqual((rows * perRow) / 1_000);
  const sums = recordsFile.query('SELECT count(*) AS keys, sum(requests) AS requests FROM usage').get();
  expect(sums).toEqual({ keys, requests: rows * perRow * 2 });
  const uses = (rows * perRow) / keys;
  expect(journal.savedLineage(7).window).toMatchObject({ total: 2 * uses });
  expect(journal.newer(0)).toEqual([]);
});

test('what was read for a roll-up counts once when another process rolls the same rows up first', async () => {
  const { dir, clock, storage, ledger } = await open();
  ledger.commit(ask(1, 3));
  ledger.rollUp();
  const other = new JournalLedger(tempStorage(dir).journal, clock);
  other.rollUp();
  clock.pass(66_000);
  // One has read the rows and worked the lineage out; the other moves them.
  ledger.rollUp();
  ledger.rollUp();
  while (other.rollUp());
  while (ledger.rollUp());
  expect(storage.recordsFile.query('SELECT sum(requests) AS n FROM usage').get()).toEqual({ n: 3 });
  expect(storage.journal.savedLineage(1).window.total).toBe(3);
});

test('of several processes one rolls up, and another takes its place when it has gone', async () => {
  const { dir, clock, storage, ledger } = await open();
  const otherStorage = tempStorage(dir);
  const other = new JournalLedger(otherStorage.journal, clock);
  const steps = spyOn(otherStorage.journal, 'rollUp');
  for (let i = 0; i < 6; i++) {
    ledger.commit(ask(1, 1));
    while (ledger.rollUp());
    while (other.rollUp());
    clock.pass(30_000);
  }
  const moved = storage.journal.rolledUpSeq();
  expect(moved).toBeGreaterThan(0);
  expect(steps).not.toHaveBeenCalled();
  // The first has gone.
  for (let i = 0; i < 6; i++) {
    while (other.rollUp());
    clock.pass(30_000);
  }
  expect(storage.journal.newer(0)).toEqual([]);
  // It goes on as the first did.
  other.commit(ask(1, 1));
  while (other.rollUp());
  clock.pass(66_000);
  while (other.rollUp());
  expect(storage.journal.newer(0)).toEqual([]);
  expect(storage.recordsFile.query('SELECT sum(requests) AS n FROM usage').get()).toEqual({ n: 7 });
});

test('one roll-up saves the minutes of all lineages, however many', async () => {
  const { clock, storage, ledger } = await open();
  const ids = Array.from({ length: 250 }, (_, i) => 1000 + i);
  for (const id of ids) ledger.commit(ask(id, 1 + (id % 3)));
  while (ledger.rollUp());
  clock.pass(66_000);
  while (ledger.rollUp());
  expect(storage.journal.newer(0)).toEqual([]);
  const totals = ids.map((id) => storage.journal.savedLineage(id).window.total);
  expect(totals).toEqual(ids.map((id) => 1 + (id % 3)));
});
