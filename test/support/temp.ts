/** A temporary folder and database that are removed when the test file ends, and a clock that moves only when told. */
import { afterAll } from 'bun:test';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqlite, type SqliteStorage } from '../../src/adapters/sqlite/open.ts';
import type { Clock } from '../../src/domain/clock.ts';
import { seededBytes } from './seed.ts';

/** Call it where tests are declared or in a test: in `beforeAll` the folder would be removed as soon as that ends. */
export function tempDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'portside-test-'));
  afterAll(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

export function tempStorage(dir = tempDir()): SqliteStorage {
  const path = join(dir, 'portside.db');
  if (!existsSync(path)) copyEmptyDatabase(dir);
  const storage = openSqlite(path, { lockWaitMs: 2000 });
  afterAll(() => storage.close());
  return storage;
}

/** Puts a new database into a data folder, which it makes. */
export function copyEmptyDatabase(dir: string): void {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  copyFileSync(emptyDatabase(), join(dir, 'portside.db'));
}

let emptyFile: string | undefined;

/** A new database, made once for each test process: all migrations take longer than most tests. */
function emptyDatabase(): string {
  if (emptyFile === undefined) {
    const folder = mkdtempSync(join(tmpdir(), 'portside-empty-'));
    process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
    emptyFile = join(folder, 'portside.db');
    void openSqlite(emptyFile, { lockWaitMs: 2000 }).close();
  }
  return emptyFile;
}

export interface TestClock extends Clock {
  /** The wall clock. */
  ms: number;
  /** The monotonic clock. `pass` moves both. */
  realMs: number;
  pass(ms: number): void;
}

/** Starts at 2026-11-21T12:00:00Z. */
export function testClock(ms = Date.UTC(2026, 10, 21, 12)): TestClock {
  const clock: TestClock = {
    ms,
    realMs: 0,
    pass(duration) {
      clock.ms += duration;
      clock.realMs += duration;
    },
    now: () => clock.ms,
    monotonic: () => clock.realMs,
    sleep: async (duration) => {
      clock.pass(duration);
    },
    random: seededBytes,
  };
  return clock;
}
