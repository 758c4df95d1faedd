import { expect, test } from 'bun:test';
import { nearestName } from './nearest-name.ts';

const NAMES = [
  'value',
  'metal_weight_share',
  'us_metal_share',
  'uk_metal_share',
  'vehicle',
  'vehicle_part',
  'constructor_fee',
];

test.each([
  ['vale', 'value'],
  ['Value', 'value'],
  ['metal_wieght_share', 'metal_weight_share'],
  ['metalWeightShare', 'metal_weight_share'],
  ['metal_share', 'us_metal_share'],
  ['vehicles', 'vehicle'],
  ['xyzzy', undefined],
  ['', undefined],
  ['__proto__', undefined],
  ['v'.repeat(100_000), undefined],
])('%p means %p', (misspelt, name) => expect(nearestName(misspelt, NAMES)).toBe(name as string));

test('of no names none is near', () => expect(nearestName('value', [])).toBeUndefined());
