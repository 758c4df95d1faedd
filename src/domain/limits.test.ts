/** The rule of the sliding minute at its edges. `test/system/limits` holds both databases to it. */
import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { utcDay } from './clock.ts';
import { decide, decisionAt, type LineageState, type PastUse, replay, UNUSED } from './limits.ts';
import { EMPTY_WINDOW, expire, remember, roundingMs } from './sliding-minute.ts';

const NOW_MS = Date.UTC(2026, 10, 21, 12) + 37;
const never = (): number => {
  throw new Error('asked for a day that nothing was booked on');
};

function ask(was: LineageState, perMinute: number, wanted: number, nowMs: number, perDay = 1_000_000) {
  return decide(was, { lineageId: 1, perMinute, perDay, wanted }, nowMs, never);
}

test('up to 600 a minute a request leaves exactly 60,000 ms after it came', () => {
  for (const perMinute of [1, 100, 600]) {
    const { state } = ask(UNUSED, perMinute, perMinute, NOW_MS);
    expect(ask(state, perMinute, 1, NOW_MS + 59_999).standing.admitted).toBe(0);
    expect(ask(state, perMinute, perMinute, NOW_MS + 60_000).standing.admitted).toBe(perMinute);
  }
});

test('above 600 a minute a request leaves up to a tenth of a second late, never early', () => {
  const { state } = ask(UNUSED, 601, 601, NOW_MS);
  expect(state.window.times).toEqual([NOW_MS - 37 + 100]);
  expect(ask(state, 601, 601, NOW_MS + 60_000).standing.admitted).toBe(0);
  expect(ask(state, 601, 601, NOW_MS + 60_062).standing.admitted).toBe(0);
  expect(ask(state, 601, 601, NOW_MS + 60_063).standing.admitted).toBe(601);
});

test('times stay ascending when a limit falls below 600 while a rounded time lies ahead', () => {
  const rounded = ask(UNUSED, 6000, 3, NOW_MS).state;
  const { state } = ask(rounded, 100, 2, NOW_MS + 5);
  expect(state.window).toEqual({ times: [NOW_MS + 63], counts: [5], total: 5 });
});

test('a busy minute holds at most some 600 different times', () => {
  let state = UNUSED;
  for (let ms = 0; ms < 120_000; ms += 7) state = ask(state, 1_000_000, 1, NOW_MS + ms).state;
  expect(state.window.times.length).toBeLessThanOrEqual(601);
});

test('a refused request changes nothing', () => {
  const { state } = ask(UNUSED, 2, 2, NOW_MS);
  expect(ask(state, 2, 1, NOW_MS + 30_000).state).toBe(state);
});

test('a clock set back makes the future now: it blocks a minute at most and frees nothing', () => {
  const { state } = ask(UNUSED, 2, 2, NOW_MS);
  const back = NOW_MS - 3_600_000;
  const refused = ask(state, 2, 1, back);
  expect([refused.standing.admitted, refused.state.window.times]).toEqual([0, [back]]);
  expect(ask(refused.state, 2, 1, back + 59_999).standing.admitted).toBe(0);
  expect(ask(refused.state, 2, 2, back + 60_000).standing.admitted).toBe(2);
});

test('a step back of a second or less is the jitter of two processes: time stands still', () => {
  const { state } = ask(UNUSED, 2, 1, NOW_MS);
  expect(ask(state, 2, 1, NOW_MS - 1000).standing.nowMs).toBe(NOW_MS);
  expect(ask(state, 2, 1, NOW_MS - 1001).standing.nowMs).toBe(NOW_MS - 1001);
});

test('the day that comes next starts at 0 without being asked for; an earlier one is looked up', () => {
  const { state } = ask(UNUSED, 10, 3, NOW_MS, 3);
  expect(ask(state, 10, 5, NOW_MS + 86_400_000, 3).standing.admitted).toBe(3);
  const asked: number[] = [];
  const yesterday = decide(state, { lineageId: 1, perMinute: 10, perDay: 3, wanted: 5 }, NOW_MS - 86_400_000, (day) => {
    asked.push(day);
    return 2;
  });
  expect([yesterday.standing.admitted, asked]).toEqual([1, [state.day - 1]]);
});

test('each request of a group is told what was left after it', () => {
  const { standing } = ask(UNUSED, 3, 5, NOW_MS, 100);
  expect([0, 1, 2, 3, 4].map((place) => decisionAt(standing, place))).toMatchObject([
    { admitted: true, minuteLeft: 2, dayLeft: 99, minuteResetS: 60 },
    { admitted: true, minuteLeft: 1, dayLeft: 98 },
    { admitted: true, minuteLeft: 0, dayLeft: 97 },
    { admitted: false, minuteLeft: 0, dayLeft: 97 },
    { admitted: false, minuteLeft: 0, dayLeft: 97 },
  ]);
});

test('windows are never changed in place', () => {
  const one = remember(EMPTY_WINDOW, 1000, 1, 1);
  const two = remember(one, 1000, 1, 1);
  expect([EMPTY_WINDOW.total, one.total, two.total, expire(two, 61_000).total, two.total]).toEqual([0, 1, 2, 0, 2]);
});

test('replaying what was admitted gives the state that deciding left, whatever the clock did', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          stepMs: fc.oneof(fc.integer({ min: -90_000_000, max: 90_000_000 }), fc.integer({ min: -500, max: 70_000 })),
          wanted: fc.integer({ min: 1, max: 9 }),
          perMinute: fc.constantFrom(5, 600, 601, 10_000),
        }),
        { maxLength: 60 },
      ),
      (steps) => {
        const uses: PastUse[] = [];
        const booked = new Map<number, number>();
        const bookedOn = (day: number) => booked.get(day) ?? 0;
        let state = UNUSED;
        let clockMs = NOW_MS;
        for (const { stepMs, wanted, perMinute } of steps) {
          clockMs += stepMs;
          const next = decide(state, { lineageId: 1, perMinute, perDay: 40, wanted }, clockMs, bookedOn);
          const { admitted, nowMs } = next.standing;
          if (next.state !== state) uses.push({ atMs: nowMs, requests: admitted, rounding: roundingMs(perMinute) });
          booked.set(utcDay(nowMs), bookedOn(utcDay(nowMs)) + admitted);
          state = next.state;
        }
        const half = Math.floor(uses.length / 2);
        const before = new Map<number, number>();
        for (const { atMs, requests } of uses.slice(0, half)) {
          before.set(utcDay(atMs), (before.get(utcDay(atMs)) ?? 0) + requests);
        }
        const saved = replay(UNUSED, uses.slice(0, half), () => 0);
        expect(replay(UNUSED, uses, () => 0)).toEqual(state);
        expect(replay(saved, uses.slice(half), (day) => before.get(day) ?? 0)).toEqual(state);
      },
    ),
    { numRuns: 300 },
  );
});
