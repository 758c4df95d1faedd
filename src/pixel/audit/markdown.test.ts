/** The summary of an audit for a build: what it says first, its bound, and that text of a stranger stays text. */
import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { anyCharacter } from '../../../test/support/any-character.ts';
import { BLOCKED_REPORT, CLEAN_REPORT, finding, SAMPLE_REPORT } from '../../../test/support/detailed-report.ts';
import type { DetailedReport } from '../../domain/scan-report.ts';
import { auditMarkdown } from './markdown.ts';
import { lowestScore, type StoreOutcome, standingOf, worstFirst } from './store-outcome.ts';

const scanned = (report: DetailedReport, at = 0, address = `shop-${at}.example`): StoreOutcome => ({
  ...{ line: at + 1, address, url: `https://${address}/`, atMs: 0, report },
});

function markdownOf(...outcomes: StoreOutcome[]): string {
  const standings = outcomes.map(standingOf).sort(worstFirst);
  return auditMarkdown(standings, (line) => outcomes.find((outcome) => outcome.line === line)!);
}

const html = (text: string) => Bun.markdown.html(text, { tables: true, autolinks: true });

test('the first line has the lowest score, and no score if one store has none', () => {
  const good = scanned(CLEAN_REPORT, 0);
  const bad = scanned({ ...CLEAN_REPORT, score: 40 }, 1);
  const blocked = scanned(BLOCKED_REPORT, 2);
  const gone: StoreOutcome = { line: 4, address: 'gone.example', fault: 'It answered 404.' };
  const same: StoreOutcome = { line: 5, address: 'shop-0.example', sameAs: 1 };
  const rows: [StoreOutcome[], number | 'unknown', string][] = [
    [[good], 100, 'score 100'],
    [[good, bad, same], 40, 'the lowest of 3 scores is 40'],
    [[blocked], 'unknown', 'no score'],
    [[good, bad, blocked, gone, same], 'unknown', '2 of 5 have no score'],
    [[], 'unknown', 'no score'],
  ];
  for (const [outcomes, lowest, headline] of rows) {
    expect(lowestScore(outcomes.map(standingOf))).toBe(lowest === 'unknown' ? undefined : lowest);
    expect(
      markdownOf(...outcomes)
        .split('\n')
        .slice(0, 2),
    ).toEqual([`<!-- portside: lowest score ${lowest} -->`, `## Portside: ${headline}`]);
  }
});

test('stores and findings are told worst first, with what was not looked at', () => {
  const findings = (['info', 'error', 'warn'] as const).map((severity) => finding({ severity, message: severity }));
  const partly = { ...CLEAN_REPORT, state: 'partly_judged' as const, score: 30, findings };
  const not_looked_at = [{ kind: 'container' as const, id: 'GTM-1', reason: 'It answered 404.' }];
  const text = markdownOf(scanned(CLEAN_REPORT, 0), scanned({ ...partly, not_looked_at }, 1));
  const order = ['shop-1', 'shop-0', '🔴', '🟠', '🔵', 'GTM-1', 'Nothing was found in what was looked at'];
  const places = order.map((word) => text.indexOf(word));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(places).not.toContain(-1);
  expect(text).toContain('| **30** | partly |');
});

test('thousands of stores with long texts stay far below the megabyte of a build page, and what is left out is counted', () => {
  const long = '|<'.repeat(5000);
  const findings = Array.from({ length: 200 }, () => finding({ message: long, remedy: long, rule_id: long }));
  const not_looked_at = Array.from({ length: 200 }, () => ({ kind: 'loader' as const, id: long, reason: long }));
  const report = { ...SAMPLE_REPORT, findings, not_looked_at };
  const text = markdownOf(...Array.from({ length: 3000 }, (_, at) => scanned(report, at)));
  expect(Buffer.byteLength(text)).toBeLessThan(1_000_000);
  for (const left of ['2900 rows of this table', '2980 stores with', '180 findings', '195 things'])
    expect(text).toContain(`Left out here: ${left}`);
});

test('text of a stranger makes no link, picture, HTML, heading or cell', () => {
  const tags = (text: string) => (html(text).match(/<\/?[a-z][^>]*>/g) ?? []).join('');
  const reportWith = (text: string) => ({
    ...CLEAN_REPORT,
    findings: [finding({ message: text, remedy: text, places: [{ kind: 'theme_file', file: text }] })],
    not_looked_at: [{ kind: 'loader' as const, id: text, reason: text }],
  });
  const markdown = (text: string) => markdownOf(scanned(reportWith(text), 0, `a${text}`));
  const expected = tags(markdown('x'));
  expect(expected).toContain('<td');
  const attack = fc.constantFrom(
    ...[
      '|',
      '\n',
      '\r',
      '\\',
      '<',
      '>',
      '[x](http://a.example)',
      '![x](y)',
      '`',
      '**',
      '_',
      '#',
      '\u2028',
      '\n\n# x',
      '- ',
    ],
    ...[
      '<img src=x onerror=alert(1)>',
      'https://a.example/',
      'www.a.example',
      'a@b.example',
      '~~',
      '&lt;',
      '$x$',
      '-->',
      '@team',
    ],
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(attack, fc.string({ unit: anyCharacter }))), (parts) => {
      expect(tags(markdown(`x${parts.join('')}x`))).toBe(expected);
    }),
    { numRuns: 500 },
  );
});
