/**
 * Requests with the answer that their source asks for, over HTTP, and forty that try to make a certificate or its record say more than they
 * state. A request of a fixture is sent as it is. In over 400 lines, because the attacks are one table on one server.
 */
import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { REGISTRY_OF_SEVERAL } from '../../src/api/v2/certificates/registry.ts';
import { CREATE } from '../../src/api/v2/certificates/routes.ts';
import { checkEnvelope } from '../../src/entry/registry/check-envelope.ts';
import { root } from '../support/paths.ts';
import { startServer } from '../support/server.ts';

const server = await startServer();
server.clock.ms = Date.UTC(2026, 10, 28, 12);
const key = await server.key('entry', { perMinute: 100_000, perDay: 1_000_000 });

// biome-ignore lint/suspicious/noExplicitAny: answers and requests are taken apart freely
type Any = any;

async function ask(method: string, path: string, body?: unknown, more: Record<string, string> = {}) {
  const response = await fetch(server.app.url + path, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...more,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json');
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: (isJson ? JSON.parse(text) : undefined) as Any,
  };
}

const caseOf = async (name: string): Promise<Any> =>
  Bun.file(join(root, `test/fixtures/certificate-cases/${name}.json`)).json();
const requestOf = async (name: string): Promise<Any> => (await caseOf(name)).request;
const make = async (request: Any): Promise<Any> => {
  const made = await ask('POST', CREATE.path, request);
  expect([made.status, made.body]).toEqual([201, expect.anything()]);
  return made.body;
};
const registryOf = (id: string, query = '', more: Record<string, string> = {}) =>
  ask('GET', `${CREATE.path}/${id}/registry${query}`, undefined, more);
const kindsOf = ({ defects }: Any): string[] => defects.map(({ kind }: { kind: string }) => kind);

describe('the cases', () => {
  test('01: part 1263 is recognised', async () => {
    const made = await make(await requestOf('01-part-1263'));
    expect([made.state, made.defects]).toEqual(['stated', []]);
  });

  test('02: two rules in one citation are told apart from none', async () => {
    const made = await make(await requestOf('02-two-parts-in-one-line'));
    expect([made.state, kindsOf(made)]).toEqual(['stated_with_defects', ['several_rules']]);
    expect(made.defects[0].message).toContain('list each separately');
    expect(JSON.stringify(made.notes)).not.toContain('Not recognised');
  });

  test('05: an excluded rule is not filed as tested', async () => {
    const made = await make(await requestOf('05-partial-exclusion'));
    const { status, body } = await registryOf(made.id);
    expect(status).toBe(200);
    const { labs, exemptions } = body.productList[0].coreProduct;
    expect([labs[0].citationCodes, exemptions]).toEqual([['1303'], ['1610.1(d)(2)']]);
  });

  test('06: places that the record has no place for are named', async () => {
    const { headers, status } = await registryOf((await make(await requestOf('06-place-is-not-the-address'))).id);
    expect(status).toBe(200);
    const leftOut = headers.get('x-left-out')!.split(', ');
    expect(leftOut).toContain('/product_info/place_of_manufacture');
    expect(leftOut).toContain('/testing_lab/test_place');
  });

  test('07: texts that fill an address without stating it', async () => {
    const { request, also } = await caseOf('07-address-says-nothing');
    for (const address of ['Confidential', ...also]) {
      const made = await make({ ...request, manufacturer: { ...request.manufacturer, address } });
      expect([address, made.state, made.defects.map(({ kind, path }: Any) => [kind, path])]).toEqual([
        address,
        'stated_with_defects',
        [['placeholder', '/manufacturer/address']],
      ]);
    }
  });

  test('11a: a country in a usual spelling is filed by its name', async () => {
    const { body } = await registryOf((await make(await requestOf('11a-country-prc'))).id);
    expect(body.productList[0].coreProduct.manufacturer.country).toBe('China');
  });

  test('12: two certificates of one factory, in one envelope and one after the other', async () => {
    const { requests } = await caseOf('12-one-factory-two-exports');
    const [one, other] = [await make(requests[0]), await make(requests[1])];
    const both = await ask('POST', REGISTRY_OF_SEVERAL.path, { certificates: [{ id: one.id }, { id: other.id }] });
    expect(both.status).toBe(200);
    const told = both.body.productList.map(({ directives }: Any) => [
      directives.manufacturer.isNew,
      directives.labs[0].isNew,
    ]);
    expect(told).toEqual([
      ['Y', 'Y'],
      ['N', 'N'],
    ]);
    expect(checkEnvelope(both.body, server.clock.ms)).toEqual([]);
    const first = await registryOf(one.id);
    const made = first.headers.get('x-new-parties')!.split(', ');
    expect(made).toHaveLength(2);
    const second = await registryOf(other.id, `?${made.map((party) => `known_parties=${party}`).join('&')}`);
    expect(second.body.productList[0].directives).toMatchObject({
      manufacturer: { isNew: 'N', alternateId: made[0] },
      labs: [{ isNew: 'N', alternateId: made[1] }],
    });
    expect(second.headers.get('x-new-parties')).toBeNull();
  });

  test('13: a certificate that supersedes another updates its version, or what the caller says', async () => {
    const { requests } = await caseOf('13-superseding-product-update');
    const [old, made] = [await make(requests[0]), await make(requests[1])];
    const before = (await registryOf(old.id)).body.productList[0].coreProduct.versionId;
    await ask('POST', `${CREATE.path}/${old.id}/revocation`, { reason: 'Lot was missing', successor_id: made.id });
    const directivesOf = async (query: string) => (await registryOf(made.id, query)).body.productList[0].directives;
    expect(await directivesOf('')).toMatchObject({ productUpdate: 'Y', versionIdToUpdate: before });
    expect(await directivesOf('?version_to_update=V7')).toMatchObject({ productUpdate: 'Y', versionIdToUpdate: 'V7' });
    expect(await directivesOf('?product_update=false')).toMatchObject({ productUpdate: 'N' });
    const several = await ask('POST', REGISTRY_OF_SEVERAL.path, {
      certificates: [{ id: made.id, version_to_update: null }],
    });
    expect(several.body.productList[0].directives).not.toHaveProperty('versionIdToUpdate');
  });

  test('13: another product that is superseded is no update', async () => {
    const { requests } = await caseOf('13-superseding-product-update');
    const other = structuredClone(requests[1]);
    other.product_info.sku = 'HLM-9';
    const [old, made] = [await make(requests[0]), await make(other)];
    await ask('POST', `${CREATE.path}/${old.id}/revocation`, { reason: 'Mixed up', successor_id: made.id });
    expect((await registryOf(made.id)).body.productList[0].directives.productUpdate).toBe('N');
  });
});

describe('the registry over HTTP', () => {
  test('CSV by Accept, and a record that it cannot hold is refused with every reason', async () => {
    const made = await make(
      await requestOf('01-part-1263').then((request) => ({ ...request, cpsc_rules_cited: ['16 CFR part 1203'] })),
    );
    const csv = await registryOf(made.id, '', { accept: 'text/csv' });
    expect([csv.status, csv.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    const [head, row, end] = csv.text.split('\r\n');
    expect([head!.split(',')[0], row!.includes('HLM-1'), end]).toEqual(['Product Update', true, '']);
    expect(head!.split(',')).toHaveLength(83);
    const excluded = await make(await requestOf('05-partial-exclusion'));
    const refused = await registryOf(excluded.id, '', { accept: 'text/csv' });
    expect([refused.status, refused.body.details[0].path]).toEqual([409, '/exclusions']);
    expect((await registryOf(excluded.id, '', { accept: 'text/csv, application/json' })).status).toBe(200);
  });

  test('gaps are told by the form, the sheet and the pointer, of several certificates by their place', async () => {
    const request = await requestOf('07-address-says-nothing');
    const [good, made] = [await make(await requestOf('11a-country-prc')), await make(request)];
    const { status, body } = await ask('POST', REGISTRY_OF_SEVERAL.path, {
      certificates: [{ id: good.id }, { id: made.id }],
    });
    expect(status).toBe(409);
    expect(body.details).toContainEqual({
      path: '/certificates/1/manufacturer/address_parts/city',
      message: 'Manufacturer City is missing. Form: Manufacture: City. Sheet: manufacturer_city.',
    });
    expect(body.details.every(({ path }: Any) => path.startsWith('/certificates/1/'))).toBe(true);
  });

  test.each([
    [{ certificates: [] }, 422],
    [{ certificates: [{ id: crypto.randomUUID() }] }, 404],
    [{ certificates: [{ id: 'x' }] }, 422],
    [{ certificates: [{ id: crypto.randomUUID(), version: '1' }] }, 422],
    [{}, 422],
  ])('%j is refused', async (body, status) => {
    expect((await ask('POST', REGISTRY_OF_SEVERAL.path, body)).status).toBe(status);
  });

  test('a certificate that is named twice, and a party that nobody is, are refused', async () => {
    const { id } = await make(await requestOf('11a-country-prc'));
    const twice = await ask('POST', REGISTRY_OF_SEVERAL.path, { certificates: [{ id }, { id }] });
    expect([twice.status, twice.body.details[0].path]).toEqual([409, '/certificates/1/id']);
    const strange = await registryOf(id, '?known_parties=NOBODY');
    expect([strange.status, strange.body.details[0].path]).toEqual([422, '/known_parties/0']);
    expect((await registryOf(id, '?known_party=X')).status).toBe(422);
  });
});

/** A change of a request that can be filed, and what must then be so. */
type Attack = [
  name: string,
  change: (request: Any) => void,
  holds: (found: {
    made: Any;
    status: number;
    core: Any;
    directives: Any;
    leftOut: string[];
    gaps: string[];
  }) => unknown,
];

/** Puts a value at a place such as `manufacturer.name`. */
const set =
  (place: string, value: unknown) =>
  (request: Any): void => {
    const names = place.split('.');
    const last = names.pop()!;
    names.reduce((at, name) => at[name], request)[last] = value;
  };

const EXCLUSION = { citation: '16 CFR 1610.1(d)(1)', basis: 'Plain surface, 3 oz/yd2' };
const several = (request: Any, ...more: Any[]) => {
  request.testing_labs = [request.testing_lab, ...more.map((each) => ({ ...request.testing_lab, ...each }))];
  delete request.testing_lab;
};
const refusedAt = (pointer: string) => (found: { status: number; gaps: string[] }) => {
  expect(found.status).toBe(409);
  expect(found.gaps).toContain(pointer);
};
const leavesOut = (pointer: string) => (found: { status: number; leftOut: string[] }) => {
  expect(found.status).toBe(200);
  expect(found.leftOut).toContain(pointer);
};
const hasDefect = (kind: string) => (found: { made: Any }) => expect(kindsOf(found.made)).toContain(kind);

const ATTACKS: Attack[] = [
  [
    'a laboratory without rules, and one rule excluded',
    (r) =>
      void Object.assign(r, { cpsc_rules_cited: ['16 CFR part 1610', '16 CFR part 1203'], exclusions: [EXCLUSION] }),
    ({ core }) => expect(core.labs[0].citationCodes).toEqual(['1203']),
  ],
  [
    'the excluded rule in another spelling',
    (r) =>
      void Object.assign(r, { cpsc_rules_cited: ['16 C.F.R. § 1610', '16 CFR part 1203'], exclusions: [EXCLUSION] }),
    ({ core }) => expect(core.labs[0].citationCodes).toEqual(['1203']),
  ],
  [
    'a rule that is both tested and excluded',
    (r) => {
      Object.assign(r, { cpsc_rules_cited: ['16 CFR part 1610'], exclusions: [EXCLUSION] });
      several(r);
      r.testing_labs[0].rules = ['16 CFR part 1610'];
    },
    refusedAt('/testing_labs/0/rules/0'),
  ],
  [
    'the same, as a defect of the paper',
    (r) => {
      Object.assign(r, { cpsc_rules_cited: ['16 CFR part 1610'], exclusions: [EXCLUSION] });
      several(r);
      r.testing_labs[0].rules = ['16 CFR part 1610'];
    },
    hasDefect('tested_and_excluded'),
  ],
  [
    'every rule excluded, and a laboratory all the same',
    (r) => void Object.assign(r, { cpsc_rules_cited: ['16 CFR part 1610'], exclusions: [EXCLUSION] }),
    refusedAt('/testing_lab/rules'),
  ],
  [
    'every rule excluded, and no laboratory',
    (r) => {
      Object.assign(r, { cpsc_rules_cited: ['16 CFR part 1610'], exclusions: [EXCLUSION] });
      delete r.testing_lab;
    },
    ({ core }) => expect([core.labs, core.lastTestDate]).toEqual([undefined, undefined]),
  ],
  [
    'one laboratory says what it tested, the other does not',
    (r) => {
      several(r, { name: 'Other Lab' });
      r.testing_labs[0].rules = ['16 CFR part 1203'];
    },
    refusedAt('/testing_labs/1/rules'),
  ],
  [
    'a laboratory that tested nothing',
    (r) => {
      several(r, { name: 'Other Lab', rules: [] });
      r.testing_labs[0].rules = ['16 CFR part 1203'];
    },
    refusedAt('/testing_labs/1/rules'),
  ],
  ['no component is stated', () => {}, ({ core }) => expect(core.labs[0]).not.toHaveProperty('isComponent')],
  ['no component in the CSV', () => {}, ({ core }) => expect(core.labs[0]).not.toHaveProperty('componentDescription')],
  [
    'no role of the keeper of the records',
    (r) => void delete r.records_contact.role,
    refusedAt('/records_contact/role'),
  ],
  ['a lot without who assigned it', set('product_info.lot', 'L1'), refusedAt('/product_info/lot_assigned_by')],
  [
    'who assigned a lot that is not stated',
    set('product_info.lot_assigned_by', 'seller'),
    leavesOut('/product_info/lot_assigned_by'),
  ],
  [
    'made elsewhere',
    set('product_info.place_of_manufacture', 'Hanoi, Vietnam'),
    leavesOut('/product_info/place_of_manufacture'),
  ],
  [
    'made in a city of the same name elsewhere',
    (r) => {
      r.manufacturer.address_parts.city = 'San Jose';
      r.manufacturer.address_parts.country = 'US';
      r.manufacturer.address = '1 Main St, San Jose 518057';
      r.product_info.place_of_manufacture = 'San Jose, Costa Rica';
    },
    leavesOut('/product_info/place_of_manufacture'),
  ],
  [
    'made in the country, with no city',
    set('product_info.place_of_manufacture', 'China'),
    leavesOut('/product_info/place_of_manufacture'),
  ],
  ['tested elsewhere', set('testing_lab.test_place', 'Munich, Germany'), leavesOut('/testing_lab/test_place')],
  ['tested at the address', () => {}, ({ leftOut }) => expect(leftOut).not.toContain('/testing_lab/test_place')],
  [
    'two dates of testing',
    (r) => several(r, { name: 'Other Lab', test_date: '2026-01-05' }),
    leavesOut('/testing_labs/1/test_date'),
  ],
  [
    'a manufacturer named only in Chinese',
    set('manufacturer.name', '明珠体育用品有限公司'),
    refusedAt('/manufacturer/name'),
  ],
  ['a laboratory named only in Japanese', set('testing_lab.name', '港湾試験所'), refusedAt('/testing_lab/name')],
  [
    'a street only in Arabic',
    (r) => {
      r.manufacturer.address_parts.line1 = 'شارع الصناعة';
      delete r.manufacturer.address;
    },
    refusedAt('/manufacturer/address_parts/line1'),
  ],
  [
    'a city only in Russian',
    (r) => {
      r.manufacturer.address_parts.city = 'Шэньчжэнь';
      delete r.manufacturer.address;
    },
    refusedAt('/manufacturer/address_parts/city'),
  ],
  ['a product only in Korean', set('product_info.name', '자전거 헬멧'), refusedAt('/product_info/name')],
  [
    'a Chinese name with English beside it',
    (r) => void Object.assign(r.manufacturer, { name: '明珠体育用品有限公司', name_en: 'Pearl Sports Ltd.' }),
    ({ core }) => expect(core.manufacturer.name).toBe('Pearl Sports Ltd.'),
  ],
  [
    'a lot that is N/A',
    (r) => void Object.assign(r.product_info, { lot: 'N/A', lot_assigned_by: 'seller' }),
    ({ core, leftOut }) => expect([core.lotNumber, leftOut.includes('/product_info/lot')]).toEqual([undefined, true]),
  ],
  [
    'a color that is on file',
    set('product_info.color', 'On file'),
    ({ core, leftOut }) => expect([core.color, leftOut.includes('/product_info/color')]).toEqual([undefined, true]),
  ],
  [
    'a street that is confidential',
    (r) => {
      r.manufacturer.address_parts.line1 = 'Confidential';
      delete r.manufacturer.address;
    },
    refusedAt('/manufacturer/address_parts/line1'),
  ],
  ['a telephone on request', set('testing_lab.phone', 'on request'), refusedAt('/testing_lab/phone')],
  [
    'a report that is the same as above',
    set('testing_lab.report_number', 'Same as above'),
    ({ core }) => expect(core.labs[0].testReportId).toBeUndefined(),
  ],
  [
    'an SKU that is to be decided',
    (r) => void Object.assign(r.product_info, { sku: 'TBD', model: 'M-1' }),
    ({ core }) => expect([core.primaryProductId, core.identifiers]).toEqual(['M-1', undefined]),
  ],
  [
    'a country that is none',
    set('manufacturer.address_parts.country', 'EU'),
    refusedAt('/manufacturer/address_parts/country'),
  ],
  [
    'a country in German',
    set('testing_lab.address_parts.country', 'Volksrepublik China'),
    ({ status, core }) => expect(status === 409 || core.labs[0].country === 'China').toBe(true),
  ],
  [
    'a country by three letters',
    set('manufacturer.address_parts.country', 'CHN'),
    ({ core }) => expect(core.manufacturer.country).toBe('China'),
  ],
  [
    'two rules in one citation',
    set('cpsc_rules_cited', ['16 CFR parts 1203 and 1512']),
    refusedAt('/cpsc_rules_cited/0'),
  ],
  [
    "a rule for children's products",
    set('cpsc_rules_cited', ['16 CFR part 1203', 'CPSIA section 108']),
    refusedAt('/cpsc_rules_cited/1'),
  ],
  [
    'a title that speaks of another rule',
    set('cpsc_rules_cited', ['16 CFR part 1203 - lead paint']),
    refusedAt('/cpsc_rules_cited/0'),
  ],
  [
    'an exclusion that is a rule',
    set('exclusions', [{ citation: '16 CFR part 1203', basis: 'Light' }]),
    refusedAt('/exclusions/0/citation'),
  ],
  [
    'a laboratory number that is no CPSC number',
    set('testing_lab.cpsc_id', 'A2LA 1234.01'),
    refusedAt('/testing_lab/cpsc_id'),
  ],
  [
    'a party that nobody said is known',
    () => {},
    ({ directives }) => expect([directives.manufacturer.isNew, directives.productUpdate]).toEqual(['Y', 'N']),
  ],
  [
    'a day of manufacture that is a month',
    set('product_info.date_of_manufacture', '2026-03'),
    ({ core }) => expect(core.manufactureDate).toBe('03/2026'),
  ],
  [
    'an open production run',
    set('product_info.production_start', '2026-03-02'),
    ({ core }) => expect([core.productionStartDate, core.productionEndDate]).toEqual(['03/02/2026', undefined]),
  ],
];

test('there are forty attacks at least', () => expect(ATTACKS.length).toBeGreaterThanOrEqual(40));

test.each(ATTACKS)('the record says no more than the request: %s', async (_, change, holds) => {
  const request = await requestOf('11a-country-prc');
  request.manufacturer.address_parts.country = 'CN';
  change(request);
  const made = await make(request);
  const { status, body, headers } = await registryOf(made.id);
  if (status === 200) expect(checkEnvelope(body, server.clock.ms)).toEqual([]);
  const [entry] = status === 200 ? body.productList : [{}];
  holds({
    made,
    status,
    core: entry.coreProduct,
    directives: entry.directives,
    leftOut: (headers.get('x-left-out') ?? '').split(', '),
    gaps: (body.details ?? []).map(({ path }: Any) => path),
  });
});

test('nothing failed on our side', () => expect(server.faults).toEqual([]));
