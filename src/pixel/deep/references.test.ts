import { describe, expect, test } from 'bun:test';
import type { AliasFact, EntryFact, Fact, TagFact } from '../tags/facts.ts';
import { childReferences, googleAddress, scriptReferences } from './references.ts';

const AT = { offset: 0, line: 1, column: 1, script: 1, excerpt: '' };
const tag = (fact: Partial<TagFact>): TagFact => ({
  ...AT,
  kind: 'tag',
  vendor: 'ga4',
  form: 'inline',
  via: 'config',
  ...fact,
});
const gtm = (id: string, fact: Partial<TagFact> = {}) => tag({ vendor: 'gtm', via: 'snippet', id, ...fact });
const entry = (fact: Partial<EntryFact>): EntryFact => ({
  ...AT,
  kind: 'entry',
  type: 'APP',
  client: '',
  googleIds: [],
  ...fact,
});
const PAGE = 'https://shop.example/products/a';
const idsOf = (facts: Fact[]) => scriptReferences(facts, PAGE).map(({ id, url }) => id ?? url);

describe('what a page names', () => {
  test('containers first, then tags: those with aliases before all others', () => {
    const facts = [
      tag({ id: 'G-AAAA1' }),
      tag({ id: 'AW-11111', vendor: 'google_ads' }),
      gtm('GTM-AAAA1'),
      tag({ id: 'GT-AAAA1', vendor: 'google_tag' }),
    ];
    expect(idsOf(facts)).toEqual(['GTM-AAAA1', 'GT-AAAA1', 'G-AAAA1', 'AW-11111']);
  });

  test('each once, also if app pixels have it', () => {
    const apps = entry({
      googleIds: ['G-AAAA1'],
      googleTagIds: ['GT-AAAA1', 'G-AAAA1'],
      googleEvents: [{ type: 'purchase', to: ['AW-11111/label', 'G-AAAA2', 'MC-AAAA1'] }],
    });
    expect(idsOf([apps, tag({ id: 'G-AAAA1' }), gtm('GTM-AAAA1'), gtm('GTM-AAAA1'), apps])).toEqual([
      'GTM-AAAA1',
      'GT-AAAA1',
      'G-AAAA1',
      'G-AAAA2',
      'AW-11111',
    ]);
  });

  test.each<[string, Fact]>([
    ['a placeholder', gtm('GTM-XXXXXX', { invalid: 'placeholder' })],
    ['what a running tag added', tag({ id: 'G-AAAA1', form: 'injected' })],
    ['code that never runs', gtm('GTM-AAAA1', { runs: 'dead' })],
    ['Universal Analytics', tag({ id: 'UA-12345678-1', vendor: 'ua' })],
    ['a tag of Meta', tag({ id: '123456789012345', vendor: 'meta' })],
    ['an id with other characters', tag({ id: 'G-AAAA1&x=../' })],
    ['a loader without http', tag({ vendor: 'gtm', firstParty: true, url: 'data:text/javascript,1', id: undefined })],
  ])('but not %s', (_, fact) => expect(idsOf([fact])).toEqual([]));

  test('a loader on another host by its address, against the base of the page', () => {
    const facts = [tag({ vendor: 'gtm', firstParty: true, url: '/gtm.js?id=GTM-AAAA1', id: 'GTM-AAAA1' })];
    expect(scriptReferences(facts, PAGE)).toEqual([
      { kind: 'gtm', id: 'GTM-AAAA1', url: 'https://shop.example/gtm.js?id=GTM-AAAA1' },
    ]);
    // Its payload is the one of the tag, which is then not asked for at Google.
    const own = tag({ firstParty: true, url: 'https://sst.shop.example/x.js', id: 'G-AAAA1' });
    expect(scriptReferences([own, tag({ id: 'G-AAAA1' })], PAGE)).toEqual([
      { kind: 'first_party_loader', id: 'G-AAAA1', url: 'https://sst.shop.example/x.js' },
    ]);
  });

  test('in the page and in a custom pixel: a container runs in both windows', () => {
    const facts = [gtm('GTM-AAAA1'), gtm('GTM-AAAA1', { form: 'custom_pixel', pixel: '7' })];
    expect(scriptReferences(facts, PAGE).map(({ pixel }) => pixel)).toEqual([undefined, '7']);
  });

  test('by a frame without JavaScript only, if no other tag has its id', () => {
    const frame = gtm('GTM-AAAA1', { form: 'noscript', via: 'image' });
    expect(idsOf([frame])).toEqual(['GTM-AAAA1']);
    expect(idsOf([frame, gtm('GTM-AAAA1', { form: 'gated' })])).toEqual([]);
    expect(idsOf([frame, tag({ id: 'G-AAAA1', form: 'noscript', via: 'image' })])).toEqual(['GTM-AAAA1']);
  });

  test('at most forty', () => {
    expect(idsOf(Array.from({ length: 1000 }, (_, i) => gtm(`GTM-A${1000 + i}`)))).toHaveLength(40);
  });
});

describe('what a container loads', () => {
  const alias = (children: string[]): AliasFact => ({
    ...AT,
    kind: 'alias',
    id: 'G-AAAA1',
    aliases: ['GT-AAAA1'],
    destinations: ['G-AAAA1'],
    children,
  });
  const own = { kind: 'gtm', id: 'GTM-AAAA1', url: 'x' } as const;

  test('its children and tags of which only the payload says what they are, not its own id', () => {
    const facts = [
      alias(['G-AAAA2', 'GTM-AAAA2', 'GTM-AAAA1', 'javascript:1']),
      tag({ id: 'GT-AAAA3' }),
      tag({ id: 'G-AAAA4' }),
    ];
    expect(childReferences(facts, own).map(({ id }) => id)).toEqual(['G-AAAA2', 'GTM-AAAA2', 'GT-AAAA3']);
  });

  test('in the window of the custom pixel that names it', () => {
    expect(childReferences([alias(['GTM-AAAA2'])], { ...own, pixel: '7' })).toEqual([
      { kind: 'gtm', id: 'GTM-AAAA2', url: 'https://www.googletagmanager.com/gtm.js?id=GTM-AAAA2', pixel: '7' },
    ]);
  });
});

test('an id that is none has no address', () => {
  for (const id of ['', 'GTM-', 'GTM-A/../x', 'gtm-aaaa1', 'G-AAAA1#', 'UA-1-1', `G-${'A'.repeat(30)}`])
    expect(googleAddress(id)).toBeUndefined();
});
