/**
 * What custom pixels send, by a judge that is not ours: Debian's Chromium, in a frame like that of Shopify and with the network cut.
 * Each pixel of the table is our own. What the browser sends must be what the graph says, and nothing else.
 *   bun test ./test/system/browser/custom-pixels.ts
 * Skipped when Chromium is missing, except with CI=true, when that is a failure.
 */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { customPixelFacts } from '../../../src/pixel/custom-pixels/read-custom-pixel.ts';
import { detailedReport } from '../../../src/pixel/report/detailed-report.ts';
import { CustomPixelBrowser } from '../../support/custom-pixel-browser.ts';
import { sandboxDocument } from '../../support/sandbox-document.ts';
import { CHROMIUM, launch } from './chromium.ts';

const isMissing = !existsSync(CHROMIUM);
if (isMissing) {
  const reason = `the custom pixels in a browser need ${CHROMIUM}`;
  if (process.env.CI === 'true') throw new Error(reason);
  process.stderr.write(`skipped: ${reason}\n`);
}

const META = `fbq('init','123456789012345');`;
const GA4 = `gtag('config','G-ABCDE12345',{send_page_view:false});`;
const PURCHASE = `fbq('track','Purchase',{value:1,currency:'EUR'})`;
const on = (event: string, code: string): string => `analytics.subscribe('${event}', (event) => { ${code} });`;

/** Code, and which hits there are: none are listed by hand, except how many. */
const PIXELS: [name: string, code: string, hits: number][] = [
  ['a purchase', META + on('checkout_completed', PURCHASE), 1],
  [
    'a purchase before the order and after it',
    META + on('payment_info_submitted', PURCHASE) + on('checkout_completed', PURCHASE),
    2,
  ],
  [
    'a form of the page',
    `${META}document.querySelector('form').addEventListener('submit',()=>fbq('track','AddToCart'));`,
    0,
  ],
  [
    'all that follows a form of the page',
    `${META}document.querySelector('form').id;${on('checkout_completed', PURCHASE)}`,
    0,
  ],
  [
    'what follows it in one handler',
    META + on('checkout_completed', `const mail = document.querySelector('[name=email]').value; ${PURCHASE}`),
    0,
  ],
  ['what is before it', `${META}fbq('track','PageView');document.querySelector('form').id;`, 1],
  [
    'an optional chain',
    `${META}document.querySelector('form')?.addEventListener('submit',()=>fbq('track','Lead'));${on('checkout_completed', PURCHASE)}`,
    1,
  ],
  [
    'a test of what is missing',
    `${META}const form = document.getElementById('add'); if (form) fbq('track','Lead'); else fbq('track','PageView');`,
    1,
  ],
  [
    'a return without it',
    META + on('page_viewed', `const box = document.querySelector('.buy'); if (!box) return; fbq('track','PageView');`),
    0,
  ],
  [
    'an error that is caught',
    META +
      on('checkout_completed', `try { document.querySelector('form').id; fbq('track','Lead'); } catch {} ${PURCHASE}`),
    1,
  ],
  [
    'a list of nothing',
    `${META}document.querySelectorAll('.buy').forEach((button) => button.addEventListener('click', () => fbq('track','AddToCart')));fbq('track','PageView');`,
    1,
  ],
  [
    'clicks of the document',
    `${META}document.addEventListener('click',()=>fbq('track','Lead'));document.body.onclick=()=>fbq('track','Contact');`,
    0,
  ],
  ['jQuery', `${META}jQuery(document).ready(() => fbq('track','PageView'));`, 0],
  ['jQuery if it is there', `${META}if (window.jQuery) fbq('track','Lead'); fbq('track','PageView');`, 1],
  ['Shopify of the page', META + on('page_viewed', `if (Shopify.shop) fbq('track','PageView');`), 0],
  ['the window above', META + on('page_viewed', `fbq('track','PageView',{url: window.top.location.href});`), 0],
  [
    'the data layer of the parent',
    `${GA4}${on('checkout_completed', `window.parent.dataLayer.push({event:'purchase'}); gtag('event','purchase',{value:1,currency:'EUR'});`)}`,
    0,
  ],
  ['whether there is a window above', `${META}if (window.self !== window.top) fbq('track','PageView');`, 1],
  ['a message to the parent', `${META}window.parent.postMessage('a','*');fbq('track','PageView');`, 1],
  [
    'storage and cookies',
    META + on('checkout_completed', `localStorage.setItem('a','1'); document.cookie = 'a=1'; ${PURCHASE}`),
    1,
  ],
  ['an event that Shopify does not have', META + on('checkout_complete', PURCHASE), 0],
  [
    'a bracket that is missing',
    `${META}fbq('track','PageView');analytics.subscribe('checkout_completed',(event)=>{${PURCHASE};`,
    0,
  ],
  ['a bracket too many', `${META}fbq('track','PageView');}`, 0],
  [
    'a function that is only a listener',
    `${META}function lead() { fbq('track','Lead'); } document.addEventListener('click', lead); const view = () => fbq('track','PageView'); view();`,
    1,
  ],
  [
    'a helper with an error in it',
    `${META}function field() { return document.querySelector('#a').value; } const send = (name) => fbq('track', name); ${on('page_viewed', `send('PageView');`)}`,
    1,
  ],
  [
    'GA4 on three events',
    GA4 +
      on('product_viewed', `gtag('event','view_item')`) +
      on('product_added_to_cart', `gtag('event','add_to_cart')`) +
      on('checkout_completed', `gtag('event','purchase',{value:1,currency:'EUR'})`),
    3,
  ],
];

describe.skipIf(isMissing)('a custom pixel sends in a browser what the graph says', () => {
  let browser: Browser;
  let frame: CustomPixelBrowser;
  beforeAll(async () => {
    browser = await launch();
    frame = await CustomPixelBrowser.open(browser);
  });
  afterAll(() => browser?.close());

  const said = (code: string): string[] => {
    const { graph } = detailedReport(customPixelFacts(sandboxDocument(code), { pixelId: '901' }));
    // What depends on a condition in the code is no less in the graph: each condition here is met or never.
    const hits = graph.sendings.map(({ sent_as, event, destination }) => {
      const { vendor } = graph.destinations[destination]!;
      // What is sent on load has no store event of its own, and stands under the one that it means.
      return `${vendor} ${sent_as} ${code.includes(`subscribe('${event}'`) ? event : 'load'}`;
    });
    return [...new Set(hits)].toSorted();
  };

  test.each(PIXELS)('%s', async (_, code, hits) => {
    const sent = await frame.visit(code);
    expect(sent.hits).toHaveLength(hits);
    expect(said(code)).toEqual(sent.hits);
    expect(sent.requests).toEqual([]);
  });

  test.each([
    ['location.href', true],
    ['document.location.href', true],
    ['window.location.pathname', true],
    ['document.URL', true],
    ['self.location', true],
    [`\`\${location.href}\``, true],
    ['event.context.document.location.href', false],
  ])('the address that is sent is that of the frame: %s', async (address, isOfFrame) => {
    const code = `${GA4}${on('page_viewed', `gtag('event','page_view',{page_location:${address}})`)}`;
    const { addresses } = await frame.visit(code);
    expect(addresses.map((each) => each.includes('/sandbox/modern'))).toEqual([isOfFrame]);
    const { findings } = detailedReport(customPixelFacts(sandboxDocument(code), { pixelId: '901' }));
    expect(findings.some(({ rule_id }) => rule_id === 'custom_pixel_page_address')).toBe(isOfFrame);
  });
});
