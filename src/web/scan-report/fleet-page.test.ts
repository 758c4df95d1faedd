/** The audit of many stores as one file: every store with everything that is known of it, and nothing from elsewhere. */
import { expect, test } from 'bun:test';
import { BLOCKED_REPORT, CLEAN_REPORT, finding, SAMPLE_REPORT } from '../../../test/support/detailed-report.ts';
import type { DetailedReport } from '../../domain/scan-report.ts';
import { sha256Hex } from '../../domain/sha256.ts';
import { type StoreOutcome, standingOf, worstFirst } from '../../pixel/audit/store-outcome.ts';
import { statementOf } from '../../pixel/report/statement.ts';
import { fleetReportHtml } from './fleet-page.tsx';

const AT_MS = Date.UTC(2026, 10, 22, 20, 5);
const PARTLY: DetailedReport = { ...CLEAN_REPORT, state: 'partly_judged', score: 89 };

function outcome(line: number, report: DetailedReport, address = `https://s${line}.example/`): StoreOutcome {
  return { line, address, url: address, atMs: AT_MS, report };
}

function html(outcomes: readonly StoreOutcome[], scans = { deep: true, journey: false }): string {
  const outcomeOf = (line: number) => outcomes.find((one) => one.line === line)!;
  const standings = outcomes.map(standingOf).sort(worstFirst);
  return [...fleetReportHtml({ standings, atMs: AT_MS, tokens: '', outcomeOf, ...scans })].join('');
}

/** The text between the tags. */
function textOf(page: string): string {
  return page
    .replace(/<(style|script)>.*?<\/\1>/gs, '')
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&amp;', '&')
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replace(/\s+/g, ' ');
}

const FLEET = [
  outcome(1, CLEAN_REPORT),
  outcome(2, SAMPLE_REPORT),
  outcome(3, BLOCKED_REPORT),
  outcome(4, PARTLY),
  { line: 5, address: 'https://s5.example/', fault: 'The storefront did not answer in time.' },
  { line: 6, address: 'https://s1.example/', sameAs: 1 },
];

test('every store is in the table and has a report, the worst first, with everything that a report says', () => {
  const page = html(FLEET);
  const lines = [...page.matchAll(/<a href="#store-(\d)">/g)].map(([, line]) => line);
  expect(lines).toEqual(['5', '3', '2', '4', '1', '6']);
  expect([...page.matchAll(/<div id="store-(\d)">/g)].map(([, line]) => line)).toEqual(lines);
  const text = textOf(page);
  for (const one of SAMPLE_REPORT.findings) expect(text).toContain(statementOf(one));
  for (const sentence of [
    'The storefront did not answer in time.',
    'The same store as in line 1.',
    '2026-11-22 20:05 UTC',
  ])
    expect(text).toContain(sentence);
});

test('a store that was not judged is counted and named, and is nowhere called clean', () => {
  const page = html(FLEET);
  expect(textOf(page)).toContain('5 stores, the worst first');
  expect(textOf(page)).toContain('2 stores were not judged. Nothing can be said about their tags');
  expect(textOf(page)).toContain('Judged 3 of 5 Not judged 2 With errors 1');
  const shownAs = (line: number) =>
    new RegExp(`<tr class="([^"]*)"><th scope="row"[^>]*><a href="#store-${line}"`).exec(page)![1];
  expect([1, 2, 3, 4, 5, 6].map(shownAs)).toEqual([
    'is-all is-clean',
    'is-all is-errors is-warnings is-doubles is-partly',
    'is-all is-unknown',
    'is-all is-partly',
    'is-all is-unknown',
    'is-all',
  ]);
  // Neither has a score. Counts of what was not read are left empty: a zero would be an answer.
  for (const line of [3, 5]) {
    const row = page.slice(
      page.indexOf(`<a href="#store-${line}"`),
      page.indexOf('</tr>', page.indexOf(`<a href="#store-${line}"`)),
    );
    expect(row).toContain('<span class="mark bad">?</span>');
    expect(row).not.toMatch(/<td[^>]*>0<\/td>/);
  }
});

test('a fleet of which nothing is known has no score and nothing to fix', () => {
  const text = textOf(html([FLEET[4]!]));
  expect(text).toContain('1 store was not judged. Nothing can be said about its tags');
  expect(text).toContain('Judged 0 of 1');
  expect(text).toContain('Median score –');
  expect(text).not.toContain('What to fix first');
});

test('it says what was read of each store', () => {
  expect(textOf(html(FLEET))).toContain('Read of each store: the page, and what it names.');
  expect(textOf(html(FLEET, { deep: false, journey: false }))).toContain('the page alone.');
  expect(textOf(html(FLEET, { deep: true, journey: true }))).toContain('the cart and the search, and what they name.');
});

test('the gravest finding of most stores is first', () => {
  const warned = (line: number) =>
    outcome(line, {
      ...CLEAN_REPORT,
      score: 90,
      severity_counts: { info: 0, warn: 1, error: 0 },
      findings: [finding({ rule_id: 'gtm_container_in_theme' })],
    });
  const text = textOf(html([outcome(1, SAMPLE_REPORT), warned(2), warned(3), warned(2)]));
  expect(text.indexOf('1 store Error One Meta pixel id is installed twice')).toBeGreaterThan(0);
  expect(text.indexOf('4 stores Warning A GTM container is loaded')).toBeGreaterThan(
    text.indexOf('1 store Error One Meta pixel id is installed twice'),
  );
});

test('nothing of a store runs, whatever it sent: the one script is named by its hash', () => {
  const text = '</style></script><script>alert(1)</script><img src=x onerror=alert(1)>" onload="x';
  const hostile = outcome(
    1,
    {
      ...SAMPLE_REPORT,
      findings: [finding({ message: text, remedy: text, evidence: [text], cause: text, ids: [text], source: text })],
      not_looked_at: [{ kind: 'container', id: text, name: text, reason: text }],
      pages: [{ url: text, kind: 'storefront', journey: 'home' }],
    },
    text,
  );
  const page = html([hostile, { line: 2, address: text, fault: text }, outcome(3, SAMPLE_REPORT)]);
  expect(page).not.toMatch(/<img|<link|<iframe|<\/style>.*<\/style>| onload="/is);
  expect([...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id).sort()).toEqual(
    [...new Set([...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id))].sort(),
  );
  const scripts = [...page.matchAll(/<script>(.*?)<\/script>/gs)].map(([, script]) => script!);
  expect(scripts.length).toBe(1);
  const hash = Buffer.from(sha256Hex(scripts[0]!), 'hex').toString('base64');
  expect(page).toContain(`default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${hash}'`);
});
