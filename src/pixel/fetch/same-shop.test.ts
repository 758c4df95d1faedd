import { expect, test } from 'bun:test';
import { isForbiddenPath, isSameShop } from './same-shop.ts';

test.each([
  ['shop.example', 'shop.example', true],
  ['shop.example', 'www.shop.example', true],
  ['www.shop.example', 'eu.shop.example', true],
  ['a.myshopify.com', 'shop.example', true],
  ['shop.example', 'a.myshopify.com', true],
  ['a.myshopify.com', 'b.myshopify.com', false],
  ['a.myshopify.com', 'myshopify.com.evil.example', true],
  ['shop.example', 'evil.example', false],
  ['shop.example', 'shop.example.evil.example', false],
  ['shop.example', 'myshop.example', false],
  ['shop.example', 'example', false],
  ['shop.example', '127.0.0.1', false],
])('%s and %s', (one, other, expected) => {
  expect(isSameShop(one, other)).toBe(expected);
});

const FORBIDDEN =
  `/checkout /checkouts/cn/1 /account /account/login /apps/x /a/b /admin /discount/X /cart/add /cart/change /cart/1:1
  /en/checkout /en-de/account /en-DE/cart/add /zh-hant/checkout //checkout /CHECKOUT /%63heckout /%2563heckout /x/../checkout /cart/../checkout
  /checkout/ /orders/1 /%E0%A4%A /%2fcheckout /cart%2Fadd`.split(/\s+/);
const ALLOWED =
  `/ /cart /en-de /en-de/cart /search /products/checkout /collections/account /products/a /pages/admin /blogs/news /collections/all
  /web-pixels@0a1b/custom/web-pixel-1@1/sandbox/modern/ /wpm@0a1b/custom/web-pixel-1@1/sandbox/modern/products/a /sitemap.xml /carton
  /accounting /checkout-guide /products/caf%C3%A9 /products/100%25-cotton`.split(/\s+/);

test.each(FORBIDDEN)('never %s', (path) => {
  expect(isForbiddenPath(new URL(`https://x${path}`).pathname)).toBe(true);
  expect(isForbiddenPath(path)).toBe(true);
});

test.each(ALLOWED)('perhaps %s', (path) => {
  expect(isForbiddenPath(path)).toBe(false);
});
