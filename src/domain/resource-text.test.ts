import { expect, test } from 'bun:test';
import { resourceText } from './resource-text.ts';

test.each([
  ['storedBytes', 0, '0 bytes'],
  ['storedBytes', 999, '999 bytes'],
  ['storedBytes', 1000, '1 kB'],
  ['bytesFetched', 1_234_567, '1.2 MB'],
  ['bytesFetched', 20_000_000_000, '20 GB'],
  ['storedBytes', 10 ** 15, '1,000 TB'],
  ['cpuMs', 0, '0 s'],
  ['cpuMs', 13, '0 s'],
  ['cpuMs', 1_250, '1.3 s'],
  ['cpuMs', 3_600_000, '3,600 s'],
] as const)('%s %d is written %s', (resource, amount, text) => {
  expect(resourceText(resource, amount)).toBe(text);
});
