import { parse } from 'csv-parse';
import { withoutGuard } from '../domain/csv.ts';
import { type Delimiter, delimiterOf } from './csv-delimiter.ts';
import { ROW_CHARS_MAX } from './limits.ts';
import { SwallowedRows } from './swallowed-rows.ts';
import type { TableBuilder } from './table-builder.ts';
import { refuse } from './table-refused.ts';
import { encodingOf, lineBreaks, textOf } from './text-encoding.ts';

/** A hint of Excel on the first line: `sep=;`. */
const SEPARATOR_LINE = /^sep=([,;\t])\r?\n/i;

/**
 * Reads CSV with commas, semicolons or tabs. Every cell is text. An apostrophe that `domain/csv.ts` put before a cell is taken off.
 * @throws TableRefused naming the line
 */
export async function readCsv(bytes: Uint8Array, table: TableBuilder): Promise<void> {
  const encoding = encodingOf(bytes);
  if (encoding === 'windows-1252') table.remark('The file is not UTF-8. It was read as Windows-1252.');
  const slices = textOf(bytes, encoding);
  let first = slices.next().value ?? '';
  const separator = SEPARATOR_LINE.exec(first);
  first = first.slice(separator?.[0].length ?? 0);
  const delimiter = (separator?.[1] as Delimiter | undefined) ?? delimiterOf(first);
  const swallowed = new SwallowedRows(delimiter);
  const parser = parse({
    delimiter,
    relax_column_count: true,
    // `1/2" bolt` is a usual cell.
    relax_quotes: true,
    max_record_size: ROW_CHARS_MAX,
    record_delimiter: ['\r\n', '\n', '\r'],
  });
  // The parser counts CRLF within quotes as two lines, so lines are counted here.
  let line = separator ? 2 : 1;
  let fault: unknown;
  parser.on('error', (error) => {
    fault = error;
  });
  const take = () => {
    for (;;) {
      const record = parser.read() as string[] | null;
      if (record === null) return;
      // The rest is taken too, or the write would never be done.
      if (fault !== undefined) continue;
      swallowed.see(record, line);
      try {
        table.add(line, record.map(withoutGuard));
      } catch (error) {
        fault = error;
        continue;
      }
      line++;
      for (const cell of record) line += lineBreaks(cell);
    }
  };
  // While a slice is parsed: with 16 rows that nobody takes, the parser waits, and a write is never done.
  parser.on('readable', take);
  /** Rows are taken as they come: a stream that waits for its reader keeps the whole file. */
  const push = async (text: string) => {
    if (text === '') return;
    const written = new Promise<void>((resolve) => parser.write(text, () => resolve()));
    // Before the wait: a stream with records that nobody took calls back when they are taken.
    if (fault === undefined) take();
    await written;
    if (fault === undefined) take();
    if (fault !== undefined) refuseRecord(fault, line);
  };
  await push(first);
  for (const slice of slices) await push(slice);
  const ended = Promise.withResolvers<void>();
  parser.once('end', ended.resolve).once('error', () => ended.resolve());
  parser.end();
  take();
  await ended.promise;
  if (fault !== undefined) refuseRecord(fault, line);
  if (swallowed.line !== undefined) {
    refuse(
      'A quote opens in this line and takes the rows below it into one cell. Remove it, or double it within a quoted cell.',
      {
        line: swallowed.line,
      },
    );
  }
  const { cells, firstLine } = swallowed;
  if (cells > 0) {
    const which = cells === 1 ? 'A cell has' : `${cells} cells have`;
    table.remark(`${which} several lines${cells === 1 ? '' : ', the first'} in line ${firstLine}.`);
  }
}

function refuseRecord(fault: unknown, line: number): never {
  const code = (fault as { code?: string }).code;
  if (code === 'CSV_QUOTE_NOT_CLOSED') refuse('A quote opens in this row and never closes.', { line });
  if (code === 'CSV_MAX_RECORD_SIZE') {
    refuse('This row is longer than 1,048,576 characters. A quote that never closes can be the reason.', { line });
  }
  if (code?.startsWith('CSV_')) refuse('This row is not CSV.', { line });
  throw fault;
}
