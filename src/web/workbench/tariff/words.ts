/** The outcomes of a line, as the API names them, in words and colours. */
import type { TariffAuditHeadings } from '../../../api/v2/jobs/answers.ts';
import type { Tone } from '../shell/elements.tsx';

export type Outcome = keyof TariffAuditHeadings['headings'][number]['outcomes'];

export interface OutcomeWords {
  label: string;
  tone: Tone;
  /** What it means for whoever has to declare. */
  meaning: string;
}

/** In the order in which a reader should see them: first what nobody looked up, last what was found on no list. */
export const OUTCOMES = {
  probable: {
    label: 'Probable number',
    tone: 'mild',
    meaning: 'Damaged, and one number is probable. Send the list again and use the probable numbers.',
  },
  damaged: { label: 'Damaged number', tone: 'mild', meaning: 'A spreadsheet damaged it. Nothing was looked up.' },
  invalid: { label: 'Not a number', tone: 'mild', meaning: 'Nothing was looked up.' },
  undated: { label: 'Date unclear', tone: 'mild', meaning: 'Nothing was looked up.' },
  blank: { label: 'No number', tone: 'mild', meaning: 'Nothing was looked up.' },
  not_in_schedule: { label: 'Not in the schedule', tone: 'mild', meaning: 'There is no such number. Check it.' },
  unsettled: { label: 'Law not read', tone: 'mild', meaning: 'An announced change may be in force, and was not read.' },
  retired: { label: 'Retired number', tone: 'mild', meaning: 'Answered by its successors. Enter the goods under one.' },
  applies_in_part: { label: 'Listed in part', tone: 'mild', meaning: 'Some goods of the number. Give ten digits.' },
  applies_elsewhere: {
    label: 'Listed elsewhere',
    tone: 'mild',
    meaning: 'Another Section 232 list has it or part of it. The conditions say whether a duty applies.',
  },
  applies: { label: 'Listed', tone: 'bad', meaning: 'All goods of the number are on a Section 232 list.' },
  near: { label: 'Near a listed number', tone: 'info', meaning: 'On no list itself. Check the last digits.' },
  not_listed: { label: 'Not listed', tone: 'dim', meaning: 'On no Section 232 list that was read, on that day.' },
} as const satisfies Record<Outcome, OutcomeWords>;

export const OUTCOME_NAMES = Object.keys(OUTCOMES) as Outcome[];

/** Nothing was looked up for these. */
export const NOT_LOOKED_UP: readonly Outcome[] = ['probable', 'damaged', 'invalid', 'undated', 'blank'];

/** The words of the column `result` are the labels, but for one that is too long for a table. */
const RESULT_OUTCOMES = new Map<string, Outcome>(
  Object.entries({
    ...Object.fromEntries(OUTCOME_NAMES.map((name) => [OUTCOMES[name].label, name])),
    'Change of law not read': 'unsettled',
  }),
);

/** Undefined for words that a newer server has. */
export function outcomeOf(result: string): OutcomeWords | undefined {
  const name = RESULT_OUTCOMES.get(result);
  return name && OUTCOMES[name];
}

const partsOf = (description: string) => description.split(' > ').map((part) => part.replace(/:$/, ''));

/** From the heading down to the number. */
export function longDescription(description: string): string {
  return partsOf(description).join(' › ');
}

/** The last words that say something: many descriptions end in "Other". */
export function shortDescription(description: string): string {
  const parts = partsOf(description);
  const isOther = (part: string | undefined) => /^other$/i.test(part ?? '');
  const telling = parts.filter((part) => !isOther(part));
  return [...telling.slice(-2), ...(isOther(parts.at(-1)) ? ['Other'] : [])].join(' › ');
}
