/** Batching and refusals, over a ledger that the test holds in its hand. */
import { expect, spyOn, test } from 'bun:test';
import { testClock } from '../../test/support/temp.ts';
import { PortsideError } from '../domain/errors.ts';
import { LedgerBusy, type LimitLedger, type RequestGroup, type Standings } from '../domain/limit-ledger.ts';
import { BatchingLimiter, type LimitRequest } from './batching-limiter.ts';

const LIMITS = { perMinute: 100, perDay: 1000 };
const request = (lineageId: number, more: Partial<LimitRequest> = {}): LimitRequest => ({
  keyId: lineageId,
  lineageId,
  product: 'tariff',
  limits: LIMITS,
  ...more,
});

/** Admits everything, and keeps the groups it was given. */
function admitAll({ lineages }: RequestGroup): Standings {
  return new Map(
    lineages.map(({ lineageId, perMinute, perDay, wanted }) => [
      lineageId,
      { admitted: wanted, nowMs: 0, minuteLeft: perMinute - wanted, dayLeft: perDay - wanted, oldestMs: 0 },
    ]),
  );
}

function limiterOver(commit: LimitLedger['commit'], more: Partial<LimitLedger> = {}) {
  const clock = testClock();
  const groups: RequestGroup[] = [];
  const faults: unknown[] = [];
  const ledger: LimitLedger = {
    rollUpEveryMs: 3_600_000,
    rollUp: () => false,
    commit(group) {
      groups.push(group);
      return commit(group);
    },
    ...more,
  };
  const limiter = new BatchingLimiter({ ledger, clock, onFault: (error) => faults.push(error) });
  return { limiter, clock, groups, faults };
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

test('the requests of one turn of the event loop are one group, by lineage and in runs of one key and product', async () => {
  const { limiter, groups } = limiterOver(admitAll);
  const decisions = await Promise.all([
    limiter.admit(request(9)),
    limiter.admit(request(2)),
    limiter.admit(request(9, { keyId: 10 })),
    limiter.admit(request(9, { keyId: 10 })),
    limiter.admit(request(9, { product: 'pixel' })),
  ]);
  expect(groups).toEqual([
    {
      lineages: [
        { lineageId: 2, ...LIMITS, wanted: 1 },
        { lineageId: 9, ...LIMITS, wanted: 4 },
      ],
      runs: [
        { lineageId: 9, keyId: 9, product: 'tariff', before: 0, asked: 1 },
        { lineageId: 2, keyId: 2, product: 'tariff', before: 0, asked: 1 },
        { lineageId: 9, keyId: 10, product: 'tariff', before: 1, asked: 2 },
        { lineageId: 9, keyId: 9, product: 'pixel', before: 3, asked: 1 },
      ],
    },
  ]);
  expect(decisions.map(({ minuteLeft }) => minuteLeft)).toEqual([99, 99, 98, 97, 96]);
});

test('when two keys of a lineage have different limits, the lowest hold for the group', async () => {
  const { limiter, groups } = limiterOver(admitAll);
  await Promise.all([
    limiter.admit(request(1, { limits: { perMinute: 5, perDay: 9 } })),
    limiter.admit(request(1, { keyId: 2, limits: { perMinute: 7, perDay: 8 } })),
  ]);
  expect(groups[0]!.lineages).toEqual([{ lineageId: 1, perMinute: 5, perDay: 8, wanted: 2 }]);
});

test('a group that meets a busy ledger takes more requests and is sent again', async () => {
  let busy = true;
  const { limiter, groups, faults } = limiterOver((group) => {
    if (busy) throw new LedgerBusy();
    return admitAll(group);
  });
  const first = limiter.admit(request(1));
  await turn();
  const second = limiter.admit(request(1));
  busy = false;
  expect((await Promise.all([first, second])).every(({ admitted }) => admitted)).toBe(true);
  expect(groups.at(-1)!.lineages[0]!.wanted).toBe(2);
  expect(faults).toEqual([]);
});

test('a ledger that is busy twice is left alone for a millisecond: its holder may wait for this core', async () => {
  const { limiter, groups } = limiterOver((group) => {
    if (groups.length < 3) throw new LedgerBusy();
    return admitAll(group);
  });
  const timers: [() => void, number][] = [];
  const timer = spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, ms: number) => {
    timers.push([run, ms]);
  }) as typeof setTimeout);
  const first = limiter.admit(request(1));
  for (let i = 0; i < 20; i++) await turn();
  timer.mockRestore();
  expect(groups).toHaveLength(2);
  expect(timers).toEqual([[expect.any(Function), 1]]);
  const second = limiter.admit(request(2));
  timers[0]![0]();
  expect((await Promise.all([first, second])).map(({ admitted }) => admitted)).toEqual([true, true]);
  expect(groups[2]!.lineages).toHaveLength(2);
});

test('a ledger that stays busy for two seconds refuses the group, and is reported', async () => {
  const { limiter, clock, faults } = limiterOver(() => {
    throw new LedgerBusy();
  });
  const refused = limiter.admit(request(1));
  await turn();
  clock.pass(2000);
  await expect(refused).rejects.toMatchObject({ code: 'unavailable', retryAfterS: 1 });
  expect(faults).toHaveLength(1);
});

test('a group that fails is refused whole and never sent again; a stream of failures is reported once a second', async () => {
  const { limiter, clock, groups, faults } = limiterOver(() => {
    throw new Error('disk full');
  });
  for (let i = 0; i < 5; i++) await expect(limiter.admit(request(1))).rejects.toMatchObject({ code: 'unavailable' });
  expect([groups.length, faults.length]).toEqual([5, 1]);
  clock.pass(1000);
  await expect(limiter.admit(request(1))).rejects.toMatchObject({ code: 'unavailable' });
  expect(faults).toHaveLength(2);
});

test('a refusal of the ledger reaches every caller as it is, and is not reported as a fault', async () => {
  const refusal = new PortsideError('unavailable', { message: 'out of disk space', retryAfterS: 30 });
  const { limiter, faults } = limiterOver(
    () => {
      throw refusal;
    },
    {
      rollUp() {
        throw refusal;
      },
    },
  );
  const answers = await Promise.allSettled([limiter.admit(request(1)), limiter.admit(request(2))]);
  expect(answers.map((answer) => answer.status === 'rejected' && answer.reason)).toEqual([refusal, refusal]);
  await limiter.rollUp();
  expect(faults).toEqual([]);
});

test('one group is under way; the next one grows meanwhile', async () => {
  const commits: (() => void)[] = [];
  const { limiter, groups } = limiterOver(
    (group) => new Promise((resolve) => commits.push(() => resolve(admitAll(group)))),
  );
  const answers: Promise<unknown>[] = [];
  for (let i = 0; i < 5; i++) {
    answers.push(limiter.admit(request(1)));
    await turn();
  }
  expect(groups.map(({ lineages }) => lineages[0]!.wanted)).toEqual([1]);
  commits.shift()!();
  await answers[0];
  await turn();
  expect(groups.map(({ lineages }) => lineages[0]!.wanted)).toEqual([1, 4]);
  for (const commit of commits) commit();
  await Promise.all(answers);
});

test('20,000 waiting requests are the most; the next is refused at once', async () => {
  const { limiter } = limiterOver(admitAll);
  const waiting = Array.from({ length: 20_000 }, () =>
    limiter.admit(request(1, { limits: { perMinute: 1e6, perDay: 1e6 } })),
  );
  await expect(limiter.admit(request(1))).rejects.toMatchObject({ code: 'unavailable' });
  expect(await Promise.all(waiting)).toHaveLength(20_000);
});

test('closing commits what waits', async () => {
  const { limiter, groups } = limiterOver(admitAll);
  const answer = limiter.admit(request(1));
  await limiter.close();
  expect((await answer).admitted).toBe(true);
  expect(groups).toHaveLength(1);
});

test('roll-ups go on until nothing is left, and requests are answered between two slices', async () => {
  let slices = 3;
  const order: string[] = [];
  const { limiter } = limiterOver(
    (group) => {
      order.push('commit');
      return admitAll(group);
    },
    {
      rollUp() {
        order.push('slice');
        return --slices > 0;
      },
    },
  );
  const rolledUp = limiter.rollUp();
  await limiter.admit(request(1));
  await rolledUp;
  expect(order.filter((step) => step === 'slice')).toHaveLength(3);
  expect(order.indexOf('commit')).toBeLessThan(order.lastIndexOf('slice'));
});

test('a busy ledger is asked once a turn at most, also while the limiter is being closed', async () => {
  let busy = true;
  const { limiter, groups } = limiterOver((group) => {
    if (busy) throw new LedgerBusy();
    return admitAll(group);
  });
  const answer = limiter.admit(request(1));
  const closed = limiter.close();
  for (let i = 0; i < 100; i++) await turn();
  expect(groups.length).toBeLessThanOrEqual(102);
  busy = false;
  await closed;
  expect((await answer).admitted).toBe(true);
});

test('a roll-up that meets a busy ledger tries again', async () => {
  let tries = 0;
  const { limiter, faults } = limiterOver(admitAll, {
    rollUp() {
      if (++tries < 5) throw new LedgerBusy();
      return false;
    },
  });
  await limiter.rollUp();
  expect([tries, faults]).toEqual([5, []]);
});

test('a request whose client has gone by the end of the turn is not counted, and the others of its group are', async () => {
  const { limiter, groups } = limiterOver(admitAll);
  const client = new AbortController();
  const gone = limiter.admit(request(1, { signal: client.signal }));
  const stays = limiter.admit(request(1, { signal: new AbortController().signal }));
  client.abort();
  expect(await gone.catch((error) => error.code)).toBe('unavailable');
  expect((await stays).admitted).toBe(true);
  expect(groups.map(({ lineages }) => lineages.map(({ wanted }) => wanted))).toEqual([[1]]);
});

test('a group whose clients have all gone commits nothing, and the next one is committed', async () => {
  const { limiter, groups, faults } = limiterOver(admitAll);
  await expect(limiter.admit(request(1, { signal: AbortSignal.abort() }))).rejects.toThrow();
  expect(groups).toEqual([]);
  expect((await limiter.admit(request(1))).admitted).toBe(true);
  expect([groups.length, faults]).toEqual([1, []]);
});
