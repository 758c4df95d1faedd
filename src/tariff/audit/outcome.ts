/** What an audit says of a line, in one word for programs and in words for people. */
import { STANDINGS } from '../../domain/tariff-standing.ts';
import type { LookupStatus } from '../lookup/answer.ts';

/** The status of a lookup, or why nothing was looked up. */
export type LineStatus = LookupStatus | 'damaged' | 'undated' | 'blank';

/** In the order of a summary. The words are those of the column `result`, and have its colours. */
export const OUTCOMES = {
  applies: STANDINGS.listed.label,
  applies_in_part: STANDINGS.in_part.label,
  applies_elsewhere: STANDINGS.elsewhere.label,
  retired: 'Retired number',
  unsettled: 'Change of law not read',
  not_in_schedule: 'Not in the schedule',
  probable: 'Probable number',
  damaged: 'Damaged number',
  invalid: STANDINGS.not_a_number.label,
  undated: 'Date unclear',
  blank: 'No number',
  near: STANDINGS.near.label,
  not_listed: STANDINGS.not_listed.label,
} as const;
export type Outcome = keyof typeof OUTCOMES;

/** What each means, for the summary sheet and the manual. */
export const OUTCOME_MEANINGS: Record<Outcome, string> = {
  applies:
    'All goods of the number are on a Section 232 derivative list. The columns say which, and what is still to find out.',
  applies_in_part: 'Some goods of the number are listed. Give the ten digits of the goods.',
  applies_elsewhere:
    'Another Section 232 list than the derivative lists has the number or part of it. The conditions say whether a duty applies.',
  retired: 'USITC replaced the number. The answer is that of its successors; enter the goods under one of them.',
  unsettled: 'On no list that was read. A change was announced that may be in force by now, and was not read.',
  not_in_schedule: 'On no list, but the schedule has no such number. Check it before you rely on this.',
  probable:
    'The number is damaged, and exactly one is probable. Nothing was looked up: accept it, or take the number from the original.',
  damaged: 'A spreadsheet damaged the number. Nothing was looked up. "Probably" says what it may have been.',
  invalid: 'Not the number of a product. Nothing was looked up.',
  undated: 'The entry date is unclear or before the lists begin. Nothing was looked up.',
  blank: 'The cell is empty. Nothing was looked up.',
  near: 'On no list itself, but numbers of its heading are. Check the last digits.',
  not_listed: 'On no Section 232 list on that day.',
};

/** The outcomes that say nothing about goods, because nothing was looked up. */
export const NOT_LOOKED_UP: readonly Outcome[] = ['probable', 'damaged', 'invalid', 'undated', 'blank'];
