import { expect, test } from 'bun:test';
import { isOutOfSpace, isStorageFault } from './faults.ts';

const coded = (code: string) => Object.assign(new Error(code), { code });
const wrapped = (code: string) => new Error('Failed query', { cause: coded(code) });

test.each([
  ['SQLITE_FULL', true, true],
  ['SQLITE_IOERR_SHMSIZE', true, true],
  // A quota: SQLite reports only ENOSPC as FULL.
  ['SQLITE_IOERR_WRITE', true, true],
  ['SQLITE_BUSY', true, false],
  ['SQLITE_CONSTRAINT', false, false],
  // PostgreSQL: disk_full, and the error while writing to a file.
  ['53100', true, false],
  ['58030', true, false],
  ['23505', false, false],
])('%s is a storage fault: %p, lack of space on this machine: %p', (code, isFault, isSpace) => {
  for (const error of [coded(code), wrapped(code)]) {
    expect([isStorageFault(error), isOutOfSpace(error)]).toEqual([isFault, isSpace]);
  }
});
