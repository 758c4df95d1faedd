import { expect, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSchedule } from '../../deploy/build-schedule.ts';
import { ScheduleFile } from '../../src/tariff/schedule/schedule-file.ts';
import { root, shared } from '../support/paths.ts';

const official = join(shared, 'tariff/hts_2026_rev_10.json.gz');
const transfers = JSON.parse(readFileSync(join(root, 'data/tariff/schedule-transfers.json'), 'utf8'));
const embedded = readFileSync(join(root, 'data/tariff/usitc-schedule.bin'));

test.skipIf(!existsSync(official))('the embedded schedule is what the script makes of the official export', () => {
  const made = buildSchedule(readFileSync(official), transfers);
  expect(new ScheduleFile(made).rows()).toEqual(new ScheduleFile(embedded).rows());
  expect(Buffer.from(made).equals(embedded)).toBe(true);
});

test('the embedded schedule is small and says what it is', () => {
  expect(embedded.length).toBeLessThan(1_000_000);
  const { revision, note } = new ScheduleFile(embedded).edition;
  expect(revision).toBe('2026 Rev 10 with the transfers of 2026-07-01');
  expect(note).toContain('2026-07-01');
});
