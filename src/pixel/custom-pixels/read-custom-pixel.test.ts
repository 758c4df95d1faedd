import { describe, expect, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import { shared } from '../../../test/support/paths.ts';
import { sandboxDocument } from '../../../test/support/sandbox-document.ts';
import type { CustomPixelFact, Fact } from '../tags/facts.ts';
import { SANDBOX_BYTES_MAX } from './address.ts';
import { customPixelFacts } from './read-custom-pixel.ts';

function read(code: string, library?: string): Fact[] {
  return customPixelFacts(sandboxDocument(code, '901', library), { pixelId: '901', version: '4', name: 'Mine' });
}

function itself(facts: readonly Fact[]): CustomPixelFact | undefined {
  return facts.find((fact) => fact.kind === 'custom_pixel');
}

/** `vendor id runs` of tags, and `vendor name on` of events, without loaders of libraries. */
function sends(facts: readonly Fact[]): string[] {
  return facts.flatMap((fact) => {
    if (fact.kind === 'tag' && fact.via !== 'loader') return `${fact.vendor} ${fact.id ?? '?'} ${fact.runs}`;
    return fact.kind === 'event' ? `${fact.name} ${fact.runs === 'subscription' ? fact.on?.join('+') : fact.runs}` : [];
  });
}

const META = '123456789012345';

describe('what code sends, and when', () => {
  test.each<[string, string, string[]]>([
    ['at the top', `fbq('init','${META}');fbq('track','PageView');`, [`meta ${META} load`, 'PageView load']],
    [
      'on an event',
      `analytics.subscribe('checkout_completed', (e) => { fbq('track','Purchase') });`,
      ['Purchase checkout_completed'],
    ],
    [
      'with a function that has a name',
      `function onBuy(e) { fbq('track','Purchase') } analytics.subscribe('checkout_completed', onBuy);`,
      ['Purchase checkout_completed'],
    ],
    [
      'through api',
      `api.analytics.subscribe('checkout_completed', () => fbq('track','Purchase'))`,
      ['Purchase checkout_completed'],
    ],
    [
      'through a destructured name',
      `const { subscribe } = analytics; subscribe('checkout_completed', () => { fbq('track','Purchase') })`,
      ['Purchase checkout_completed'],
    ],
    [
      'through one function for all events',
      `const send = (name, data) => { gtag('event', name, data) };
       analytics.subscribe('product_viewed', (e) => send('view_item', {value: 1}));
       analytics.subscribe('checkout_completed', (e) => { if (e) send('purchase', {transaction_id: e.id}) });`,
      ['view_item product_viewed', 'purchase checkout_completed'],
    ],
    [
      'through functions of functions',
      `function hit(name) { fbq('track', name) } function on(event, name) { hit(name) }
       analytics.subscribe('page_viewed', () => on('a', 'PageView')); analytics.subscribe('product_viewed', () => hit('ViewContent'));`,
      ['PageView page_viewed', 'ViewContent product_viewed'],
    ],
    [
      'by a switch on the name of the event',
      `analytics.subscribe('all_standard_events', (event) => { switch (event.name) {
         case 'page_viewed': fbq('track','PageView'); break;
         case 'checkout_completed': fbq('track','Purchase'); break; } });`,
      ['PageView page_viewed', 'Purchase checkout_completed'],
    ],
    [
      'by a test of the name of the event',
      `analytics.subscribe('all_events', (event) => { if (event.name === 'checkout_completed') { fbq('track','Purchase') } });`,
      ['Purchase checkout_completed'],
    ],
    ['on every event', `analytics.subscribe('all_events', () => fbq('track','Hit'))`, ['Hit all_events']],
    ['in a function that nobody calls', `function later() { fbq('track','Purchase') }`, ['Purchase function']],
    ['words in texts and comments', `// fbq('init','${META}')\nconst help = "fbq('track','Purchase')";`, []],
    ['an id in a variable', `const id = '${META}'; fbq('init', id)`, [`meta ${META} load`]],
    ['an id from a function', `function start(id) { fbq('init', id) } start('${META}')`, [`meta ${META} load`]],
    [
      'a name in the outer code and in a function',
      `const id = 'G-ABCDE12345'; function start(id) { fbq('init', id) } start('${META}'); gtag('config', id)`,
      [`meta ${META} load`, 'ga4 G-ABCDE12345 load'],
    ],
    [
      'a function with two bodies',
      `function f(n) { fbq('track', n) } function f(n) { fbq('trackCustom', n) } f('Lead')`,
      [],
    ],
    ['a function that calls itself', `function f(n) { fbq('track', 'Lead'); f(n) } f('a')`, ['Lead load']],
    [
      'functions that call each other',
      `function a(n) { fbq('track', 'Lead'); b(n) } function b(n) { a(n) } b('x')`,
      ['Lead load'],
    ],
  ])('%s', (_, code, expected) => expect(sends(read(code))).toEqual(expected));
});

test('every fact is of the pixel and in its code', () => {
  const facts = read(
    `\n  fbq('init','${META}');\nanalytics.subscribe('checkout_completed', (e) => { fbq('track','Purchase'); fetch('https://a.example', {body: e.data.checkout.email}) });`,
  );
  expect(facts.map(({ kind }) => kind)).toEqual(['custom_pixel', 'tag', 'event', 'personal_data']);
  expect(facts.every(({ pixel }) => pixel === '901')).toBe(true);
  expect(facts.flatMap((fact) => ('form' in fact ? fact.form! : []))).toEqual(['custom_pixel', 'custom_pixel']);
  expect(facts.map(({ line, column }) => `${line}:${column}`)).toEqual(['1:1', '2:3', '3:52', '3:77']);
});

test('a place is where the code is, not where a call of a function was read', () => {
  const facts = read(
    `function send(name) {\n  fbq('track', name);\n}\nanalytics.subscribe('page_viewed', () => send('PageView'));`,
  );
  expect(facts.find(({ kind }) => kind === 'event')).toMatchObject({
    line: 2,
    column: 3,
    excerpt: `fbq('track', 'PageView'`,
  });
});

describe('subscriptions', () => {
  test.each<[string, string, string[]]>([
    [
      'of standard and own events',
      `analytics.subscribe('page_viewed', f); analytics.subscribe('quiz:done', g)`,
      ['page_viewed', 'quiz:done'],
    ],
    ['not of consent', `api.customerPrivacy.subscribe('visitorConsentCollected', f)`, []],
    ['not of other libraries', `store.subscribe('change', f)`, []],
    [
      'of a list',
      `['page_viewed', 'cart_viewed'].forEach((name) => analytics.subscribe(name, f))`,
      ['page_viewed', 'cart_viewed'],
    ],
    ['without texts that are no names', `analytics.subscribe('mail jane@example.com', f)`, []],
  ])('%s', (_, code, expected) => expect(itself(read(code))?.subscriptions).toEqual(expected));
});

describe('what was not read is a fact', () => {
  const unread = (facts: readonly Fact[]) => facts.flatMap((fact) => (fact.kind === 'unread' ? fact : []));

  test.each<[string, string]>([
    ['an error page', '<!doctype html><title>404</title>'],
    ['the code of another pixel', sandboxDocument(`fbq('init','${META}')`, '902')],
    ['a document that is too long', sandboxDocument(' '.repeat(SANDBOX_BYTES_MAX))],
  ])('%s', (_, document) => {
    const facts = customPixelFacts(document, { pixelId: '901', name: 'Mine' });
    expect(unread(facts)).toEqual([
      expect.objectContaining({ what: 'custom_pixel', id: '901', name: 'Mine', pixel: '901' }),
    ]);
    expect(sends(facts)).toEqual([]);
  });

  test('code with more tokens than are read', () => {
    const facts = read(`fbq('init','${META}');${';'.repeat(420_000)}fbq('track','Purchase');`);
    expect(unread(facts)).toHaveLength(1);
    expect(sends(facts)).toEqual([]);
  });
});

describe('code that the browser refuses sends nothing, and was read', () => {
  test.each([
    ['an open brace', `fbq('init','${META}'); if (a) {`],
    ['a subscription without its end', `analytics.subscribe('x', () => { fbq('init','${META}');`],
    ['a bracket too many', `fbq('init','${META}'); }`],
    ['a name declared twice', `let a = 1; let a = 2; fbq('init','${META}');`],
    ['an import', `import a from 'b'; fbq('init','${META}');`],
    ['await outside of a function', `await a(); fbq('init','${META}');`],
    ['Liquid', `{% if a %} fbq('init','${META}'); {% endif %}`],
    ['quotes of a word processor', `fbq(‘init’, ‘${META}’);`],
  ])('%s', (_, code) => {
    const facts = read(code);
    expect(facts).toEqual([expect.objectContaining({ kind: 'custom_pixel', broken: true })]);
  });

  test.each([
    ['a return', `return; fbq('init','${META}');`],
    ['a comment of HTML', `<!-- a\nfbq('init','${META}');`],
    ['a name like a word of modules', `var await = 1; fbq('init','${META}');`],
    ['brackets in texts', `fbq('init','${META}'); a('}{)(', /[(]/, \`\${'{'}\`);`],
  ])('not %s', (_, code) => expect(itself(read(code))?.broken).toBeUndefined());
});

describe('HTML in the code box', () => {
  test.each([
    ['a tag', `<script async src="https://www.googletagmanager.com/gtag/js?id=G-ABCDE12345">`],
    ['a tag after a comment', `<!-- Google tag -->\n<script async src="x">`],
    ['a tag after code', `a();\n<noscript><img src="https://www.facebook.com/tr?id=${META}"></noscript>`],
    ['a closing tag', `a();\n</noscript>`],
  ])('%s', (_, code) => {
    const facts = read(code);
    expect(facts).toEqual([expect.objectContaining({ kind: 'custom_pixel', hasMarkup: true })]);
  });

  test('a closing script tag, after which nobody knows what runs', () => {
    const facts = read(
      `<script async src="https://www.googletagmanager.com/gtag/js?id=G-ABCDE12345"></script>\n<script>gtag('config','G-ABCDE12345');`,
    );
    expect(facts.map(({ kind }) => kind)).toEqual(['custom_pixel', 'unread']);
    expect(itself(facts)).toMatchObject({ hasMarkup: true, broken: true });
  });

  test.each([
    ['a comparison', `for (var i = 0; i <img.length; i++) a()`],
    ['a text', `document.body.innerHTML = '<img src=x>'`],
    ['a template', `el.innerHTML = \`\n<div>\n</div>\``],
    ['a comment of one line, which JavaScript has too', `<!-- Google tag -->\na()`],
    ['a comment', `/*\n<script src="x">\n*/`],
    ['a regular expression', `a = /<script/.test(b)`],
  ])('is not %s', (_, code) => expect(itself(read(code))?.hasMarkup).toBeUndefined());
});

describe('code made to mislead', () => {
  test('a library of a megabyte with the words of a pixel', () => {
    const library = `analytics.subscribe("page_viewed",function(){fbq("init","${META}")});`;
    const facts = read('1', library.repeat(Math.floor(1_000_000 / library.length)));
    expect(facts).toEqual([expect.objectContaining({ kind: 'custom_pixel', subscriptions: [] })]);
  });

  test('a secret of the code is not repeated', () => {
    const text = JSON.stringify(
      read(
        `fetch('https://a.example/x?token=hush', {headers: {Authorization: 'hush'}, body: init.data.customer.email})`,
      ),
    );
    expect(text).toContain('a.example');
    expect(text).not.toContain('hush');
  });
});

const FILES = `${shared}/pixel/custom-pixel-files.csv`;
const isAbsent = !existsSync(FILES);
if (isAbsent && process.env.CI === 'true') throw new Error(`${FILES} is not there.`);

describe.skipIf(isAbsent)('custom pixels of real shops', () => {
  const folder = `${shared}/pixel/custom-pixels`;
  const facts = (file: string, pixelId: string) =>
    customPixelFacts(readFileSync(`${folder}/${file}`, 'utf8'), { pixelId });

  test.each(['for_ecomnew', 'lagorii-collection', 'bogosplit-com'])('Shopify’s default gives nothing: %s', (name) => {
    for (const id of ['shopify-custom-pixel', '901'])
      expect(facts(`${name}-shopify-custom-pixel.html`, id)).toEqual([]);
  });

  test('a saved error is not read', () => {
    expect(facts('repo3-shopify-custom-pixel.html', '901').map(({ kind }) => kind)).toEqual(['unread']);
  });

  test('Shopify’s migrated Google Analytics tag', () => {
    // The tool that saved the copy wrote `? .` for `?.`, which no browser takes.
    const saved = readFileSync(`${folder}/button-corner-com-86540528.html`, 'utf8');
    const found = customPixelFacts(saved.replaceAll('? .', '?.'), { pixelId: '86540528' });
    expect(sends(found)).toEqual([
      'ga4 G-B3F1PXP276 load',
      'purchase checkout_completed',
      'add_payment_info payment_info_submitted',
      'begin_checkout checkout_started',
      'view_cart cart_viewed',
      'add_to_cart product_added_to_cart',
      'view_item product_viewed',
      'page_view page_viewed',
    ]);
    expect(found).toContainEqual(expect.objectContaining({ kind: 'tag', via: 'config', quiet: true }));
  });

  test('a Google Ads conversion', () => {
    const found = facts('aayutra-17432785.html', '17432785');
    expect(itself(found)?.subscriptions).toEqual(['checkout_completed']);
    expect(sends(found)).toContain('google_ads AW-16539605132 load');
    expect(sends(found)).toContain('conversion checkout_completed');
    const conversion = { to: ['AW-16539605132'], label: 'vqMrCKyZ0qkZEIyx2c49', transactionId: 'present' };
    expect(found).toContainEqual(expect.objectContaining(conversion));
  });

  test('Tag Manager', () => {
    expect(sends(facts('skimain-116359475.html', '116359475'))).toEqual(['gtm GTM-W5L5F643 load']);
  });

  test('personal data for another host', () => {
    const found = facts('skimain-82805043.html', '82805043');
    const sent = found.flatMap((fact) =>
      fact.kind === 'personal_data' ? `${fact.field} > ${fact.host} ${fact.on}` : [],
    );
    expect(sent).toEqual([
      'phone > web.bharatx.tech payment_info_submitted',
      'email > web.bharatx.tech payment_info_submitted',
    ]);
    expect(sends(found)).toEqual([]);
  });
});
