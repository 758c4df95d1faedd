/** What `portside entry batch` says of its lines on a terminal. */
import type { CheckedLine } from '../entry/batch/make-line.ts';
import { toldGap } from '../entry/batch/result.ts';
import { columnsOf, painter, type TextOptions, wrap, wrapBehind } from './terminal.ts';

/** A line of a batch that was made, or that was only checked. */
export interface ReportedLine extends CheckedLine {
  id?: string;
  status?: string;
  sha256?: string;
  file?: string;
}

/** The result sheet has the others. */
const ERRORS_SHOWN = 20;

const FOUND_SHOWN = 40;

function placeOf(line: number, sku: string): string {
  return `line ${line}${sku === '' ? '' : ` (${sku})`}`;
}

/** Lines by the state of their certificate, and those without one. */
export function countsOf(lines: readonly ReportedLine[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { state = 'not_made' } of lines) counts.set(state, (counts.get(state) ?? 0) + 1);
  return counts;
}

/** @param folder where the certificates are; absent if none was made */
export function formatBatch(lines: readonly ReportedLine[], folder: string | undefined, options: TextOptions): string {
  const columns = columnsOf(options);
  const paint = painter(options);
  const counts = countsOf(lines);
  const said = [...counts].map(([state, count]) => `${count} ${state.replaceAll('_', ' ')}`).join(', ');
  const verb = folder === undefined ? 'checked, nothing was made' : `in ${folder}`;
  const faults = lines.flatMap(({ line, sku, errors }) =>
    errors.map(({ column, message }) => ({ place: placeOf(line, sku), column, message })),
  );
  // What keeps a certificate from stating everything is said before it is made: afterwards it cannot be changed.
  const found = lines.flatMap(({ line, sku, state, gaps }) =>
    gaps
      .filter((gap) => gap.for === 'certificate')
      .map((gap) => ({ place: placeOf(line, sku), state, text: toldGap(gap) })),
  );
  const rest = faults.length - ERRORS_SHOWN;
  const moreFound = found.length - FOUND_SHOWN;
  return [
    ...wrap(`${lines.length} lines ${verb}: ${said}.`, columns),
    ...faults
      .slice(0, ERRORS_SHOWN)
      .flatMap(({ place, column, message }) =>
        wrapBehind('  ', `${place}${column === undefined ? '' : `, ${column}`}: ${message}`, columns),
      )
      .map((text) => paint('red', text)),
    ...(rest > 0 ? [`  and ${rest} more. --json has them all.`] : []),
    ...found
      .slice(0, FOUND_SHOWN)
      .flatMap(({ place, state = '', text }) =>
        wrapBehind('  ', `${place} is ${state.replaceAll('_', ' ')}. ${text}`, columns),
      )
      .map((text) => paint('yellow', text)),
    ...(moreFound > 0 ? [`  and ${moreFound} more that lines lack. --json has them all.`] : []),
  ].join('\n');
}
