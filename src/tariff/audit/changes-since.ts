/** What changed since an earlier answer: of another day, or of the result of an earlier audit. */
import { type Cell, cellText } from '../../domain/table.ts';
import { type AddedCell, type AddedColumn, LINE_COLUMNS } from './columns.ts';

export const CHANGE_COLUMN: AddedColumn = { name: 'change', label: 'What changed', width: 50 };

/** A change of one of these changes what is declared or owed. Sources and descriptions do not. */
const COMPARED = ['status', 'result', 'coverage', 'programme', 'heading', 'rate', 'successor'] as const;
const POSITIONS = COMPARED.map((name) => LINE_COLUMNS.findIndex((column) => column.name === name));

/**
 * The differences in words: `rate: 25% added -> 50% added`; null if there are none.
 * @param earlier undefined if the earlier result does not have the number, null if nothing was looked up
 */
export function changeOf(now: readonly AddedCell[], earlier: readonly AddedCell[] | null | undefined): string | null {
  if (earlier === undefined) return 'not in the earlier result';
  if (earlier === null) return null;
  const changes = COMPARED.flatMap((name, at) => {
    const [before, after] = [textOf(earlier[POSITIONS[at]!]), textOf(now[POSITIONS[at]!])];
    return before === after ? [] : [`${name}: ${before || 'none'} -> ${after || 'none'}`];
  });
  return changes.length === 0 ? null : changes.join('; ');
}

/** The answers of an earlier result, by the text of the number. */
export class EarlierAnswers {
  readonly #answers = new Map<string, AddedCell[]>();

  /** @param header of the earlier result. @throws RangeError naming what it lacks */
  static columnsIn(header: readonly Cell[]): Map<string, number> {
    const names = header.map((cell) => cellText(cell).trim().toLowerCase());
    const found = new Map<string, number>();
    for (const name of COMPARED) {
      const { label } = LINE_COLUMNS.find((column) => column.name === name)!;
      // The last one: the table may have a column of that name itself.
      const known = [name, label.toLowerCase()].flatMap((each) => [each, `portside ${each}`]);
      const at = names.findLastIndex((each) => known.includes(each));
      if (at === -1) throw new RangeError(name);
      found.set(name, at);
    }
    return found;
  }

  /** @param columns as `columnsIn` has them @param code position of the column of numbers */
  add(cells: readonly Cell[], columns: ReadonlyMap<string, number>, code: number): void {
    const answer: AddedCell[] = [];
    for (const [at, name] of COMPARED.entries()) answer[POSITIONS[at]!] = cellText(cells[columns.get(name)!]);
    this.#answers.set(keyOf(cells[code]), answer);
  }

  of(code: Cell | undefined): readonly AddedCell[] | undefined {
    return this.#answers.get(keyOf(code));
  }
}

/** A number is the same with and without its dots. */
function keyOf(code: Cell | undefined): string {
  return cellText(code).trim().replaceAll('.', '');
}

function textOf(cell: AddedCell | undefined): string {
  return cell === null || cell === undefined ? '' : String(cell);
}
