/** The result of an audit as CSV and as JSON, piece by piece. */
import { csvRow } from '../../domain/csv.ts';
import { cellText } from '../../domain/table.ts';
import type { AuditResult, ResultLine } from './audit-result.ts';
import { countsOf } from './summary.ts';

/** So many rows are one piece: each piece is written for itself. */
const ROWS_PER_PIECE = 500;

/** RFC 4180 with a byte order mark, without which a spreadsheet garbles every name that is not ASCII. */
export async function* auditCsv(result: AuditResult): AsyncGenerator<string> {
  let piece = `\ufeff${csvRow([...result.header, ...result.added.map(({ name }) => name)])}`;
  let rows = 0;
  for await (const { input, added } of result.lines()) {
    piece += csvRow([...input.map(cellText), ...added.map((cell) => (cell === null ? '' : String(cell)))]);
    if (++rows % ROWS_PER_PIECE !== 0) continue;
    yield piece;
    piece = '';
  }
  yield piece;
}

/** An object with the lines, and behind them what was counted. */
export async function* auditJson(result: AuditResult): AsyncGenerator<string> {
  const { options, header, added } = result;
  const names = added.map(({ name }) => name);
  let piece = `{"as_of":${JSON.stringify(options.as_of)},"columns":${JSON.stringify([...header, ...names])},"lines":[`;
  let rows = 0;
  for await (const line of result.lines()) {
    piece += `${rows === 0 ? '' : ','}\n${JSON.stringify(lineJson(line, names))}`;
    if (++rows % ROWS_PER_PIECE !== 0) continue;
    yield piece;
    piece = '';
  }
  yield `${piece}\n],"summary":${JSON.stringify(summaryJson(result))}}\n`;
}

/** A line as an object. @param names of the added columns */
export function lineJson({ line, input, added }: ResultLine, names: readonly string[]): object {
  const answer = Object.fromEntries(added.map((cell, at) => [names[at]!, cell]));
  return { line, cells: input.map(cellText), ...answer };
}

/** What is printed with `--json`, and ends a result in JSON. Complete when all lines were read. */
export function summaryJson(result: AuditResult) {
  const { summary, options } = result;
  const { value, duty } = summary;
  const money = (shares: typeof summary.headings) =>
    Object.fromEntries(
      Object.entries(shares).map(([name, { lines, cents }]) => [
        name,
        { lines, ...(value.lines > 0 && { value: cents / 100 }) },
      ]),
    );
  return {
    as_of: options.as_of,
    lines: summary.lines,
    counts: countsOf(summary),
    statuses: summary.statuses,
    headings: money(summary.headings),
    programmes: money(summary.programmes),
    ...(options.columns.value !== undefined && {
      value: {
        currency: 'USD',
        lines: value.lines,
        total: value.cents / 100,
        unclear: value.unclear,
        without_number: { lines: value.withoutNumber.lines, total: value.withoutNumber.cents / 100 },
      },
    }),
    ...(options.columns.origin !== undefined && {
      duty: {
        settled: duty.settled,
        open: duty.open,
        not_asked: duty.not_asked,
        currency: 'USD',
        lines_with_amount: duty.linesWithAmount,
        total: duty.cents / 100,
      },
    }),
    readings: options.readings,
    ...(result.law() ?? {}),
    notice: NOTICE,
  };
}

export const NOTICE =
  'Not a ruling of U.S. Customs and Border Protection. Nothing is said about law that was not read.';
