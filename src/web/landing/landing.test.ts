/** The first page as a visitor without JavaScript gets it. */
import { describe, expect, test } from 'bun:test';
import { startPublicServer } from '../../../test/support/public-server.ts';
import { PER_MINUTE } from '../../api/v0/address-limits.ts';
import { SAMPLE_ID } from '../../domain/sample-certificate.ts';
import { STANDINGS, type Standing } from '../../domain/tariff-standing.ts';
import { DEMO_STORE_URL } from '../../pixel/demo-store/address.ts';
import { keyOffer } from './key-offer.ts';
import { CODES_MAX } from './page.ts';
import { scanMarkup } from './scan-answer.ts';

const server = await startPublicServer();
const get = (query: Record<string, string> = {}, from?: string) =>
  server.ask(`/?${new URLSearchParams(query)}`, from === undefined ? {} : { from });
const page = async (query?: Record<string, string>) => (await get(query)).text();

describe('numbers', () => {
  test('several are a table with an answer each, as v0 gives it', async () => {
    const codes = ['7326.90.8688', '9401.61.4011', '0101.21.0010'];
    const text = await page({ code: codes.join(', ') });
    for (const code of codes) {
      const { standing } = await server.askJson(`/api/v0/tariff/hts/${code}`);
      const { label, tone } = STANDINGS[standing as Standing];
      expect(text).toContain(
        `<th scope="row"><a href="/?code=${code}">${code}</a></th>\n<td><span class="status ${tone}">${label}<`,
      );
    }
  });

  test('every answer names its day, its list with the version, and how far the law was read', async () => {
    const { headers } = await server.ask('/api/v0/tariff/hts/7326.90.8688');
    const of = (name: string) => headers.get(`x-tariff-${name}`)!;
    const basis = `As of ${of('as-of')}, New York; list ${of('list')}, version ${of('list-version')}; law read to ${of('law-read-to')}.`;
    for (const code of ['7326.90.8688', '7326.90.8688 0101.21.0010', 'aluminum ladder'])
      expect([code, await page({ code })]).toEqual([code, expect.stringContaining(basis)]);
  });

  test('a number that is none, or is not in the schedule, is said to be that in the table', async () => {
    const text = await page({ code: '7326.90.8688, 7326.90.8699, 99' });
    expect(text).toContain('The schedule has no such number.');
    expect(text).toContain('<span class="status mild">Not a number</span>');
  });

  test('with blanks between its parts, or the name of the schedule before it, is read', async () => {
    for (const code of ['9401 61 4011', 'HTS 9401.61.4011', 'HTSUS: 9401614011'])
      expect([code, await page({ code })]).toEqual([code, expect.stringContaining('/api/v0/tariff/hts/9401.61.4011"')]);
    expect(await page({ code: '7318.15.2065 9401.61.4011' })).toContain('<a href="/?code=7318.15.2065">');
  });

  test('more than fit, blanks alone and a very long one are refused in words', async () => {
    const many = Array.from({ length: CODES_MAX + 1 }, (_, i) => String(7318 + i)).join(',');
    expect(await page({ code: many })).toContain(`At most ${CODES_MAX} numbers here`);
    expect(await page({ code: '  ' })).toContain('Try <a');
    expect(await page({ code: ',;,' })).toContain('Not the number of a product.');
    expect(await page({ code: '1'.repeat(5000) })).not.toContain('1'.repeat(200));
    expect((await server.ask('/?code=1&code=2')).status).toBeLessThan(500);
  });

  test('each number counts, so a list cannot be asked past the limit of the address', async () => {
    const from = '203.0.113.9';
    const ten = Array.from({ length: 10 }, () => '7326.90.8688').join(',');
    for (let asked = 0; asked < PER_MINUTE.read; asked += 10) expect((await get({ code: ten }, from)).status).toBe(200);
    const refused = await get({ code: '7326.90.8688' }, from);
    expect([refused.status, refused.headers.has('retry-after')]).toEqual([429, true]);
    expect(await refused.text()).toContain('Try again in a minute.');
    expect((await get({}, from)).status).toBe(200);
  });
});

describe('a short number shows every rate that holds for some of its goods', () => {
  test.each([
    ['7326', '25 or 50 percent: ten digits decide', 'Listed'],
    ['7326.90.86', '25 or 50 percent: ten digits decide', 'Listed'],
    ['73269086', '25 or 50 percent: ten digits decide', 'Listed'],
  ])('%s: %s', async (code, rates, label) => {
    const text = await page({ code });
    expect(text).toContain(`<dt>Rate</dt><dd>${rates}</dd>`);
    expect(text).toContain(`>${label}</span>`);
    expect(text).toContain(
      '<a href="/?code=7326.90.8688">7326.90.8688</a> steel, 50 percent of the full value, 9903.82.02',
    );
    expect(text).toContain('<a href="/?code=7326.90.8660">7326.90.8660</a> steel, 25 percent');
    // Neither is said to be the rate.
    expect(text).not.toMatch(/<dd>(?:25|50) percent of/);
    expect(await page({ code: `${code}, 0101` })).toContain(`<td data-label="Rate">${rates}</td>`);
  });

  test('of which others are on no list', async () => {
    const text = await page({ code: '8708.29' });
    expect(text).toMatch(/<dt>Rate<\/dt><dd>[\d or]+ percent, or none: ten digits decide<\/dd>/);
  });

  test('of ten digits there is one', async () => {
    expect(await page({ code: '7326.90.8688' })).toContain('<dt>Rate</dt><dd>50 percent of the full value</dd>');
  });
});

test('the words of the contract are shown to nobody', async () => {
  for (const code of [
    '7326.90.8688',
    '7326',
    '9401.61.4011',
    '8507.60.0010',
    '0101.21.0010',
    '7318.15',
    '99',
    'aluminum ladder',
    '7326, 8708, 99',
  ])
    expect((await page({ code })).replace(/<[^>]*>/g, ' ')).not.toMatch(
      /no[_ ]bis14|\badjacent\b|\bhit\b|\bclear\b|\binvalid\b/i,
    );
  expect(await page({ code: '8507.60.0010' })).toContain('>Listed elsewhere</span>');
});

describe('a scan', () => {
  test('of the demo store has the score and the findings of v0', async () => {
    const body = JSON.stringify({ url: DEMO_STORE_URL });
    const headers = { 'content-type': 'application/json' };
    const report = await (await server.ask('/api/v0/pixel/scan', { method: 'POST', body, headers })).json();
    const text = await page({ store: DEMO_STORE_URL });
    expect(text).toContain(`<p class="score">${report.score}<small>/100</small></p>`);
    expect(text.match(/<span class="status (?:error|warn|info)">/g)!.length).toBe(Math.min(5, report.findings.length));
    expect(text).toContain(`One page: ${DEMO_STORE_URL}, read `);
    expect(text).toContain('UTC. This score is of one page by itself.');
  });

  test('an address without https:// is read with it; one that may not be scanned is refused and kept', async () => {
    expect(await page({ store: new URL(DEMO_STORE_URL).host })).toContain('class="score"');
    for (const store of ['ftp://shop.example/', '"><img src=x onerror=alert(1)>', 'a b']) {
      const answer = await get({ store });
      expect([store, answer.status]).toEqual([store, 422]);
      const text = await answer.text();
      expect(text).toContain(`value="${Bun.escapeHTML(store)}"`);
      expect(text).not.toMatch(/<img|class="score"/);
    }
  });

  test('of a store that cannot be reached says so, and gives no score', async () => {
    const answer = await get({ store: 'https://nowhere.invalid/' });
    expect(answer.status).toBe(502);
    expect(await answer.text()).not.toContain('class="score"');
  });

  test('is limited like a scan of v0', async () => {
    const from = '203.0.113.77';
    for (let asked = 0; asked < PER_MINUTE.scan; asked++)
      expect((await get({ store: DEMO_STORE_URL }, from)).status).toBe(200);
    expect((await get({ store: DEMO_STORE_URL }, from)).status).toBe(429);
    expect((await get({ code: '7326.90.8688' }, from)).status).toBe(200);
  });

  test('of a store that was not judged has no score and claims nothing', () => {
    const report = { score: null, state: 'not_judged', findings: [], not_looked_at: [] } as never;
    const { markup } = scanMarkup({ asked: 'x', report, url: 'https://x.example/', readAtMs: 0 });
    expect(markup).toContain('Not judged');
    expect(markup).toContain('its tags were not seen');
    expect(markup).not.toMatch(/\/100|class="scan good"|Nothing was found/);
  });

  test('of a page that was read in part is not shown like a clean one', () => {
    const unread = { kind: 'container', id: 'GTM-1', reason: 'It was not read.' };
    const report = { score: 100, state: 'partly_judged', pages: [], findings: [], not_looked_at: [unread] } as never;
    const { markup } = scanMarkup({ asked: 'x', report, url: 'https://x.example/', readAtMs: 0 });
    expect(markup).toContain('class="scan mild"');
    expect(markup).toContain('GTM-1: It was not read.');
    expect(markup).toContain('What was not read can send events too.');
  });
});

describe('the page', () => {
  test('leads to the workbench, the guides, the sample and its verify page, and each link answers', async () => {
    const text = await page();
    const links = [...text.matchAll(/href="(\/[^"#]*)/g)].map(([, path]) => path!.replaceAll('&amp;', '&'));
    for (const path of ['/work', '/docs', '/sample-certificate.pdf', `/verify/${SAMPLE_ID}`, '/readyz'])
      expect(links).toContain(path);
    for (const path of new Set(links)) {
      const { status } = await server.ask(path, { redirect: 'manual' });
      // The log of the law in this repository may be too old for a server to be ready.
      const expected = path === '/readyz' ? [200, 503] : [200, 303];
      expect([path, expected.includes(status)]).toEqual([path, true]);
    }
  });

  test('has nothing inline, and search engines are told not to make it scan', async () => {
    expect(await page({ store: DEMO_STORE_URL })).not.toMatch(
      /<style|\sstyle=|\son\w+=|javascript:|<script(?![^>]*\ssrc=)/i,
    );
    expect(await (await server.ask('/robots.txt')).text()).toContain('Disallow: /?store=');
  });

  test('its script and style are small', async () => {
    const sizeOf = async (path: string) => Bun.gzipSync(await (await server.ask(path)).bytes()).byteLength;
    expect(await sizeOf('/landing.js')).toBeLessThan(2000);
    expect(await sizeOf('/landing.css')).toBeLessThan(6000);
  });
});

test.each([
  ['', 'support@portside.invalid', 'Ask whoever runs this service for a key.'],
  ['', 'keys@acme.example', 'Ask <a href="mailto:keys@acme.example">keys@acme.example</a> for a key.'],
  ['', 'https://acme.example/help', 'Ask <a href="https://acme.example/help">https://acme.example/help</a> for a key.'],
  ['', 'javascript:alert(1)', 'Ask javascript:alert(1) for a key.'],
  [
    'Free at https://acme.example/keys.',
    'x',
    'Free at <a href="https://acme.example/keys">https://acme.example/keys</a>.',
  ],
  ['<b>Free</b>', 'x', '&lt;b&gt;Free&lt;/b&gt;'],
])('the offer %j with the contact %j', (offer, contact, markup) =>
  expect(keyOffer(offer, contact).markup).toBe(markup),
);

test('no request was reported as a fault', () => expect(server.faults).toEqual([]));
