import { expect, test } from 'bun:test';
import { afterAttempt } from './retry-schedule.ts';

const NOW = 1_800_000_000_000;
/** Seconds between attempts that all fail in the same way. */
function pauses(answer: Parameters<typeof afterAttempt>[0], random: number): number[] {
  const found: number[] = [];
  for (let attempts = 1; attempts < 20; attempts++) {
    const result = afterAttempt(answer, attempts, NOW, random);
    if (result.state !== 'pending') return found;
    found.push((result.dueAtMs! - NOW) / 1000);
  }
  throw new Error('it never ends');
}

test('seven attempts over 17.6 hours, each pause at most a tenth longer', () => {
  expect(pauses({ status: 500 }, 0)).toEqual([5, 300, 1800, 7200, 18_000, 36_000]);
  expect(pauses({ error: 'no connection' }, 1)).toEqual([5.5, 330, 1980, 7920, 19_800, 39_600]);
  expect(pauses({ status: 500 }, 0).reduce((sum, pause) => sum + pause, 0) / 3600).toBeCloseTo(17.6, 1);
});

test.each([
  [{ status: 200 }, 'delivered'],
  [{ status: 299 }, 'delivered'],
  [{ status: 199 }, 'pending'],
  [{ status: 301 }, 'pending'],
  [{ status: 308 }, 'pending'],
  [{ status: 404 }, 'pending'],
  [{ status: 410 }, 'dead'],
  [{ error: 'x' }, 'pending'],
] as const)('%p means %s', (answer, state) => {
  expect(afterAttempt(answer, 1, NOW, 0).state).toBe(state);
  expect(afterAttempt(answer, 1, NOW, 0).off !== undefined).toBe('status' in answer && answer.status === 410);
});

test('a receiver that asks to wait is waited for, and one that is overloaded gets a minute', () => {
  const dueAfter = (answer: Parameters<typeof afterAttempt>[0], attempts = 1) =>
    (afterAttempt(answer, attempts, NOW, 0).dueAtMs! - NOW) / 1000;
  expect(dueAfter({ status: 429, retryAfterMs: 7_200_000 })).toBe(7200);
  expect(dueAfter({ status: 503, retryAfterMs: 1000 })).toBe(60);
  expect(dueAfter({ status: 503, retryAfterMs: 1000 }, 2)).toBe(300);
  expect(dueAfter({ status: 502 })).toBe(60);
  expect(dueAfter({ status: 504, retryAfterMs: 7_200_000 })).toBe(60);
  expect(dueAfter({ status: 500, retryAfterMs: 7_200_000 })).toBe(5);
});
