/** What `portside tariff audit` shows on a terminal: counts by result, the headings, money, and what it rests on. Pure. */
import type { AcceptedNumber } from '../tariff/audit/accepted-numbers.ts';
import type { AuditResult } from '../tariff/audit/audit-result.ts';
import { CHANGE_UNKNOWN } from '../tariff/audit/changes-since.ts';
import { OUTCOMES, type Outcome } from '../tariff/audit/outcome.ts';
import { NOTICE } from '../tariff/audit/result-text.ts';
import { largest } from '../tariff/audit/summary.ts';
import { columnsOf, type Paint, painter, type Style, type TextOptions, wrap } from './terminal.ts';

const HEADINGS_SHOWN = 10;
const CHANGES_SHOWN = 200;
const BAR = 24;

const STYLES: Record<Outcome, Style> = {
  applies: 'red',
  applies_in_part: 'yellow',
  applies_elsewhere: 'yellow',
  retired: 'yellow',
  unsettled: 'yellow',
  not_in_schedule: 'yellow',
  probable: 'yellow',
  damaged: 'yellow',
  invalid: 'yellow',
  undated: 'yellow',
  blank: 'dim',
  near: 'cyan',
  not_listed: 'dim',
};

export function formatAudit(
  result: AuditResult,
  { title, out }: { title: string; out?: string | undefined },
  options: TextOptions,
): string {
  const { summary, header, options: audited } = result;
  const paint = painter(options);
  const width = columnsOf(options);
  const { columns } = audited;
  const read = [
    `numbers in "${header[columns.code]}"`,
    ...(columns.origin === undefined ? [] : [`origins in "${header[columns.origin]}"`]),
    ...(columns.date === undefined ? [] : [`entry dates in "${header[columns.date]}"`]),
    ...(columns.value === undefined ? [] : [`values in US dollars in "${header[columns.value]}"`]),
  ];
  const law = result.law();
  const versions = Object.entries(law?.versions ?? {}).map(([name, version]) => `${name} ${version}`);
  return [
    paint('bold', printable(`${title}: ${count(summary.lines)} lines as of ${audited.as_of}`)),
    ...wrap(printable(`Read: ${read.join(', ')}.`), width),
    ...audited.readings.flatMap((text) => wrap(printable(text), width)),
    '',
    ...outcomeLines(result, paint),
    ...headingLines(result, paint),
    ...dutyLines(result, paint, width),
    '',
    ...wrap(`The law was read to ${law?.law_read_to ?? 'an unknown day'}. ${NOTICE}`, width),
    ...wrap(`Lists: ${versions.join(', ')}.`, width).map((line) => paint('dim', line)),
    ...(result.unchanged() > 0 ? [`${count(result.unchanged())} lines did not change.`] : []),
    ...(out === undefined
      ? wrap('Nothing was written. -o result.xlsx keeps every line with its answer.', width)
      : [printable(`Wrote ${out}.`)]),
  ].join('\n');
}

function outcomeLines({ summary }: AuditResult, paint: Paint): string[] {
  const hasMoney = summary.value.lines > 0;
  const shares = (Object.keys(OUTCOMES) as Outcome[]).flatMap((outcome) => {
    const share = summary.outcomes[outcome];
    return share ? [{ outcome, ...share }] : [];
  });
  const most = Math.max(...shares.map(({ lines }) => lines), 1);
  return shares.map(({ outcome, lines, cents }) => {
    const bar = '█'.repeat(Math.max(1, Math.round((lines / most) * BAR))).padEnd(BAR);
    const money = hasMoney ? `  ${dollars(cents).padStart(18)} USD` : '';
    const share = `${((100 * lines) / summary.lines).toFixed(1)} %`;
    return `  ${OUTCOMES[outcome].padEnd(22)} ${count(lines).padStart(9)}  ${share.padStart(7)}  ${paint(STYLES[outcome], bar)}${money}`;
  });
}

function headingLines({ summary }: AuditResult, paint: Paint): string[] {
  const shown = largest(summary.headings, HEADINGS_SHOWN);
  if (shown.length === 0) return [];
  const hasMoney = summary.value.lines > 0;
  const rest = Object.keys(summary.headings).length - shown.length;
  return [
    '',
    paint('bold', 'Chapter 99 headings of the listed numbers'),
    ...shown.map(([heading, { lines, cents }]) => {
      const money = hasMoney ? `${''.padStart(BAR + 11)}  ${dollars(cents).padStart(18)} USD` : '';
      return `  ${heading.padEnd(22)} ${count(lines).padStart(9)}${money}`;
    }),
    ...(rest > 0 ? [`  and ${rest} more`] : []),
  ];
}

function dutyLines({ summary, options }: AuditResult, paint: Paint, width: number): string[] {
  if (options.columns.origin === undefined) return [];
  const { settled, open, not_asked, cents, linesWithAmount } = summary.duty;
  return [
    '',
    paint('bold', 'Section 232 duty'),
    ...wrap(
      `${count(settled)} lines are settled, ${count(open)} are open, ${count(not_asked)} could not be asked. The ${count(linesWithAmount)} lines with an amount owe ${dollars(cents)} USD; the others are not in this sum.`,
      width - 2,
    ).map((line) => `  ${line}`),
  ];
}

/** The probable numbers that were used, each beside what was in the sheet. */
export function formatAccepted(accepted: readonly AcceptedNumber[]): string {
  if (accepted.length === 0) return 'No probable number was accepted.';
  const rows = accepted.map(({ line, written, number, why }) =>
    printable(`  line ${line}: "${written.slice(0, 40)}" was read as ${number}, ${why}`),
  );
  return [`Probable numbers that you accepted: ${count(accepted.length)}`, ...rows].join('\n');
}

/** The lines that changed, one by one, and how many more there are. */
export async function formatChanges(
  result: AuditResult,
  options: TextOptions,
  print: (text: string) => void,
): Promise<void> {
  const paint = painter(options);
  const width = columnsOf(options);
  const code = result.options.columns.code;
  let changed = 0;
  let unknown = 0;
  for await (const { line, input, added } of result.lines()) {
    if (added[0] === CHANGE_UNKNOWN) {
      unknown++;
      continue;
    }
    if (++changed > CHANGES_SHOWN) continue;
    const cell = input[code];
    const number = typeof cell === 'object' ? cell.text : (cell ?? '');
    print(paint('bold', printable(`line ${line}  ${number}`)));
    print(
      wrap(printable(String(added[0])), width - 2)
        .map((text) => `  ${text}`)
        .join('\n'),
    );
  }
  if (changed > CHANGES_SHOWN) print(`and ${count(changed - CHANGES_SHOWN)} more lines; -o writes all of them`);
  print(changed === 0 ? 'No line changed.' : '');
  if (unknown > 0) {
    const lines = unknown === 1 ? '1 line was' : `${count(unknown)} lines were`;
    print(`${lines} not looked up: nothing is known of a change.`);
  }
}

function count(value: number): string {
  return value.toLocaleString('en-US');
}

function dollars(cents: number): string {
  return (cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
}

/** Names come from a stranger's file. */
function printable(text: string): string {
  return text.replace(/\p{C}/gu, '�');
}
