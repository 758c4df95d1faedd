/** What the schedule says of a number: its column 1 rate, and what its descriptions say of the goods. */
import type { TariffData } from '../tariff-data.ts';
import type { Facts } from './answer.ts';
import { saidByDescriptions } from './known-facts.ts';
import { numberImplications } from './vocabulary.ts';

/** What the schedule in use says of a number. */
export interface ScheduleOf {
  /** The column 1 general rate as the schedule prints it, or null. */
  column1Rate: (digits: string) => string | null;
  /** The descriptions of a number, from the heading down. Without it a number says only its chapter and its lists. */
  descriptionsOf?: (digits: string) => readonly string[];
}

export function scheduleOf({ schedule }: Pick<TariffData, 'schedule'>): Required<ScheduleOf> {
  return {
    column1Rate: (digits) => schedule.find(digits)?.general ?? null,
    descriptionsOf: (digits) => schedule.find(digits)?.path ?? [],
  };
}

/** What the schedule says of the goods. */
export interface Said {
  column1Rate: () => string | null;
  /** By its descriptions. */
  described: Facts;
}

export function saidIn({ descriptionsOf }: Pick<ScheduleOf, 'descriptionsOf'>, digits: string): Facts {
  return descriptionsOf ? saidByDescriptions(descriptionsOf(digits), numberImplications()) : {};
}

/** `Free` is 0, `2.9%` is 2.9. A specific or compound rate is no percentage of the value. */
export function plainPercentage(rate: string | null): number | null {
  const text = rate?.trim() ?? '';
  if (text === 'Free') return 0;
  const digits = text.endsWith('%') ? text.slice(0, -1) : '';
  const isPlain = digits !== '' && digits.length <= 8 && [...digits].every((sign) => '0123456789.'.includes(sign));
  return isPlain && Number.isFinite(Number(digits)) ? Number(digits) : null;
}
