import { describe, expect, test } from 'bun:test';
import { CONTAINER_SCRIPTS, idOfScript } from '../../../test/support/container-scripts.ts';
import { CUSTOM_PIXEL_CODE } from '../../../test/support/custom-pixel-code.ts';
import { HAR_FILES } from '../../../test/support/har-files.ts';
import { JOURNEY_PAGES } from '../../../test/support/journey-pages.ts';
import { FIXTURES } from '../../../test/support/pages.ts';
import { sandboxDocument } from '../../../test/support/sandbox-document.ts';
import { THEMES } from '../../../test/support/themes.ts';
import { containerFacts } from '../containers/container-facts.ts';
import { customPixelFacts } from '../custom-pixels/read-custom-pixel.ts';
import { trackingReport } from '../files/read-tracking-file.ts';
import { createMatcher } from '../matcher.ts';
import { detailedReport } from '../report/detailed-report.ts';
import { readTheme } from '../theme/read-theme.ts';
import { themeReport } from '../theme/theme-report.ts';
import { RULES } from './index.ts';

function rulesOf(page: string): Set<string> {
  const matcher = createMatcher();
  matcher.push(page);
  return new Set(matcher.finish({ url: 'https://t.example/' }).report.findings.map((finding) => finding.rule_id));
}

function rulesOfCode(code: string): Set<string> {
  const facts = customPixelFacts(sandboxDocument(code), { pixelId: '901' });
  return new Set(detailedReport(facts).findings.map((finding) => finding.rule_id));
}

function rulesOfContainer(script: string): Set<string> {
  const facts = containerFacts(script, { kind: 'gtm', id: idOfScript(script), url: 'https://t.example/gtm.js' });
  return new Set(detailedReport(facts).findings.map((finding) => finding.rule_id));
}

function rulesOfJourney(pages: Record<string, string>): Set<string> {
  const facts = Object.entries(pages).flatMap(([path, text]) => {
    const matcher = createMatcher();
    matcher.push(text);
    return matcher.finish({ url: `https://t.example${path}` }).facts.map((fact) => ({ ...fact, page: path }));
  });
  return new Set(detailedReport(facts).findings.map((finding) => finding.rule_id));
}

test('every rule has a fixture, and every fixture has a rule', () => {
  const fixtures = {
    ...FIXTURES,
    ...CUSTOM_PIXEL_CODE,
    ...CONTAINER_SCRIPTS,
    ...JOURNEY_PAGES,
    ...THEMES,
    ...HAR_FILES,
  };
  expect(Object.keys(fixtures).sort()).toEqual(RULES.map((rule) => rule.id).sort());
});

describe.each(Object.entries(FIXTURES))('%s', (rule, fixture) => {
  test('fires on its page', () => expect(rulesOf(fixture.fires)).toContain(rule));
  test('does not fire on a near miss', () => expect(rulesOf(fixture.nearMiss)).not.toContain(rule));
  test('handles the adversarial page', () => {
    expect(rulesOf(fixture.adversarial.page).has(rule)).toBe(fixture.adversarial.is === 'found');
  });
});

describe.each(Object.entries(HAR_FILES))('%s', (rule, fixture) => {
  const rulesOfFile = (text: string) => trackingReport('har', text, 'a.har').findings.map(({ rule_id }) => rule_id);
  test('fires on its file', () => expect(rulesOfFile(fixture.fires)).toContain(rule));
  test('does not fire on a near miss', () => expect(rulesOfFile(fixture.nearMiss)).not.toContain(rule));
  test('handles the adversarial file', () => {
    expect(rulesOfFile(fixture.adversarial.page).includes(rule)).toBe(fixture.adversarial.is === 'found');
  });
});

describe.each(Object.entries(CUSTOM_PIXEL_CODE))('%s', (rule, fixture) => {
  test('fires on its code', () => expect(rulesOfCode(fixture.fires)).toContain(rule));
  test('does not fire on a near miss', () => expect(rulesOfCode(fixture.nearMiss)).not.toContain(rule));
  test('handles the adversarial code', () => {
    expect(rulesOfCode(fixture.adversarial.page).has(rule)).toBe(fixture.adversarial.is === 'found');
  });
});

describe.each(Object.entries(JOURNEY_PAGES))('%s', (rule, fixture) => {
  test('fires on its visit', () => expect(rulesOfJourney(fixture.fires)).toContain(rule));
  test('does not fire on a near miss', () => expect(rulesOfJourney(fixture.nearMiss)).not.toContain(rule));
  test('handles the adversarial visit', () => {
    expect(rulesOfJourney(fixture.adversarial.pages).has(rule)).toBe(fixture.adversarial.is === 'found');
  });
});

describe.each(Object.entries(CONTAINER_SCRIPTS))('%s', (rule, fixture) => {
  test('fires on its container', () => expect(rulesOfContainer(fixture.fires)).toContain(rule));
  test('does not fire on a near miss', () => expect(rulesOfContainer(fixture.nearMiss)).not.toContain(rule));
  test('handles the adversarial container', () => {
    expect(rulesOfContainer(fixture.adversarial.page).has(rule)).toBe(fixture.adversarial.is === 'found');
  });
});

function rulesOfTheme(files: Record<string, string>): Set<string> {
  const theme = readTheme(Object.entries(files).map(([path, text]) => ({ path, text })));
  return new Set(themeReport(theme).findings.map((finding) => finding.rule_id));
}

describe.each(Object.entries(THEMES))('%s', (rule, fixture) => {
  test('fires on its theme', () => expect(rulesOfTheme(fixture.fires)).toContain(rule));
  test('does not fire on a near miss', () => expect(rulesOfTheme(fixture.nearMiss)).not.toContain(rule));
});
