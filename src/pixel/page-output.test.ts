import { describe, expect, test } from 'bun:test';
import { BadOutput } from './checked-fields.ts';
import { parseOutput } from './page-output.ts';
import { detailedReport } from './report/detailed-report.ts';

const PLACE = {
  kind: 'container',
  container: 'GTM-AAAAA1',
  line: 1,
  column: 2,
  excerpt: 'fbq',
  tag_id: '4',
  tag_name: 'Meta',
  trigger: 'on every page',
  pages: ['/', '/cart'],
};
const FINDING = {
  rule_id: 'meta_pixel_initialized_twice',
  severity: 'warn',
  message: 'Twice.',
  remedy: 'Once.',
  cause: 'GTM-AAAAA1 tag 4',
  ids: ['123456789012345'],
  places: [PLACE],
  evidence: ['The second call is in line 2.'],
  source: 'https://example.com/',
  points: 7.5,
};
const GRAPH = {
  senders: [{ kind: 'theme', name: 'theme code', window: 'page', places: [PLACE] }],
  destinations: [{ vendor: 'meta', id: '123456789012345', aliases: ['1'] }],
  sendings: [
    { sender: 0, destination: 0, event: 'page_viewed', sent_as: 'PageView', grade: 'always' },
    { sender: 0, destination: 0, event: 'x', sent_as: 'X', label: 'a', grade: 'some', when: 'at times' },
  ],
  doubles: [{ event: 'page_viewed', destination: 0, label: 'a', sendings: [0, 1], grade: 'some' }],
};
const REPORT = {
  ...detailedReport([]),
  state: 'partly_judged',
  score: 87,
  findings: [FINDING],
  score_explanation: {
    parts: [{ category: 'double_counting', points: 13, rules: ['a'] }],
    caps: [{ at: 89, reason: 'r' }],
  },
  pages: [{ url: 'https://a.example/', kind: 'storefront', journey: 'home' }],
  looked_at: [{ kind: 'container', id: 'GTM-AAAAA1', version: '7', name: 'n' }],
  not_looked_at: [{ kind: 'custom_pixel', id: '1', name: 'My GTM', reason: 'It was not fetched.' }],
  graph: GRAPH,
};
const CONTAINER = { kind: 'gtm', id: 'GTM-AAAAA1', url: 'https://www.googletagmanager.com/gtm.js?id=GTM-AAAAA1' };
const CUSTOM_PIXEL = { pixelId: '901', version: '4', hash: '0a1b2c3dw4e5f60718p29a0b1c2dm3e4f5061', name: 'My GTM' };

const reporting = (changes: object) => JSON.stringify({ report: { ...REPORT, ...changes } });
const finding = (changes: object) => reporting({ findings: [{ ...FINDING, ...changes }] });
const graph = (changes: object) => reporting({ graph: { ...GRAPH, ...changes } });

describe('what a worker says about a page', () => {
  test('is taken field by field', () => {
    const extra = { extra: 1, __proto__: { a: 1 } };
    const output = {
      report: { ...REPORT, ...extra, findings: [{ ...FINDING, ...extra, places: [{ ...PLACE, ...extra }] }] },
      containers: [{ ...CONTAINER, extra: 1 }],
      customPixels: [{ ...CUSTOM_PIXEL, extra: 1 }],
      links: { product: '/products/a', extra: 1 },
    };
    expect(parseOutput(JSON.stringify(output))).toEqual({
      report: REPORT as never,
      containers: [CONTAINER as never],
      customPixels: [CUSTOM_PIXEL],
      links: { product: '/products/a' },
      truncated: false,
      faults: [],
    });
  });

  test('has no score if nothing was judged', () => {
    expect(parseOutput(reporting({ state: 'not_judged', score: null })).report?.score).toBeNull();
  });

  test('may be one of the known faults of a body', () => {
    expect(parseOutput('{"fault":"The storefront sent an empty page."}').fault).toBe(
      'The storefront sent an empty page.',
    );
  });

  test.each([
    ['no JSON', 'page'],
    ['no object', 'null'],
    [
      'a custom pixel that leads elsewhere',
      JSON.stringify({ customPixels: [{ ...CUSTOM_PIXEL, pixelId: '../cart' }] }),
    ],
    ['too many custom pixels', JSON.stringify({ customPixels: Array(11).fill(CUSTOM_PIXEL) })],
    ['a sentence of its own', JSON.stringify({ fault: 'Call 555-0100.' })],
    ['a fault that is no text', JSON.stringify({ fault: ['The storefront sent an empty page.'] })],
    ['a report that is no object', JSON.stringify({ report: 'fine' })],
    ['an unknown state', reporting({ state: 'clean' })],
    ['an unknown kind of page', reporting({ page_kind: 'shop' })],
    ['no score', reporting({ score: undefined })],
    ['a score above 100', reporting({ score: 101 })],
    ['findings that are no list', reporting({ findings: { length: 1 } })],
    ['too many findings', reporting({ findings: Array(1001).fill({}) })],
    ['an unknown severity', finding({ severity: 'fatal' })],
    ['a message that is no text', finding({ message: { toString: 1 } })],
    ['a message without end', finding({ message: 'x'.repeat(8193) })],
    ['a finding without a remedy', finding({ remedy: undefined })],
    ['negative points', finding({ points: -1 })],
    ['an id that is no text', finding({ ids: [1] })],
    ['a place of another kind', finding({ places: [{ kind: 'server' }] })],
    ['a line that is no number', finding({ places: [{ ...PLACE, line: '1' }] })],
    ['a negative column', finding({ places: [{ ...PLACE, column: -1 }] })],
    ['a page that is no text', finding({ places: [{ ...PLACE, pages: [null] }] })],
    ['a part without points', reporting({ score_explanation: { parts: [{ category: 'a', rules: [] }], caps: [] } })],
    ['a cap without a reason', reporting({ score_explanation: { parts: [], caps: [{ at: 79 }] } })],
    ['counts that are no numbers', reporting({ severity_counts: { info: 'x', warn: 0, error: 0 } })],
    ['an unknown page of a journey', reporting({ pages: [{ ...REPORT.pages[0], journey: 'admin' }] })],
    ['something not read without a reason', reporting({ not_looked_at: [{ kind: 'page', id: '/' }] })],
    ['a version that is no text', reporting({ looked_at: [{ kind: 'page', id: '/', version: 1 }] })],
    ['no graph', reporting({ graph: undefined })],
    ['an unknown sender', graph({ senders: [{ ...GRAPH.senders[0], kind: 'server' }] })],
    ['a sending of nobody', graph({ sendings: [{ ...GRAPH.sendings[0], sender: 1 }] })],
    ['a sending to nowhere', graph({ sendings: [{ ...GRAPH.sendings[0], destination: -1 }] })],
    ['an unknown grade', graph({ sendings: [{ ...GRAPH.sendings[0], grade: 'often' }] })],
    ['a double of a sending that does not exist', graph({ doubles: [{ ...GRAPH.doubles[0], sendings: [0, 2] }] })],
    ['too many containers', JSON.stringify({ containers: Array(41).fill(CONTAINER) })],
    ['a container of another kind', JSON.stringify({ containers: [{ ...CONTAINER, kind: 'file' }] })],
    ['a container without an address', JSON.stringify({ containers: [{ ...CONTAINER, url: undefined }] })],
    ['more text than a page has', JSON.stringify({ pad: 'x'.repeat(2_200_000) })],
  ])('is refused with %s', (_, text) => {
    expect(() => parseOutput(text)).toThrow(BadOutput);
  });
});
