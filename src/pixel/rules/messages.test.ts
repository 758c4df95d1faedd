import { describe, expect, test } from 'bun:test';
import { MADE_UP } from '../../../test/support/made-up-secrets.ts';
import type { DetailedFinding } from '../../domain/scan-report.ts';
import { createMatcher } from '../matcher.ts';

function scan(page: string): DetailedFinding[] {
  const matcher = createMatcher();
  matcher.push(page);
  return matcher.finish({ url: 'https://t.example/' }).report.findings;
}

const SECRET = 'AbCdEfGhIjKlMnOpQrStUv';
const PRIVATE: [string, string, string][] = [
  [
    'an api secret in an address',
    SECRET,
    `<script>fetch("https://www.google-analytics.com/mp/collect?measurement_id=G-ABCDE12345&api_secret=${SECRET}")</script>`,
  ],
  ['an api secret as a key', SECRET, `<script>x={measurement_id:"G-ABCDE12345",api_secret:"${SECRET}"}</script>`],
  [
    'an api secret in a web pixel',
    SECRET,
    `<script>wpmLoader({webPixelsConfigList:[{"id":"1","type":"APP","apiClientId":1,"configuration":"{\\"measurement_id\\":\\"G-ABCDE12345\\",\\"api_secret\\":\\"${SECRET}\\"}"}]})</script>`,
  ],
  [
    'an e-mail address in fbq',
    'jane@example.com',
    `<script>fbq('init','123456789012345',{em:'jane@example.com'});fbq('track','Lead',{em:'jane@example.com'})</script>`,
  ],
  [
    'an e-mail address as an id',
    'jane@example.com',
    `<script>fbq('init','jane@example.com');gtag('config','G-jane@example.com')</script>`,
  ],
  [
    'an e-mail address as an event',
    'jane@example.com',
    `<script>fbq('track','Purchase jane@example.com',{currency:'USD',value:1})</script>`,
  ],
  [
    'an e-mail address in an image',
    'jane',
    `<img src="https://www.facebook.com/tr?id=123456789012345&ud[em]=jane@example.com">`,
  ],
  [
    'an e-mail address as a pixel name',
    'jane@example.com',
    `<script>x={webPixelsConfigList:[{"id":"1","type":"CUSTOM","name":"jane@example.com"}]}</script>`,
  ],
];

test.each(PRIVATE)('a finding never shows %s', (_, secret, page) => {
  const findings = scan(page);
  expect(findings.length).toBeGreaterThan(0);
  expect(JSON.stringify(findings)).not.toContain(secret);
});

const SECRETS = Object.entries(MADE_UP).flatMap(([kind, made]) =>
  (typeof made === 'string' ? [made] : made).map((secret): [string, string] => [kind, secret.split('\n')[1] ?? secret]),
);
/** Where a page can put a text that a report may show. */
const SHOWN: readonly ((secret: string) => string)[] = [
  (secret) => `<script>fbq('init','${secret}');fbq('track','${secret}',{access_token:'${secret}'})</script>`,
  (secret) => `<script>fbq('track','Purchase',{token:'${secret}',value:1,currency:'USD'})</script>`,
  (secret) =>
    `<script>gtag('config','${secret}');gtag('config','G-${secret}');gtag('event','${secret}',{send_to:'AW-${secret}'})</script>`,
  (secret) =>
    `<script>ga('create','UA-${secret}');ttq.load('${secret}');pintrk('load','${secret}');snaptr('init','${secret}')</script>`,
  (secret) =>
    `<script>x={webPixelsConfigList:[{id:"${secret}",type:"CUSTOM",name:"${secret}",dataSharingState:"${secret}"}]}</script>`,
  (secret) =>
    `<script>x={webPixelsConfigList:[{id:"1",apiClientId:"${secret}",configuration:'{"pixel_id":"${secret}"}'}]}</script>`,
  (secret) =>
    `<img src="https://www.facebook.com/tr?id=${secret}"><script async src="https://www.googletagmanager.com/gtag/js?id=${secret}"></script>`,
  (secret) =>
    `<script src="https://x.example/gtm.js?id=GTM-ABC1234&access_token=${secret}"></script><!-- BEGIN app block: shopify://apps/${secret} --><script>fbq('init','123456789012345')</script>`,
];

test.each(SECRETS)('no report repeats a secret, wherever a page puts it: %s', (_, secret) => {
  for (const page of SHOWN) {
    const matcher = createMatcher();
    matcher.push(page(secret));
    const shown = JSON.stringify(matcher.finish({ url: 'https://t.example/' }).report);
    for (let at = 0; at + 12 <= secret.length; at += 4) expect(shown).not.toContain(secret.slice(at, at + 12));
  }
});

describe('a message', () => {
  test('names the id, the line and column, and the remedy', () => {
    const finding = scan(`<html>\n<script>\n  fbq('init', '123456789012345');Shopify.shop='a'\n</script>`).find(
      ({ rule_id }) => rule_id === 'legacy_meta_pixel_call',
    );
    expect(finding).toEqual({
      rule_id: 'legacy_meta_pixel_call',
      severity: 'warn',
      message:
        'Meta pixel 123456789012345 is started by page code (line 3, column 3). Connect the Facebook & Instagram app and delete the snippet.',
      remedy: 'Connect the Facebook & Instagram app and delete the snippet.',
      cause: expect.any(String) as never,
      ids: ['123456789012345'],
      places: [{ kind: 'page', line: 3, column: 3, excerpt: "fbq('init', '123456789012345'" }],
      evidence: [],
      source: expect.stringMatching(/^https:/) as never,
      points: expect.any(Number) as never,
    });
  });

  test('says how many more findings of the rule there are after the fiftieth', () => {
    const calls = Array.from({ length: 53 }, (_, i) => `<script>fbq('init','1234567890123${i + 10}')</script>`).join(
      '',
    );
    const found = scan(calls).filter(({ rule_id }) => rule_id === 'legacy_meta_pixel_call');
    expect(found).toHaveLength(50);
    expect(found.filter(({ message }) => message.includes('+3 more.'))).toEqual([found.at(-1)!]);
  });

  test('names every place of a call, the lines of the first three', () => {
    const call = `<script>fbq('init','123456789012345')</script>\n`;
    const said = (count: number) =>
      scan(call.repeat(count)).find(({ rule_id }) => rule_id === 'legacy_meta_pixel_call')!;
    expect(said(1).message).toContain('page code (line 1, column 9). ');
    expect(said(2).message).toContain('page code (2 places: lines 1, 2). ');
    expect(said(5).message).toContain('page code (5 places: lines 1, 2, 3 and 2 more). ');
    expect(said(5).places.map(({ line }) => line)).toEqual([1, 2, 3, 4, 5]);
    expect(said(80).message).toContain('(80 places: lines 1, 2, 3 and 77 more)');
    expect(said(80).places).toHaveLength(50);
  });
});
