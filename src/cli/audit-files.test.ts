/** The files of an audit: no store is left out, and no cell of one runs in a spreadsheet. */
import { expect, test } from 'bun:test';
import { parse } from 'csv-parse/sync';
import { BLOCKED_REPORT, CLEAN_REPORT, finding, SAMPLE_REPORT } from '../../test/support/detailed-report.ts';
import { type StoreOutcome, standingOf, worstFirst } from '../pixel/audit/store-outcome.ts';
import { auditContent } from './audit-files.ts';

const stored = (line: number, report = CLEAN_REPORT): StoreOutcome => {
  const address = `https://s${line}.example/`;
  return { line, address, url: address, atMs: 0, report };
};

function contentOf(out: string, outcomes: readonly StoreOutcome[]): string {
  const standings = outcomes.map(standingOf).sort(worstFirst);
  const outcomeOf = (line: number) => outcomes.find((one) => one.line === line)!;
  return [...auditContent(out, { standings, outcomeOf, atMs: 0, deep: true, journey: false })].join('');
}

const FLEET = [
  stored(1),
  stored(2, SAMPLE_REPORT),
  stored(3, BLOCKED_REPORT),
  { line: 4, address: 'https://s4.example/', fault: 'It did not answer.' },
  { line: 5, address: 's1.example', sameAs: 1 },
];

test('CSV has a line for each finding, and one for each store without findings', () => {
  const rows = parse(contentOf('a.csv', FLEET), { columns: true }) as unknown as Record<string, string>[];
  expect(rows.map(({ line, state, rule_id, score }) => [line, state, rule_id, score])).toEqual([
    ['4', 'not_scanned', '', ''],
    ['3', 'not_judged', '', ''],
    ...SAMPLE_REPORT.findings.map(({ rule_id }) => ['2', 'partly_judged', rule_id, '46']),
    ['1', 'judged', '', '100'],
    ['5', 'same', '', ''],
  ]);
  expect(rows[0]!.fault).toBe('It did not answer.');
  expect(rows[1]!.not_looked_at).toBe('page /');
});

test('no cell of CSV is a formula, whatever a store sent', () => {
  const text = '=HYPERLINK("https://a.example")';
  const hostile = finding({ message: text, remedy: `+${text}`, ids: [`@${text}`, '\t=1'] });
  const outcomes = [
    { ...stored(1, { ...CLEAN_REPORT, findings: [hostile] }), address: `-${text}` },
    { line: 2, address: text, fault: text },
  ];
  const rows = parse(contentOf('a.csv', outcomes)) as unknown as string[][];
  expect(rows.flat().filter((cell) => /^[=+\-@\t]/.test(cell))).toEqual([]);
  expect(rows.flat()).toContain(`'${text}`);
});

test('JSON has every store with its state', () => {
  const stores = JSON.parse(contentOf('a.json', FLEET)) as { line: number; state: string }[];
  expect(stores.map(({ line, state }) => [line, state])).toEqual([
    [4, 'not_scanned'],
    [3, 'not_judged'],
    [2, 'partly_judged'],
    [1, 'judged'],
    [5, 'same'],
  ]);
});
