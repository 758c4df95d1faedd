/** Which other hosts belong to the shop that is scanned, and which of its paths are for visitors and their browsers only. */
import { localeOf } from '../journey/page-of-path.ts';

/** A shop has `NAME.myshopify.com` beside its own domain, and sends visitors from one to the other. */
const SHOPIFY = /\.myshopify\.com$/;

/**
 * Whether a page of one host may send a scan to the other: the same host, with or without `www.`, a host below it, or one of the two is
 * the shop's name at Shopify. Two names at Shopify are two shops.
 */
export function isSameShop(one: string, other: string): boolean {
  const [a, b] = [one.replace(/^www\./, ''), other.replace(/^www\./, '')];
  if (a === b) return true;
  if (SHOPIFY.test(a) || SHOPIFY.test(b)) return SHOPIFY.test(a) !== SHOPIFY.test(b);
  return isBelow(a, b) || isBelow(b, a);
}

/** Whether the first host is below the second. A name of one label, such as `com`, is no shop. */
function isBelow(host: string, parent: string): boolean {
  return parent.includes('.') && host.endsWith(`.${parent}`);
}

/** Paths that belong to one customer, or are not the shop's own pages. `/cart` itself is a page, and what is below it changes the cart. */
const NEVER = new Set('checkout checkouts account apps a admin discount orders carts tools services'.split(' '));

/**
 * Whether a scan never asks for this path, whatever robots.txt says. Each spelling of a path counts: escapes, doubled slashes, capitals.
 * A path that cannot be decoded is refused.
 */
export function isForbiddenPath(pathname: string): boolean {
  let path: string;
  try {
    path = decodeURIComponent(pathname);
  } catch {
    return true;
  }
  // Decoded twice: an intermediary may do it again.
  path = path.replace(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  path = new URL(path.replace(/[\\/]+/g, '/').replace(/[?#].*/s, ''), 'https://shop.invalid').pathname;
  const [first = '', second] = path
    .slice(localeOf(path).length)
    .toLowerCase()
    .split('/')
    .filter((part) => part !== '');
  return NEVER.has(first) || (first === 'cart' && second !== undefined);
}
