/** The rule of the sliding minute at its edges. `test/system/limits` holds both databases to it. */
import { heapSize } from 'bun:jsc';
import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { utcDay } from './clock.ts';
import { decide, decisionAt, type LineageState, type PastUse, PastUses, replay } from './limits.ts';
import { EMPTY_WINDOW, type MinuteWindow, roundingMs } from './sliding-minute.ts';

const NOW_MS = Date.UTC(2026, 10, 21, 12) + 37;
/** A lineage that has used nothing. */
const UNUSED: LineageState = {
  atMs: Number.NEGATIVE_INFINITY,
  window: EMPTY_WINDOW,
  day: -1,
  today: 0,
  newestDay: -1,
};
const never = (): number => {
  throw new Error('asked for a day that nothing was booked on');
};

function ask(was: LineageState, perMinute: number, wanted: number, nowMs: number, perDay = 1_000_000) {
  return decide(was, { lineageId: 1, perMinute, perDay, wanted }, nowMs, never);
}

test('a day begins at midnight UTC, to the millisecond', () => {
  const midnightMs = Date.UTC(2026, 10, 22);
  const was = { ...UNUSED, atMs: midnightMs - 1, day: 20_778, today: 7, newestDay: 20_778 };
  expect([utcDay(midnightMs - 1), utcDay(midnightMs)]).toEqual([20_778, 20_779]);
  expect(ask(was, 10, 1, midnightMs - 1, 8).standing.dayLeft).toBe(0);
  expect(ask(was, 10, 1, midnightMs, 8).standing.dayLeft).toBe(7);
});

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
  const { times, counts, total } = state.window;
  expect({ times, counts, total }).toEqual({ times: [NOW_MS + 63], counts: [5], total: 5 });
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

/** A state with its window as plain lists, to be compared. */
function shown({ window: { times, counts, total }, ...state }: LineageState) {
  return { ...state, times, counts, total };
}

test('windows are never changed in place, whichever of them goes on', () => {
  const step = fc.record({
    from: fc.nat(),
    aheadMs: fc.oneof(fc.constant(0), fc.integer({ min: -5, max: 5 }), fc.integer({ min: 0, max: 70_000 })),
    requests: fc.integer({ min: 1, max: 9 }),
    rounding: fc.constantFrom(1, 100),
    kind: fc.constantFrom('remember', 'remember', 'remember', 'expire', 'pullBack'),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 400 }), (steps) => {
      // Each window beside a plain list of its requests. Any of them may be gone on from, also an old one.
      const windows: {
        window: MinuteWindow;
        list: readonly (readonly [at: number, count: number])[];
        nowMs: number;
      }[] = [{ window: EMPTY_WINDOW, list: [], nowMs: NOW_MS }];
      for (const { from, aheadMs, requests, rounding, kind } of steps) {
        // Mostly the newest, so that windows grow.
        const { window, list, nowMs } = windows[from % 3 === 0 ? from % windows.length : windows.length - 1]!;
        const ms = nowMs + aheadMs;
        if (kind === 'expire') {
          const kept = list.filter(([at]) => at > ms - 60_000);
          // Times ascend, so those that left are the first.
          windows.push({ window: window.expire(ms), list: kept, nowMs: ms });
        } else if (kind === 'pullBack') {
          const pulled = list.map(([at, count]) => [Math.min(at, ms), count] as const);
          windows.push({ window: window.pullBack(ms), list: pulled, nowMs: ms });
        } else {
          const at = Math.ceil(ms / rounding) * rounding;
          const last = list.at(-1);
          const joined = last && last[0] >= at;
          const after = joined
            ? [...list.slice(0, -1), [last[0], last[1] + requests] as const]
            : [...list, [at, requests] as const];
          windows.push({ window: window.remember(ms, rounding, requests), list: after, nowMs: ms });
        }
      }
      for (const { window, list } of windows) {
        expect(window.times).toEqual(list.map(([at]) => at));
        expect(window.counts).toEqual(list.map(([, count]) => count));
        expect(window.total).toBe(list.reduce((sum, [, count]) => sum + count, 0));
        expect(window.oldestMs).toBe(list[0]?.[0]);
      }
    }),
    { numRuns: 200 },
  );
});

test('a window that goes on for hours holds a minute, and its lists little more', () => {
  const goOn = () => {
    let window = EMPTY_WINDOW;
    for (let ms = NOW_MS; ms < NOW_MS + 3_600_000; ms += 50) window = window.expire(ms).remember(ms, 1, 1);
    return window;
  };
  expect([goOn().total, goOn().times.length]).toEqual([1200, 1200]);
  Bun.gc(true);
  const before = heapSize();
  const windows = Array.from({ length: 30 }, goOn);
  Bun.gc(true);
  // 30 times 72,000 times came and went: over 30 MB, if they were kept.
  expect(heapSize() - before).toBeLessThan(8_000_000);
  expect(windows).toHaveLength(30);
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
        const saved = replay(UNUSED, PastUses.of(uses.slice(0, half)), () => 0);
        expect(shown(replay(UNUSED, PastUses.of(uses), () => 0))).toEqual(shown(state));
        const later = replay(saved, PastUses.of(uses.slice(half)), (day) => before.get(day) ?? 0);
        expect(shown(later)).toEqual(shown(state));
      },
    ),
    { numRuns: 300 },
  );
});
