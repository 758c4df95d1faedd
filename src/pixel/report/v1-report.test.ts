import { expect, test } from 'bun:test';
import { createMatcher } from '../matcher.ts';
import { v1Report } from './v1-report.ts';

test('the report has exactly the fields of the contract', () => {
  const matcher = createMatcher();
  matcher.push(`<script>Shopify.shop='a';fbq('init','123456789012345')</script>`);
  const { report } = matcher.finish({ url: 'https://t.example/' });
  const v1 = v1Report(report);
  expect(Object.keys(v1)).toEqual(['score', 'findings', 'severity_counts']);
  expect(Object.keys(v1.severity_counts)).toEqual(['info', 'warn', 'error']);
  expect(v1.findings).toHaveLength(report.findings.length);
  for (const finding of v1.findings) expect(Object.keys(finding)).toEqual(['rule_id', 'severity', 'message']);
});

test('a page that was not judged has the score 0, because v1 has no other', () => {
  const report = { score: null, findings: [], severity_counts: { info: 0, warn: 0, error: 0 } };
  expect(v1Report(report as never).score).toBe(0);
});
