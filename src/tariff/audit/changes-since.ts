/** What changed since an earlier answer: of another day, or of the result of an earlier audit. */
import { type Cell, cellText } from '../../domain/table.ts';
import { type AddedCell, type AddedColumn, LINE_COLUMNS } from './columns.ts';
import { NOT_LOOKED_UP, OUTCOMES } from './outcome.ts';

export const CHANGE_COLUMN: AddedColumn = { name: 'change', label: 'What changed', width: 50 };

/** A change of one of these changes what is declared or owed. Sources and descriptions do not. */
const COMPARED = ['status', 'result', 'coverage', 'programme', 'heading', 'rate', 'successor'] as const;
const POSITIONS = COMPARED.map((name) => positionOf(name));
const [AS_OF, RESULT] = [positionOf('as_of'), positionOf('result')];
const UNANSWERED = new Set<AddedCell>(NOT_LOOKED_UP.map((outcome) => OUTCOMES[outcome]));

/** What is said of a line without an answer: whether its number changed is not known. */
export const CHANGE_UNKNOWN = 'not looked up';

/** Cells of an earlier answer. Undefined: the earlier result does not have the number. `other_days`: only for several other days. */
export type EarlierAnswer = readonly AddedCell[] | 'other_days' | null | undefined;

/**
 * The differences in words: `rate: 25% added -> 50% added`; null if there are none.
 * @param earlier null if nothing was looked up
 */
export function changeOf(now: readonly AddedCell[], earlier: EarlierAnswer): string | null {
  const isUnanswered = UNANSWERED.has(now[RESULT]!);
  if (Array.isArray(earlier)) {
    const changes = COMPARED.flatMap((name, at) => {
      const [before, after] = [textOf(earlier[POSITIONS[at]!]), textOf(now[POSITIONS[at]!])];
      return before === after ? [] : [`${name}: ${before || 'none'} -> ${after || 'none'}`];
    });
    if (changes.length > 0) return changes.join('; ');
    return isUnanswered ? CHANGE_UNKNOWN : null;
  }
  if (isUnanswered) return CHANGE_UNKNOWN;
  return earlier === 'other_days'
    ? 'the earlier result has other answers for other days, and none for this one'
    : 'not in the earlier result';
}

function positionOf(name: string): number {
  return LINE_COLUMNS.findIndex((column) => column.name === name);
}

/** The answers of an earlier result, by the text of the number and the day. */
export class EarlierAnswers {
  readonly #answers = new Map<string, Map<string, AddedCell[]>>();

  /** @param header of the earlier result. @throws RangeError naming what it lacks */
  static columnsIn(header: readonly Cell[]): Map<string, number> {
    const names = header.map((cell) => cellText(cell).trim().toLowerCase());
    const found = new Map<string, number>();
    for (const name of [...COMPARED, 'as_of'] as const) {
      const { label } = LINE_COLUMNS.find((column) => column.name === name)!;
      // The last one: the table may have a column of that name itself.
      const known = [name, label.toLowerCase()].flatMap((each) => [each, `portside ${each}`]);
      const at = names.findLastIndex((each) => known.includes(each));
      if (at !== -1) found.set(name, at);
      else if (name !== 'as_of') throw new RangeError(name);
    }
    return found;
  }

  /** @param columns as `columnsIn` has them @param code position of the column of numbers */
  add(cells: readonly Cell[], columns: ReadonlyMap<string, number>, code: number): void {
    const answer: AddedCell[] = [];
    for (const [at, name] of COMPARED.entries()) answer[POSITIONS[at]!] = cellText(cells[columns.get(name)!]);
    const key = keyOf(cells[code]);
    const days = this.#answers.get(key) ?? new Map<string, AddedCell[]>();
    days.set(cellText(cells[columns.get('as_of') ?? -1]).slice(0, 10), answer);
    this.#answers.set(key, days);
  }

  /** The answer for the day of the line now; for another day if all days have the same. */
  of(code: Cell | undefined, now: readonly AddedCell[]): EarlierAnswer {
    const days = this.#answers.get(keyOf(code));
    if (!days) return undefined;
    const sameDay = days.get(textOf(now[AS_OF]));
    if (sameDay) return sameDay;
    const [first, ...others] = days.values();
    return others.every((other) => other.join('\n') === first!.join('\n')) ? first : 'other_days';
  }
}

/** A number is the same with and without its dots. */
function keyOf(code: Cell | undefined): string {
  return cellText(code).trim().replaceAll('.', '');
}

function textOf(cell: AddedCell | undefined): string {
  return cell === null || cell === undefined ? '' : String(cell);
}
