/** How far the listings of a Section 232 programme cover a tariff number. The rules are in `tariff/lookup/coverage.ts`. */
import type { Listing } from './tariff-list.ts';

/**
 * `whole`: one listing covers all goods of the number. `whole_by_parts`: only all listings together do, by the schedule
 * in use. `part`: some goods of the number are listed. `none`: nothing that could be this number is listed.
 */
export const COVERAGES = ['whole', 'whole_by_parts', 'part', 'none'] as const;
export type Coverage = (typeof COVERAGES)[number];

export interface ProgrammeCoverage {
  programme: string;
  coverage: Coverage;
  /** The listings at or above the number; if there are none, those below it or at its successors. Longest number first. */
  listings: readonly Listing[];
}

/** A ten-digit number that USITC replaced, and one number that took its goods. A split number has several. */
export interface Succession {
  /** As printed: `8413.91.9055`. */
  old: string;
  new: string;
  /** The first day of the new number. */
  retired_on: string;
  kind: (typeof SUCCESSION_KINDS)[number];
  /** The old number stayed in the schedule on the same day for other goods, or for fewer. */
  reused: boolean;
  source: string;
}

export const SUCCESSION_KINDS = ['rename', 'split'] as const;
