import { expect, test } from 'bun:test';
import type { DetailedFinding, FindingPlace } from '../../domain/scan-report.ts';
import type { EntryFact, Fact, TagFact } from '../tags/facts.ts';
import { factsByPage, mergeFindings } from './by-page.ts';

const AT = { offset: 0, line: 1, column: 1, script: 1, excerpt: '' };
const tag = (fact: Partial<TagFact>): TagFact => ({
  ...AT,
  kind: 'tag',
  vendor: 'gtm',
  form: 'inline',
  via: 'snippet',
  ...fact,
});
const entry = (page: string, pixelId: string): EntryFact => ({
  ...AT,
  kind: 'entry',
  type: 'CUSTOM',
  client: '',
  googleIds: [],
  page,
  pixelId,
});

test('without pages all facts are one list', () => {
  const facts = [tag({ id: 'GTM-AAAA1' }), tag({ id: 'G-1', origin: 'GTM-AAAA1' })];
  expect(factsByPage(facts)).toEqual([facts]);
  expect(factsByPage([])).toEqual([[]]);
});

test('a page has its own facts, and those of what it names; what no page names belongs to all', () => {
  const home = tag({ page: '/', id: 'GTM-AAAA1' });
  const product = tag({ page: '/products/a', id: 'GTM-BBBB1' });
  const pixel = entry('/', '7');
  const ofA = tag({ id: 'G-1', origin: 'GTM-AAAA1' });
  const ofB = tag({ id: 'G-2', origin: 'GTM-BBBB1' });
  const child = tag({ id: 'G-3', origin: 'GTM-CCCC1' });
  const ofPixel = tag({ id: 'G-4', pixel: '7' });
  const inPixel = tag({ id: 'G-5', pixel: '7', origin: 'GTM-BBBB1' });
  const unread: Fact = { ...AT, kind: 'unread', what: 'container', id: 'x', reason: 'y' };
  expect(factsByPage([home, pixel, product, ofA, ofB, child, ofPixel, inPixel, unread])).toEqual([
    [home, pixel, ofA, child, ofPixel, inPixel, unread],
    [product, ofB, child, unread],
  ]);
});

test('a page has what its containers and pixels load', () => {
  const home = tag({ page: '/', id: 'GTM-AAAA1' });
  const cart = tag({ page: '/cart', id: 'GTM-BBBB1' });
  const pixel = entry('/cart', '7');
  const alias: Fact = {
    ...AT,
    kind: 'alias',
    id: 'GTM-AAAA1',
    aliases: [],
    destinations: [],
    children: ['GTM-CCCC1'],
    origin: 'GTM-AAAA1',
  };
  const child = tag({ id: 'G-3', origin: 'GTM-CCCC1' });
  const inPixel = tag({ id: 'GTM-DDDD1', pixel: '7' });
  const ofPixel = tag({ id: 'G-4', origin: 'GTM-DDDD1', pixel: '7' });
  expect(factsByPage([home, cart, pixel, child, alias, ofPixel, inPixel])).toEqual([
    [home, child, alias],
    [cart, pixel, ofPixel, inPixel],
  ]);
});

const finding = (fields: Partial<DetailedFinding>): DetailedFinding => ({
  rule_id: 'r',
  severity: 'warn',
  message: 'm',
  remedy: '',
  cause: 'c',
  ids: ['1'],
  places: [],
  evidence: [],
  source: '',
  points: 0,
  ...fields,
});
const on = (page: string, line: number): FindingPlace => ({
  kind: 'page',
  pages: [page],
  line,
  column: 1,
  excerpt: 'e',
});

test('the same block on several pages is one finding with its pages, two copies on a page are two places', () => {
  const [merged, ...rest] = mergeFindings([
    [finding({ places: [on('/', 10), on('/', 20)] })],
    [finding({ places: [on('/cart', 12)], severity: 'error', message: 'worse' })],
    [finding({ places: [on('/a', 1), on('/a', 2), on('/a', 3)] })],
  ]);
  expect(rest).toEqual([]);
  expect(merged).toMatchObject({ severity: 'error', message: 'worse' });
  expect(merged!.places.map(({ pages, line }) => [line, pages])).toEqual([
    [10, ['/', '/cart', '/a']],
    [20, ['/', '/a']],
    [3, ['/a']],
  ]);
});

test('another id, cause or rule is another finding', () => {
  const all = [finding({}), finding({ ids: ['2'] }), finding({ cause: 'd' }), finding({ rule_id: 's' })];
  expect(mergeFindings([all, all])).toEqual(all);
  expect(mergeFindings([[finding({ ids: ['1', '2'] })], [finding({ ids: ['2', '1'] })]])).toHaveLength(1);
});
