/** The probable numbers that were accepted in an audit, line by line: what was in the sheet, and what was looked up. */
import { cellText, type TableRow } from '../../domain/table.ts';
import { unpackRows } from '../../spreadsheet/row-chunk.ts';
import type { TariffAuditOptions } from './audit-options.ts';
import { unpackOutput } from './audit-output.ts';
import type { AuditedChunk } from './audit-result.ts';
import { LINE_COLUMNS } from './columns.ts';

export interface AcceptedNumber {
  line: number;
  /** The cell as it was sent. */
  written: string;
  number: string;
  /** `because it has a letter in place of a digit` */
  why: string;
}

const [ACCEPTED, NUMBER] = ['accepted', 'number'].map((wanted) =>
  LINE_COLUMNS.findIndex(({ name }) => name === wanted),
) as [number, number];

export function acceptedNumbers({ columns }: TariffAuditOptions, chunks: Iterable<AuditedChunk>): AcceptedNumber[] {
  const found: AcceptedNumber[] = [];
  for (const { input, output } of chunks) {
    const { rows } = unpackOutput(output);
    for (const [at, { line, cells }] of unpackRows<TableRow>(input).entries()) {
      const why = rows[at]![ACCEPTED];
      if (typeof why !== 'string') continue;
      found.push({ line, written: cellText(cells[columns.code]).trim(), number: String(rows[at]![NUMBER]), why });
    }
  }
  return found;
}
