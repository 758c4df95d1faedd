/**
 * A list in a file of any usual form: one entry on each line, entries in one line, or a CSV with a column of entries. The form is
 * found by content, because exports of shops and of spreadsheets have any name and any header.
 */
import { CommandError } from './command-error.ts';
import { say } from './output.ts';

/** What the entries are. */
export interface EntryKind {
  /** In the plural, for messages. */
  noun: string;
  fits(text: string): boolean;
  /** What separates entries on one line. */
  separator: RegExp;
  /** Whether a column of entries may be called so. */
  isHeader(text: string): boolean;
  /** What to do where two columns may be meant. Absent: the one with more entries is read. */
  ifTwo?: string;
}

interface Column {
  /** `"hts"`, or `2` in a file without a header. */
  name: string;
  delimiter: string;
  cells: string[];
  isNamed: boolean;
  fitting: number;
}

const DELIMITERS = [',', ';', '\t'];
const COLUMNS_MAX = 256;

/**
 * The entries of a text, in its order. Entries of a list may be invalid. Undefined if it is no list of this kind.
 * @param name of the file, for messages
 * @throws CommandError if two columns may be meant, and the kind says what to do
 */
export async function readEntries(text: string, kind: EntryKind, name: string): Promise<string[] | undefined> {
  const lines = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  if (lines.length > 1 && !/[,;\t]/.test(lines[0]!) && kind.isHeader(lines[0]!)) lines.shift();
  const words = lines.flatMap((line) => line.split(kind.separator).filter(Boolean));
  if (words.every(kind.fits)) return words;
  const column = lines.every(kind.fits) ? undefined : await entryColumn(text, kind, name);
  if (column) return cellsOf(column, kind);
  return lines.filter(kind.fits).length * 2 >= lines.length ? lines : undefined;
}

/** The cells of a column that are not empty. Says which column it is: a wrong guess must be seen. */
function cellsOf({ name, cells }: Column, { noun }: EntryKind): string[] {
  const filled = cells.filter((cell) => cell !== '');
  const empty = cells.length - filled.length;
  const gap = empty === 0 ? '' : ` ${empty} of its ${cells.length} cells ${empty === 1 ? 'is' : 'are'} empty.`;
  say(`Reading the ${noun} in column ${name}.${gap}`);
  return filled;
}

/** The column of a CSV that has the entries: by its name, otherwise the one with most of them. */
async function entryColumn(text: string, kind: EntryKind, file: string): Promise<Column | undefined> {
  const { parse } = await import('csv-parse/sync');
  const columns = DELIMITERS.flatMap((delimiter) => {
    try {
      const options = { bom: true, delimiter, relax_column_count: true, relax_quotes: true, trim: true };
      return columnsOf(parse(text, options) as unknown as string[][], delimiter, kind);
    } catch {
      return [];
    }
  });
  const usable = columns.filter(({ fitting, cells, isNamed }) => {
    return fitting > 0 && (isNamed || fitting * 2 >= cells.filter(Boolean).length);
  });
  const [best, ...others] = usable.sort((a, b) => Number(b.isNamed) - Number(a.isNamed) || b.fitting - a.fitting);
  const rival = others.find(({ delimiter, isNamed }) => delimiter === best!.delimiter && isNamed === best!.isNamed);
  if (rival && kind.ifTwo !== undefined) {
    throw new CommandError(
      `${file}: columns ${best!.name} and ${rival.name} may both hold the ${kind.noun}. ${kind.ifTwo}`,
    );
  }
  return best;
}

function columnsOf(records: string[][], delimiter: string, kind: EntryKind): Column[] {
  const width = Math.min(COLUMNS_MAX, Math.max(0, ...records.slice(0, COLUMNS_MAX).map((record) => record.length)));
  if (width < 2) return [];
  return Array.from({ length: width }, (_, at) => {
    const all = records.map((record) => record[at] ?? '');
    const head = all[0]!;
    const isHeader = !kind.fits(head);
    const cells = isHeader ? all.slice(1) : all;
    const name = isHeader && head !== '' ? `"${head.replace(/\p{C}/gu, '�').slice(0, 40)}"` : String(at + 1);
    return {
      name,
      delimiter,
      cells,
      isNamed: isHeader && kind.isHeader(head),
      fitting: cells.filter(kind.fits).length,
    };
  });
}
