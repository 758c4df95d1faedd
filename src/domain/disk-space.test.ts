import { expect, test } from 'bun:test';
import { type DiskState, diskFloors, diskState, requireSpace } from './disk-space.ts';
import { PortsideError } from './errors.ts';

test('the second floor is a quarter of the first, and never below one megabyte', () => {
  expect(diskFloors(256)).toEqual({ storing: 256_000_000, counting: 64_000_000 });
  expect(diskFloors(2)).toEqual({ storing: 2_000_000, counting: 1_000_000 });
  expect(diskFloors(0)).toEqual({ storing: 0, counting: 1_000_000 });
});

test.each<[number | undefined, DiskState]>([
  [256_000_000, 'enough'],
  [255_999_999, 'low'],
  [64_000_000, 'low'],
  [63_999_999, 'full'],
  [0, 'full'],
  [undefined, 'enough'],
])('%p free bytes are %p', (freeBytes, state) => {
  expect(diskState(freeBytes, diskFloors(256))).toBe(state);
});

test.each<[DiskState, boolean, boolean]>([
  ['enough', true, true],
  ['low', false, true],
  ['full', false, false],
])('in the state %p storing passes: %p, counting passes: %p', (state, storing, counting) => {
  const passes = (work: 'storing' | 'counting') => {
    try {
      requireSpace(state, work);
      return true;
    } catch (error) {
      expect(error).toBeInstanceOf(PortsideError);
      expect(error).toMatchObject({ code: 'unavailable', retryAfterS: 30 });
      expect((error as PortsideError).message).toContain('disk space');
      return false;
    }
  };
  expect([passes('storing'), passes('counting')]).toEqual([storing, counting]);
});
