import { expect, test } from 'bun:test';
import { CLEAN_REPORT, finding, SAMPLE_REPORT } from '../../../test/support/detailed-report.ts';
import { sandboxDocument } from '../../../test/support/sandbox-document.ts';
import { customPixelFacts } from '../custom-pixels/read-custom-pixel.ts';
import { createMatcher } from '../matcher.ts';
import type { Fact } from '../tags/facts.ts';
import { detailedReport } from './detailed-report.ts';
import { firstSteps } from './first-steps.ts';
import { scoreScope } from './score-scope.ts';

test('the steps are in the words of a merchant, at most three, each cause once', () => {
  const steps = firstSteps(SAMPLE_REPORT);
  expect(steps[0]).toEqual({
    what: 'Purchases are counted twice in Meta',
    how: 'Delete the copy in the theme and keep the app pixel.',
  });
  expect(steps.length).toBeLessThanOrEqual(3);
  const causes = SAMPLE_REPORT.findings.filter(({ severity }) => severity !== 'info').map(({ cause }) => cause);
  expect(steps.length).toBe(Math.min(3, new Set(causes).size));
});

test('nothing to do is no step, and neither is anything on a page that was not judged', () => {
  expect(firstSteps(CLEAN_REPORT)).toEqual([]);
  expect(firstSteps({ ...SAMPLE_REPORT, state: 'not_judged' })).toEqual([]);
  const notes = SAMPLE_REPORT.findings.map((each) => ({ ...each, severity: 'info' as const }));
  expect(firstSteps({ ...SAMPLE_REPORT, findings: notes })).toEqual([]);
});

test('errors come before warnings, and the dearer before the cheaper', () => {
  const findings = [
    finding({ rule_id: 'a', severity: 'warn', cause: '1', points: 30, message: 'A. Do a.', remedy: 'Do a.' }),
    finding({
      rule_id: 'b',
      severity: 'error',
      cause: '2',
      points: 2,
      message: 'B. Do b. Then c.',
      remedy: 'Do b. Then c.',
    }),
    finding({ rule_id: 'c', severity: 'error', cause: '3', points: 9, message: 'C. Do c.', remedy: 'Do c.' }),
  ];
  expect(firstSteps({ ...CLEAN_REPORT, findings })).toEqual([
    { what: 'C', how: 'Do c.' },
    { what: 'B', how: 'Do b.' },
    { what: 'A', how: 'Do a.' },
  ]);
});

test('a score says what it is of', () => {
  const [page] = CLEAN_REPORT.pages;
  const pages = [page!, { ...page!, url: `${page!.url}cart` }];
  const unread = [{ kind: 'container' as const, id: 'GTM-1', reason: 'It was not asked for.' }];
  expect(scoreScope(CLEAN_REPORT)).toStartWith('This score is of one page, with what it loads.');
  expect(scoreScope({ ...CLEAN_REPORT, not_looked_at: unread })).toStartWith('This score is of one page by itself.');
  expect(scoreScope({ ...CLEAN_REPORT, pages })).toStartWith('This score is of 2 pages together.');
  expect(scoreScope({ ...CLEAN_REPORT, pages: [] })).toBeUndefined();
  expect(scoreScope({ ...CLEAN_REPORT, score: null })).toBeUndefined();
});

const SHOP = 'Shopify.shop="a.myshopify.com";';
const app = (id: string) =>
  `x={webPixelsConfigList:[{"id":"1","type":"APP","apiClientId":2329312,"runtimeContext":"OPEN","configuration":"{\\"pixel_id\\":\\"${id}\\",\\"pixel_type\\":\\"facebook_pixel\\"}"}]};`;
function remedies(code: string, url = 'https://t.example/', more: Fact[] = []): Map<string, string> {
  const matcher = createMatcher();
  matcher.push(`<!doctype html><script>${SHOP}</script>${code}`);
  const { facts } = matcher.finish({ url });
  return new Map(detailedReport([...facts, ...more]).findings.map(({ rule_id, remedy }) => [rule_id, remedy]));
}
const META = '123456789012345';
const theme = (code: string) => `<script>fbq('init','${META}');${code}</script>`;

test('an app that is connected need not be connected', () => {
  const rule = 'legacy_meta_pixel_call';
  expect(remedies(theme('')).get(rule)).toBe('Connect the Facebook & Instagram app and delete the snippet.');
  expect(remedies(`${theme('')}<script>${app(META)}</script>`).get(rule)).toBe(
    'Delete the code: the Facebook & Instagram app is connected with this id.',
  );
  expect(remedies(`${theme('')}<script>${app('999999999999999')}</script>`).get(rule)).toStartWith(
    'The Facebook & Instagram app is connected with another id.',
  );
});

test('code that alone sends an event is not deleted without a word', () => {
  const rule = 'legacy_meta_pixel_call';
  expect(remedies(theme(`fbq('track','PageView');fbq('track','Lead');`)).get(rule)).toBe(
    'Connect the Facebook & Instagram app and delete the snippet. Before that, see to Lead: nothing else sends it.',
  );
  expect(remedies(theme(`fbq('track','PageView');fbq('track','AddToCart');`)).get(rule)).not.toContain('Before that');
  const double = remedies(`${theme(`fbq('track','AddToCart');fbq('track','Lead');`)}<script>${app(META)}</script>`);
  expect(double.get('meta_pixel_double_install')).toEndWith('Before that, see to Lead: nothing else sends it.');
});

test('what was not read is asked for where there is a shop to ask', () => {
  const gtm = `<script src="https://www.googletagmanager.com/gtm.js?id=GTM-ABC1234"></script>`;
  expect(remedies(gtm).get('scan_not_looked_at')).toStartWith('Scan again with containers');
  expect(remedies(gtm, 'https://storefront.invalid/').get('scan_not_looked_at')).toStartWith('Scan the shop’s address');
});

test('a secret in a block of an app is that of its vendor', () => {
  const token = `EAA${'ZA1bC2dE3fG4hI5jK6lM7nO8pQ9rS0tU'.repeat(3)}`;
  const code = `<script>fetch('https://graph.facebook.com/v1?access_token=${token}')</script>`;
  const inBlock = `<!-- BEGIN app block: shopify://apps/pixel-pro/blocks/a --><div></div>${code}<!-- END app block -->`;
  expect(remedies(code).get('secret_published')).toStartWith('Delete it from the page');
  expect(remedies(inBlock).get('secret_published')).toStartWith('Remove the app pixel-pro and tell its vendor');
});

test('a pixel whose events are broken never has the full score', () => {
  const scoreOf = (code: string) => detailedReport(customPixelFacts(sandboxDocument(code), { pixelId: '901' })).score;
  const init = `fbq('init','${META}');`;
  for (const code of [
    `${init}document.querySelector('form').onsubmit = () => fbq('track','Lead');`,
    `${init}analytics.subscribe('checkout_complete', () => fbq('track','Lead'));`,
    `${init}analytics.subscribe('checkout_completed', () => fbq('track','Purchase'));`,
    `${init}if (a {`,
    `gtag('consent','default',{ad_storage:'denied'});`,
    `fbq('init','YOUR_PIXEL_ID');`,
  ])
    expect(scoreOf(code), code).toBeLessThan(100);
});
