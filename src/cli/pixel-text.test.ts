import { describe, expect, test } from 'bun:test';
import { stripVTControlCharacters } from 'node:util';
import fc from 'fast-check';
import type { DetailedFinding, DetailedReport } from '../domain/scan-report.ts';
import { type PrintedScan, printScan, printTable, type TableRow } from './pixel-text.ts';

const REPORT: DetailedReport = {
  state: 'judged',
  page_kind: 'storefront',
  score: 62,
  score_explanation: { parts: [], caps: [] },
  severity_counts: { info: 1, warn: 1, error: 1 },
  pages: [],
  looked_at: [],
  not_looked_at: [],
  graph: { senders: [], destinations: [], sendings: [], doubles: [] },
  findings: [
    {
      rule_id: 'scan_truncated',
      severity: 'info',
      message: 'The page was cut.',
      remedy: 'Scan again.',
      places: [],
      ...findingRest(),
    },
    {
      rule_id: 'legacy_meta_pixel_call',
      severity: 'warn',
      message: 'Meta pixel 1234567890123456 is started by code in the theme.',
      places: [{ kind: 'page', line: 7, column: 3, excerpt: "fbq('init', '1234567890123456');" }],
      remedy: 'Delete the snippet from theme.liquid and connect the pixel in the Facebook & Instagram app.',
      ...findingRest(),
    },
    {
      rule_id: 'meta_pixel_double_install',
      severity: 'error',
      message: 'Meta pixel 1234567890123456 fires twice.',
      places: [
        {
          kind: 'loader',
          container: 'https://www.googletagmanager.com/gtm.js?id=GTM-ABCDEF',
          line: 1,
          column: 9000,
          excerpt: "fbq('init')",
        },
      ],
      remedy: 'Keep one.',
      ...findingRest(),
    },
  ],
};
const SCAN: PrintedScan = { url: 'https://shop.example.com/', report: REPORT };

function findingRest() {
  return { cause: '', ids: [], evidence: [], source: '', points: 0 };
}

function withFindings(findings: DetailedFinding[]): PrintedScan {
  return { ...SCAN, report: { ...REPORT, findings } };
}

test('a report has the score, counts, and each finding with place, excerpt and remedy, worst first', () => {
  expect(printScan(SCAN, { colour: false, width: 80 })).toBe(`https://shop.example.com/
62/100  1 error, 1 warning, 1 info

error  meta_pixel_double_install
       line 1:9000 in https://www.googletagmanager.com/gtm.js?id=GTM-ABCDEF
       Meta pixel 1234567890123456 fires twice.
       | fbq('init')
       → Keep one.

warn   legacy_meta_pixel_call  line 7:3
       Meta pixel 1234567890123456 is started by code in the theme.
       | fbq('init', '1234567890123456');
       → Delete the snippet from theme.liquid and connect the pixel in the
         Facebook & Instagram app.

info   scan_truncated
       The page was cut.
       → Scan again.
`);
});

test('the place and remedy in a message are not printed twice', () => {
  const [, finding] = REPORT.findings;
  const message = `${finding!.message.slice(0, -1)} (line 7, column 3). ${finding!.remedy}`;
  const print = (findings: DetailedFinding[]) => printScan(withFindings(findings), { colour: false });
  expect(print([{ ...finding!, message }])).toBe(print([finding!]));
});

const ROWS: TableRow[] = [
  { address: 'good.html', report: { score: 100, findings: [], severity_counts: { info: 0, warn: 0, error: 0 } } },
  {
    address: 'https://bad.example/',
    report: { score: 41, findings: [], severity_counts: { info: 2, warn: 11, error: 3 } },
  },
  { address: 'https://gone.example/', fault: 'There is no page at this address (HTTP 404).' },
];

test('a table has one row for each page in the given order, and totals', () => {
  expect(printTable(ROWS, { colour: false })).toBe(`score  error   warn   info  page
  100      0      0      0  good.html
   41      3     11      2  https://bad.example/
    –                       https://gone.example/
                            There is no page at this address (HTTP 404).

2 pages scanned, mean score 71, 1 failed
`);
});

test('an empty table has totals too', () => {
  expect(printTable([], { colour: false })).toEndWith('0 pages scanned\n');
});

describe('for any page', () => {
  const text = fc.string({ unit: 'binary', maxLength: 300 });
  const finding: fc.Arbitrary<DetailedFinding> = fc.record({
    rule_id: fc.constantFrom('a_rule', 'another_rule_with_a_rather_long_name'),
    severity: fc.constantFrom('info', 'warn', 'error'),
    message: text,
    remedy: text,
    cause: text,
    ids: fc.array(text),
    places: fc.array(
      fc.record(
        { kind: fc.constant('loader' as const), container: text, excerpt: text, line: fc.nat(), column: fc.nat() },
        { requiredKeys: ['kind'] },
      ),
    ),
    evidence: fc.array(text),
    source: text,
    points: fc.nat(100),
  });

  test('colour changes only the colour', () => {
    expect(stripVTControlCharacters(printScan(SCAN, { colour: true }))).toBe(printScan(SCAN, { colour: false }));
    expect(stripVTControlCharacters(printTable(ROWS, { colour: true }))).toBe(printTable(ROWS, { colour: false }));
    expect(printScan(SCAN, { colour: true })).toContain('\u001b[');
  });

  test('no escape sequence or control character of the page reaches the terminal', () => {
    const hostile = fc.array(
      fc.oneof(text, fc.constantFrom('\u001b[2J', '\u001b]0;x\u0007', '\r\n', '\u202e', '\u009b1m')),
    );
    const made = hostile.map((parts) => ({
      ...REPORT.findings[1]!,
      message: parts.join('a'),
      places: [{ kind: 'page' as const, excerpt: parts.join('b') }],
    }));
    fc.assert(
      fc.property(fc.oneof(made, finding), text, (one, url) => {
        const printed = printScan({ ...withFindings([one]), url }, { colour: false });
        expect(printed.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202a-\u202e]/u);
      }),
    );
  });

  test('no line is wider than the terminal', () => {
    const ascii = finding.map((one) => ({
      ...one,
      message: one.message.replace(/[^ -~]/g, 'x'),
      places: one.places.map(({ container: _, ...place }) => place),
    }));
    fc.assert(
      fc.property(ascii, fc.integer({ min: 60, max: 200 }), (one, width) => {
        const printed = printScan(withFindings([one]), { colour: false, width });
        for (const line of printed.split('\n')) expect([...line].length).toBeLessThanOrEqual(width);
      }),
    );
  });
});
