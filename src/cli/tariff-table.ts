/** The answers for many codes as a table: one line for each, and how many have each status. */
import { STANDINGS } from '../domain/tariff-standing.ts';
import type { Explanation } from '../tariff/explain/explain.ts';
import type { CsvColumns } from './csv-output.ts';
import { formatTable } from './table.ts';
import { columnsOf, type TextOptions, wrap } from './terminal.ts';

/** The columns of the CSV that the table shows, and their headers. */
const SHOWN = { code: 'CODE', standing: 'RESULT', rates: 'RATE %', ch99_headings: 'HEADING', listed_as: 'LISTED AS' };

/** @param columns those of the CSV */
export function formatLookups(
  explanations: readonly Explanation[],
  columns: CsvColumns<Explanation>,
  options: TextOptions,
): string {
  const rows = explanations.map((answer) => Object.keys(SHOWN).map((name) => cellText(columns[name]!(answer))));
  const counts = new Map<string, number>();
  for (const { standing } of explanations) {
    const label = STANDINGS[standing].label.toLowerCase();
    counts.set(label, (counts.get(label) ?? 0) + 1);
  }
  const total = [...counts].map(([label, count]) => `${count} ${label}`).join(', ');
  return [
    formatTable(Object.values(SHOWN), rows, options),
    '',
    ...wrap(`${explanations.length} codes as of ${explanations[0]!.as_of}: ${total}`, columnsOf(options)),
    ...wrap('One code alone is explained. --format csv and --json have everything.', columnsOf(options)),
  ].join('\n');
}

function cellText(value: unknown): string {
  const text = String(value ?? '').replace(/[^\x20-\x7e]/g, '?');
  return text.length > 40 ? `${text.slice(0, 40)}…` : text || '-';
}

/** A hint for codes that lack one digit. They are not repaired: nobody knows whether the first or the last digit is missing. */
export function droppedZeros(explanations: readonly Explanation[]): string {
  const odd = explanations.filter(({ status, code }) => {
    return status === 'invalid' && /^(?:\d\d){1,4}\d$/.test(code.replace(/[.\s]/g, ''));
  }).length;
  if (odd === 0) return '';
  return ` ${odd === 1 ? 'One has' : `${odd} have`} an odd number of digits: a spreadsheet may have dropped a leading zero.`;
}
