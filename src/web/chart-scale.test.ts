import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { scaleOf, tickLabel } from './chart-scale.ts';

test('the axis of a chart has few, round and whole numbers, and room for the highest bar', () => {
  expect(scaleOf(490_000).ticks.map(tickLabel)).toEqual(['0', '100k', '200k', '300k', '400k', '500k']);
  expect(scaleOf(0).ticks).toEqual([0, 1, 2, 3, 4, 5]);
  expect(scaleOf(7).ticks).toEqual([0, 2, 4, 6, 8]);
  expect(scaleOf(11_000_000).ticks.map(tickLabel)).toEqual(['0', '2.5M', '5M', '7.5M', '10M', '12.5M']);
  expect([999, 9_999, 12_500, 1_250_000].map(tickLabel)).toEqual(['999', '9,999', '12.5k', '1.25M']);
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10 ** 12 }), (max) => {
      const { top, ticks } = scaleOf(max);
      expect(top).toBeGreaterThanOrEqual(max);
      expect(ticks.length).toBeGreaterThanOrEqual(3);
      expect(ticks.length).toBeLessThanOrEqual(6);
      expect(ticks.every(Number.isInteger)).toBe(true);
      expect([ticks[0], ticks.at(-1)]).toEqual([0, top]);
      // No more than half of the chart is empty.
      if (max > 10) expect(top).toBeLessThanOrEqual(2 * max);
    }),
  );
});
