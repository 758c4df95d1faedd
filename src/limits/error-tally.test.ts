import { expect, test } from 'bun:test';
import { testClock } from '../../test/support/temp.ts';
import { ALL_KEYS, type ErrorCounter } from '../domain/usage-store.ts';
import { ErrorTally } from './error-tally.ts';

/** A store that fails the first `failures` writes. */
function setUp(failures: number) {
  const written: ErrorCounter[] = [];
  const usage = {
    async addErrors(counters: Iterable<ErrorCounter>) {
      if (failures-- > 0) throw new Error('locked');
      written.push(...counters);
    },
    async dropErrors() {},
  };
  const clock = testClock();
  return { clock, written, tally: new ErrorTally({ usage }, clock) };
}

test('a locked database delays the end by a second at most, and loses nothing before', async () => {
  const patient = setUp(15);
  patient.tally.count('pixel', 7, 'beta');
  const failing = patient.tally.flush();
  patient.tally.count('pixel', 7, 'beta');
  await failing;
  await patient.tally.close();
  expect(patient.written).toEqual([
    { keyId: ALL_KEYS, product: 'pixel', code: 'beta', requests: 2 },
    { keyId: 7, product: 'pixel', code: 'beta', requests: 2 },
  ]);
  const hopeless = setUp(Number.POSITIVE_INFINITY);
  hopeless.tally.count('pixel', 7, 'beta');
  await hopeless.tally.close();
  expect([hopeless.written, hopeless.clock.realMs]).toEqual([[], 1000]);
});
