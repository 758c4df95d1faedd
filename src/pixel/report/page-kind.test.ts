import { describe, expect, test } from 'bun:test';
import { createMatcher } from '../matcher.ts';

const SHOP = '<script>Shopify.shop="a"</script>';
const TAG = `<script>fbq('init','700000000000101')</script>`;
const TEXT = `<p>${'Lamps, cups and tea. '.repeat(60)}</p><a href="/">home</a>`;

function read(html: string, path = '/', host = 'a.example') {
  const matcher = createMatcher();
  matcher.push(html);
  return matcher.finish({ url: `https://${host}${path}` }).report;
}

describe('the kind of a page', () => {
  const PAGES: [string, string, string, string?][] = [
    ['storefront', 'a page with a sign of Shopify', SHOP],
    [
      'storefront',
      'a storefront with the probe of a content network',
      `${SHOP}${TAG}<script src="/cdn-cgi/challenge-platform/scripts/jsd/main.js"></script>`,
    ],
    ['checkout', 'by its path', SHOP, '/checkouts/cn/abc'],
    ['checkout', 'by its path, with the number of the shop', SHOP, '/7000001/checkouts/abc'],
    ['storefront', 'a path that only begins alike', SHOP, '/checkouts-explained'],
    [
      'customer_account',
      'by its surface',
      `<script>wpmLoader({webPixelsConfigList:[]},"",{surface:"customer-account"})</script>`,
    ],
    ['password', 'by its form', `${SHOP}<form action="/password"></form>`],
    ['password', 'by its path, with a locale', SHOP, '/en/password'],
    ['closed', 'by Shopify’s sentence', '<title>This store is unavailable</title><p>Sorry'],
    ['blocked', 'by its title', '<title>Just a moment...</title>'],
    ['blocked', 'by the title of AWS', `<title>Human Verification</title>${TEXT}`],
    ['blocked', 'by the frame of Imperva', `${TEXT}<iframe src="/_Incapsula_Resource?CWUDNSAI=1">`],
    ['blocked', 'a small page with the script of Imperva', '<script src="/_Incapsula_Resource?SWJ=1"></script>'],
    [
      'blocked',
      'a small page with the script of AWS',
      '<script src="https://a.token.awswaf.com/a/challenge.js"></script>',
    ],
    [
      'blocked',
      'a small page with Turnstile',
      '<script src="https://challenges.cloudflare.com/turnstile/v0/api.js"></script>',
    ],
    [
      'storefront',
      'a storefront with Turnstile in a form',
      `${SHOP}<script src="https://challenges.cloudflare.com/turnstile/v0/api.js"></script>`,
    ],
    ['not_a_store', 'a page with the script of Imperva', `${TEXT}<script src="/_Incapsula_Resource?SWJ=1"></script>`],
    ['empty', 'a word', '<p>hello</p>'],
    ['empty', 'a long text without a script or a link', `<p>${'hello '.repeat(300)}`],
    ['built_in_browser', 'one root and a bundle', '<div id="root"></div><script src="/app.js"></script>'],
    ['not_a_store', 'a root that has a tag', `<div id="root"></div><script src="/app.js"></script>${TAG}`],
    ['not_a_store', 'text and links', TEXT],
    ['not_a_store', 'a small page with a tag', TAG],
  ];
  test.each(PAGES.map(([kind, name, html, path = '/']) => [kind, name, html, path] as const))(
    '%s: %s',
    (kind, _, html, path) => {
      expect(read(html, path).page_kind).toBe(kind as never);
    },
  );
});

describe('a page that says nothing about its shop', () => {
  const PAGES: [string, string, string?][] = [
    ['error', '<title>Just a moment...</title>'],
    ['warn', '<title>This store is unavailable</title>'],
    ['warn', `${SHOP}<form action="/password"></form>`],
    ['info', SHOP, '/checkouts/cn/abc'],
    ['warn', '<p>hello</p>'],
    ['warn', '<div id="root"></div><script src="/app.js"></script>'],
  ];
  test.each(PAGES.map(([severity, html, path = '/']) => [severity, html, path] as const))(
    'has no score, and says so (%s)',
    (severity, html, path) => {
      const report = read(html, path);
      expect([report.state, report.score]).toEqual(['not_judged', null]);
      expect(report.findings).toContainEqual(expect.objectContaining({ rule_id: 'page_not_judged', severity }));
      expect(report.findings.map(({ rule_id }) => rule_id)).not.toContain('no_trackers_found');
      expect(report.score_explanation).toEqual({ parts: [], caps: [] });
    },
  );

  test('keeps what is true anywhere: the tags of a password page are named, and cost nothing', () => {
    const { findings } = read(`${SHOP}${TAG}<form action="/password"></form>`);
    expect(findings.map(({ rule_id }) => rule_id)).toContain('legacy_meta_pixel_call');
    expect(findings.every(({ points }) => points === 0)).toBe(true);
  });

  test('has no finding about theme code if it is the checkout', () => {
    const { findings } = read(SHOP + TAG, '/checkouts/cn/abc');
    expect(findings.map(({ rule_id }) => rule_id)).not.toContain('legacy_meta_pixel_call');
  });
});
