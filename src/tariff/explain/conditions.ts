/** What a code alone cannot decide, in words, in the order an importer would ask. */
import type { Succession } from '../../domain/tariff-coverage.ts';
import { formatCode } from '../hts-code.ts';
import { lineDigits } from '../lookup/coverage.ts';
import { NumberHistory } from '../lookup/number-history.ts';
import type { TariffData } from '../tariff-data.ts';
import type { ListingView } from './listing-view.ts';
import type { CoverageView } from './listings-around.ts';

/** What was found about a code. The names are those of an `Explanation`. */
interface Known {
  digits: string;
  asOf: string;
  coverage: readonly CoverageView[];
  matched: readonly ListingView[];
  other_programmes: readonly ListingView[];
  retired_on: string | null;
  successors: readonly Succession[];
  replaces: readonly Succession[];
}

/** What is open for every listed code. */
export const ALWAYS_OPEN: readonly string[] = [
  'Origin changes the rate (United Kingdom, deal partners, USMCA, Russia, column 2), and so does metal of U.S. origin.',
  'Section 301, antidumping and countervailing duties are not considered. The notes decide which Section 232 duties stack.',
  'The date of entry decides, not the date of export. Duties begin at 12:01 a.m. Eastern.',
];

/** Without repetitions. */
export function conditionsOf(known: Known, data: Pick<TariffData, 'successions'>): string[] {
  const { matched, other_programmes } = known;
  const covering = [...matched, ...other_programmes];
  const conditions = [...ofTheNumber(known, data), ...ofTheParts(known)];
  const weightTests = new Set(covering.flatMap((view) => (view.weight_test === null ? [] : [view.weight_test])));
  for (const percent of weightTests) {
    conditions.push(
      `Outside chapters 72, 73, 74 and 76 the duty applies only if the listed metal is at least ${percent} percent of the weight. Below that, declare heading 9903.82.03.`,
    );
  }
  if (covering.some((view) => view.charged_on === 'metal content')) {
    conditions.push('The duty is charged on the value of the metal content, which the code does not tell.');
  }
  if (covering.some((view) => view.rate_kind === 'total_incl_column1')) {
    conditions.push('This rate is a total that includes the column 1 duty, not an addition to it.');
  }
  for (const view of other_programmes) if (view.condition) conditions.push(`Note ${view.note}: ${view.condition}.`);
  for (const view of matched) if (view.condition) conditions.push(`Note ${view.note}: ${view.condition}.`);
  if (covering.length > 0) {
    conditions.push(...ALWAYS_OPEN);
  }
  return [...new Set(conditions)];
}

/** A number that was replaced, or given to other goods, or that a list prints under its old name. */
function ofTheNumber(known: Known, { successions }: Pick<TariffData, 'successions'>): string[] {
  const { digits, asOf, retired_on, successors, replaces, matched, other_programmes } = known;
  const code = formatCode(digits);
  const conditions: string[] = [];
  if (retired_on !== null) {
    const news = [...new Set(successors.map((row) => row.new))].join(', ');
    conditions.push(`USITC replaced ${code} on ${retired_on}. The answer is that of its successors: ${news}.`);
  }
  const arrivals = NumberHistory.of(successions).arrivalsOf(digits);
  const earlier = successions.filter((row) => row.old === code && row.reused && row.retired_on <= asOf);
  for (const [day, rows] of Map.groupBy(earlier, (row) => row.retired_on)) {
    const others = rows.map((row) => row.new).filter((successor) => successor !== code);
    const change =
      others.length < rows.length
        ? `means fewer goods since ${day}. The others`
        : `meant other goods before ${day}. They`;
    conditions.push(`${code} ${change} are ${others.join(', ')}.`);
  }
  for (const row of replaces) {
    const printed = [...matched, ...other_programmes].find((view) => view.code === row.old);
    if (printed && row.old !== code) {
      conditions.push(`The list prints ${row.old}, the number of these goods before ${row.retired_on}.`);
    }
  }
  for (const { old, new: successor, retired_on: day } of arrivals) {
    if (day > asOf && old !== successor) conditions.push(`${successor} takes goods of ${old} from ${day}.`);
  }
  return conditions;
}

/** What is said of a number that has parts: which programmes list some of them, and whether their rates differ. */
function ofTheParts({ digits: asked, coverage, matched, other_programmes, retired_on }: Known): string[] {
  const digits = lineDigits(asked);
  const code = formatCode(digits);
  const conditions: string[] = [];
  if (digits !== asked && coverage.some((each) => each.coverage === 'part' || each.coverage === 'whole_by_parts')) {
    conditions.push(`The schedule has other numbers under ${code}, so ${formatCode(asked)} is read as the whole line.`);
  }
  for (const { programme, coverage: covered, numbers_listed: listed, numbers } of coverage) {
    if (covered !== 'part') continue;
    const name = programme.replaceAll('_', ' ');
    if (digits.length === 10 && retired_on === null) {
      conditions.push(
        `The list in force prints ${code} (${name}), with the meaning it had before. By its letter it is this number: ask customs before you rely on either.`,
      );
    } else if (digits.length === 10) {
      conditions.push(
        `Some of the numbers that took the goods of ${code} are listed (${name}); give the present number.`,
      );
    } else {
      const count = listed > 0 ? `${listed} of ${numbers}` : 'Some';
      const verb = listed === 1 ? 'is' : 'are';
      conditions.push(`${count} numbers under ${code} ${verb} listed (${name}); give ten digits.`);
    }
  }
  const parts = [...matched, ...other_programmes].filter((view) => view.code.length > code.length);
  const rates = [...new Set(parts.map(({ rate }) => rate))];
  if (digits.length < 10 && rates.length > 1) {
    conditions.push(
      `All numbers under ${code} are listed, at several rates (${rates.map((rate) => rate ?? 'a minimum price').join(', ')}); give ten digits.`,
    );
  }
  return conditions;
}
