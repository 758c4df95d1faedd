/** The result of an audit as a workbook that can be sent on: the lines, and a summary of what was found and what it rests on. */
import { columnWidth, MEASURED_ROWS } from '../../spreadsheet/write/column-width.ts';
import type { OutputCell } from '../../spreadsheet/write/sheet-xml.ts';
import type { Sink } from '../../spreadsheet/write/sink.ts';
import { WorkbookWriter } from '../../spreadsheet/write/workbook-writer.ts';
import type { AuditResult, ResultLine } from './audit-result.ts';
import { OUTCOME_MEANINGS, OUTCOMES, type Outcome } from './outcome.ts';
import { NOTICE } from './result-text.ts';
import { largest } from './summary.ts';

/** The colours of `STANDINGS`: red is listed, yellow needs a look, grey was found on no list. The words say the same. */
const COLOURS = {
  [OUTCOMES.applies]: 'bad',
  [OUTCOMES.applies_in_part]: 'attention',
  [OUTCOMES.applies_elsewhere]: 'attention',
  [OUTCOMES.near]: 'muted',
  [OUTCOMES.retired]: 'attention',
  [OUTCOMES.unsettled]: 'attention',
  [OUTCOMES.not_in_schedule]: 'attention',
  [OUTCOMES.damaged]: 'attention',
  [OUTCOMES.invalid]: 'attention',
  [OUTCOMES.undated]: 'attention',
  [OUTCOMES.blank]: 'muted',
  [OUTCOMES.not_listed]: 'muted',
  [OUTCOMES.probable]: 'attention',
} as const;

const MONEY = '#,##0.00';
const HEADINGS_SHOWN = 25;
/** Excel shows a longer name of a column badly. */
const HEADER_CHARS_MAX = 200;

/** Subtotals would be counted twice. */
const WITHOUT_THEM = 'The value is that of the lines with a tariff number.';

/** @param title of the summary: the name of the file */
export async function writeAuditWorkbook(
  result: AuditResult,
  sink: Sink,
  { title, createdAtMs }: { title: string; createdAtMs: number },
): Promise<void> {
  const workbook = new WorkbookWriter(sink, {
    title: `Section 232 audit of ${title}`,
    createdAtMs,
    creator: 'Portside',
  });
  const { header, added, options } = result;
  const resultColumn = header.length + added.findIndex(({ name }) => /^(?:portside )?result/.test(name));
  const lines = result.lines();
  const first: ResultLine[] = [];
  for (let next = await lines.next(); !next.done; next = await lines.next()) {
    first.push(next.value);
    if (first.length === MEASURED_ROWS) break;
  }
  await workbook.addSheet({
    name: 'Lines',
    preamble: options.preamble ?? [],
    columns: [
      ...header.map((name, column) => ({
        header: name.slice(0, HEADER_CHARS_MAX),
        width: columnWidth(
          name,
          first.map(({ input }) => input[column]),
        ),
        clip: true,
      })),
      ...added.map(({ label, width, money }) => ({
        header: label,
        width,
        clip: true,
        ...(money && { format: MONEY }),
      })),
    ],
    status: { column: resultColumn, colours: COLOURS },
  });
  for (const { input, added: cells } of first) await workbook.addRow([...input, ...cells]);
  for await (const { input, added: cells } of lines) await workbook.addRow([...input, ...cells]);
  await writeSummary(workbook, result, title);
  await workbook.close();
}

async function writeSummary(workbook: WorkbookWriter, result: AuditResult, title: string): Promise<void> {
  const { summary, options } = result;
  const hasMoney = summary.value.lines > 0;
  const { withoutNumber } = summary.value;
  await workbook.addSheet({
    name: 'Summary',
    filter: false,
    columns: [
      { header: 'Result', width: 26 },
      { header: 'Lines', width: 12, format: '#,##0' },
      { header: 'Share', width: 10, format: '0.0%' },
      ...(hasMoney ? [{ header: 'Value in US dollars', width: 20, format: MONEY }] : []),
      { header: 'What it means', width: 100, wrap: true },
    ],
    preamble: [
      [`Section 232 audit of ${title}`],
      [`Lines without an entry date are answered as of ${options.as_of}.`],
      [`The law was read to ${result.law()?.law_read_to ?? 'an unknown day'}.`],
      [NOTICE],
      [],
    ],
    status: { column: 0, colours: COLOURS },
  });
  const row = (name: string, lines: number, cents: number, meaning: string): OutputCell[] => [
    name,
    lines,
    summary.lines === 0 ? 0 : lines / summary.lines,
    ...(hasMoney ? [cents / 100] : []),
    meaning,
  ];
  for (const [outcome, words] of Object.entries(OUTCOMES) as [Outcome, string][]) {
    const share = summary.outcomes[outcome];
    if (share) await workbook.addRow(row(words, share.lines, share.cents, OUTCOME_MEANINGS[outcome]));
  }
  await workbook.addRow(
    row('All lines', summary.lines, summary.value.cents, withoutNumber.lines > 0 ? WITHOUT_THEM : ''),
  );
  for (const [heading, shares] of [
    ['Chapter 99 headings', summary.headings],
    ['Programmes', summary.programmes],
  ] as const) {
    const shown = largest(shares, HEADINGS_SHOWN);
    if (shown.length === 0) continue;
    await workbook.addRow([]);
    await workbook.addRow([heading]);
    const note = 'Lines whose number is listed there. A line may count for several.';
    for (const [at, [name, { lines, cents }]] of shown.entries())
      await workbook.addRow(row(name, lines, cents, at === 0 ? note : ''));
    const rest = Object.keys(shares).length - shown.length;
    if (rest > 0) await workbook.addRow([`and ${rest} more`]);
  }
  for (const [heading, sentences] of notesOf(result)) {
    if (sentences.length === 0) continue;
    await workbook.addRow([]);
    await workbook.addRow([heading]);
    for (const sentence of sentences) await workbook.addRow([sentence]);
  }
}

function notesOf(result: AuditResult): [string, string[]][] {
  const { summary, options, header } = result;
  const { columns } = options;
  const { duty, value } = summary;
  const dollars = (cents: number) => (cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2 });
  const roles = [
    ['tariff number', columns.code],
    ['origin', columns.origin],
    ['entry date', columns.date],
    ['value in US dollars', columns.value],
  ] as const;
  return [
    [
      'Duty',
      columns.origin === undefined
        ? []
        : [
            `Settled: ${duty.settled} lines. Open: ${duty.open}. Not asked: ${duty.not_asked}.`,
            `Section 232 duty of the ${duty.linesWithAmount} lines with an amount: ${dollars(duty.cents)} US dollars. The others are not in this sum.`,
          ],
    ],
    [
      'How the table was read',
      [
        ...roles.flatMap(([role, at]) => (at === undefined ? [] : [`Column of the ${role}: ${header[at]}.`])),
        ...(value.unclear > 0 ? [`${value.unclear} values are unclear and are in no sum.`] : []),
        ...options.readings,
        ...(result.unchanged() > 0 ? [`${result.unchanged()} lines did not change and are left out.`] : []),
      ],
    ],
    [
      'Lists and schedule',
      Object.entries(result.law()?.versions ?? {}).map(([name, version]) => `${name}: ${version}`),
    ],
    [
      'Not looked at',
      [
        'Section 301, antidumping and countervailing duties, and other measures. Origin and the facts of the goods can change every rate.',
      ],
    ],
  ];
}
