import { describe, expect, test } from 'bun:test';
import { FIXTURES } from '../../../test/support/pages.ts';
import { createMatcher } from '../matcher.ts';
import { RULES } from './index.ts';

function rulesOf(page: string): Set<string> {
  const matcher = createMatcher();
  matcher.push(page);
  return new Set(matcher.finish({ url: 'https://t.example/' }).report.findings.map((finding) => finding.rule_id));
}

test('every rule has a fixture, and every fixture has a rule', () => {
  expect(Object.keys(FIXTURES).sort()).toEqual(RULES.map((rule) => rule.id).sort());
  expect(RULES).toHaveLength(60);
});

describe.each(Object.entries(FIXTURES))('%s', (rule, fixture) => {
  test('fires on its page', () => expect(rulesOf(fixture.fires)).toContain(rule));
  test('does not fire on a near miss', () => expect(rulesOf(fixture.nearMiss)).not.toContain(rule));
  test('handles the adversarial page', () => {
    expect(rulesOf(fixture.adversarial.page).has(rule)).toBe(fixture.adversarial.is === 'found');
  });
});
