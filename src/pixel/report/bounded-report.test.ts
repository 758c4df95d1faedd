import { expect, test } from 'bun:test';
import { createMatcher } from '../matcher.ts';
import { parseReport } from '../report-output.ts';
import { boundedReport } from './bounded-report.ts';

const matcher = createMatcher();
matcher.push(
  Array.from({ length: 60 }, (_, i) => `<script>fbq('init','7000000000001${i + 10}')</script>\n`.repeat(20)).join(''),
);
const { report } = matcher.finish({ url: 'https://a.example/x' });
const size = (one: object) => JSON.stringify(one).length;

test('a report that fits is not changed', () => {
  expect(boundedReport(report, size(report))).toBe(report);
});

test('a longer one keeps its gravest findings, counts and score, fits, is valid, and says that it was cut', () => {
  for (const max of [size(report) - 1, Math.floor(size(report) / 4)]) {
    const cut = boundedReport(report, max);
    expect(size(cut)).toBeLessThanOrEqual(max);
    expect(parseReport(JSON.parse(JSON.stringify(cut)))).toEqual(cut);
    expect([cut.score, cut.severity_counts]).toEqual([report.score, report.severity_counts]);
    expect(cut.findings[0]!.rule_id).toBe(report.findings[0]!.rule_id);
    expect(cut.not_looked_at.at(-1)).toMatchObject({ kind: 'page', id: '/x' });
  }
});
