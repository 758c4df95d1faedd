/**
 * CPSC's own table of citation codes, as an operator saved it from the spreadsheet: CSV or tab-separated text. Its columns were not
 * read, so they are found by their headings. A stranger wrote the file, so it is parsed in a worker process.
 */
import { parse } from 'csv-parse/sync';
import type { CodeImport } from '../../domain/filing-store.ts';
import type { IsolatedTasks } from '../../domain/isolated-tasks.ts';
import type { ImportedCode } from './citation-codes.ts';
import { formatFault } from './field-formats.ts';

const ROWS_MAX = 5000;
export const CODE_TABLE_BYTES_MAX = 5_000_000;
const FAULTS_MAX = 20;
/** A title and some notes may stand above the headings. */
const HEADING_ROWS_MAX = 20;
const COLUMNS_MAX = 64;
const VALUE_MAX = 40;
const CODE_HEADING = /\bcodes?$/i;
const CITATION_HEADING = /^(?:citation|regulation|rule|cfr|provision)s?(?: citation| reference)?$/i;
const KIND_HEADING = /^(?:type|kind|category)$/i;
const EXCLUSION = /exclu|exempt|except/i;
const RULE = /rule|regulation|citation|standard|ban\b/i;

/** What cannot be read, in the file's own terms. */
interface CodeTableFault {
  /** From 1. */
  line: number;
  /** Heading of the column. */
  column?: string;
  value?: string;
  message: string;
}

export interface CodeTable {
  codes: ImportedCode[];
  /** Rows without a code, such as the heading of a group. */
  withoutCode: number;
  faults: CodeTableFault[];
}

/** @param column the heading of the column of codes, where more than one could be it */
export function readCodeTable(text: string, column?: string): CodeTable {
  const refused = (line: number, message: string): CodeTable => ({
    codes: [],
    withoutCode: 0,
    faults: [{ line, message }],
  });
  let rows: { record: string[]; line: number }[];
  try {
    rows = rowsOf(text);
  } catch (error) {
    return refused((error as { lines?: number }).lines ?? 1, 'This line is not CSV or tab-separated text.');
  }
  if (rows.length > ROWS_MAX) return refused(rows[ROWS_MAX]!.line, `The table has more than ${ROWS_MAX} rows.`);
  const heading = rows
    .slice(0, HEADING_ROWS_MAX)
    .map((row) => ({ ...row, codes: codeColumns(row.record, column) }))
    .find(({ codes }) => codes.length > 0);
  if (!heading) {
    return refused(
      1,
      column === undefined ? 'No column has a heading that ends in "code".' : 'No column has this heading.',
    );
  }
  const { record: names, codes: candidates } = heading;
  if (candidates.length > 1) {
    const headings = candidates.map((at) => `"${shown(names[at]!)}"`).join(', ');
    return refused(heading.line, `Several columns could hold the codes: ${headings}. Name one of them.`);
  }
  const at = candidates[0]!;
  const find = (form: RegExp) => names.findIndex((name, index) => index !== at && form.test(name));
  const [citationAt, kindAt] = [find(CITATION_HEADING), find(KIND_HEADING)];

  const table: CodeTable = { codes: [], withoutCode: 0, faults: [] };
  for (const { record, line } of rows.slice(rows.findIndex((row) => row.line === heading.line) + 1)) {
    const code = record[at] ?? '';
    if (code === '') table.withoutCode++;
    else if (formatFault('code', code, 0) === undefined)
      table.codes.push({ code, ...detailsOf(record[citationAt] ?? '', record[kindAt] ?? '') });
    else if (table.faults.length < FAULTS_MAX) {
      const message = 'A code has 3 to 14 letters, digits, points, hyphens and brackets.';
      table.faults.push({ line, column: shown(names[at]!), value: shown(code), message });
    }
  }
  if (table.codes.length === 0 && table.faults.length === 0) return refused(heading.line, 'The table has no code.');
  return table;
}

function rowsOf(text: string): { record: string[]; line: number }[] {
  const head = text.slice(0, 10_000).split('\n').slice(0, HEADING_ROWS_MAX).join('\n');
  const count = (delimiter: string) => head.split(delimiter).length;
  const delimiter = ['\t', ';', ','].reduce((best, next) => (count(next) > count(best) ? next : best), ',');
  const options = {
    bom: true,
    delimiter,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    to: ROWS_MAX + 1,
    trim: true,
  };
  const parsed = parse(text, options) as unknown as { record: string[]; info: { lines: number } }[];
  return parsed.map(({ record, info }) => ({ record: record.slice(0, COLUMNS_MAX), line: info.lines }));
}

function codeColumns(names: string[], wanted: string | undefined): number[] {
  const fits = (name: string) =>
    wanted === undefined ? CODE_HEADING.test(name) : name.toLowerCase() === wanted.toLowerCase();
  return [...names.keys()].filter((at) => fits(names[at]!));
}

function detailsOf(citation: string, kind: string): Omit<ImportedCode, 'code'> {
  return {
    ...(citation !== '' && { citation: citation.slice(0, 300) }),
    ...(EXCLUSION.test(kind) ? { kind: 'exclusion' as const } : RULE.test(kind) ? { kind: 'rule' as const } : {}),
  };
}

function shown(text: string): string {
  const plain = text.toWellFormed().replace(/\p{C}/gu, '�');
  return plain.length > VALUE_MAX ? `${plain.slice(0, VALUE_MAX)}…` : plain;
}

const BUDGET = { cpuMs: 10_000, memoryBytes: 256 << 20, outputBytes: 4_000_000, wallMs: 60_000 };

/** The same in a worker process. @throws as `IsolatedWork.run` does */
export async function readCodeFile(tasks: IsolatedTasks, file: Uint8Array, column?: string): Promise<CodeTable> {
  const { text } = await tasks.run({
    task: 'codes',
    input: { column },
    attachments: [file],
    budget: BUDGET,
    owners: ['command'],
  });
  return JSON.parse(text) as CodeTable;
}

/** The rows of the table in use, as `importCodes` keeps them. */
export function importedCodes(table: CodeImport | undefined): ImportedCode[] | undefined {
  return table && (JSON.parse(table.body) as ImportedCode[]);
}
