import { expect, test } from 'bun:test';
import { testClock } from '../../test/support/temp.ts';
import { until } from '../../test/support/until.ts';
import { LedgerBusy } from '../domain/limit-ledger.ts';
import type { ChargeCost } from '../domain/resource-cost.ts';
import type { ResourceLedger } from '../domain/resource-ledger.ts';
import { decideBookings, NOTHING_USED, type ResourceBooking, ResourceSpent } from '../domain/resources.ts';
import { ResourceMeter } from './resource-meter.ts';

const MOST = { ...NOTHING_USED, cpuMs: 100, bytesFetched: 1000 };

/** A ledger in memory for one lineage, with a limit of 250 ms. `before` may throw what a database throws. */
function openMeter() {
  const clock = testClock();
  const used = { cpuMs: 0, bytesFetched: 0 };
  const groups: (readonly ResourceBooking[])[] = [];
  const faults: unknown[] = [];
  const state = { before: (_: readonly ResourceBooking[]) => {} };
  const ledger: ResourceLedger = {
    book(bookings) {
      state.before(bookings);
      groups.push(bookings);
      const account = { used: { ...NOTHING_USED, ...used }, overrides: { cpuMs: 250 } };
      const { refusals, days } = decideBookings(bookings, () => account);
      for (const day of days) {
        used.cpuMs += day.cpuMs;
        used.bytesFetched += day.bytesFetched;
      }
      return refusals;
    },
    account: async () => ({ used: NOTHING_USED, overrides: {} }),
    dropDays: async () => false,
  };
  const meter = new ResourceMeter({ ledger, clock, onFault: (error) => faults.push(error) });
  return { meter, clock, used, groups, faults, state };
}

test('work is booked at its most while it runs, and at what it cost when its caller is answered', async () => {
  const { meter, used } = openMeter();
  const answer = await meter.run(1, MOST, async (charge) => {
    expect(used).toEqual({ cpuMs: 100, bytesFetched: 1000 });
    charge({ cpuMs: 12.1, bytesFetched: 34 });
    return 'answer';
  });
  expect([answer, used]).toEqual(['answer', { cpuMs: 13, bytesFetched: 34 }]);
});

test('work that fails is charged what it cost, and work that tells no cost is free', async () => {
  const { meter, used } = openMeter();
  const failing = meter.run(1, MOST, async (charge) => {
    charge({ cpuMs: 7, bytesFetched: 1 });
    throw new Error('the storefront is gone');
  });
  await expect(failing).rejects.toThrow('the storefront is gone');
  await meter.run(1, MOST, async () => 'from a cache');
  expect(used).toEqual({ cpuMs: 7, bytesFetched: 1 });
});

test('work that is told in parts is charged their sum', async () => {
  const { meter, used } = openMeter();
  await meter.run(1, MOST, async (charge) => {
    charge({ cpuMs: 1.2, bytesFetched: 3 });
    charge({ cpuMs: 1.2, bytesFetched: 4 });
  });
  expect(used).toEqual({ cpuMs: 3, bytesFetched: 7 });
});

test('work that costs more than its most is charged all of it', async () => {
  const { meter, used } = openMeter();
  await meter.run(1, MOST, async (charge) => charge({ cpuMs: 140, bytesFetched: 2000 }));
  expect(used).toEqual({ cpuMs: 140, bytesFetched: 2000 });
});

test('work that goes on after its caller was answered is charged when it ends', async () => {
  const { meter, used } = openMeter();
  let late: ChargeCost = () => {};
  await meter.run(1, MOST, async (charge) => {
    late = charge;
  });
  expect(used.cpuMs).toBe(0);
  late({ cpuMs: 9, bytesFetched: 0 });
  await meter.close();
  expect(used.cpuMs).toBe(9);
});

test('refused work is not started', async () => {
  const { meter, used } = openMeter();
  let started = 0;
  const outcomes = await Promise.allSettled(
    Array.from({ length: 5 }, () =>
      meter.run(1, MOST, async (charge) => {
        started++;
        charge({ cpuMs: 100, bytesFetched: 0 });
      }),
    ),
  );
  expect([started, used.cpuMs]).toEqual([2, 200]);
  for (const outcome of outcomes.slice(2)) {
    expect(outcome).toMatchObject({ status: 'rejected', reason: new ResourceSpent('cpuMs', testClock().ms) });
  }
});

test('the bookings of one turn are one group, and one that starts when a group has just ended is not forgotten', async () => {
  const { meter, groups } = openMeter();
  await Promise.all([1, 2, 3].map((lineage) => meter.run(lineage, { ...MOST, cpuMs: 1 }, async () => {})));
  expect(groups.map((group) => group.length)).toEqual([3, 3]);
  // Every microtask after a group is a moment at which the next one may start.
  for (let waits = 0; waits < 8; waits++) {
    const first = meter.run(1, { ...MOST, cpuMs: 1 }, async () => {});
    const next = first.then(async () => {
      for (let i = 0; i < waits; i++) await undefined;
      return meter.run(1, { ...MOST, cpuMs: 1 }, async () => waits);
    });
    expect(await next).toBe(waits);
  }
});

test('while another process holds the ledger, new work waits and is then refused; nothing that was settled is lost', async () => {
  const { meter, clock, used, faults, state } = openMeter();
  const finish = Promise.withResolvers<void>();
  const running = meter.run(1, MOST, async (charge) => {
    await finish.promise;
    charge({ cpuMs: 5, bytesFetched: 0 });
    return 'answered';
  });
  await until('it is reserved', () => used.cpuMs === 100);
  let tries = 0;
  state.before = () => {
    tries++;
    throw new LedgerBusy('held');
  };
  finish.resolve();
  const refused = meter.run(1, MOST, async () => 'never').catch((error: unknown) => error);
  await until('the ledger was asked', () => tries > 1);
  clock.pass(2000);
  expect(await running).toBe('answered');
  await until('the next group is waiting too', async () => {
    clock.pass(2000);
    return (await Promise.race([refused, Promise.resolve('waiting')])) !== 'waiting';
  });
  expect(await refused).toMatchObject({ code: 'unavailable', retryAfterS: 1 });
  expect([used.cpuMs, faults]).toEqual([100, []]);
  state.before = () => {};
  await meter.close();
  expect(used.cpuMs).toBe(5);
});

test('after a failure that may have been booked nothing is sent again: the work stays charged in full', async () => {
  const { meter, clock, used, faults, groups, state } = openMeter();
  const broken = new Error('disk I/O error');
  const answer = await meter.run(1, MOST, async (charge) => {
    charge({ cpuMs: 5, bytesFetched: 0 });
    state.before = () => {
      throw broken;
    };
    return 'answered';
  });
  state.before = () => {};
  await meter.close();
  expect([answer, used.cpuMs, groups.length, faults]).toEqual(['answered', 100, 1, [broken]]);
  state.before = () => {
    throw broken;
  };
  await expect(meter.run(1, MOST, async () => 'never')).rejects.toMatchObject({ code: 'unavailable' });
  expect(faults).toHaveLength(1);
  clock.pass(1000);
  await expect(meter.run(1, MOST, async () => 'never')).rejects.toMatchObject({ code: 'unavailable' });
  expect(faults).toHaveLength(2);
});
