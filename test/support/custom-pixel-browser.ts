/**
 * Runs the code of a custom pixel in headless Chromium, in a frame like that of Shopify, with the network cut: every request is
 * answered from inside and written down. The frame has `sandbox="allow-scripts allow-forms"`, so an origin of its own, and stand-ins
 * for what Shopify's library gives it: `analytics`, `browser`, `init`, and copies of the page's cookies and storage.
 */
import type { Browser, Page, Route } from 'playwright-core';
import { sandboxDocument } from './sandbox-document.ts';

const SHOP = 'https://shop.example/';
const FRAME = `${SHOP}web-pixels@0de305e0/custom/web-pixel-901@1/sandbox/modern/`;
/** Where the stand-ins of the libraries report what they would send. */
const HIT = 'https://hits.example/';

/** The page of the shop, with a form, a button, jQuery and globals: the frame must not see any of it. */
const PAGE = `<!doctype html><html><head><title>Shop</title><script>window.jQuery=window.$=()=>({on(){},ready(){}});
window.Shopify={shop:'a.myshopify.com',checkout:{}};window.dataLayer=[]</script></head><body>
<form id="add"><input name="email" value="a@b.example"><button class="buy">Buy</button></form>
<iframe id="pixel" sandbox="allow-scripts allow-forms" src="${FRAME}"></iframe></body></html>`;

/** The events of a visit that ends with an order, in their order. */
const EVENTS = [
  'page_viewed',
  'product_viewed',
  'product_added_to_cart',
  'checkout_started',
  'payment_info_submitted',
  'checkout_completed',
];

/** Runs in the frame before the code of the pixel. `hit` sends a request, as the library of a vendor would. */
const LIBRARY = `
const checkout = {totalPrice: {amount: 10, currencyCode: 'EUR'}, currencyCode: 'EUR', order: {id: '1'}, email: 'a@b.example'};
const context = {document: {location: {href: '${SHOP}cup', pathname: '/cup'}, title: 'Cup', referrer: ''}};
const handlers = [];
let during = 'load';
const hit = (vendor, name, address) => fetch('${HIT}?' + new URLSearchParams({vendor, name, during, address}), {mode: 'no-cors'});
window.fbq = window._fbq = (verb, name) => { if (/^track/.test(verb)) hit('meta', name, location.href); };
window.fbq.loaded = true;
window.gtag = (verb, name, data) => {
  if (verb === 'event') hit('ga4', name, (data && data.page_location) || location.href);
  else if (verb === 'config' && !(data && data.send_page_view === false)) hit('ga4', 'page_view', (data && data.page_location) || location.href);
};
const storage = () => { const items = new Map(); return {getItem: (key) => items.get(key) ?? null, setItem: (key, value) => void items.set(key, value), removeItem: (key) => void items.delete(key)}; };
for (const name of ['localStorage', 'sessionStorage']) { const own = storage(); Object.defineProperty(window, name, {get: () => own}); }
let cookie = ''; Object.defineProperty(document, 'cookie', {get: () => cookie, set: (text) => { cookie = text; }});
const api = {
  analytics: {subscribe: (name, handler) => void handlers.push([name, handler])},
  browser: {cookie: {get: async () => '', set: async () => {}}, localStorage: {getItem: async () => null, setItem: async () => {}}},
  init: {context, customerPrivacy: {marketingAllowed: true}, data: {customer: null}},
  customerPrivacy: {subscribe: () => {}},
};
let start = () => {};
self.webPixelsManager = {createShopifyExtend: () => ({extend: (name, render) => { start = render; }})};
window.addEventListener('load', async () => {
  try { start(api); } catch {}
  await new Promise((done) => setTimeout(done, 30));
  for (const event of ${JSON.stringify(EVENTS)}) {
    during = event;
    for (const [name, handler] of handlers)
      if (name === event || name === 'all_events' || name === 'all_standard_events')
        try { await handler({name: event, id: event, context, data: {checkout, cartLine: {merchandise: {}}, productVariant: {}}}); } catch {}
  }
  await new Promise((done) => setTimeout(done, 30));
  await fetch('${HIT}end', {mode: 'no-cors'}).catch(() => {});
});`;

/** What a pixel sent. */
export interface Visit {
  /** `meta Purchase checkout_completed`, each once. */
  hits: string[];
  /** Addresses that the hits carry as that of the page. */
  addresses: string[];
  /** Scripts and requests that the code itself asked for. */
  requests: string[];
}

export class CustomPixelBrowser {
  readonly #page: Page;
  #document = '';
  #visit: Visit = { hits: [], addresses: [], requests: [] };
  #ended: () => void = () => {};

  private constructor(page: Page) {
    this.#page = page;
  }

  static async open(browser: Browser): Promise<CustomPixelBrowser> {
    const page = await (await browser.newContext({ serviceWorkers: 'block' })).newPage();
    const self = new CustomPixelBrowser(page);
    await page.route('**/*', (route) => self.#fulfil(route));
    return self;
  }

  /** Plays a visit with an order, in which the visitor also submits the form of the page. */
  async visit(code: string): Promise<Visit> {
    this.#document = sandboxDocument(code, '901', `${LIBRARY}`);
    this.#visit = { hits: [], addresses: [], requests: [] };
    const ended = new Promise<void>((done) => {
      this.#ended = done;
    });
    await this.#page.goto(SHOP, { waitUntil: 'load' });
    await this.#page.evaluate(() => {
      document.body.click();
      const form = document.getElementById('add') as HTMLFormElement;
      form.addEventListener('submit', (event) => event.preventDefault());
      form.requestSubmit();
    });
    await ended;
    return { ...this.#visit, hits: [...new Set(this.#visit.hits)].toSorted() };
  }

  async #fulfil(route: Route): Promise<void> {
    const url = route.request().url();
    if (url === SHOP) return route.fulfill({ contentType: 'text/html', body: PAGE });
    if (url === FRAME) return route.fulfill({ contentType: 'text/html', body: this.#document });
    if (url === `${HIT}end`) this.#ended();
    else if (url.startsWith(HIT)) {
      const { vendor, name, during, address = '' } = Object.fromEntries(new URL(url).searchParams);
      this.#visit.hits.push(`${vendor} ${name} ${during}`);
      this.#visit.addresses.push(address);
    } else this.#visit.requests.push(url);
    // A script from the cache would not be asked for again.
    return route.fulfill({ contentType: 'text/javascript', headers: { 'cache-control': 'no-store' }, body: '' });
  }
}
