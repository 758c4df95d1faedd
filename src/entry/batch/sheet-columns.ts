/** The columns of a sheet, from its header. A heading that means no field refuses the whole sheet, as v2 refuses unknown fields. */
import { type FaultDetail, PortsideError } from '../../domain/errors.ts';
import { nearestName } from '../../domain/nearest-name.ts';
import { type Cell, cellText } from '../../domain/table.ts';
import { columnLetters } from '../../spreadsheet/xlsx/cell-reference.ts';
import { knownHeadings, plainHeading, type ReadHeading, readHeading } from './header.ts';
import { shown } from './shown.ts';

/** A refusal names at most this many headings. */
const FAULTS_MAX = 100;

const NO_HEADINGS = 'No row names the columns. Write a header such as "product_name", "sku" above the lines.';

export interface SheetColumn extends ReadHeading {
  /** Index of its cells in a row. */
  at: number;
  /** As the file has it. */
  heading: string;
}

/**
 * The columns of a header, without those that have no heading.
 * @throws PortsideError `invalid_request` whose `details` name every heading that is unknown or there twice
 */
export function readSheetColumns(header: readonly Cell[], headerLine: number): SheetColumn[] {
  const faults: FaultDetail[] = [];
  const columns: SheetColumn[] = [];
  for (const [at, cell] of header.entries()) {
    const heading = cellText(cell).trim();
    if (heading === '') continue;
    const read = readHeading(heading);
    const earlier = read && columns.find((other) => isSame(other, read));
    if (!read) faults.push(headingFault(at, headerLine, unknownHeading(heading)));
    else if (earlier) {
      const text = `"${shown(heading)}" means the same as "${shown(earlier.heading)}". Remove one of them.`;
      faults.push(headingFault(at, headerLine, text));
    } else columns.push({ ...read, at, heading: shown(heading) });
  }
  if (faults.length > 0) throw refusedHeader(faults);
  if (columns.length === 0) throw refusedHeader([{ path: '', message: NO_HEADINGS }]);
  return columns;
}

/** Lists may be spread over columns: `rules`, `rules_2`. */
function isSame(one: ReadHeading, other: ReadHeading): boolean {
  if (one.column !== other.column) return false;
  return one.column.pointer === '/cpsc_rules_cited'
    ? one.number === other.number && one.number !== undefined
    : (one.number ?? 1) === (other.number ?? 1);
}

/** @param at index of the column. @param line 0 for the names of JSON fields, which stand in no line */
export function headingFault(at: number, line: number, message: string): FaultDetail {
  return { path: line === 0 ? '' : `/${line}/${columnLetters(at)}`, message };
}

export function refusedHeader(faults: readonly FaultDetail[]): PortsideError {
  const first = faults[0]!;
  const more = faults.length === 1 ? '' : ` And ${faults.length - 1} more.`;
  return new PortsideError('invalid_request', {
    message: `${first.path === '' ? '' : `Line ${first.path.split('/')[1]}: `}${first.message}${more}`,
    details: faults.slice(0, FAULTS_MAX),
  });
}

/** The column that one of the words of a heading means: `lot` for `Lot or production code`. */
function columnOfAWord(plain: string): string | undefined {
  for (const word of plain.split('_')) {
    const read = word.length < WORD_CHARS_MIN ? undefined : readHeading(word);
    if (read) return read.column.name;
  }
  return undefined;
}

const WORD_CHARS_MIN = 3;

/** Why a heading is refused, with the column that was probably meant. */
function unknownHeading(heading: string): string {
  const known = knownHeadings();
  const plain = plainHeading(heading);
  const near = known.get(nearestName(plain, [...known.keys()]) ?? '') ?? columnOfAWord(plain);
  return `"${shown(heading)}" is not a column of a batch${near ? `; did you mean "${near}"?` : '.'}`;
}
