/**
 * Certificates in the workbench: what the API states, and a form from which nothing is lost. In over 400 lines, because every page of one
 * life is driven through one visitor and one server.
 */
import { describe, expect, test } from 'bun:test';
import { until } from '../../../../test/support/until.ts';
import { startWork } from '../../../../test/support/workbench-visitor.ts';
import { sha256Hex } from '../../../domain/sha256.ts';
import type { Certificate } from './certificate-data.ts';
import { FIELDS } from './form-fields.ts';
import { fieldOf, leftOut, requestOf, valuesOf, valuesOfRequest } from './request-of-form.ts';

const { visitor, stranger, key, apiKey } = await startWork({}, { perMinute: 100_000 });
const ask = (path: string, init: RequestInit) => fetch(visitor.url + path, init);

const PARTY = {
  name: 'Harbor Home LLC',
  'address_parts.line1': '400 Harbor Way',
  'address_parts.city': 'Oakland',
  'address_parts.state_province': 'CA',
  'address_parts.postal_code': '94607',
  'address_parts.country': 'US',
  phone: '+1 510 555 0142',
};
const prefixed = (prefix: string, more: Record<string, string> = {}) =>
  Object.fromEntries(Object.entries({ ...PARTY, ...more }).map(([name, value]) => [`${prefix}.${name}`, value]));

/** All elements of 16 CFR 1110.11(a). */
const WHOLE: Record<string, string> = {
  'product_info.name': 'Adult bicycle helmet',
  'product_info.model': 'HLM-7',
  'product_info.date_of_manufacture': '2026-03',
  'product_info.place_of_manufacture': 'Ningbo, China',
  cpsc_rules_cited: '16 CFR part 1203',
  ...prefixed('certifier', { email: 'office@harbor.example' }),
  ...prefixed('records_contact', { email: 'office@harbor.example' }),
  ...prefixed('manufacturer', { contact_email: 'office@maker.example' }),
  ...prefixed('testing_labs.0', { email: 'reports@lab.example' }),
  'testing_labs.0.test_date': '2026-02-18',
  'testing_labs.0.test_place': 'Ningbo, China',
  'attestation.name': 'Dana Whitfield',
  'attestation.date': '2026-04-15',
  'attestation.statement': 'I attest that this certificate is true.',
  'attestation.accepted': 'on',
};

/** What the page sends back to do all the same what it asked about. */
const confirmationOf = (html: string) => /name="confirmed" value="([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&');

async function issued(fields: Record<string, string> = WHOLE): Promise<string> {
  await visitor.get('/work/certificates/new');
  const once = crypto.randomUUID();
  const first = await visitor.post('/work/certificates/new', { ...fields, once });
  const confirmed = confirmationOf(first.html);
  const answer = confirmed ? await visitor.post('/work/certificates/new', { ...fields, once, confirmed }) : first;
  expect([answer.status, answer.html.match(/<p>[^<]*<\/p>/)?.[0] ?? '']).toEqual([303, '']);
  return answer.response.headers.get('location')!.replace(/\?.*/, '');
}

const read = async (address: string): Promise<Certificate> =>
  (
    await ask(`/api/v2/entry/certificates/${address.split('/').at(-1)}`, {
      headers: { authorization: `Bearer ${apiKey}` },
    })
  ).json();

describe('the form', () => {
  test('issues a certificate that states every element', async () => {
    const address = await issued();
    const { state, missing, defects } = await read(address);
    expect([state, missing, defects]).toEqual(['stated', [], []]);
    const { html } = await visitor.get(address);
    for (const text of ['Adult bicycle helmet', '>stated<', '>active<', 'Nobody checked whether it is true.'])
      expect(html).toContain(text);
  });

  test('says that nothing is missing exactly when the API does', async () => {
    await visitor.get('/work/certificates/new');
    const missing = async (fields: Record<string, string>) => {
      const { html } = await visitor.post('/work/certificates/preview', fields);
      return !html.includes('Every element is filled');
    };
    expect(await missing(WHOLE)).toBe(false);
    // Elements without which there is no certificate at all are refused by the API.
    const refused =
      /product_info\.name|date_of_manufacture|place_of_manufacture|manufacturer\.|testing_labs\.0\.(?:name|test_date)|line1|city|postal_code|country/;
    for (const { name, needed } of FIELDS) {
      if (!needed) continue;
      const without = { ...WHOLE, [name]: '' };
      expect([name, await missing(without)]).toEqual([name, true]);
      if (refused.test(name)) continue;
      const { state } = await read(await issued(without));
      expect([name, state]).not.toEqual([name, 'stated']);
    }
  }, 60_000);

  const TOY = {
    ...WHOLE,
    'product_info.name': "Children's toy car for ages 3+",
    cpsc_rules_cited: '16 CFR part 1250\n16 CFR part 1501',
  };

  test("asks before a children's product is issued, about exactly what it says, and issues it all the same", async () => {
    await visitor.get('/work/certificates/new');
    const count = async () => (await visitor.get('/work/certificates?product=toy+car')).html.split('toy car').length;
    const before = await count();
    await visitor.get('/work/certificates/new');
    const once = crypto.randomUUID();
    const asked = await visitor.post('/work/certificates/new', { ...TOY, once });
    expect(asked.status).toBe(200);
    for (const text of [
      'Issue it all the same?',
      'stated, with defects',
      "rule for children's products",
      'Rules: line 2',
    ])
      expect(asked.html.replaceAll('&#39;', "'")).toContain(text);
    expect(asked.html).toContain('value="HLM-7"');
    expect(await count()).toBe(before);
    const confirmed = confirmationOf(asked.html)!;
    await visitor.get('/work/certificates/new');
    const changed = await visitor.post('/work/certificates/new', { ...TOY, 'product_info.lot': 'L2', once, confirmed });
    expect([changed.status, changed.html.includes('Issue it all the same?')]).toEqual([200, true]);
    const sent = await visitor.post('/work/certificates/new', { ...TOY, once, confirmed });
    expect(sent.status).toBe(303);
  });

  test('the preview says the state with every defect in words, and makes nothing', async () => {
    await visitor.get('/work/certificates/new');
    const part = async (fields: Record<string, string>) =>
      (await visitor.post('/work/certificates/preview', fields)).html.replaceAll('&#39;', "'");
    expect(await part(WHOLE)).toContain('<strong>stated</strong>');
    const toy = await part(TOY);
    expect(toy).toContain('<strong>stated, with defects</strong>');
    expect(toy).toContain("Listed here as a rule for children's products");
    const incomplete = await part({ ...WHOLE, 'certifier.phone': '' });
    expect(incomplete).toContain('<strong>Certifier: Telephone</strong>: Not stated in the request.');
    expect(await part({})).toContain('It cannot be made yet.');
  });

  test('names what the API refuses at the field, and keeps what was typed', async () => {
    await visitor.get('/work/certificates/new');
    const { status, html } = await visitor.post('/work/certificates/new', {
      ...WHOLE,
      'product_info.name': '',
      'manufacturer.contact_email': 'nobody',
      'certifier.name': 'A <b>&"\'',
    });
    expect(status).toBe(422);
    expect(html).toContain('id="product_info.name-error"');
    expect(html).toContain('id="manufacturer.contact_email-error"');
    expect(html).toContain('value="A &lt;b>&amp;&quot;\'"');
    expect(html).toContain('value="400 Harbor Way"');
  });

  test('finds rules by words, and adds one only when told', async () => {
    await visitor.get('/work/certificates/new');
    const found = await visitor.post('/work/certificates/new', {
      ...WHOLE,
      cpsc_rules_cited: '',
      rule_words: 'bicycle helmet',
      find_rules: 'on',
    });
    expect(found.html).toContain('Add 16 CFR part 1203');
    expect(found.html).toContain('you decide');
    expect(/<textarea[^>]*name="cpsc_rules_cited"[^>]*>([^<]*)/.exec(found.html)![1]).toBe('');
    const added = await visitor.post('/work/certificates/new', {
      ...WHOLE,
      cpsc_rules_cited: '16 CFR part 1512',
      add_rule: '16 CFR part 1203',
    });
    expect(/<textarea[^>]*name="cpsc_rules_cited"[^>]*>([^<]*)/.exec(added.html)![1]).toBe(
      '16 CFR part 1512\n16 CFR part 1203',
    );
    expect(added.html).toContain('value="Adult bicycle helmet"');
    expect((await visitor.part('/work/certificates/new?rule_words=nothing-has-this')).html).toContain(
      'does not say that none applies',
    );
  });

  test('sent twice makes one certificate', async () => {
    await visitor.get('/work/certificates/new');
    const once = crypto.randomUUID();
    const [one, two] = [
      await visitor.post('/work/certificates/new', { ...WHOLE, once }),
      await visitor.post('/work/certificates/new', { ...WHOLE, once }),
    ];
    expect(two.response.headers.get('location')).toBe(one.response.headers.get('location'));
  });

  test('begins with what an earlier certificate states', async () => {
    const address = await issued();
    const { html } = await visitor.get(`/work/certificates/new?from=${address.split('/').at(-1)}`);
    for (const value of ['Adult bicycle helmet', '400 Harbor Way', 'Dana Whitfield'])
      expect(html).toContain(`value="${value}"`);
  });

  test('offers the parties of earlier certificates, each once, and leaves dates as they were typed', async () => {
    const maker = { ...WHOLE, 'manufacturer.name': 'Only <here>', 'testing_labs.0.name': 'Another lab' };
    const address = await issued(maker);
    await issued(maker);
    const { html } = await visitor.get('/work/certificates/new');
    expect(html.match(/Only &lt;here>, Oakland/g)).toHaveLength(1);
    const id = address.split('/').at(-1)!;
    const typed = {
      'product_info.name': 'Lamp',
      'testing_labs.0.test_date': '2026-05-05',
      'known.testing_labs.0': id,
      use_party: 'testing_labs.0',
    };
    const { html: filled } = await visitor.post('/work/certificates/new', typed);
    for (const value of ['Lamp', 'Another lab', '2026-05-05']) expect(filled).toContain(`value="${value}"`);
    expect(filled).not.toContain('name="manufacturer.name" type="text" value="Only');
    const foreign = await visitor.post('/work/certificates/new', {
      ...typed,
      'known.testing_labs.0': crypto.randomUUID(),
    });
    expect(foreign.status).toBe(404);
  });

  test('says what a certificate states that the form has no field for', async () => {
    const body = requestOf(valuesOf(new URLSearchParams(WHOLE))) as Record<string, object>;
    const [lab] = body.testing_labs as object[];
    const response = await ask('/api/v2/entry/certificates', {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        ...body,
        product_info: { ...body.product_info, trade_name: 'Northwind' },
        testing_labs: [lab, { ...lab, name: 'Second <lab>', component: 'strap' }],
        exclusions: [{ citation: '16 CFR 1610.1(d)', basis: 'Plain surface.' }],
      }),
    });
    const { id, request } = (await response.json()) as { id: string; request: object };
    expect(leftOut(request)).toEqual(
      expect.arrayContaining(['/product_info/trade_name', '/testing_labs/1/name', '/exclusions/0/basis']),
    );
    expect(leftOut(request)).not.toContain('/testing_labs/0/name');
    const { html } = await visitor.get(`/work/certificates/new?from=${id}`);
    expect(html).toContain('It states more than this form has fields for.');
    expect(html).toContain('/product_info/trade_name');
    // Nothing is left out of what the form itself has made, nor of an address as one text.
    const own = await read(await issued());
    expect(leftOut(own.request)).toEqual([]);
    expect(leftOut({ manufacturer: { address: '8 Keji Road' }, testing_lab: { name: 'Lab' } })).toEqual([]);
    const both = { line1: '1 A', city: 'B', postal_code: '2', country: 'US' };
    expect(leftOut({ manufacturer: { address: 'elsewhere', address_parts: both } })).toEqual(['/manufacturer/address']);
  });

  test('takes the fields apart and puts them together again', () => {
    const values = valuesOf(new URLSearchParams(WHOLE));
    expect(valuesOfRequest(requestOf(values))).toEqual(values);
    expect(requestOf(valuesOf(new URLSearchParams()))).toEqual({ product_info: {}, manufacturer: {} });
    const old = valuesOfRequest({ manufacturer: { address: '8 Keji Road' }, testing_lab: { name: 'Lab' } });
    expect([old['manufacturer.address_parts.line1'], old['testing_labs.0.name']]).toEqual(['8 Keji Road', 'Lab']);
    expect(fieldOf('/manufacturer/address')).toBe('manufacturer.address_parts.line1');
    expect(fieldOf('/identifiers')).toBe('product_info.model');
    expect(fieldOf('/nothing')).toBeUndefined();
  });
});

describe('a certificate', () => {
  test('is listed, filtered, downloaded and linked', async () => {
    const address = await issued({ ...WHOLE, 'product_info.name': 'Lamp <script>', 'product_info.sku': 'L-1' });
    expect((await visitor.get('/work/certificates?sku=L-1')).html).toContain(address);
    expect((await visitor.get('/work/certificates?sku=none')).html).toContain('No certificate fits');
    expect((await visitor.get('/work/certificates')).html).not.toContain('<script>');
    const pdf = await visitor.get(`${address}/pdf`);
    expect([pdf.html.slice(0, 5), pdf.response.headers.get('content-type')]).toEqual(['%PDF-', 'application/pdf']);
    await visitor.get(address);
    expect((await visitor.post(`${address}/links`)).html).toContain('signature=');
  });

  test('says what it lacks in the words of the form, with the paragraph', async () => {
    const address = await issued({
      ...WHOLE,
      cpsc_rules_cited: '',
      'manufacturer.phone': '',
      'attestation.accepted': '',
    });
    const { html } = await visitor.get(address);
    expect(html).toContain('<li>Manufacture, telephone: 16 CFR 1110.11(a)(5)</li>');
    expect(html).toMatch(/<li>Rules(?:, rules, one a line)?: 16 CFR 1110\.11\(a\)\(2\)<\/li>/);
    expect(html).toMatch(/<li>Attestation[^<]*: 16 CFR 1110\.11\(a\)\(7\)<\/li>/);
  });

  test('ends with a reason, and is superseded by another', async () => {
    const [one, two] = [await issued(), await issued()];
    await visitor.get(one);
    const empty = await visitor.post(`${one}/revocation`, { reason: '' });
    expect(empty.status).toBe(422);
    const unknown = await visitor.post(`${one}/revocation`, { reason: 'typo', successor_id: 'nonsense' });
    expect([unknown.status >= 400, unknown.html.includes('value="typo"')]).toEqual([true, true]);
    expect(
      (await visitor.post(`${one}/revocation`, { reason: 'A newer one', successor_id: two.split('/').at(-1)! })).status,
    ).toBe(303);
    const { html } = await visitor.get(one);
    expect(html).toContain('>superseded<');
    expect(html).not.toContain('End this certificate');
  });

  test('is superseded by one of a list, the same product first; another product is asked about, and so is a plain end', async () => {
    const [one, same] = [await issued(), await issued()];
    const other = await issued({ ...WHOLE, 'product_info.name': 'Dresser', 'product_info.model': 'DR-1' });
    const { html } = await visitor.get(one);
    const options = [...html.matchAll(/<option value="([0-9a-f-]{36})"[^>]*>([^<]*)</g)].map(([, id, text]) => [
      id!,
      text!,
    ]);
    expect(options[0]![1]).not.toStartWith('Another product');
    expect(options.find(([id]) => other.endsWith(id!))![1]).toStartWith('Another product: Dresser, DR-1, issued ');
    expect(options.some(([id]) => same.endsWith(id!))).toBe(true);
    expect(options.some(([id]) => one.endsWith(id!))).toBe(false);
    expect(html).toContain('It is not public.');
    const fields = { reason: 'Mixed up', successor_id: other.split('/').at(-1)! };
    const asked = await visitor.post(`${one}/revocation`, fields);
    expect([asked.status, asked.html.includes('It is another product:')]).toEqual([200, true]);
    expect((await read(one)).status).toBe('active');
    const plain = await visitor.post(`${one}/revocation`, { reason: 'Withdrawn' });
    expect([plain.status, plain.html.includes('It cannot be undone')]).toEqual([200, true]);
    expect((await read(one)).status).toBe('active');
    const done = await visitor.post(`${one}/revocation`, { ...fields, confirmed: confirmationOf(asked.html)! });
    expect([done.status, (await read(one)).status]).toEqual([303, 'superseded']);
  });

  test('its PDF is public only while the certifier lets anyone download it', async () => {
    const address = await issued();
    expect((await visitor.get(address)).html).toContain('Only you can download the PDF now.');
    expect((await visitor.post(`${address}/public-pdf`, { public: 'on' })).status).toBe(303);
    const { public_pdf_url: url, sha256 } = await read(address);
    expect((await visitor.get(address)).html).toContain(url!);
    const answer = await fetch(visitor.url + new URL(url!).pathname);
    expect(sha256Hex(await answer.bytes())).toBe(sha256);
    await visitor.get(address);
    expect((await visitor.post(`${address}/public-pdf`, { public: 'off' })).status).toBe(303);
    expect((await fetch(visitor.url + new URL(url!).pathname)).status).toBe(404);
    expect((await read(address)).public_pdf_url).toBeNull();
  });

  test('of another key does not exist', async () => {
    const address = await issued();
    const other = stranger();
    await other.signIn(await key('all'));
    for (const path of ['', '/pdf', '/registry']) expect((await other.get(address + path)).status).toBe(404);
    expect((await other.get(`/work/certificates/new?from=${address.split('/').at(-1)}`)).status).toBe(404);
  });

  test('that lacks elements of the record says which, and is not filed', async () => {
    const address = await issued();
    expect((await visitor.get(`${address}/registry`)).status).toBe(409);
    await visitor.get(address);
    const { status, html } = await visitor.post(`${address}/filings`);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(html).toContain('Adult bicycle helmet');
  });
});

describe('a sheet', () => {
  const HEAD =
    'sku,product_name,date_of_manufacture,place_of_manufacture,manufacturer_name,manufacturer_address,manufacturer_email,rules';
  const line = (sku: string, date: string) =>
    `${sku},Helmet,${date},"Ningbo, China",Bright,12 Road,qa@bright.example,16 CFR part 1203`;

  async function sent(rows: string[], step = 'make'): Promise<string> {
    await visitor.get('/work/certificates/batches');
    const file = new File([[HEAD, ...rows].join('\n')], 'sheet.csv');
    const answer = await visitor.upload('/work/certificates/batches', file, { once: crypto.randomUUID(), step });
    expect(answer.status).toBe(303);
    const address = answer.response.headers.get('location')!;
    await until('the sheet is done', async () => (await visitor.get(address)).html.includes('>finished<'));
    return address;
  }

  test('names each wrong cell, and the mended lines are sent alone', async () => {
    const first = await sent([line('S-1', '2026-03'), line('S-2', '04/03/2026'), line('S-3', '')]);
    const { html } = await visitor.get(first);
    expect(html).toContain('2 lines made no certificate.');
    expect(html).toContain('<strong class="mono">date_of_manufacture</strong>');
    expect((await visitor.get(`${first}?status=issued`)).html).not.toContain('S-2');
    const again = await sent([line('S-2', '2026-03'), line('S-3', '2026-03')]);
    expect((await visitor.get(again)).html).toContain('2 certificates');
    const { certificates } = await (
      await ask('/api/v2/entry/certificates?sku=S-1', { headers: { authorization: `Bearer ${apiKey}` } })
    ).json();
    expect(certificates).toHaveLength(1);
    expect((await visitor.part(again)).html).toStartWith('<div id="batch"');
    expect((await visitor.get(`${again}/result?format=csv`)).html).toContain('S-2');
  }, 60_000);

  test('is checked first: each line says what it would be and why, and nothing is made', async () => {
    const toy = line('CHECK-1', '2026-03').replace('16 CFR part 1203', '16 CFR part 1501');
    const address = await sent([toy, line('CHECK-2', '2026-03'), line('CHECK-3', '')], 'check');
    const { html } = await visitor.get(address);
    const text = html.replaceAll('&#39;', "'");
    expect(text).toContain('<strong>Nothing was made.</strong>');
    expect(text).toContain("Listed here as a rule for children's products");
    expect(text).toContain('1 line would make no certificate.');
    expect(text).toContain('<strong class="mono">rules</strong>');
    expect((await visitor.get('/work/certificates?sku=CHECK-1')).html).not.toContain('Helmet');
    expect((await visitor.get(`${address}?status=checked`)).html).toContain('CHECK-2');
    const csv = (await visitor.get(`${address}/result?format=csv`)).html;
    expect(csv).toContain('checked,');
    expect(csv).not.toContain('issued');
  }, 60_000);

  test('that is none is refused, and the result is removed without its certificates', async () => {
    await visitor.get('/work/certificates/batches');
    expect((await visitor.upload('/work/certificates/batches', new File(['x'], 'a.pdf'))).status).toBe(422);
    expect(
      (await visitor.upload('/work/certificates/batches', new File(['nonsense\n1'], 'a.csv'), { once: 'n' })).status,
    ).toBe(422);
    const address = await sent([line('R-1', '2026-03')]);
    await visitor.get(address);
    expect((await visitor.post(`${address}/removal`)).status).toBe(303);
    expect((await visitor.get(address)).status).toBe(404);
    expect((await visitor.get('/work/certificates?sku=R-1')).html).toContain('Helmet');
  }, 60_000);
});
