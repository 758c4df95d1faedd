import { TariffFileError } from './json-fields.ts';

/** A CSV record by column name, and the line on which it begins. */
export interface CsvRecord {
  line: number;
  cells: Readonly<Record<string, string>>;
}

const RECORD_CHARS_MAX = 100_000;

/**
 * Reads CSV with a header: quoted commas and line breaks, a byte order mark and CRLF are expected; short records leave
 * the missing cells empty. The parser is loaded on first use, so that serving does not pay for it.
 * @throws TariffFileError naming the line
 */
export async function readCsv(text: string): Promise<CsvRecord[]> {
  const { parse } = await import('csv-parse/sync');
  const records: CsvRecord[] = [];
  let header: string[] | undefined;
  let line = 1;
  try {
    parse(text, {
      bom: true,
      info: true,
      relax_column_count: true,
      max_record_size: RECORD_CHARS_MAX,
      on_record: (parsed: unknown) => {
        const { record, info } = parsed as { record: string[]; info: { lines: number } };
        if (!header) header = record.map((name) => name.trim());
        else if (record.some((cell) => cell !== '')) records.push({ line, cells: cellsOf(header, record) });
        line = info.lines + 1;
        return null;
      },
    });
  } catch (fault) {
    if (fault instanceof Error && 'lines' in fault) throw new TariffFileError(Number(fault.lines), fault.message);
    throw fault;
  }
  return records;
}

function cellsOf(header: readonly string[], record: readonly string[]): Record<string, string> {
  return Object.fromEntries(header.map((name, at) => [name, (record[at] ?? '').trim()]));
}

/** The column names of a CSV's first line, for telling which file it is. No official header holds a quoted comma. */
export function csvColumns(text: string): string[] {
  const firstLine = text.slice(0, 4_096).split(/\r?\n/, 1)[0] ?? '';
  return firstLine
    .replace(/^\uFEFF/, '')
    .split(',')
    .map((name) => name.trim().replace(/^"|"$/g, ''));
}
