import { expect, test } from 'bun:test';
import { stripVTControlCharacters } from 'node:util';
import { BLOCKED_REPORT, CLEAN_REPORT, SAMPLE_REPORT } from '../../../test/support/detailed-report.ts';
import { type PageRow, printTable } from './page-table.ts';

const ROWS: PageRow[] = [
  { address: 'good.html', report: CLEAN_REPORT },
  { address: 'https://bad.example/', report: SAMPLE_REPORT },
  { address: 'https://blocked.example/', report: BLOCKED_REPORT },
  { address: 'https://gone.example/', fault: 'There is no page at this address (HTTP 404).' },
];

test('a table has one row for each page in the given order, and totals. Only judged pages have a mean', () => {
  expect(printTable(ROWS, { colour: false })).toBe(`score  judged  error  warn  info  page
  100  fully       0     0     0  good.html
   46  partly      1     2     3  https://bad.example/
    –  no          0     0     0  https://blocked.example/
                                  Not judged: the shop refused the scan.
    –  no                         https://gone.example/
                                  There is no page at this address (HTTP 404).

2 pages judged, mean score 73, 1 not judged, 1 failed
`);
});

test('a table without a judged page has no mean', () => {
  expect(printTable([], { colour: false })).toEndWith('0 pages judged\n');
  expect(printTable(ROWS.slice(2), { colour: false })).toEndWith('\n0 pages judged, 1 not judged, 1 failed\n');
});

test('an address is broken behind a slash', () => {
  const rows = [{ address: 'https://demo-store.portside.invalid/collections/all', report: CLEAN_REPORT }];
  expect(printTable(rows, { colour: false, width: 80 })).toContain(
    `https://demo-store.portside.invalid/\n${' '.repeat(34)}collections/all\n`,
  );
});

test('a long address is broken, not cut off, and colour changes only the colour', () => {
  const rows = [{ address: `https://shop.example/${'a'.repeat(100)}`, report: CLEAN_REPORT }];
  const lines = printTable(rows, { colour: false, width: 80 }).split('\n');
  expect(
    lines
      .slice(1, 5)
      .map((line) => line.slice(34))
      .join(''),
  ).toBe(rows[0]!.address);
  for (const options of [{ width: 80 }, {}]) {
    const coloured = printTable(ROWS, { ...options, colour: true });
    expect(stripVTControlCharacters(coloured)).toBe(printTable(ROWS, { ...options, colour: false }));
  }
});
