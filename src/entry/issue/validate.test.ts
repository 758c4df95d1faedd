import { describe, expect, test } from 'bun:test';
import { NOW_MS, REQUESTS, type RequestBody, validBody } from '../../../test/support/certificate-fixtures.ts';
import { INVALID_REQUESTS } from '../../../test/support/invalid-requests.ts';
import { structuredBody } from '../../../test/support/structured-body.ts';
import { PortsideError } from '../../domain/errors.ts';
import { readRequest } from './validate.ts';

function faultsOf(body: unknown, nowMs = NOW_MS) {
  try {
    readRequest(body, nowMs);
  } catch (error) {
    if (error instanceof PortsideError && error.code === 'invalid_request') return error.details ?? [];
    throw error;
  }
  return [];
}

function cleanedRequest(change: (body: RequestBody) => void, nowMs = NOW_MS) {
  const body = validBody();
  change(body);
  return readRequest(body, nowMs);
}

describe('a valid request is accepted', () => {
  test.each(REQUESTS)('%s', (_name, body) => {
    const request = readRequest(body, NOW_MS);
    expect(request.cpsc_rules_cited).toBeArray();
    // Reading a cleaned request again changes nothing.
    expect(readRequest(request, NOW_MS)).toEqual(request);
  });

  test('there are at least forty of them', () => expect(REQUESTS.length).toBeGreaterThanOrEqual(40));
});

describe('an invalid request is refused with every failing path', () => {
  test.each(INVALID_REQUESTS)('%s', (_name, body, paths) => {
    const faults = faultsOf(body);
    expect(faults.map(({ path }) => path)).toEqual(paths);
    for (const { message } of faults) expect(message).toEndWith('.');
  });

  test('there are at least twenty-two of them', () => expect(INVALID_REQUESTS.length).toBeGreaterThanOrEqual(22));

  test('and without any value', () => {
    const body = validBody();
    body.product_info.name = 'SECRET'.repeat(400);
    body.product_info.date_of_manufacture = 'SECRET';
    body.manufacturer.contact_email = 'SECRET';
    body.manufacturer.address = ['SECRET'];
    body.cpsc_rules_cited = [{ SECRET: 'SECRET' }];
    const faults = faultsOf(body);
    expect(faults).toHaveLength(5);
    expect(JSON.stringify(faults)).not.toContain('SECRET');
  });
});

describe('dates', () => {
  const dateOf = (date: string) => (body: RequestBody) => {
    body.testing_lab.test_date = date;
  };

  test.each(['1900-01-01', '2024-02-29', '2000-02-29', '2026-11-20', '2026-11-21', ' 2025-01-31 '])(
    '%s is accepted',
    (date) => {
      // 12:00 UTC on the 20th is 02:00 on the 21st in Kiribati.
      expect(cleanedRequest(dateOf(date)).testing_lab?.test_date).toBe(date.trim());
    },
  );

  test.each([
    '2023-02-29',
    '2026-02-30',
    '1900-02-29',
    '2025-04-31',
    '2025-13-01',
    '2025-00-10',
    '2025-01-00',
    '1899-12-31',
    '0050-01-01',
    '2026-11-22',
    '9999-12-31',
    '2025-1-1',
    '20250101',
    '2025-01-01T00:00:00Z',
    '01/02/2025',
    '２０２５-01-01',
    '+2025-01-01',
  ])('%s is refused', (date) => {
    const body = validBody();
    dateOf(date)(body);
    expect(faultsOf(body).map(({ path }) => path)).toEqual(['/testing_lab/test_date']);
  });

  test('a day is accepted from its first millisecond at UTC+14', () => {
    const midnight = Date.UTC(2026, 10, 21) - 14 * 3_600_000;
    const body = validBody();
    dateOf('2026-11-21')(body);
    expect(faultsOf(body, midnight)).toEqual([]);
    expect(faultsOf(body, midnight - 1)).toHaveLength(1);
  });
});

describe('e-mail addresses', () => {
  test.each([
    'a@b.co',
    "o'brien+tag@sub.example.com",
    'ab..cd.@docomo.example',
    '"a b@c"@example.com',
    '质量@东海.example',
    'user@例え。テスト',
    'गुणवत्ता@कालीन.भारत',
    'x@xn--fiqs8s.xn--p1ai',
    `${'a'.repeat(64)}@example.com`,
  ])('%s is accepted', (email) => {
    expect(
      cleanedRequest((body) => Object.assign(body.manufacturer, { contact_email: email })).manufacturer.contact_email,
    ).toBe(email);
  });

  test.each([
    'a',
    '@example.com',
    'a@',
    'a@localhost',
    'a@example.',
    'a@.example.com',
    'a@b..com',
    'a b@example.com',
    'a@b@example.com',
    'a@[127.0.0.1]',
    'a@127.0.0.1',
    'a@-b.com',
    'a@b-.com',
    'Name <a@example.com>',
    `${'a'.repeat(65)}@example.com`,
    `a@${'b'.repeat(64)}.com`,
    `a@${'b.'.repeat(130)}com`,
  ])('%s is refused', (email) => {
    const body = validBody();
    body.manufacturer.contact_email = email;
    expect(faultsOf(body).map(({ path }) => path)).toEqual(['/manufacturer/contact_email']);
  });
});

test('unknown fields and empty optional fields are dropped', () => {
  const request = cleanedRequest((body) => {
    body.colour = 'red';
    Object.assign(body.product_info, { sku: ' \u200b', colour: 'red' });
    Object.assign(body, { certifier: {}, attestation: { title: '' }, exclusions: [] });
  });
  expect(Object.keys(request).sort()).toEqual(
    ['cpsc_rules_cited', 'exclusions', 'manufacturer', 'product_info', 'testing_lab'].sort(),
  );
  expect(Object.keys(request.product_info)).not.toContain('sku');
  expect(JSON.stringify(request)).not.toContain('colour');
});

test('lengths count characters, not code units, after cleaning', () => {
  const request = cleanedRequest((body) => {
    body.product_info.model = `${'🎂'.repeat(200)}${'\u200b'.repeat(50)}   `;
  });
  expect([...(request.product_info.model ?? '')]).toHaveLength(200);
});

describe('v2', () => {
  type Body = Record<string, unknown>;
  const read = (change: (body: Body) => void) => {
    const body: Body = validBody();
    change(body);
    try {
      return readRequest(body, NOW_MS, 'v2');
    } catch (error) {
      return (error as PortsideError).details;
    }
  };
  const parts = { line1: '1 Fair Street', unit: '4', city: 'Leeds', postal_code: 'LS1 1AA', country: 'GB' };

  test('a request of v1 reads the same', () => {
    expect(read(() => {})).toEqual(readRequest(validBody(), NOW_MS));
  });

  test('an address is composed from its parts, and one that is stated stays', () => {
    const composed = read((body) => {
      body.manufacturer = { name: 'M', contact_email: 'm@example.com', address_parts: parts };
      body.certifier = { name: 'C', address: 'As stated', address_parts: { ...parts, state_province: 'Yorkshire' } };
    });
    expect(composed).toMatchObject({
      manufacturer: { address: '1 Fair Street, 4\nLeeds LS1 1AA\nUnited Kingdom', address_parts: parts },
      certifier: { address: 'As stated' },
    });
  });

  test.each<[string, (body: Body) => void, string]>([
    [
      'no address',
      (body) => {
        body.manufacturer = { name: 'M', contact_email: 'm@example.com' };
      },
      '/manufacturer/address',
    ],
    [
      'both forms of laboratories',
      (body) => {
        body.testing_labs = [body.testing_lab];
      },
      '/testing_labs',
    ],
    [
      'a rule that is not cited',
      (body) => {
        body.testing_labs = [{ ...(body.testing_lab as object), rules: ['16 CFR part 9'] }];
        delete body.testing_lab;
      },
      '/testing_labs/0/rules/0',
    ],
    [
      'a run that ends before it starts',
      (body) => {
        Object.assign(body.product_info as object, { production_start: '2026-02-02', production_end: '2026-02-01' });
      },
      '/product_info/production_end',
    ],
    [
      'a month that does not exist',
      (body) => {
        Object.assign(body.product_info as object, { date_of_manufacture: '2026-13' });
      },
      '/product_info/date_of_manufacture',
    ],
    [
      'a month to come',
      (body) => {
        Object.assign(body.product_info as object, { date_of_manufacture: '2026-12' });
      },
      '/product_info/date_of_manufacture',
    ],
    [
      'an unknown role',
      (body) => {
        body.records_contact = { role: 'agent' };
      },
      '/records_contact/role',
    ],
    [
      'a version of 20 characters',
      (body) => {
        Object.assign(body.product_info as object, { version_id: '12345678901234567890' });
      },
      '/product_info/version_id',
    ],
    [
      'an address that is not of the web',
      (body) => {
        Object.assign(body.testing_lab as object, { report_url: 'javascript:alert(1)' });
      },
      '/testing_lab/report_url',
    ],
    [
      'no identifier',
      (body) => {
        const { model, sku, gtin, ...product } = body.product_info as Record<string, unknown>;
        body.product_info = product;
      },
      '/identifiers',
    ],
    [
      'a null body part',
      (body) => {
        body.testing_labs = null;
      },
      '/testing_labs',
    ],
  ])('%s is refused at its path', (_, change, path) => {
    expect(read(change)).toContainEqual(expect.objectContaining({ path }));
  });

  test('a month, an identifier of another kind and no laboratory are read', () => {
    const request = read((body) => {
      const { model, sku, gtin, ...product } = body.product_info as Record<string, unknown>;
      body.product_info = { ...product, date_of_manufacture: '2026-11' };
      body.identifiers = [{ type: 'upc', value: '036000291452' }];
      delete body.testing_lab;
    });
    expect(request).toMatchObject({ product_info: { date_of_manufacture: '2026-11' } });
    expect(request).not.toHaveProperty('testing_lab');
  });
});

test('a file has the fields of v2, and unknown ones are ignored as in v1', () => {
  const body = structuredBody();
  expect(readRequest({ ...body, unknown: 1 }, NOW_MS, 'file')).toEqual(readRequest(body, NOW_MS, 'v2'));
  expect(() => readRequest({ ...body, testing_lab: body.testing_labs[0] }, NOW_MS, 'file')).toThrow(PortsideError);
  const { testing_lab: lab, ...v1 } = validBody();
  expect(readRequest({ ...v1, testing_lab: lab }, NOW_MS, 'file')).toEqual(
    readRequest({ ...v1, testing_lab: lab }, NOW_MS),
  );
});
