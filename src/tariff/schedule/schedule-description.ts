/** What the schedule says of one code: whether it exists, what describes it, its rates, and which numbers are like it. */
import { formatCode } from '../hts-code.ts';
import type { Schedule, ScheduleEntry } from './schedule.ts';

const NEAR_MAX = 5;

export interface ScheduleDescription extends Omit<ScheduleEntry, 'code'> {
  /** Which schedule this is. */
  revision: string;
  /** The code is a heading, subheading, line or number of that schedule. */
  exists: boolean;
  /** If it does not exist: numbers of the same length that are like it, the likeliest first. */
  near: string[];
  /** The row that describes the code; null if not even its heading exists. */
  code: string | null;
}

const UNDESCRIBED = { code: null, exact: false, path: [], general: '', special: '', other: '', units: [] };

/** @param digits 4, 6, 8 or 10 of chapters 1 to 97 */
export function describe(digits: string, schedule: Schedule): ScheduleDescription {
  const exists = schedule.exists(digits);
  return {
    revision: schedule.edition.revision,
    exists,
    near: exists ? [] : schedule.near(digits, NEAR_MAX).map(formatCode),
    ...(schedule.find(digits) ?? UNDESCRIBED),
  };
}
