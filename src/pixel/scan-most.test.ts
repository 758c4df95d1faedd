import { expect, test } from 'bun:test';
import { RESOURCE_LIMITS_MIN, RESOURCES } from '../domain/resources.ts';
import { SCAN_BYTES_MAX, SCAN_CPU_MS_MAX } from './deep/scan-budget.ts';
import { mostOfScan } from './scan-most.ts';

test('a deep scan reserves more than a plain one, and both fit into the least limit that can be set', () => {
  const [plain, deep] = [mostOfScan(false), mostOfScan(true)];
  expect(deep.cpuMs).toBeGreaterThan(SCAN_CPU_MS_MAX + plain.cpuMs);
  expect(deep.bytesFetched).toBe(SCAN_BYTES_MAX + plain.bytesFetched);
  for (const resource of RESOURCES) expect(deep[resource]).toBeLessThan(RESOURCE_LIMITS_MIN[resource]);
});
