import { describe, expect, test } from 'bun:test';
import { LinkCollector } from './page-links.ts';
import { localeOf, pageOfPath } from './page-of-path.ts';
import { sitemapLinks } from './sitemap.ts';

const PAGE = 'https://shop.example/';

function linksOf(html: string, page = PAGE, size = html.length || 1) {
  const links = new LinkCollector(page);
  for (let at = 0; at < html.length; at += size) links.push(html.slice(at, at + size));
  return links.end();
}
const a = (...hrefs: string[]) => hrefs.map((href) => `<a href="${href}">x</a>`).join('');
const ld = (data: object) => `<script type="application/ld+json">${JSON.stringify(data)}</script>`;
const product = (url: string, availability?: string) => ({
  '@type': 'Product',
  url,
  ...(availability && { offers: [{ '@type': 'Offer', availability: `https://schema.org/${availability}` }] }),
});

describe('the product', () => {
  test.each([
    ['is the first in the document', a('/products/b', '/products/a'), '/products/b'],
    ['by its shortest path', a('/collections/x/products/b', '/products/a', '/products/b'), '/products/b'],
    ['not a copy for another channel', a('/products/b-remote', '/products/a'), '/products/a'],
    ['without variants and fragments', a('/products/a?variant=1#x'), '/products/a'],
    ['with a full address', a('https://shop.example/products/a'), '/products/a'],
    ['of the locale', a('/en-de/products/a'), '/en-de/products/a'],
    ['not of another shop', a('https://other.example/products/a'), undefined],
    ['not a list of products', a('/products', '/products/', '/collections/products'), undefined],
    ['not a file of it', a('/products/a/reviews'), undefined],
    ['not in a comment', `<!--${a('/products/a')}-->`, undefined],
    ['not in a template', `<template>${a('/products/a')}</template>`, undefined],
    ['not in a script', `<script>'${a('/products/a')}'</script>`, undefined],
    ['from structured data if there is no link', ld({ '@graph': [product('/products/a')] }), '/products/a'],
    ['a link before structured data', ld(product('/products/a')) + a('/products/b'), '/products/b'],
    [
      'in stock, if that is said',
      a('/products/b', '/products/a') + ld([product('/products/b', 'OutOfStock')]),
      '/products/a',
    ],
    ['sold out, if all are', a('/products/b') + ld([product('/products/b', 'SoldOut')]), '/products/b'],
    ['not of a broken base', `<base href="https://other.example/">${a('/products/a')}`, undefined],
    ['with entities', a('/products/a&amp;b'), '/products/a&b'],
  ])('%s', (_, html, expected) => expect(linksOf(html).product).toBe(expected));
});

test.each([
  [
    a('/collections/all', '/collections/frontpage', '/collections/vendors?q=x', '/collections/cups'),
    '/collections/cups',
  ],
  [a('/collections/cups/products/a', '/collections/cups/blue'), undefined],
  [a('/en-de/collections/cups?sort_by=price'), '/en-de/collections/cups'],
])('the collection of %s', (html, expected) => expect(linksOf(html).collection).toBe(expected));

test('the choice does not depend on how the page arrives', () => {
  const html = `${a('/collections/x/products/b', '/collections/cups')}${'<p>x</p>'.repeat(3000)}${a('/products/b', '/products/a')}`;
  for (const size of [1, 7, 1000, 8192]) expect(linksOf(html, PAGE, size)).toEqual(linksOf(html));
  expect(linksOf(html)).toEqual({ product: '/products/b', collection: '/collections/cups' });
});

describe('a page made to be costly', () => {
  const deep = '['.repeat(50_000) + ']'.repeat(50_000);
  test.each([
    ['a million links', a(...Array<string>(100_000).fill('/products/a'))],
    ['long links', a(...Array<string>(200).fill(`/products/${'a'.repeat(20_000)}`))],
    ['nested data', `<script type="application/ld+json">${deep} /products/</script>`],
    ['much data', ld(Array.from({ length: 20_000 }, (_, i) => product(`/products/p${i}`, 'OutOfStock')))],
    ['much data many times', ld(Array.from({ length: 200 }, (_, i) => product(`/products/p${i}`))).repeat(100)],
    [
      'a long base',
      `<base href="https://shop.example/${'b/'.repeat(50_000)}">${a(...Array<string>(2000).fill('products/a'))}`,
    ],
  ])('%s: its work is bounded', (_, html) => {
    const links = new LinkCollector(PAGE);
    links.push(html);
    links.end();
    expect(links.effort.done).toBeLessThan(500_000 + 24 * html.length);
  });
});

test.each([
  ['/', 'home', ''],
  ['/en-de', 'home', '/en-de'],
  ['/en-de/', 'home', '/en-de'],
  ['/products/a', 'product', ''],
  ['/zh-hant/collections/x/products/a', 'product', '/zh-hant'],
  ['/collections/x', 'collection', ''],
  ['/collections/x/blue', 'collection', ''],
  ['/cart', 'cart', ''],
  ['/search/', 'search', ''],
  ['/1/checkouts/2/thank_you', 'thank_you', ''],
  ['/checkouts/cn/x/thank-you', 'thank_you', ''],
  ['/checkouts/cn/x', 'other', ''],
  ['/pages/cart', 'other', ''],
  ['/products', 'other', ''],
  ['/cartoon', 'other', ''],
])('%s is %s', (path, page, locale) => {
  expect([pageOfPath(path), localeOf(path)]).toEqual([page as never, locale]);
});

describe('a sitemap', () => {
  const at = 'https://shop.example/sitemap.xml';
  const loc = (...urls: string[]) => urls.map((url) => `<url><loc>${url}</loc></url>`).join('');
  test.each([
    ['of products', loc('https://shop.example/', 'https://shop.example/products/a'), { product: '/products/a' }],
    [
      'of lists',
      loc('https://shop.example/sitemap_products_1.xml?from=1&amp;to=2'),
      { products: 'https://shop.example/sitemap_products_1.xml?from=1&to=2' },
    ],
    ['of another host', loc('https://evil.example/products/a', 'https://evil.example/sitemap_products_1.xml'), {}],
    ['of other schemes', loc('javascript:/products/a', 'file:///products/a'), {}],
    ['with spaces', '<loc>\n https://shop.example/collections/c \n</loc>', { collection: '/collections/c' }],
    ['that is cut', '<loc>https://shop.example/products/a', {}],
    ['of a page', '<html><a href="/products/a">', {}],
    ['after 64 KiB', `${' '.repeat(65_536)}${loc('https://shop.example/products/a')}`, {}],
  ])('%s', (_, text, expected) => expect(sitemapLinks(text, at)).toEqual(expected));
});
