import { describe, expect, test } from 'bun:test';
import type { EntryFact, Fact, MarkFact } from '../tags/facts.ts';
import { type CustomPixelReference, customPixelReferences, customPixelUrls, isReference } from './address.ts';

const HASH = '0a1b2c3dw4e5f60718p29a0b1c2dm3e4f5061';
const AT = { offset: 0, line: 1, column: 1, script: 1, excerpt: '' };
const REFERENCE: CustomPixelReference = { pixelId: '901', version: '4', hash: HASH };

function entry(fact: Partial<EntryFact>): EntryFact {
  return {
    ...AT,
    kind: 'entry',
    type: 'CUSTOM',
    client: '',
    googleIds: [],
    pixelId: '901',
    scriptVersion: '4',
    ...fact,
  };
}

function mark(name: MarkFact['name'], value: string): MarkFact {
  return { ...AT, kind: 'mark', name, value };
}

const marks: Fact[] = [mark('pixel_hash', HASH), mark('pixel_base', 'https://case.example')];

test('the custom pixels of a page, with the parts of their addresses', () => {
  const { references, unread } = customPixelReferences([...marks, entry({ name: 'My GTM', context: 'LAX' })]);
  expect(references).toEqual([{ ...REFERENCE, base: 'https://case.example', name: 'My GTM' }]);
  expect(unread).toEqual([]);
  expect(references.every(isReference)).toBe(true);
});

describe('not asked for, and not called unread', () => {
  test.each<[string, Partial<EntryFact>]>([
    ['an app pixel', { type: 'APP' }],
    ['Shopify’s default', { pixelId: 'shopify-custom-pixel' }],
    ['an entry without an id', { pixelId: undefined }],
    ['an id that leads elsewhere', { pixelId: '1/../../cart/clear' }],
  ])('%s', (_, fact) => expect(customPixelReferences([...marks, entry(fact)])).toEqual({ references: [], unread: [] }));
});

describe('not asked for, and said to be unread', () => {
  test.each<[string, Fact[], RegExp]>([
    ['without a hash', [entry({})], /version of Shopify’s pixel code/],
    ['with a hash that is a path', [mark('pixel_hash', '../../cart'), entry({})], /version of Shopify’s pixel code/],
    ['without a version', [...marks, entry({ scriptVersion: undefined })], /version of its code/],
    ['with a version that is a path', [...marks, entry({ scriptVersion: '4/../..' })], /version of its code/],
    ['in another context', [...marks, entry({ context: 'STRICT' })], /context/],
  ])('%s', (_, facts, reason) => {
    const { references, unread } = customPixelReferences(facts);
    expect(references).toEqual([]);
    expect(unread).toEqual([
      expect.objectContaining({ what: 'custom_pixel', id: '901', reason: expect.stringMatching(reason) }),
    ]);
  });

  test('more than ten', () => {
    const entries = Array.from({ length: 12 }, (_, i) => entry({ pixelId: String(900 + i) }));
    const { references, unread } = customPixelReferences([...marks, ...entries]);
    expect([references.length, unread.map(({ id }) => id)]).toEqual([10, ['910', '911']]);
  });
});

describe('addresses', () => {
  const rest = `@${HASH}/custom/web-pixel-901@4/sandbox/modern`;

  test('the newer root first, with the path of the page', () => {
    expect(customPixelUrls(REFERENCE, 'https://case.example/products/cup?variant=1#x')).toEqual([
      `https://case.example/web-pixels${rest}/products/cup`,
      `https://case.example/wpm${rest}/products/cup`,
    ]);
  });

  test.each<[string, string | undefined, string, string]>([
    ['the base of the shop', 'https://case.example', 'https://www.case.example/', 'https://case.example'],
    ['another host of the shop', 'https://shop.case.example', 'https://case.example/', 'https://shop.case.example'],
    ['no base', undefined, 'https://case.example/', 'https://case.example'],
    ['a base of another site', 'https://evil.example', 'https://case.example/', 'https://case.example'],
    ['a base that ends like the shop', 'https://evilcase.example', 'https://case.example/', 'https://case.example'],
    ['a base of which the shop is a part', 'https://example', 'https://case.example/', 'https://case.example'],
    ['a base with another port', 'https://case.example:8443', 'https://case.example/', 'https://case.example'],
    ['a base without TLS', 'http://case.example', 'https://case.example/', 'https://case.example'],
    ['a base with a user', 'https://case.example@evil.example', 'https://case.example/', 'https://case.example'],
    ['a base that is no address', 'file:///etc/passwd', 'https://case.example/', 'https://case.example'],
  ])('%s', (_, base, page, origin) => {
    const reference = { ...REFERENCE, ...(base !== undefined && { base }) };
    for (const url of customPixelUrls(reference, page)) expect(new URL(url).origin).toBe(origin);
  });

  test.each(['/cart.js', '/a.json', '/sitemap.XML', `/${'a'.repeat(300)}`])(
    'the path of a file is left out: %p',
    (path) => {
      expect(customPixelUrls(REFERENCE, `https://case.example${path}`)[0]).toEndWith('/sandbox/modern/');
    },
  );
});

test.each<[string, Partial<CustomPixelReference>]>([
  ['id', { pixelId: '901/../' }],
  ['version', { version: '4@' }],
  ['hash', { hash: '../../../../../../cart/clear' }],
])('a worker cannot make an address of its own: %s', (_, part) => {
  expect(isReference({ ...REFERENCE, ...part })).toBe(false);
});
