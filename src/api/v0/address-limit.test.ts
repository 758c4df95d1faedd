/** The limit of an address is exact, its own, and cannot make the table grow. */
import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { testClock } from '../../../test/support/temp.ts';
import { AddressLimit } from './address-limit.ts';

test('in no minute is an address admitted more often than its limit, whatever others do', () => {
  const step = fc.record({ address: fc.constantFrom('a', 'b', 'c'), waitMs: fc.nat({ max: 30_000 }) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), fc.integer({ min: 1, max: 5 }), (steps, perMinute) => {
      const clock = testClock();
      const limit = new AddressLimit(perMinute, clock);
      const admitted: Record<string, number[]> = { a: [], b: [], c: [] };
      for (const { address, waitMs } of steps) {
        clock.pass(waitMs);
        const recent = admitted[address]!.filter((at) => at > clock.realMs - 60_000);
        const verdict = limit.admit(address);
        expect(verdict.admitted).toBe(recent.length < perMinute);
        expect(verdict.left).toBe(Math.max(0, perMinute - recent.length - 1));
        if (verdict.admitted) admitted[address]!.push(clock.realMs);
      }
    }),
  );
});

test('a refused address is told when there is room, and then there is', () => {
  const clock = testClock();
  const limit = new AddressLimit(1, clock);
  limit.admit('a');
  clock.pass(10_500);
  const { admitted, resetS } = limit.admit('a');
  expect([admitted, resetS]).toEqual([false, 50]);
  clock.pass(50_000);
  expect(limit.admit('a').admitted).toBe(true);
});

test('a million addresses leave a table of the size it was given', () => {
  const limit = new AddressLimit(2, testClock(), 1000);
  for (let i = 0; i < 1_000_000; i++) limit.admit(`address ${i}`);
  expect(limit.addresses).toBe(1000);
});

test('a clock set back neither frees an address nor locks it out', () => {
  const clock = testClock();
  const limit = new AddressLimit(1, clock);
  limit.admit('a');
  clock.ms -= 3_600_000;
  expect(limit.admit('a').admitted).toBe(false);
  clock.pass(60_000);
  expect(limit.admit('a').admitted).toBe(true);
});
