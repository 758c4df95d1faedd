/** Stores in the workbench: what a scan says, never more, and a report that is one file. */
import { describe, expect, test } from 'bun:test';
import { until } from '../../../../test/support/until.ts';
import { startWork } from '../../../../test/support/workbench-visitor.ts';
import { changesOf, type StoreLine, worstFirst } from './audit-data.ts';
import { storeAddress, storeAddresses } from './store-address.ts';

const { visitor, stranger, key } = await startWork({}, { perMinute: 100_000 });
const DEMO = 'https://demo-store.portside.invalid/';

/** Sends addresses and waits for the end. Returns the address of the page. */
async function scanned(stores: string): Promise<string> {
  await visitor.get('/work/pixel');
  const sent = await visitor.upload('/work/pixel', new File([], ''), { stores, once: crypto.randomUUID() });
  expect(sent.status).toBe(303);
  const address = sent.response.headers.get('location')!;
  await until('the stores are scanned', async () => (await visitor.get(address)).html.includes('>finished<'));
  return address;
}

const scan = (fields: Record<string, string>) => visitor.upload('/work/pixel/scans', new File([], ''), fields);

async function report(): Promise<string> {
  await visitor.get('/work/pixel');
  const { status, html } = await scan({ url: DEMO });
  expect(status).toBe(200);
  return html;
}

const unescaped = (html: string) => html.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&');
const hidden = (html: string, name: string) => unescaped(new RegExp(`name="${name}" value="([^"]*)"`).exec(html)![1]!);

describe('one store', () => {
  test('has its score with its parts, findings with remedies, a map, and what was looked at', async () => {
    const html = await report();
    for (const text of ['/100', 'Double counting', 'What to do:', 'What sends where', 'What was looked at', '<svg']) {
      expect(html).toContain(text);
    }
    expect(html).not.toContain('<script>');
  });

  test('is saved as one file without a script, and without an address to load from', async () => {
    const html = await report();
    const fields = { url: DEMO, at: hidden(html, 'at'), report: hidden(html, 'report') };
    const saved = await visitor.upload('/work/pixel/reports', new File([], ''), fields);
    expect(saved.status).toBe(200);
    expect(saved.response.headers.get('content-disposition')).toBe(
      'attachment; filename="tracking-report-demo-store.portside.invalid.html"',
    );
    expect(saved.html).toContain('What was found');
    expect(saved.html).not.toMatch(/<script|<link|<img|\ssrc=|@import|url\(/);
  });

  test('of which something else is sent back is no report', async () => {
    const html = await report();
    const save = (fields: Record<string, string>) => visitor.upload('/work/pixel/reports', new File([], ''), fields);
    for (const text of ['', 'null', '{}', '[1]', '{"score":"<b>"}'])
      expect((await save({ url: DEMO, at: '1', report: text })).status).toBe(400);
    expect((await save({ url: DEMO, at: '9e99', report: hidden(html, 'report') })).status).toBe(400);
    const evil = hidden(html, 'report').replace('"evidence":[', '"evidence":["<script>alert(1)</script>",');
    const { status, html: file } = await save({ url: '<b>"', at: '1', report: evil });
    expect([status, file.includes('<script>'), file.includes('<b>"')]).toEqual([200, false, false]);
  });

  test('that cannot be scanned says why, and keeps what was typed', async () => {
    await visitor.get('/work/pixel');
    const { status, html } = await scan({ url: 'nothing.invalid' });
    expect(status).toBe(502);
    expect(html).toContain('The store was not scanned');
    expect(html).toContain('value="https://nothing.invalid"');
    expect((await scan({ url: '' })).status).toBe(422);
    expect((await visitor.get('/work/pixel/scans')).response.headers.get('location')).toBe('/work/pixel');
  });

  test('is watched in one step, once', async () => {
    const once = hidden(await report(), 'once');
    const watch = () => visitor.post('/work/pixel/watches', { url: DEMO, once });
    const [one, two] = [await watch(), await watch()];
    expect(one.response.headers.get('location')).toMatch(/^\/work\/watches\/wat_/);
    expect(two.response.headers.get('location')).toBe(one.response.headers.get('location'));
    expect((await visitor.post('/work/pixel/watches', { url: 'nonsense://x' })).status).toBe(422);
  });

  test('is compared with the scan before, as far as both saw it', async () => {
    const html = await report();
    const before = hidden(html, 'before');
    expect((await scan({ url: DEMO, before })).html).toContain('17 findings as before.');
    const note = JSON.parse(before) as { seen: { says: string }[] };
    note.seen[0]!.says = 'A tag <b> that was removed';
    const changed = await scan({ url: DEMO, before: JSON.stringify(note) });
    expect(changed.html).toMatch(/>New<.*>Gone<.*A tag &lt;b> that was removed/s);
    for (const other of [
      '',
      'null',
      '{"url":1}',
      '{"url":"https://other.example/","seen":[]}',
      `{"url":"${DEMO}","seen":[1]}`,
    ]) {
      expect((await scan({ url: DEMO, before: other })).html).not.toContain('Compared with the scan before');
    }
  });
});

describe('many stores', () => {
  test('are shown the worst first, and one that was not reached is not called clean', async () => {
    const address = await scanned(`${DEMO}\nnothing.invalid`);
    const { html } = await visitor.get(address);
    expect(html).toContain('1 store could not be judged.');
    expect(html.indexOf('https://nothing.invalid')).toBeLessThan(
      html.indexOf(`<th scope="row" class="address">${DEMO}`),
    );
    const filtered = await visitor.get(`${address}?state=not_scanned`);
    expect(filtered.html).not.toContain(`class="address">${DEMO}`);
    expect((await visitor.get(`${address}?state=<b>`)).html).not.toContain('<b>');
    expect((await visitor.part(address)).html).toStartWith('<div id="stores"');
    expect((await visitor.get(`${address}/result?format=csv`)).html).toContain('demo-store');
  });

  test('are compared with the scan before', async () => {
    await scanned(`${DEMO}\nnothing.invalid`);
    const { html } = await visitor.get(await scanned(`${DEMO}\nnothing.invalid`));
    expect(html.match(/same \d+ kinds? of findings?/g)).toEqual(['same 14 kinds of findings']);
    expect(html.match(/not compared/g)).toHaveLength(1);
  });

  test('become a watch, and are removed', async () => {
    const address = await scanned(DEMO);
    await visitor.get(address);
    expect((await visitor.post(`${address}/watches`)).response.headers.get('location')).toMatch(
      /^\/work\/watches\/wat_/,
    );
    expect((await visitor.post(`${address}/removal`)).status).toBe(303);
    expect((await visitor.get(address)).status).toBe(404);
  });

  test('of another key do not exist, and an empty list is refused', async () => {
    const address = await scanned(DEMO);
    const other = stranger();
    await other.signIn(await key('all'));
    expect((await other.get(address)).status).toBe(404);
    await visitor.get('/work/pixel');
    expect((await visitor.upload('/work/pixel', new File([], ''), { stores: ' \n ' })).status).toBe(422);
    expect((await visitor.upload('/work/pixel', new File(['x'], 'a.pdf'), {})).status).toBe(422);
  });
});

test('an address is completed, and never changed', () => {
  expect(storeAddresses(' shop.example \r\n\nhttp://a.example/x\nftp://b')).toEqual([
    'https://shop.example',
    'http://a.example/x',
    'ftp://b',
  ]);
  expect(storeAddress('')).toBe('');
});

test('stores and their changes are compared by what is known', () => {
  const line = (more: Partial<StoreLine>): StoreLine => ({
    ...{
      line: 1,
      store: 'a',
      state: 'judged',
      score: 50,
      errors: 0,
      warnings: 0,
      notes: 0,
      doubles: 0,
      not_looked_at: 0,
    },
    ...{ rules: '', fault: null, ...more },
  });
  expect(changesOf(line({ rules: 'a b' }), line({ rules: 'b c' }))).toEqual({ added: ['a'], gone: ['c'], same: 1 });
  expect(changesOf(line({}), line({}))).toEqual({ added: [], gone: [], same: 0 });
  const sorted = worstFirst([
    line({ line: 1, score: 90 }),
    line({ line: 2, score: null }),
    line({ line: 3, score: 0 }),
  ]);
  expect(sorted.map(({ line: number }) => number)).toEqual([2, 3, 1]);
});
