import { describe, expect, test } from 'bun:test';
import {
  DEFAULT_RESOURCE_LIMITS,
  decideBookings,
  NOTHING_USED,
  RESOURCE_LIMITS_MIN,
  RESOURCES,
  type ResourceAccount,
  type ResourceBooking,
  ResourceSpent,
  resourceLimits,
  spentResource,
} from './resources.ts';

const NOW_MS = Date.UTC(2026, 10, 21, 18);
const account = (used = {}, overrides = {}): ResourceAccount => ({ used: { ...NOTHING_USED, ...used }, overrides });

test.each(RESOURCES)('%s: the last byte or millisecond of the limit can be used, one more cannot', (resource) => {
  const limit = DEFAULT_RESOURCE_LIMITS[resource];
  const asked = { ...NOTHING_USED, [resource]: 10 };
  expect(spentResource(account({ [resource]: limit - 10 }), asked)).toBeUndefined();
  expect(spentResource(account({ [resource]: limit - 9 }), asked)).toBe(resource);
  expect(spentResource(account({ [resource]: limit - 9 }, { [resource]: limit + 1 }), asked)).toBeUndefined();
});

test('a spent resource refuses only work that uses it', () => {
  const spent = account({ cpuMs: DEFAULT_RESOURCE_LIMITS.cpuMs + 5 });
  expect(spentResource(spent, NOTHING_USED)).toBeUndefined();
  expect(spentResource(spent, { ...NOTHING_USED, bytesFetched: 9 })).toBeUndefined();
  expect(spentResource(spent, { ...NOTHING_USED, cpuMs: 1 })).toBe('cpuMs');
});

test('a limit that was not given is the default, and no default is below the least limit', () => {
  expect(resourceLimits({ cpuMs: 99 })).toEqual({ ...DEFAULT_RESOURCE_LIMITS, cpuMs: 99 });
  for (const resource of RESOURCES) {
    expect(DEFAULT_RESOURCE_LIMITS[resource]).toBeGreaterThanOrEqual(RESOURCE_LIMITS_MIN[resource]);
  }
});

describe('a group of bookings', () => {
  const booking = (kind: ResourceBooking['kind'], lineageId: number, cpuMs: number, day = 1): ResourceBooking => ({
    kind,
    lineageId,
    day,
    amounts: { ...NOTHING_USED, cpuMs },
  });

  test('is decided in order, each after those before it, for each lineage and day by itself', () => {
    const decided = decideBookings(
      [
        booking('reserve', 2, 60),
        booking('reserve', 2, 60),
        booking('reserve', 1, 60),
        booking('reserve', 2, 40),
        booking('settle', 2, -30),
        booking('reserve', 2, 31),
        booking('reserve', 2, 30),
        booking('reserve', 2, 100, 2),
      ],
      () => account({}, { cpuMs: 100 }),
    );
    expect(decided).toEqual({
      refusals: [undefined, 'cpuMs', undefined, undefined, undefined, 'cpuMs', undefined, undefined],
      days: [
        { lineageId: 1, day: 1, cpuMs: 60, bytesFetched: 0 },
        { lineageId: 2, day: 1, cpuMs: 100, bytesFetched: 0 },
        { lineageId: 2, day: 2, cpuMs: 100, bytesFetched: 0 },
      ],
    });
  });

  test('a settlement is never refused, and a refused reservation books nothing', () => {
    const spent = () => account({ cpuMs: 100 }, { cpuMs: 100 });
    expect(decideBookings([booking('settle', 1, 50)], spent)).toEqual({
      refusals: [undefined],
      days: [{ lineageId: 1, day: 1, cpuMs: 50, bytesFetched: 0 }],
    });
    expect(decideBookings([booking('reserve', 1, 1)], spent)).toEqual({ refusals: ['cpuMs'], days: [] });
  });

  test('the stored bytes of a reservation are checked and not booked', () => {
    const asked = { kind: 'reserve', lineageId: 1, day: 1, amounts: { ...NOTHING_USED, storedBytes: 5 } } as const;
    expect(decideBookings([asked, asked], () => account({ storedBytes: 95 }, { storedBytes: 100 })).refusals).toEqual([
      undefined,
      undefined,
    ]);
    expect(decideBookings([asked], () => account({ storedBytes: 96 }, { storedBytes: 100 })).refusals).toEqual([
      'storedBytes',
    ]);
  });
});

test('what is counted by day says when the day ends; stored bytes do not become free by waiting', () => {
  expect(new ResourceSpent('cpuMs', NOW_MS)).toMatchObject({
    code: 'rate_limited',
    retryAfterS: 6 * 3600,
    shouldRetry: false,
  });
  expect(new ResourceSpent('bytesFetched', NOW_MS).retryAfterS).toBe(6 * 3600);
  expect(new ResourceSpent('storedBytes', NOW_MS).retryAfterS).toBeUndefined();
  expect(new ResourceSpent('storedBytes', NOW_MS).message).toContain('bytes that this API key may store');
  expect(new ResourceSpent('cpuMs', NOW_MS).message).toContain('processor time');
  expect(new ResourceSpent('bytesFetched', NOW_MS).message).toContain('fetch');
});
