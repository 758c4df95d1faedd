/** The report of a scan as one file: everything that it has to say, nothing that runs, and nothing from elsewhere. */
import { expect, test } from 'bun:test';
import { BLOCKED_REPORT, CLEAN_REPORT, finding, SAMPLE_REPORT } from '../../../test/support/detailed-report.ts';
import type { DetailedReport } from '../../domain/scan-report.ts';
import { statementOf } from '../../pixel/report/statement.ts';
import { scanReportHtml } from './report-page.tsx';

function html(report: DetailedReport, name = 'https://shop.example/'): string {
  return scanReportHtml({ report, name, atMs: Date.UTC(2026, 10, 22, 20, 5), tokens: '' });
}

/** The text between the tags. */
function textOf(page: string): string {
  return page
    .replace(/<style>.*?<\/style>/s, '')
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&amp;', '&')
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>');
}

test('every finding, remedy, id of a destination and thing that was not looked at is in the page', () => {
  const text = textOf(html(SAMPLE_REPORT));
  expect(text).toContain('2026-11-22 20:05 UTC');
  for (const one of SAMPLE_REPORT.findings)
    for (const sentence of [statementOf(one), ...one.evidence]) expect(text).toContain(sentence);
  for (const { id } of SAMPLE_REPORT.graph.destinations) expect(text).toContain(id);
  for (const { reason } of SAMPLE_REPORT.not_looked_at) expect(text).toContain(reason);
  expect(text).toContain('Counted twice');
});

test('a page that was not judged has no score, and one without findings is not praised for what was not read', () => {
  expect(textOf(html(BLOCKED_REPORT))).toContain('Not judged');
  expect(html(BLOCKED_REPORT)).not.toContain('/100');
  expect(html(BLOCKED_REPORT)).not.toContain('verdict good');
  expect(html(CLEAN_REPORT)).toContain('verdict good');
  expect(html({ ...CLEAN_REPORT, state: 'partly_judged', score: 89 })).not.toContain('verdict good');
});

test('nothing in it runs or is loaded, whatever a store sent', () => {
  const text = '</style><script>alert(1)</script><img src=x onerror=alert(1)>';
  const hostile = finding({
    message: text,
    remedy: text,
    evidence: [text],
    cause: text,
    places: [{ kind: 'page', excerpt: text }],
  });
  const page = html({ ...CLEAN_REPORT, findings: [hostile] }, text);
  expect(page).not.toMatch(/<script|<img|<link|<iframe/i);
  expect(page).toContain("default-src 'none'");
  expect(textOf(page)).toContain(text);
});

test('the tag is marked in the code of its place', () => {
  const excerpts = [
    "fbq('init', '123456789012345')",
    'gtag/js?id=G-ABC1234567',
    'UA-12345678-1 <b>',
    'none here: 12345',
  ];
  const places = excerpts.map((excerpt) => ({ kind: 'page' as const, excerpt }));
  const page = html({ ...CLEAN_REPORT, findings: [finding({ places })] });
  expect(Array.from(page.matchAll(/<mark>([^<]*)<\/mark>/g), ([, id]) => id)).toEqual([
    '123456789012345',
    'G-ABC1234567',
    'UA-12345678-1',
  ]);
  expect(page).toContain('</mark> &lt;b>');
});
