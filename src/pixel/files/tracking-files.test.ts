/** Files with tracking code that agencies have: custom pixels, containers, their exports, and what a browser recorded. */
import { describe, expect, test } from 'bun:test';
import { analyticsHit, harFile, metaHit, type Recorded } from '../../../test/support/har-files.ts';
import { InlineTasks } from '../../../test/support/inline-tasks.ts';
import { sandboxDocument } from '../../../test/support/sandbox-document.ts';
import { TaskOverrun } from '../../domain/isolated-tasks.ts';
import type { Fact } from '../tags/facts.ts';
import { pixelTasks } from '../worker-tasks.ts';
import { trackingFacts, trackingReport } from './read-tracking-file.ts';
import { readTrackingFile } from './tracking-file-reader.ts';

/** `vendor id when` of each tag, and `event name to when` of each event. */
function said(facts: readonly Fact[]): string[] {
  return facts.flatMap((fact) => {
    const when = 'firing' in fact && fact.firing ? `, ${fact.firing.when}` : '';
    if (fact.kind === 'tag') return `${fact.vendor} ${fact.id ?? '?'}${when}`;
    return fact.kind === 'event' ? `event ${fact.name}${when}` : [];
  });
}

const rulesOf = (text: string, kind: 'har' | 'custom_pixel' | 'container' | 'container_export') =>
  trackingReport(kind, text, 'file').findings.map(({ rule_id }) => rule_id);

describe('a custom pixel', () => {
  const code =
    "fbq('init','700000000000101');analytics.subscribe('checkout_completed',()=>{fbq('track','Purchase');});";

  test('as code and as the document of a shop says the same', () => {
    expect(said(trackingFacts('custom_pixel', code))).toEqual(['meta 700000000000101', 'event Purchase']);
    expect(said(trackingFacts('custom_pixel', sandboxDocument(code, '1234567')))).toEqual([
      'meta 700000000000101',
      'event Purchase',
    ]);
  });

  test.each([
    ['a method of every object', 'const f=x=>x.toString(16);', false],
    ['a bracket too few', "analytics.subscribe('checkout_completed',(e)=>{fbq('track','Purchase');", true],
    ['a bracket too many', `${code})`, true],
    ['a brace too few', "if (a) { fbq('init','700000000000101');", true],
    ['a brace too many', `${code}}`, true],
    ['a list that does not end', "var a = [1, 2; fbq('init','700000000000101');", true],
    ['brackets in strings and comments', `${code} // ( {\nvar a = ')}]' + /[({]/.source;`, false],
  ])('with %s', (_, text, isBroken) => {
    const rules = rulesOf(text, 'custom_pixel');
    expect(rules.includes('custom_pixel_broken')).toBe(isBroken);
    const events = trackingFacts('custom_pixel', text).filter(({ kind }) => kind === 'event');
    if (isBroken) expect(events).toEqual([]);
  });

  test('alone is never the whole shop', () => {
    const { state, score, not_looked_at } = trackingReport('custom_pixel', 'const a = 1;', 'a.js');
    expect([state, score]).toEqual(['partly_judged', 89]);
    expect(not_looked_at.map(({ kind, id }) => `${kind} ${id}`)).toEqual(['page the shop']);
  });
});

function exported(container: Record<string, unknown>): string {
  return JSON.stringify({
    exportFormatVersion: 2,
    containerVersion: {
      containerVersionId: '7',
      container: { publicId: 'GTM-ABC2345', containerId: '1' },
      ...container,
    },
  });
}

const template = (key: string, value: string) => ({ type: 'TEMPLATE', key, value });
const ALL_PAGES = '2147479553';

describe('an exported container', () => {
  const tag = (more: object) => ({ tagId: '1', name: 'Tag', firingTriggerId: [ALL_PAGES], ...more });
  const googleTag = (id: string) => ({ type: 'googtag', parameter: [template('tagId', id)] });

  test.each<[string, Record<string, unknown>, string[]]>([
    ['on all pages', { tag: [tag(googleTag('G-ABCDE12345'))] }, ['ga4 G-ABCDE12345, on every page']],
    [
      'on a custom event',
      {
        tag: [tag({ ...googleTag('AW-123456789'), firingTriggerId: ['5'] })],
        trigger: [
          {
            triggerId: '5',
            type: 'CUSTOM_EVENT',
            customEventFilter: [
              { type: 'EQUALS', parameter: [template('arg0', '{{_event}}'), template('arg1', 'lead')] },
            ],
          },
        ],
      },
      ['google_ads AW-123456789, on the event lead'],
    ],
    [
      'with a variable',
      {
        tag: [tag(googleTag('{{Id}}'))],
        variable: [{ variableId: '1', name: 'Id', type: 'c', parameter: [template('value', 'G-ABCDE12345')] }],
      },
      ['ga4 G-ABCDE12345, on every page'],
    ],
    ['paused', { tag: [tag({ ...googleTag('G-ABCDE12345'), paused: true })] }, []],
    ['without a trigger', { tag: [tag({ ...googleTag('G-ABCDE12345'), firingTriggerId: [] })] }, []],
    [
      'of the type toString',
      { tag: [tag({ type: 'toString', parameter: [template('constructor', '{{__proto__}}')] })] },
      [],
    ],
    [
      'as HTML',
      {
        tag: [tag({ type: 'html', parameter: [template('html', "<script>fbq('init','700000000000101');</script>")] })],
      },
      ['meta 700000000000101, on every page'],
    ],
    [
      'blocked by a trigger on all pages',
      { tag: [tag({ ...googleTag('G-ABCDE12345'), blockingTriggerId: [ALL_PAGES] })] },
      [],
    ],
    [
      'on a page',
      {
        tag: [tag({ ...googleTag('G-ABCDE12345'), firingTriggerId: ['6'] })],
        builtInVariable: [{ type: 'PAGE_PATH', name: 'Page Path' }],
        trigger: [
          {
            triggerId: '6',
            type: 'PAGEVIEW',
            filter: [
              { type: 'CONTAINS', parameter: [template('arg0', '{{Page Path}}'), template('arg1', '/thank-you')] },
            ],
          },
        ],
      },
      ['ga4 G-ABCDE12345, where the path contains /thank-you'],
    ],
  ])('with a tag %s', (_, container, expected) => {
    const facts = trackingFacts('container_export', exported(container));
    expect(said(facts)).toEqual(expected);
    expect(facts).toContainEqual(expect.objectContaining({ kind: 'container', id: 'GTM-ABC2345', version: '7' }));
  });

  test.each(['{}', '{"tag":{}}', '{"tag":[null,1,"x",{}],"trigger":[[]],"variable":[0],"builtInVariable":[{}]}'])(
    'with %s holds nothing',
    (container) => {
      expect(said(trackingFacts('container_export', exported(JSON.parse(container))))).toEqual([]);
    },
  );
});

test('a served container names itself', () => {
  const resource = {
    version: '3',
    macros: [{ function: '__e' }],
    tags: [{ function: '__googtag', vtp_tagId: 'G-ABCDE12345', tag_id: 1 }],
    predicates: [{ function: '_eq', arg0: ['macro', 0], arg1: 'gtm.js' }],
    rules: [
      [
        ['if', 0],
        ['add', 0],
      ],
    ],
  };
  const text = `var data = {"resource":${JSON.stringify(resource)}};var me={ctid:"GTM-ABC2345",canonicalContainerId:"7000001"};`;
  expect(said(trackingFacts('container', text))).toEqual(['ga4 G-ABCDE12345, on every page']);
  const { looked_at } = trackingReport('container', text, 'gtm.js');
  expect(looked_at).toEqual([{ kind: 'container', id: 'GTM-ABC2345', version: '3' }]);
});

describe('a HAR file', () => {
  const page =
    "<!doctype html><html><head><script>fbq('init','700000000000101');fbq('track','PageView');</script></head></html>";
  const document: Recorded = { url: 'https://shop.example/', type: 'text/html; charset=utf-8', text: page };
  const hits = (requests: Recorded[]) =>
    trackingFacts('har', harFile(requests)).flatMap((fact) =>
      fact.kind === 'hit' ? `${fact.vendor} ${fact.id} ${fact.event}` : [],
    );

  test('has the page that was loaded, and what was sent', () => {
    const text = harFile([document, { url: metaHit('PageView'), afterMs: 300 }]);
    const report = trackingReport('har', text, 'a.har');
    expect(report.pages.map(({ url }) => url)).toEqual(['https://shop.example/']);
    const messages = report.findings.map(({ message }) => message).join('\n');
    expect(messages).toContain('Meta 700000000000101: PageView');
    expect(report.graph.sendings.length).toBeGreaterThan(0);
  });

  test.each<[string, Recorded[], string[]]>([
    ['Meta', [{ url: metaHit('AddToCart') }], ['meta 700000000000101 AddToCart']],
    [
      'Meta, posted',
      [{ url: 'https://www.facebook.com/tr/', post: 'id=700000000000101&ev=Purchase' }],
      ['meta 700000000000101 Purchase'],
    ],
    [
      'Meta, posted as parts',
      [
        {
          url: 'https://www.facebook.com/tr/',
          post: '--x\r\nContent-Disposition: form-data; name="id"\r\n\r\n700000000000101\r\n--x\r\nContent-Disposition: form-data; name="ev"\r\n\r\nLead\r\n--x--',
        },
      ],
      ['meta 700000000000101 Lead'],
    ],
    ['GA4', [{ url: analyticsHit('page_view') }], ['ga4 G-ABCDE12345 page_view']],
    [
      'GA4, several in one request',
      [
        {
          url: 'https://analytics.google.com/g/collect?v=2&tid=G-ABCDE12345',
          post: 'en=scroll\r\nen=add_to_cart&epn.value=1',
        },
      ],
      ['ga4 G-ABCDE12345 scroll', 'ga4 G-ABCDE12345 add_to_cart'],
    ],
    [
      'GA4 by way of the shop',
      [{ url: 'https://sgtm.shop.example/g/collect?tid=G-ABCDE12345&en=purchase' }],
      ['ga4 G-ABCDE12345 purchase'],
    ],
    [
      'Universal Analytics',
      [{ url: 'https://www.google-analytics.com/collect?v=1&tid=UA-12345-1&t=pageview' }],
      ['ua UA-12345-1 pageview'],
    ],
    [
      'Google Ads',
      [{ url: 'https://www.googleadservices.com/pagead/conversion/123456789/?label=abc' }],
      ['google_ads AW-123456789 conversion'],
    ],
    ['a library', [{ url: 'https://connect.facebook.net/en_US/fbevents.js' }], []],
    ['a question before the request', [{ url: metaHit('PageView'), method: 'OPTIONS' }], []],
    ['another host', [{ url: 'https://www.facebook.com.example/tr/?id=700000000000101&ev=PageView' }], []],
  ])('shows hits of %s', (_, requests, expected) => {
    expect(hits(requests)).toEqual(expected);
  });

  test.each<[string, Recorded[], boolean]>([
    ['at once', [{ url: metaHit('PageView') }, { url: metaHit('PageView'), afterMs: 900 }], true],
    ['later', [{ url: metaHit('PageView') }, { url: metaHit('PageView'), afterMs: 1100 }], false],
    [
      'on another page',
      [{ url: metaHit('PageView') }, { url: metaHit('PageView').replace('%2Fa', '%2Fb'), afterMs: 100 }],
      false,
    ],
    [
      'to another pixel',
      [{ url: metaHit('PageView') }, { url: metaHit('PageView').replace('0101', '0102'), afterMs: 100 }],
      false,
    ],
    ['with another event', [{ url: metaHit('PageView') }, { url: metaHit('ViewContent'), afterMs: 100 }], false],
  ])('two hits %s', (_, requests, isDouble) => {
    expect(rulesOf(harFile(requests), 'har').includes('recorded_event_twice')).toBe(isDouble);
  });

  test('has the containers and custom pixels that were loaded, and says which are without content', () => {
    const sandbox = 'https://shop.example/web-pixels@abc/custom/web-pixel-1234@2/sandbox/modern/';
    const gtm = 'https://www.googletagmanager.com/gtm.js?id=GTM-ABC2345';
    const pixel = sandboxDocument("gtag('config','G-ABCDE12345');", '1234');
    const whole = harFile([
      document,
      { url: gtm, type: 'text/javascript', text: "gtag('config','AW-123456789');" },
      { url: sandbox, type: 'text/html', text: pixel },
    ]);
    const facts = trackingFacts('har', whole);
    expect(facts).toContainEqual(expect.objectContaining({ kind: 'tag', id: 'AW-123456789', origin: 'GTM-ABC2345' }));
    expect(facts).toContainEqual(expect.objectContaining({ kind: 'tag', id: 'G-ABCDE12345', pixel: '1234' }));
    const bare = trackingReport('har', harFile([{ url: gtm }, { url: sandbox }]), 'a.har');
    expect(bare.state).not.toBe('judged');
    expect(bare.not_looked_at.map(({ kind, id }) => `${kind} ${id}`).sort()).toEqual([
      'container GTM-ABC2345',
      'custom_pixel 1234',
      'page /',
    ]);
  });

  test.each([
    '{"log":{"entries":[]}}',
    '{"log":{"entries":[null,1,"x",[],{},{"request":null},{"request":{"url":1}},{"request":{"url":"x"}}]}}',
    '{"log":{"entries":[{"request":{"url":"https://__proto__.example/tr?id=constructor&ev=toString","method":"valueOf","postData":{"params":[{}]}},"response":{"content":{"text":1,"encoding":"base64"}}}]}}',
    '{"log":{"entries":[{"request":{"url":"file:///etc/passwd"}},{"request":{"url":"data:text/html,x"}}]}}',
  ])('%s says nothing', (text) => {
    const { state, score } = trackingReport('har', text, 'a.har');
    expect(state).not.toBe('judged');
    expect(score).toBeLessThan(90);
  });

  test('with two pages keeps them apart', () => {
    const other = { ...document, url: 'https://shop.example/products/a', afterMs: 5000 };
    const report = trackingReport('har', harFile([document, other]), 'a.har');
    expect(report.pages).toHaveLength(2);
    expect(report.graph.doubles).toEqual([]);
  });
});

test('a file is read by a worker, and says in one sentence if it is too costly', async () => {
  const tasks = new InlineTasks(pixelTasks);
  const input = { kind: 'custom_pixel' as const, name: 'a.js' };
  const wide = Buffer.from("\ufefffbq('init','700000000000101');", 'utf16le');
  const report = await readTrackingFile(tasks, input, wide, 'test');
  expect(report.findings.map(({ message }) => message).join()).toContain('700000000000101');
  tasks.fault = () => new TaskOverrun('memoryBytes', { cpuMs: 1 });
  await expect(readTrackingFile(tasks, input, wide, 'test')).rejects.toMatchObject({
    code: 'upstream_failed',
    message: 'The file could not be read within the limits of a scan.',
  });
});
