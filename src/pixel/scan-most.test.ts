import { expect, test } from 'bun:test';
import { RESOURCE_LIMITS_MIN, RESOURCES } from '../domain/resources.ts';
import { mostOfScan } from './scan-most.ts';

test('a deep scan reserves more than a plain one, and both fit into the least limit that can be set', () => {
  const [plain, deep] = [mostOfScan(false), mostOfScan(true)];
  expect(deep.cpuMs).toBeGreaterThanOrEqual(7 * 2000);
  expect(deep.bytesFetched).toBe(6 * plain.bytesFetched);
  for (const resource of RESOURCES) expect(deep[resource]).toBeLessThan(RESOURCE_LIMITS_MIN[resource]);
});
