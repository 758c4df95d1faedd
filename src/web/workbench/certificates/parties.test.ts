/** Parties in the workbench: kept, offered by the form of a certificate, changed and deleted. */
import { describe, expect, test } from 'bun:test';
import { startWork } from '../../../../test/support/workbench-visitor.ts';
import type { KeptParty } from './kept-parties.ts';
import { keyOfName } from './kept-parties.ts';

const { visitor, stranger, key, apiKey } = await startWork({}, { perMinute: 100_000 });
const PARTIES = '/work/certificates/parties';
const FORM = '/work/certificates/new';

const FACTORY = {
  alternate_id: 'FACTORY 12',
  'role.manufacturer': 'on',
  'role.records_contact': 'on',
  name: '宁波头盔 <b>',
  name_en: 'Ningbo Helmets',
  'address_parts.line1': '12 Gongye Road',
  'address_parts.line2': 'Building 4',
  'address_parts.city': 'Ningbo',
  'address_parts.postal_code': '315000',
  'address_parts.country': 'CN',
  email: 'office@maker.example',
  phone: '+86 574 5550 0100',
  records_role: 'manufacturer',
};

async function api(method: string, id: string, body?: object): Promise<KeptParty> {
  const response = await fetch(`${visitor.url}/api/v2/entry/parties/${encodeURIComponent(id)}`, {
    method,
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  return (await response.json()) as KeptParty;
}
const one = (id: string) => `${PARTIES}/one?id=${encodeURIComponent(id)}`;
/** Posts from a page, so that the visitor has its token. */
async function send(path: string, fields: Record<string, string>) {
  await visitor.get(PARTIES);
  return visitor.post(path, fields);
}

describe('a party', () => {
  test('is added, listed, changed whole and deleted', async () => {
    const added = await send(`${PARTIES}/new`, FACTORY);
    expect([added.status, added.response.headers.get('location')]).toEqual([303, `${one('FACTORY 12')}&saved=1`]);
    expect(await api('GET', 'FACTORY 12')).toMatchObject({
      roles: ['records_contact', 'manufacturer'],
      name: FACTORY.name,
      address_parts: { line2: 'Building 4', unit: null },
      records_role: 'manufacturer',
    });
    const { html } = await visitor.get(PARTIES);
    expect(html).toContain('宁波头盔 &lt;b>');
    expect(html).toContain('Ningbo, CN');
    const shown = (await visitor.get(one('FACTORY 12'))).html;
    for (const value of ['Building 4', '+86 574 5550 0100', 'Ningbo Helmets'])
      expect(shown).toContain(`value="${value}"`);
    const { 'role.records_contact': _, ...others } = FACTORY;
    expect((await send(one('FACTORY 12'), { ...others, phone: '', records_role: '' })).status).toBe(303);
    expect(await api('GET', 'FACTORY 12')).toMatchObject({ roles: ['manufacturer'], phone: null, records_role: null });
    expect((await send(`${PARTIES}/removal`, { id: 'FACTORY 12' })).status).toBe(303);
    expect((await visitor.get(one('FACTORY 12'))).status).toBe(404);
  });

  test('is not replaced by another one with its key', async () => {
    await send(`${PARTIES}/new`, FACTORY);
    const again = await send(`${PARTIES}/new`, { ...FACTORY, name: 'Other' });
    expect(again.status).toBe(422);
    expect(again.html).toContain('id="alternate_id-error"');
    expect(again.html).toContain('value="Other"');
    expect((await api('GET', 'FACTORY 12')).name).toBe(FACTORY.name);
  });

  test.each([
    [{ alternate_id: '' }, 'alternate_id-error'],
    [{ alternate_id: 'É' }, 'alternate_id-error'],
    [{ alternate_id: 'a/b' }, 'alternate_id-error'],
    [{ name: '' }, 'name-error'],
    [{ email: 'nobody' }, 'email-error'],
    [{ 'address_parts.city': '' }, 'address_parts.city-error'],
    [{ 'role.manufacturer': '', 'role.records_contact': '' }, undefined],
  ] as const)('%j is refused at its field, and what was typed stays', async (change, error) => {
    const fields: Record<string, string> = { ...FACTORY, alternate_id: 'NEW-1', ...change };
    if (error === undefined) for (const role of Object.keys(change)) delete fields[role];
    const { status, html } = await send(`${PARTIES}/new`, fields);
    expect(status).toBe(422);
    if (error) expect(html).toContain(`id="${error}"`);
    else expect(html).toContain('Choose at least one.');
    expect(html).toContain('value="12 Gongye Road"');
    expect((await visitor.get(one('NEW-1'))).status).toBe(404);
  });

  test('with an address as one text keeps its lines while nobody changes it', async () => {
    await api('PUT', 'OLD', { roles: ['certifier'], name: 'Old', address: '1 Pier Road\nPortland' });
    const fields = { 'role.certifier': 'on', name: 'Old', 'address_parts.line1': '1 Pier RoadPortland', phone: '1' };
    await send(one('OLD'), fields);
    expect(await api('GET', 'OLD')).toMatchObject({ address: '1 Pier Road\nPortland', phone: '1' });
    await send(one('OLD'), { ...fields, 'address_parts.line1': '2 Pier Road, Portland' });
    expect(await api('GET', 'OLD')).toMatchObject({ address: '2 Pier Road, Portland', address_parts: null });
  });

  test('of another key does not exist', async () => {
    await send(`${PARTIES}/new`, { ...FACTORY, alternate_id: 'MINE' });
    const other = stranger();
    await other.signIn(await key('entry'));
    expect((await other.get(PARTIES)).html).not.toContain('MINE');
    expect((await other.get(one('MINE'))).status).toBe(404);
    expect((await other.post(`${PARTIES}/removal`, { id: 'MINE' })).status).toBe(404);
    expect((await api('GET', 'MINE')).alternate_id).toBe('MINE');
  });
});

describe('in the form of a certificate', () => {
  test('a kept party fills its part, and only where it has the role', async () => {
    await api('PUT', 'LAB-7', {
      roles: ['testing_lab'],
      name: 'Portland Test House',
      address_parts: { line1: '1 Pier Road', unit: 'B', city: 'Portland', postal_code: '97201', country: 'US' },
      cpsc_id: '1234',
    });
    const { html } = await visitor.get(FORM);
    expect(html.match(/Portland Test House \(LAB-7\)/g)).toHaveLength(1);
    const filled = await visitor.post(FORM, {
      'testing_labs.0.test_date': '2026-05-05',
      'testing_labs.0.phone': 'typed before',
      'certifier.name': 'Harbor',
      'known.testing_labs.0': 'kept LAB-7',
      use_party: 'testing_labs.0',
    });
    for (const value of ['Portland Test House', 'LAB-7', '1234', 'B', '2026-05-05', 'Harbor']) {
      expect(filled.html).toContain(`value="${value}"`);
    }
    expect(filled.html).not.toContain('typed before');
    const none = { 'known.testing_labs.0': 'kept NOBODY', use_party: 'testing_labs.0' };
    expect((await visitor.post(FORM, none)).status).toBe(404);
  });

  test('what is typed of a party can be kept, without a key under its name', async () => {
    await visitor.get(FORM);
    const certifier = { 'certifier.name': 'Harbor Home, LLC', 'certifier.email': 'office@harbor.example' };
    const kept = await visitor.post(FORM, { ...certifier, keep_party: 'certifier' });
    expect(kept.html).toContain('Kept as HARBOR-HOME-LLC');
    expect(kept.html).toContain('value="HARBOR-HOME-LLC"');
    expect(await api('GET', 'HARBOR-HOME-LLC')).toMatchObject({ roles: ['certifier'], email: 'office@harbor.example' });
    // The same as a keeper of records: one party with two roles.
    await visitor.post(FORM, {
      'records_contact.name': 'Harbor Home, LLC',
      'records_contact.email': 'office@harbor.example',
      'records_contact.role': 'importer',
      'records_contact.alternate_id': 'HARBOR-HOME-LLC',
      keep_party: 'records_contact',
    });
    expect(await api('GET', 'HARBOR-HOME-LLC')).toMatchObject({
      roles: ['certifier', 'records_contact'],
      records_role: 'importer',
    });
  });

  test('another party of the same name gets another key, and the first stays', async () => {
    await visitor.get(FORM);
    const maker = (city: string) => ({
      'manufacturer.name': 'Twin Works',
      'manufacturer.address_parts.line1': '1 Main St',
      'manufacturer.address_parts.city': city,
      'manufacturer.address_parts.postal_code': '1',
      'manufacturer.address_parts.country': 'US',
      keep_party: 'manufacturer',
    });
    expect((await visitor.post(FORM, maker('Reno'))).html).toContain('Kept as TWIN-WORKS.');
    expect((await visitor.post(FORM, maker('Salem'))).html).toContain('Kept as TWIN-WORKS-2.');
    expect((await visitor.post(FORM, maker('Salem'))).html).toContain('Kept as TWIN-WORKS-2.');
    expect((await api('GET', 'TWIN-WORKS')).address_parts?.city).toBe('Reno');
  });

  test('a party that cannot be kept is refused at its field', async () => {
    await visitor.get(FORM);
    const mail = { 'manufacturer.name': 'Works', 'manufacturer.contact_email': 'nobody', keep_party: 'manufacturer' };
    expect((await visitor.post(FORM, mail)).html).toContain('id="manufacturer.contact_email-error"');
    const nameless = await visitor.post(FORM, { 'certifier.name': '宁波', keep_party: 'certifier' });
    expect(nameless.html).toContain('a name in Latin letters');
  });
});

test.each([
  ['Northwind Helmets Co., Ltd.', 'NORTHWIND-HELMETS-CO-LTD'],
  ['Bäcker & Söhne', 'BACKER-SOHNE'],
  ['宁波', ''],
  ['', ''],
  [`${'x'.repeat(49)} y`, 'X'.repeat(49)],
])('the key of %j is %j', (name, key) => {
  expect(keyOfName(name)).toBe(key);
});
