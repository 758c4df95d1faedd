/** The rate limit of an address is exact, independent of other addresses, and uses bounded memory. */
import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { testClock } from '../../../test/support/temp.ts';
import { AddressLimit } from './address-limit.ts';

test('no address is admitted more often than its limit in any minute, whatever other addresses do', () => {
  const step = fc.record({ address: fc.constantFrom('a', 'b', 'c'), waitMs: fc.nat({ max: 30_000 }) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), fc.integer({ min: 1, max: 5 }), (steps, perMinute) => {
      const clock = testClock();
      const limit = new AddressLimit(perMinute, clock);
      const admitted: Record<string, number[]> = { a: [], b: [], c: [] };
      for (const { address, waitMs } of steps) {
        clock.pass(waitMs);
        const recent = admitted[address]!.filter((at) => at > clock.realMs - 60_000);
        const decision = limit.admit(address);
        expect(decision.admitted).toBe(recent.length < perMinute);
        expect(decision.remaining).toBe(Math.max(0, perMinute - recent.length - 1));
        if (decision.admitted) admitted[address]!.push(clock.realMs);
      }
    }),
  );
});

test('a refused address learns when it may ask again, and is admitted then', () => {
  const clock = testClock();
  const limit = new AddressLimit(1, clock);
  limit.admit('a');
  clock.pass(10_500);
  const { admitted, resetS } = limit.admit('a');
  expect([admitted, resetS]).toEqual([false, 50]);
  clock.pass(50_000);
  expect(limit.admit('a').admitted).toBe(true);
});

test('100,000 addresses do not grow the table beyond its bound', () => {
  const limit = new AddressLimit(2, testClock(), 1000);
  for (let i = 0; i < 100_000; i++) limit.admit(`address ${i}`);
  expect(limit.addresses).toBe(1000);
});

test('setting the clock back neither frees an address nor locks it out', () => {
  const clock = testClock();
  const limit = new AddressLimit(1, clock);
  limit.admit('a');
  clock.ms -= 3_600_000;
  expect(limit.admit('a').admitted).toBe(false);
  clock.pass(60_000);
  expect(limit.admit('a').admitted).toBe(true);
});
