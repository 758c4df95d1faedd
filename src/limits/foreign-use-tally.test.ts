import { expect, test } from 'bun:test';
import { testClock } from '../../test/support/temp.ts';
import type { ForeignUse } from '../domain/usage-store.ts';
import { ForeignUseTally } from './foreign-use-tally.ts';

/** A store that fails the first `failures` writes. */
function setUp(failures: number) {
  const written: ForeignUse[][] = [];
  const usage = {
    async addForeignUses(uses: ForeignUse[]) {
      if (failures-- > 0) throw new Error('locked');
      written.push(uses);
    },
  };
  const clock = testClock();
  return { clock, written, tally: new ForeignUseTally({ usage }, clock) };
}

test('uses that could not be written are added to later ones, with the later address', async () => {
  const { clock, written, tally } = setUp(1);
  tally.count(1, '192.0.2.1');
  tally.count(2, '192.0.2.2');
  const failing = tally.flush();
  clock.ms += 5;
  tally.count(1, '192.0.2.9');
  await failing;
  await tally.close();
  expect(written).toEqual([
    [
      { keyId: 1, requests: 2, lastAddress: '192.0.2.9', lastAt: clock.ms },
      { keyId: 2, requests: 1, lastAddress: '192.0.2.2', lastAt: clock.ms - 5 },
    ],
  ]);
  expect(tally.total).toBe(3);
});

test('a locked database delays the end by a second at most, and loses nothing before', async () => {
  const patient = setUp(15);
  patient.tally.count(1, '192.0.2.1');
  await patient.tally.close();
  expect(patient.written).toHaveLength(1);
  const hopeless = setUp(Number.POSITIVE_INFINITY);
  hopeless.tally.count(1, '192.0.2.1');
  await hopeless.tally.close();
  expect([hopeless.written, hopeless.clock.realMs]).toEqual([[], 1000]);
});

test('a flood with many keys is bounded in memory: further keys are only in the sum', async () => {
  const { written, tally } = setUp(0);
  for (let key = 1; key <= 10_050; key++) for (let i = 0; i < 2; i++) tally.count(key, '192.0.2.1');
  await tally.close();
  expect([written[0]!.length, tally.total]).toEqual([10_000, 20_100]);
});
