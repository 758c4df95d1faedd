/** What findings say about tracking that is in place and does not work. */
import { describe, expect, test } from 'bun:test';
import { sandboxDocument } from '../../../test/support/sandbox-document.ts';
import type { DetailedFinding } from '../../domain/scan-report.ts';
import { customPixelFacts } from '../custom-pixels/read-custom-pixel.ts';
import { createMatcher } from '../matcher.ts';
import { detailedReport } from '../report/detailed-report.ts';
import { BROKEN_TRACKING_RULES } from './broken-tracking.ts';

const OWN = new Set([...BROKEN_TRACKING_RULES.map(({ id }) => id), 'google_tag_invalid_id', 'meta_invalid_pixel_id']);
const META = `fbq('init','123456789012345');`;
const on = (event: string, code: string): string => `analytics.subscribe('${event}', (event) => { ${code} });`;

function said(findings: readonly DetailedFinding[]): string[] {
  return findings
    .filter(({ rule_id }) => OWN.has(rule_id))
    .map(({ severity, message }) => `${severity}: ${message.split(/ \((?:line|\d+ places)/)[0]}`);
}
const pixel = (code: string) => detailedReport(customPixelFacts(sandboxDocument(code), { pixelId: '901' }));
function page(code: string) {
  const matcher = createMatcher();
  matcher.push(`<!doctype html><script>Shopify.shop="a.myshopify.com";${code}</script>`);
  return matcher.finish({ url: 'https://t.example/' }).report;
}

const BEFORE = [
  'product_added_to_cart',
  'checkout_started',
  'checkout_contact_info_submitted',
  'checkout_shipping_info_submitted',
  'payment_info_submitted',
];
const PURCHASES: [vendor: string, call: string][] = [
  ['Meta’s Purchase', `fbq('track','Purchase',{value:1,currency:'EUR'})`],
  ['GA4’s purchase', `gtag('event','purchase',{value:1,currency:'EUR'})`],
  ['TikTok’s CompletePayment', `ttq.track('CompletePayment',{value:1,currency:'EUR'})`],
  ['TikTok’s Purchase', `ttq.instance('C0CASE000000000000AA').track('Purchase',{value:1,currency:'EUR'})`],
  ['Pinterest’s checkout', `pintrk('track','checkout',{value:1,currency:'EUR'})`],
  ['Snap’s PURCHASE', `snaptr('track','PURCHASE',{price:1,currency:'EUR'})`],
  ['Reddit’s Purchase', `rdt('track','Purchase',{value:1,currency:'EUR'})`],
  ['Microsoft’s purchase', `window.uetq.push('event','purchase',{revenue_value:1,currency:'EUR'})`],
];

describe.each(PURCHASES)('%s', (name, call) => {
  test.each(BEFORE)('is sent before the order, on %s', (event) => {
    expect(said(pixel(on(event, call)).findings)).toEqual([
      `error: ${name} is sent before the order, on ${event}, in custom pixel 901`,
    ]);
    expect(said(pixel(on(event, call) + on('checkout_completed', call)).findings)).toEqual([
      `error: ${name} is sent before the order, on ${event}, and again after it, on checkout_completed, in custom pixel 901`,
    ]);
  });

  test('is right on checkout_completed', () => {
    expect(said(pixel(on('checkout_completed', call)).findings)).toEqual([]);
  });

  test('has no amount', () => {
    const without = call.replace(/,\{.*\}/, '');
    const half = call.replace(/,currency:'EUR'/, `,currency:''`);
    const field = /Snap/.test(name) ? 'price' : /Microsoft/.test(name) ? 'revenue_value' : 'value';
    expect(said(pixel(on('checkout_completed', without)).findings)).toEqual([
      `warn: ${name} is sent without ${field} and currency, in custom pixel 901`,
    ]);
    expect(said(pixel(on('checkout_completed', half)).findings)).toEqual([
      `warn: ${name} is sent without currency, in custom pixel 901`,
    ]);
    const computed = call.replace(/,\{.*\}/, ',order');
    expect(said(pixel(on('checkout_completed', computed)).findings)).toEqual([]);
  });
});

describe('a conversion of Google Ads', () => {
  const call = (label: string, data = `,value:1,currency:'EUR'`) =>
    `gtag('event','conversion',{send_to:'AW-700000101/${label}'${data}})`;

  test('may stand for something in checkout', () => {
    expect(said(pixel(on('checkout_started', call('AbCdEf'))).findings)).toEqual([]);
  });
  test('that also follows the order is an order', () => {
    const code = on('checkout_started', call('AbCdEf')) + on('checkout_completed', call('AbCdEf'));
    expect(said(pixel(code).findings)[0]).toContain(
      'Google Ads’s conversion AW-700000101/AbCdEf is sent before the order, on checkout_started, and again after it',
    );
    expect(said(pixel(on('checkout_started', call('a1')) + on('checkout_completed', call('b1'))).findings)).toEqual([]);
  });
  test('of an order has an amount', () => {
    expect(said(pixel(on('checkout_completed', call('AbCdEf', ''))).findings)).toEqual([
      'warn: Google Ads’s conversion AW-700000101/AbCdEf is sent without value and currency, in custom pixel 901',
    ]);
  });
});

describe('placeholders are named', () => {
  test.each([
    ['GTM-YOUR_GTM-CODE'],
    ['GTM-XXXXXX'],
    ['YOUR_GTM_ID'],
    ['GTMxxxxxxx'],
    ['GTM-'],
    [''],
    ['GTM-<ID>'],
    ['GTM-{{ID}}'],
  ])('of the GTM snippet: %s', (id) => {
    const code = `(function(w,d,s,l,i){var j=d.createElement(s);j.src='https://www.googletagmanager.com/gtm.js?id='+i;d.head.append(j)})(window,document,'script','dataLayer','${id}');`;
    for (const { findings } of [pixel(code), page(code)])
      expect(said(findings)[0]).toStartWith('error: The Google id is a placeholder');
  });
  test.each(['G-XXXXXXXXXX', 'AW-XXXXXXX', 'G-EXAMPLE', 'AW-0000000000', 'G-YOUR-ID', 'YOUR_MEASUREMENT_ID'])(
    'of gtag: %s',
    (id) => {
      expect(said(pixel(`gtag('config','${id}');`).findings)[0]).toBe(`error: The Google id is a placeholder, ${id}`);
    },
  );
  test.each([
    ['TikTok Pixel is empty', `ttq.load('')`],
    ['TikTok Pixel is a placeholder, YOUR_PIXEL_ID', `ttq.load('YOUR_PIXEL_ID')`],
    ['Microsoft UET is empty', `var o={ti:""};o.q=w[u],w[u]=new UET(o)`],
    ['Pinterest Tag is a placeholder, YOUR_TAG_ID', `pintrk('load','YOUR_TAG_ID')`],
    ['Reddit Pixel is empty', `rdt('init','')`],
  ])('the id of %s', (what, code) => {
    expect(said(pixel(code).findings)).toEqual([`error: The id of ${what}`]);
    expect(said(page(code).findings)).toEqual([`error: The id of ${what}`]);
    expect(pixel(code).score).toBeLessThan(80);
  });
  test('not of an id that is one', () => {
    expect(
      said(pixel(`gtag('config','G-AB12CD34EF',{send_page_view:false});ttq.load('C0CASE000000000000AA');`).findings),
    ).toEqual([]);
  });
});

test('what cannot run is not in the graph, and what is lost is named', () => {
  const report = pixel(
    `${META}document.querySelector('form').addEventListener('submit', () => fbq('track','AddToCart'));`,
  );
  expect(report.graph.sendings).toEqual([]);
  expect(said(report.findings)).toEqual([
    'error: Custom pixel 901 looks for an element of the shop’s page with document.querySelector, which its frame does not have. AddToCart is never sent',
  ]);
});

test('the copies of cookies and storage that Shopify gives the frame are no fault', () => {
  const code = `${META}if (!localStorage.getItem('sent')) { document.cookie = 'a=1'; } ${on('checkout_completed', `sessionStorage.setItem('a', '1'); fbq('track','Purchase',{value:1,currency:'EUR'})`)}`;
  const report = pixel(code);
  expect(said(report.findings)).toEqual([]);
  expect(report.graph.sendings.map(({ sent_as, grade }) => `${sent_as} ${grade}`)).toEqual(['Purchase always']);
});

test('several faults of one pixel are not one: correcting one corrects no other', () => {
  const { findings } = pixel(
    `${on('checkout_complete', `fbq('track','Lead')`)}${on('checkout_completed', `fbq('track','Purchase')`)}ttq.load('');`,
  );
  expect(
    said(findings)
      .map((text) => text.split(':')[0])
      .toSorted(),
  ).toEqual(['error', 'error', 'warn']);
  expect(findings.some(({ message }) => message.includes('fixes this too'))).toBe(false);
});
