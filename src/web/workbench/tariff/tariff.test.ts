/** Lists, lines and duties in the workbench: what the API says, and never more. */
import { describe, expect, test } from 'bun:test';
import { until } from '../../../../test/support/until.ts';
import { startWork } from '../../../../test/support/workbench-visitor.ts';
import { describeV2 } from '../../../api/v2/document.ts';
import { dutyParams, readFacts } from './facts.ts';
import { tableOfPasted } from './pasted-list.ts';
import { OUTCOME_NAMES } from './words.ts';

const { visitor, stranger, key, keyIssuer, faults } = await startWork();

/** Sends a list and waits for its end. Returns the address of its page. */
async function checked(list: string, fields: Record<string, string> = {}, by = visitor): Promise<string> {
  await by.get('/work/tariff');
  const sent = await by.upload('/work/tariff', new File([], ''), { list, once: crypto.randomUUID(), ...fields });
  expect(sent.status).toBe(303);
  const address = sent.response.headers.get('location')!;
  await until('the list is checked', async () => (await by.get(address)).html.includes('>finished<'));
  return address;
}

const LIST = [
  'part\thts\torigin',
  'Bracket\t7326.90.8688\tCN',
  'Book <script>alert(1)</script>\t4901.99.0093\tDE',
  'Typing error\tfoo\t',
  'Chair\t9403.20.0050\tGB',
].join('\n');

describe('a list', () => {
  test('that was pasted is shown line by line, and what was not looked up comes first', async () => {
    const address = await checked(LIST);
    const { html } = await visitor.get(address);
    expect(html).toContain('1 line could not be looked up.');
    expect(html).toMatch(/Read:\s+numbers in “/);
    const outcomes = [...html.matchAll(/class="status \w+">([^<]+)<\/span><strong class="number">/g)].map(
      ([, name]) => name,
    );
    expect(outcomes).toEqual(['Not a number', 'Listed', 'Near a listed number', 'Not listed']);
    expect(html).toContain('7326.90.8688');
    expect(html).toContain('50% added');
    expect(html).not.toContain('<script>alert');
    expect(html).toContain('&lt;script>alert(1)&lt;/script>');
  });

  test('is filtered, sorted and grouped by its address alone', async () => {
    const address = await checked(LIST);
    const lines = ({ html }: { html: string }) =>
      [...html.matchAll(/aria-label="Line (\d+),/g)].map(([, line]) => line);
    expect(lines(await visitor.get(`${address}?status=invalid`))).toEqual(['4']);
    expect(lines(await visitor.get(`${address}?q=bracket`))).toEqual(['2']);
    expect(lines(await visitor.get(`${address}?heading=9903.82.02`))).toEqual(['2']);
    expect(lines(await visitor.get(`${address}?sort=status`)).length).toBe(4);
    expect(lines(await visitor.get(`${address}?status=nonsense&sort=upwards`))).toEqual(['2', '3', '4', '5']);
    expect((await visitor.get(`${address}?view=headings`)).html).toMatch(/9903\.82\.02<\/a>/);
    const part = await visitor.part(`${address}?q=bracket`);
    expect(part.html).toStartWith('<div id="audit"');
    expect((await visitor.get(`${address}?q=nothing-like-this`)).html).toContain('No line fits');
  });

  test('uses the probable numbers only where that was asked, and says so beside what was sent', async () => {
    const list = 'hts\n731B.15.2O65\n8.71E+9';
    const { html } = await visitor.get(await checked(list));
    expect(html).toContain('1 line with one probable number.');
    const address = await checked(list, { accept_probable: 'true' });
    const accepted = await visitor.get(address);
    expect(accepted.html).not.toContain('with one probable number');
    expect(accepted.html).toContain('Damaged number');
    const { html: line } = await visitor.get(`${address}/lines/2`);
    for (const text of ['7318.15.2065', '731B.15.2O65', 'because it has a letter in place of a digit'])
      expect(line).toContain(text);
    expect((await visitor.get(`${address}/result?format=csv`)).html).toContain('731B.15.2O65');
  });

  test('is downloaded as the API gives it', async () => {
    const address = await checked(LIST);
    for (const [format, start] of [
      ['csv', 'part,hts,origin,status'],
      ['xlsx', 'PK'],
      ['json', '{'],
    ] as const) {
      const { status, html, response } = await visitor.get(`${address}/result?format=${format}`);
      expect([status, html.replace('\uFEFF', '').slice(0, start.length)]).toEqual([200, start]);
      expect(response.headers.get('content-disposition')).toMatch(
        new RegExp(`^attachment; filename="portside-job_\\w+\\.${format}"$`),
      );
    }
  });

  test('becomes a watch in one step, once', async () => {
    const address = await checked(LIST);
    const { html } = await visitor.get(address);
    expect(html).toContain('A watch leaves out 1 line without a number');
    const once = /name="once" value="([^"]+)"/.exec(html)![1]!;
    const watch = async (fields: Record<string, string>) =>
      (await visitor.post(`${address}/watches`, fields)).response.headers.get('location');
    const first = await watch({ once, name: 'Ten' });
    expect(first).toMatch(/^\/work\/watches\/wat_\w+$/);
    expect(await watch({ once, name: 'Ten' })).toBe(first);
    // A page that is opened again makes another watch, also one with a name of the same length.
    const second = await watch({ name: 'Two' });
    expect(second).toMatch(/^\/work\/watches\/wat_\w+$/);
    expect(second).not.toBe(first);
  });

  test.each([0, 1, 200, 3000])(
    'whose upload breaks off %i bytes before its end is refused, and no fault is written',
    async (missing) => {
      await visitor.get('/work/tariff');
      const form = new FormData();
      for (const [name, value] of Object.entries({ csrf: visitor.csrf, once: crypto.randomUUID() }))
        form.append(name, value);
      form.append('file', new File([`hts\n${'7326.90.8688\n'.repeat(1_000)}`], 'parts.csv'));
      const whole = new Response(form);
      const type = whole.headers.get('content-type')!;
      const bytes = await whole.bytes();
      // A line break and the closing boundary.
      const end = bytes.length - 2 - missing;
      const sent = await fetch(`${visitor.url}/work/tariff`, {
        method: 'POST',
        body: bytes.subarray(0, missing === 0 ? undefined : end),
        redirect: 'manual',
        headers: { 'content-type': type, cookie: visitor.cookie, origin: visitor.url, 'sec-fetch-site': 'same-origin' },
      });
      if (missing === 0) expect(sent.status).toBe(303);
      else {
        expect(sent.status).toBe(422);
        expect(await sent.text()).toContain('The form broke off before its end. Nothing was changed.');
      }
      expect(faults).toEqual([]);
    },
  );

  test('that is removed is gone', async () => {
    const address = await checked(LIST);
    await visitor.get(address);
    expect((await visitor.post(`${address}/removal`)).response.headers.get('location')).toBe('/work/tariff');
    expect((await visitor.get(address)).status).toBe(404);
  });

  test('of another key does not exist', async () => {
    const address = await checked(LIST);
    const other = stranger();
    await other.signIn(await key('all'));
    for (const path of [address, `${address}/lines/2`, `${address}/result?format=csv`])
      expect((await other.get(path)).status).toBe(404);
  });

  test('that cannot be read keeps what was typed, and says why', async () => {
    await visitor.get('/work/tariff');
    const send = (fields: Record<string, string>) =>
      visitor.upload('/work/tariff', new File([], ''), { once: crypto.randomUUID(), ...fields });
    expect((await visitor.get('/work/tariff')).html).not.toContain('data-error');
    const empty = await send({ list: ' ' });
    expect(empty.html).toContain('data-error="true"');
    expect([empty.status, empty.html.includes('Choose a file, or paste a list.')]).toEqual([422, true]);
    const column = await send({ list: LIST, code_column: 'nope' });
    expect(column.status).toBe(422);
    expect(column.html).toContain('Bracket\t7326.90.8688');
    expect(column.html).toContain('value="nope"');
    const day = await send({ list: LIST, as_of: '2026-13-45' });
    expect(day.status).toBe(422);
    const pdf = await visitor.upload('/work/tariff', new File(['%PDF'], 'parts.pdf'), { once: 'x' });
    expect([pdf.status, pdf.html.includes('.csv, .xlsx or .json')]).toEqual([422, true]);
  });

  test('that was pasted is not cut: 5,000 lines arrive, and more than a form may have are refused', async () => {
    const lines = Array.from({ length: 5_000 }, (_, at) => `7318.15.${String(at % 10_000).padStart(4, '0')}`);
    const address = await checked(lines.join('\n'));
    expect((await visitor.get(address)).html).toContain('5,000 lines, sent');
    const large = await visitor.upload('/work/tariff', new File([], ''), {
      list: 'x'.repeat(2_000_000),
      once: 'large',
    });
    expect(large.status).toBe(413);
  }, 60_000);

  test('of a key that is revoked is shown to nobody', async () => {
    const text = await key('tariff');
    const own = stranger();
    await own.signIn(text);
    const address = await checked(LIST, {}, own);
    const row = (await keyIssuer.list(100)).find(({ scope }) => scope === 'tariff')!;
    await keyIssuer.revoke(row.id, { name: 'test', origin: 'test' });
    await until('the server knows', async () => (await own.get(address)).status === 303);
  });
});

describe('a line', () => {
  test('has its cells, its answer and its questions, also from a link without its page', async () => {
    const address = await checked(LIST);
    const { html } = await visitor.get(`${address}/lines/2`);
    for (const text of ['Bracket', '9903.82.02', 'Questions', 'History of this number', 'What was not looked at'])
      expect(html).toContain(text);
    const { html: part } = await visitor.part(`${address}/lines/2`);
    expect(part).toStartWith('<section');
    expect((await visitor.get(`${address}/lines/4`)).html).toContain('Nothing was looked up.');
    expect((await visitor.get(`${address}/lines/999`)).status).toBe(404);
  });

  test('settles as its questions are answered', async () => {
    const address = await checked(LIST);
    let query = '';
    let html = '';
    for (let asked = 0; asked < 12; asked++) {
      ({ html } = await visitor.get(`${address}/lines/2?${query}`));
      if (html.includes('>settled<')) break;
      const name = /name="(f\.[a-z_]+)"/.exec(html.slice(html.indexOf('Questions')))?.[1];
      expect(name).toBeDefined();
      const isBox = html.includes(`type="radio" name="${name}" value="true"`);
      const isList = html.includes(`type="checkbox" name="${name}"`);
      query += `&${name}=${isList ? 'none' : isBox ? (name === 'f.contains_listed_metal' ? 'true' : 'false') : '0'}`;
    }
    expect(html).toContain('>settled<');
    expect(html).toContain('Declare 9903.');
  });

  test('one number without a list is the same form', async () => {
    const { html } = await visitor.get('/work/tariff/duties?code=7326.90.8688&origin=cn');
    expect(html).toContain('Questions');
    expect((await visitor.get('/work/tariff/duties')).status).toBe(200);
    expect((await visitor.get('/work/tariff/duties?code=%3Cb%3E')).html).not.toContain('<b>');
  });
});

describe('an origin is the country that was typed, and the page names it', () => {
  test.each([
    ['Germany', 'Germany (DE)'],
    ['germany', 'Germany (DE)'],
    ['China', 'China (CN)'],
    ['Mexico', 'Mexico (MX)'],
    ['Ireland', 'Ireland (IE)'],
    ['Austria', 'Austria (AT)'],
    ['Malaysia', 'Malaysia (MY)'],
    ['Israel', 'Israel (IL)'],
    ['Chile', 'Chile (CL)'],
    ['Deutschland', 'Germany (DE)'],
    ['DE', 'Germany (DE)'],
  ])('%s', async (typed, country) => {
    const { html } = await visitor.get(`/work/tariff/duties?code=9401.61.4011&origin=${typed}`);
    expect(html).toContain(`Goods of ${country}`);
    expect(html).toContain(`value="${typed}"`);
  });

  test('what is not one country is said, and no other country takes its place', async () => {
    for (const [typed, advice] of [
      ['EU', 'Say which member'],
      ['Germny', 'Did you mean Germany (DE)?'],
    ]) {
      const { html } = await visitor.get(`/work/tariff/duties?code=9401.61.4011&origin=${typed}`);
      expect(html).toContain(advice!);
      expect(html).toContain('Goods of an unknown origin');
    }
  });

  test('no field of these pages cuts what is typed', async () => {
    for (const path of ['/work/tariff', '/work/tariff/duties', '/work/tariff/duties?code=9401.61.4011'])
      expect((await visitor.get(path)).html).not.toContain('maxlength');
  });

  test('of a line is read as the audit read it', async () => {
    const address = await checked('hts\torigin\n9401.61.4011\tDeutschland');
    expect((await visitor.get(`${address}/lines/2`)).html).toContain('Goods of Germany (DE)');
  });
});

describe('words', () => {
  test('every outcome of the API has words', () => {
    const counts = JSON.stringify(describeV2('https://portside.invalid'));
    for (const name of OUTCOME_NAMES) expect(counts).toContain(`"${name}"`);
    const outcomes = /"applies","applies_in_part","applies_elsewhere"[^\]]*/
      .exec(counts)![0]
      .split(',')
      .map((text) => text.replaceAll('"', ''));
    expect(outcomes.toSorted()).toEqual([...OUTCOME_NAMES].toSorted());
  });

  test('a bare column gets a header, and a table keeps its own', () => {
    expect(tableOfPasted('7326.90.8688\r\n\r\n4901.99.0093')).toBe('hts\n7326.90.8688\n4901.99.0093');
    expect(tableOfPasted('HTS\n7326.90.8688')).toBe('HTS\n7326.90.8688');
    expect(tableOfPasted('HTS10\n7326.90.8688')).toBe('HTS10\n7326.90.8688');
    expect(tableOfPasted('HTS 7326.90.8688\n7318')).toBe('hts\nHTS 7326.90.8688\n7318');
    expect(tableOfPasted('a\tb\n1\t2')).toBe('a\tb\n1\t2');
  });

  test('numbers on one line are a column', () => {
    expect(tableOfPasted('7326.90.8688, 4901.99.0093;7318')).toBe('hts\n7326.90.8688\n4901.99.0093\n7318');
    expect(tableOfPasted('7326.90.8688 4901.99.0093\n')).toBe('hts\n7326.90.8688\n4901.99.0093');
    expect(tableOfPasted('7326.90.8688')).toBe('hts\n7326.90.8688');
    expect(tableOfPasted('sku,7326.90.8688')).toBe('sku,7326.90.8688');
  });

  test('facts are those of the address, with shares in percent', () => {
    const facts = readFacts(
      new URLSearchParams('f.metal_weight_share=40&f.approvals=a&f.approvals=b&f.x=&code=1&f.BAD=1'),
    );
    expect([...facts]).toEqual([
      ['metal_weight_share', '40'],
      ['approvals', 'a,b'],
    ]);
    expect(dutyParams(facts, { origin: 'CN', entryDate: '' }).toString()).toBe(
      'origin=CN&metal_weight_share=0.4&approvals=a%2Cb',
    );
  });

  test('questions, answers and conditions have no name of a field', async () => {
    const { html } = await visitor.get(
      '/work/tariff/duties?code=7326.90.8688&origin=Germany&f.contains_listed_metal=true&f.metal_weight_share=4%25',
    );
    const text = html.replace(/<[^>]*>/g, ' ');
    expect(text).toContain('Contains aluminum, steel or copper');
    expect(html).toContain('value="yes"');
    expect(html).toContain('value="4%"');
    expect(text).not.toMatch(/contains listed metal|us metal share|0 to 1|empty list|One of 0/);
  });
});
