import { describe, expect, test } from 'bun:test';
import { sandboxDocument } from '../../../test/support/sandbox-document.ts';
import { Effort } from '../../domain/effort.ts';
import type { CustomPixelFact } from '../tags/facts.ts';
import { customPixelFacts } from './read-custom-pixel.ts';
import { unroll } from './unroll.ts';

/** `name on[ guard]` of each event. */
function sends(code: string): string[] {
  return customPixelFacts(sandboxDocument(code), { pixelId: '901' }).flatMap((fact) =>
    fact.kind === 'event' ? [fact.name, fact.on?.join('+') ?? fact.runs, fact.guarded].filter(Boolean).join(' ') : [],
  );
}

const NAMES = `const NAMES = {page_viewed: 'PageView', 'checkout_completed': 'Purchase'};`;
const BOTH = ['PageView page_viewed', 'Purchase checkout_completed'];

describe('each event of a list or table is read for itself', () => {
  test.each<[string, string, string[]]>([
    [
      'entries of a table',
      `${NAMES} Object.entries(NAMES).forEach(([event, name]) => { analytics.subscribe(event, () => fbq('track', name)) })`,
      BOTH,
    ],
    [
      'keys of a table',
      `${NAMES} Object.keys(NAMES).forEach((key) => analytics.subscribe(key, (e) => { fbq('track', NAMES[key]) }))`,
      BOTH,
    ],
    [
      'keys, with a function',
      `${NAMES} Object.keys(NAMES).forEach(function (key) { analytics.subscribe(key, function (e) { const n = NAMES[key]; fbq('track', n) }) })`,
      BOTH,
    ],
    [
      'entries in a loop',
      `${NAMES} for (const [event, name] of Object.entries(NAMES)) { analytics.subscribe(event, () => fbq('track', name)) }`,
      BOTH,
    ],
    [
      'keys in a loop',
      `${NAMES} for (const event in NAMES) { analytics.subscribe(event, () => fbq('track', NAMES[event])) }`,
      BOTH,
    ],
    [
      'a list of pairs',
      `[['page_viewed','PageView'],['checkout_completed','Purchase']].forEach(([event, name]) => analytics.subscribe(event, () => fbq('track', name)))`,
      BOTH,
    ],
    [
      'a list of objects',
      `[{on:'page_viewed',as:'PageView'},{on:'checkout_completed',as:'Purchase'}].forEach((each) => analytics.subscribe(each.on, () => fbq('track', each.as)))`,
      BOTH,
    ],
    [
      'a list of objects that are taken apart',
      `const L=[{on:'page_viewed',as:'PageView'},{on:'checkout_completed',as:'Purchase'}]; for (const {on, as} of L) { analytics.subscribe(on, () => fbq('track', as)) }`,
      BOTH,
    ],
    [
      'a list of names',
      `['page_viewed', 'cart_viewed'].forEach((name) => { analytics.subscribe(name, () => fbq('trackCustom', name)) })`,
      ['page_viewed page_viewed', 'cart_viewed cart_viewed'],
    ],
    [
      'a table in a subscription to all events',
      `${NAMES} analytics.subscribe('all_standard_events', (event) => { fbq('track', NAMES[event.name]) })`,
      BOTH,
    ],
    [
      'a table, a variable and a test',
      `${NAMES} analytics.subscribe('all_events', (event) => { const name = NAMES[event.name]; if (!name) return; fbq('track', name, {}) })`,
      BOTH,
    ],
    [
      'a table in a function that is subscribed',
      `${NAMES} function handle(event) { const name = NAMES[event.name]; if (name) { fbq('track', name) } } analytics.subscribe('all_standard_events', handle)`,
      BOTH,
    ],
    [
      'a frozen table',
      `const N = Object.freeze({page_viewed: 'PageView'}); analytics.subscribe('all_events', (e) => { fbq('track', N[e.name]) })`,
      ['PageView page_viewed'],
    ],
    [
      'a table of tables',
      `const N = {page_viewed: {fb: 'PageView', ga: 'page_view'}}; analytics.subscribe('all_events', (e) => { const n = N[e.name]; fbq('track', n.fb); gtag('event', n.ga) })`,
      ['PageView page_viewed', 'page_view page_viewed'],
    ],
    [
      'a table and a function that sends',
      `${NAMES} const send = (name, e) => fbq('track', name); Object.entries(NAMES).forEach(([event, name]) => analytics.subscribe(event, (e) => send(name, e)))`,
      BOTH,
    ],
    [
      'a loop with consent',
      `${NAMES} Object.keys(NAMES).forEach((key) => { analytics.subscribe(key, (e) => { if (marketingAllowed) fbq('track', NAMES[key]) }) })`,
      BOTH.map((event) => `${event} some`),
    ],
  ])('%s', (_, code, expected) => expect(sends(code)).toEqual(expected));
});

test('ids of a list', () => {
  const facts = customPixelFacts(
    sandboxDocument(`['G-ABCDE12345','AW-700000101'].forEach((id) => { gtag('config', id) })`),
    { pixelId: '901' },
  );
  expect(facts.flatMap((fact) => (fact.kind === 'tag' ? fact.id! : []))).toEqual(['G-ABCDE12345', 'AW-700000101']);
});

test('the events of a table are subscriptions', () => {
  const facts = customPixelFacts(
    sandboxDocument(`${NAMES} Object.keys(NAMES).forEach((key) => analytics.subscribe(key, f))`),
    { pixelId: '901' },
  );
  expect(facts.find((fact): fact is CustomPixelFact => fact.kind === 'custom_pixel')?.subscriptions).toEqual([
    'page_viewed',
    'checkout_completed',
  ]);
});

describe('what is not known stays unknown', () => {
  test.each<[string, string, string[]]>([
    ['a list of the page', `window.LIST.forEach((name) => analytics.subscribe(name, () => fbq('track', name)))`, []],
    [
      'a table with two values',
      `let N = {page_viewed: 'A'}; N = {page_viewed: 'B'}; analytics.subscribe('page_viewed', (e) => { fbq('track', N[e.name]) })`,
      [],
    ],
    [
      'a table with a spread',
      `const N = {...OTHER, page_viewed: 'A'}; analytics.subscribe('all_events', (e) => { fbq('track', N[e.name]) })`,
      [],
    ],
    [
      'another member of the event',
      `const N = {page_viewed: 'A'}; analytics.subscribe('all_events', (e) => { fbq('track', N[e.type]) })`,
      [],
    ],
    [
      'an event in no table',
      `const N = {page_viewed: 'A'}; analytics.subscribe('all_events', (e) => { fbq('track', 'Hit') })`,
      ['Hit all_events'],
    ],
    ['forEach of something else', `window.rows.forEach((row) => fbq('track', 'Lead'))`, ['Lead branch']],
  ])('%s', (_, code, expected) => expect(sends(code)).toEqual(expected));
});

test('a place is that of the merchant’s code', () => {
  const facts = customPixelFacts(
    sandboxDocument(
      `${NAMES}\nanalytics.subscribe('all_events', (event) => {\n  fbq('track', NAMES[event.name]);\n});`,
    ),
    { pixelId: '901' },
  );
  expect(facts.flatMap((fact) => (fact.kind === 'event' ? `${fact.line}:${fact.column}` : []))).toEqual(['3:3', '3:3']);
});

test('code without loops is the same text', () => {
  const text = `analytics.subscribe('page_viewed', () => { for (let i = 0; i < 3; i++) { a() } })`;
  expect(unroll(text, new Effort()).text).toBe(text);
});

test('a result that would be too long is the code as it is', () => {
  const items = Array.from({ length: 40 }, (_, i) => `'e${i}'`).join();
  const text = `[${items}].forEach((name) => { ${'a(name);'.repeat(4000)} })`;
  const effort = new Effort();
  expect(unroll(text, effort).text).toBe(text);
  expect(effort.done).toBeLessThan(30 * text.length);
});
