/** What findings say about custom pixels. */
import { describe, expect, test } from 'bun:test';
import { sandboxDocument } from '../../../test/support/sandbox-document.ts';
import type { DetailedFinding } from '../../domain/scan-report.ts';
import { customPixelFacts } from '../custom-pixels/read-custom-pixel.ts';
import { detailedReport } from '../report/detailed-report.ts';
import type { Fact } from '../tags/facts.ts';
import { CUSTOM_PIXEL_RULES } from './custom-pixels.ts';

const OWN = new Set(CUSTOM_PIXEL_RULES.map(({ id }) => id));

function findings(code: string, name?: string): DetailedFinding[] {
  const facts = customPixelFacts(sandboxDocument(code), { pixelId: '901', ...(name !== undefined && { name }) });
  return detailedReport(facts).findings.filter(({ rule_id }) => OWN.has(rule_id));
}

/** `severity rule: message` without the place and the remedy. */
function messages(code: string, name?: string): string[] {
  return findings(code, name).map(
    ({ severity, rule_id, message }) => `${severity} ${rule_id}: ${message.split(/ \((?:line|\d+ places)/)[0]}`,
  );
}

const on = (event: string, code: string): string => `analytics.subscribe('${event}', (event) => { ${code} });`;

test.each<[string, string, string[]]>([
  [
    'what it sends on which event',
    `fbq('init','123456789012345');${on('page_viewed', `fbq('track','PageView')`)}${on('checkout_completed', `fbq('track','Purchase')`)}${on('cart_viewed', 'log()')}`,
    [
      'info custom_pixel_inventory: Custom pixel 901 loads 123456789012345, sends PageView on page_viewed and Purchase on checkout_completed and subscribes to cart_viewed',
    ],
  ],
  [
    'that it does nothing that is known here',
    'log()',
    ['info custom_pixel_inventory: Custom pixel 901 loads no tag that is known here'],
  ],
  [
    'which fields go where',
    on(
      'checkout_completed',
      `const c = event.data.checkout; fetch('https://a.example', {body: [c.email, c.phone]}); fetch('https://b.example', {body: sha256(c.email)}); gtag('set', 'user_data', {email: c.email}); fetch(url, {body: c.zip});`,
    ),
    [
      'warn custom_pixel_personal_data: In custom pixel 901, email and phone are sent to a.example',
      'info custom_pixel_personal_data: In custom pixel 901, email is passed to the library of Google, which hashes and sends it (advanced matching)',
      'info custom_pixel_personal_data: In custom pixel 901, email is sent, after a hash function, to b.example',
      'info custom_pixel_personal_data: In custom pixel 901, postal code is sent to an address that is computed when the code runs',
      'info custom_pixel_inventory: Custom pixel 901 loads no tag that is known here and subscribes to checkout_completed',
    ],
  ],
  [
    'that page views have the address of the frame',
    `gtag('config','G-ABCDE12345');`,
    [
      'warn custom_pixel_page_address: The page views of custom pixel 901 carry the address of its frame, not that of the page',
      'info custom_pixel_inventory: Custom pixel 901 loads G-ABCDE12345',
    ],
  ],
  [
    'that HTML does not run',
    '<script async src="https://www.googletagmanager.com/gtag/js?id=G-ABCDE12345">',
    ['warn custom_pixel_markup: HTML in the code box does not run: custom pixel 901 has HTML tags in its code'],
  ],
  [
    'that brackets do not match',
    'if (a) {',
    [
      'error custom_pixel_broken: The code of custom pixel 901 is not valid JavaScript, so nothing of it runs: look for a bracket or a quote that is missing or too many',
    ],
  ],
])('a finding says %s', (_, code, expected) => expect(messages(code).toSorted()).toEqual(expected.toSorted()));

describe('page views of the frame', () => {
  const CONFIG = `gtag('config','G-ABCDE12345')`;
  test.each<[string, string, boolean]>([
    ['a config', CONFIG, true],
    ['a config on an event', on('page_viewed', CONFIG), true],
    ['a config of another name of the tag', `gtag('config','GT-ABCDE12')`, true],
    ['a page view without an address', on('page_viewed', `gtag('event','page_view',{page_title:'x'})`), true],
    ['a config without a page view', `gtag('config','G-ABCDE12345',{'send_page_view':false})`, false],
    [
      'a config with an address',
      `gtag('config','G-ABCDE12345',{page_location:init.context.document.location.href})`,
      false,
    ],
    ['a config with settings that are computed', `gtag('config','G-ABCDE12345',options)`, false],
    ['a config with settings spread into it', `gtag('config','G-ABCDE12345',{...options})`, false],
    ['an address that is set', `gtag('set',{page_location:init.context.document.location.href});${CONFIG}`, false],
    [
      'a page view with an address',
      on('page_viewed', `gtag('event','page_view',{page_location:event.context.document.location.href})`),
      false,
    ],
    [
      'an address that is set after many calls',
      `${`gtag('event','x');`.repeat(40)}gtag('set','page_location',init.context.document.location.href);${CONFIG}`,
      false,
    ],
    ['an Ads account', `gtag('config','AW-700000101')`, false],
    ['another event', on('page_viewed', `gtag('event','view_item')`), false],
  ])('%s', (_, code, expected) => {
    expect(findings(code).some(({ rule_id }) => rule_id === 'custom_pixel_page_address')).toBe(expected);
  });
});

test('each fault of a pixel is a cause of its own, with its places', () => {
  const found = findings(
    `gtag('config','G-ABCDE12345');\n${on('checkout_completed', `fetch('https://a.example', {body: event.data.checkout.email})`)}`,
    'My GA4',
  );
  expect(found.map(({ rule_id }) => rule_id).toSorted()).toEqual([
    'custom_pixel_inventory',
    'custom_pixel_page_address',
    'custom_pixel_personal_data',
  ]);
  for (const { cause, message, places } of found) {
    expect(cause).toStartWith('custom pixel 901');
    expect(message).toMatch(/custom pixel 901 \(My GA4\)/i);
    expect(places).toEqual([expect.objectContaining({ kind: 'custom_pixel', pixel_id: '901' })]);
  }
  expect(new Set(found.map(({ cause }) => cause)).size).toBe(3);
  const of = (rule: string) => found.find(({ rule_id }) => rule_id === rule)!;
  expect(of('custom_pixel_personal_data').places[0]!.line).toBe(2);
  expect(of('custom_pixel_page_address').ids).toEqual(['G-ABCDE12345']);
});

test('a name of a pixel or of an event is not shown if it may be personal data', () => {
  const text = JSON.stringify(
    findings(`analytics.subscribe('jane@example.com', f); gtag('event','jane@example.com')`, 'jane@example.com'),
  );
  expect(text).toContain('custom pixel 901');
  expect(text).not.toContain('jane');
});

test('Shopify’s default pixel gives nothing', () => {
  const code = `analytics.subscribe('all_standard_events',function(i){console.log(i.name)});`;
  expect(customPixelFacts(sandboxDocument(code, 'shopify-custom-pixel'), { pixelId: '901' })).toEqual([]);
});

test('what the shop sends to itself is no finding', () => {
  const code = (host: string) => `fetch('https://${host}/in', {body: init.data.customer.email})`;
  const shop: Fact = {
    offset: 0,
    line: 1,
    column: 1,
    script: 1,
    excerpt: '',
    kind: 'mark',
    name: 'pixel_base',
    value: 'https://www.case.example',
  };
  const found = (host: string) =>
    detailedReport([shop, ...customPixelFacts(sandboxDocument(code(host)), { pixelId: '901' })]).findings.some(
      ({ rule_id }) => rule_id === 'custom_pixel_personal_data',
    );
  expect(['case.example', 'api.case.example', 'evilcase.example', 'case.example.evil.example'].map(found)).toEqual([
    false,
    false,
    true,
    true,
  ]);
});
