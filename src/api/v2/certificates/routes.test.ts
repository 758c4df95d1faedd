/**
 * The life of a certificate over HTTP, with the real renderer, and what other keys see of it. In over 400 lines, because every
 * operation is attacked on one server with its drawn certificates.
 */
import { describe, expect, test } from 'bun:test';
import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { validBody } from '../../../../test/support/certificate-fixtures.ts';
import { actor, startServer } from '../../../../test/support/server.ts';
import { until } from '../../../../test/support/until.ts';
import { DAY_MS } from '../../../domain/clock.ts';
import { sha256Hex } from '../../../domain/sha256.ts';
import { GENERATE_PATH } from '../../v1/paths.ts';
import { cursorAfter } from './list-query.ts';
import { CERTIFICATE_OPERATIONS, CREATE, LIST } from './routes.ts';
import { Certificate, CertificateLink, CertificateList, CheckedCertificate, MadeCertificate } from './schema.ts';

const server = await startServer();
const UNLIMITED = { perMinute: 100_000, perDay: 1_000_000 };
const key = await server.key('entry', UNLIMITED);
const stranger = await server.key('all', UNLIMITED);
const PATH = CREATE.path;

interface Answer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: the tests compare it with schemas
  body: any;
}

async function send(method: string, path: string, body?: unknown, as = key, more: Record<string, string> = {}) {
  const response = await fetch(server.app.url + path, {
    method,
    headers: {
      authorization: `Bearer ${as}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...more,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text && JSON.parse(text) } as Answer;
}

const get = (path: string, as = key) => send('GET', path, undefined, as);
const make = async (body: object = validBody(), as = key) => (await send('POST', PATH, body, as)).body;
const revoke = (id: string, body: object, as = key) => send('POST', `${PATH}/${id}/revocation`, body, as);
const faultsOf = ({ body }: Answer): string[] => body.details.map(({ path }: { path: string }) => path);
const hasShape = (schema: TSchema, answer: unknown) => expect([...Value.Errors(schema, answer)]).toEqual([]);

describe('a life', () => {
  test('made, read, downloaded, linked again after the URL expired, superseded: the same bytes', async () => {
    const made = await send('POST', PATH, validBody());
    expect(made.status).toBe(201);
    hasShape(MadeCertificate, made.body);
    expect(made.body.notes).toEqual([]);
    const { gcc_pdf_url: url, gcc_pdf_url_expires_at: expires, id, ...record } = made.body;
    expect(record).toMatchObject({ state: 'incomplete', status: 'active', filing: 'none', revoked_at: null });
    expect(record.gaps.length).toBeGreaterThan(0);
    expect(new Set(record.gaps.map((gap: { for: string }) => gap.for))).toEqual(new Set(['certificate', 'registry']));
    expect(Date.parse(expires)).toBe(server.clock.ms + DAY_MS);
    const pdf = Buffer.from(await (await fetch(url)).arrayBuffer());
    expect([sha256Hex(pdf), pdf.byteLength]).toEqual([record.sha256, record.pdf_bytes]);

    server.clock.ms += DAY_MS;
    const late = await fetch(url);
    const { error, message } = await late.json();
    expect([late.status, error]).toEqual([403, 'url_expired']);
    expect(message).toContain('POST /api/v2/entry/certificates/{gcc_id}/links');
    expect(message).toContain('same Idempotency-Key');
    const linked = await send('POST', `${PATH}/${id}/links`);
    expect(linked.status).toBe(200);
    hasShape(CertificateLink, linked.body);
    expect(Buffer.from(await (await fetch(linked.body.gcc_pdf_url)).arrayBuffer())).toEqual(pdf);

    const successor = await make();
    const reason = 'A typing mistake in the lot';
    const superseded = await revoke(id, { reason, successor_id: successor.id });
    expect(superseded.status).toBe(200);
    hasShape(Certificate, superseded.body);
    expect(superseded.body).toEqual({
      id,
      ...record,
      status: 'superseded',
      revoked_at: new Date(server.clock.ms).toISOString(),
      revocation_reason: reason,
      successor_id: successor.id,
    });
    expect((await get(`${PATH}/${id}`)).body).toEqual(superseded.body);
    const download = await fetch(linked.body.gcc_pdf_url);
    expect(download.headers.get('x-certificate-status')).toBe('superseded');
    expect(Buffer.from(await download.arrayBuffer())).toEqual(pdf);
  });

  test('the PDF with a key has the headers of the signed URL, is not cached, and answers HEAD and ranges', async () => {
    const { id, sha256, pdf_bytes: size } = await make();
    const headers = { authorization: `Bearer ${key}` };
    const url = `${server.app.url}${PATH}/${id}/pdf`;
    const pdf = await fetch(url, { headers });
    expect([pdf.status, Object.fromEntries(pdf.headers)]).toMatchObject([
      200,
      {
        'content-type': 'application/pdf',
        'content-disposition': `inline; filename="GCC-${id}.pdf"`,
        'cache-control': 'no-store',
        etag: `"${sha256}"`,
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'ratelimit-policy': expect.any(String),
        'x-request-id': expect.any(String),
      },
    ]);
    expect(pdf.headers.get('x-certificate-status')).toBeNull();
    expect(sha256Hex(new Uint8Array(await pdf.arrayBuffer()))).toBe(sha256);
    const head = await fetch(url, { method: 'HEAD', headers });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(size)]);
    const part = await fetch(url, { headers: { ...headers, range: 'bytes=0-4' } });
    expect([part.status, await part.text()]).toEqual([206, '%PDF-']);
    const known = await fetch(url, { headers: { ...headers, 'if-none-match': `"${sha256}"` } });
    expect(known.status).toBe(304);
  });

  test('a certificate of v1 is the same resource', async () => {
    const { gcc_id } = await (await server.post(GENERATE_PATH, validBody(), key)).json();
    const { status, body } = await get(`${PATH}/${gcc_id}`);
    expect([status, body.id]).toEqual([200, gcc_id]);
    hasShape(Certificate, body);
  });

  test('one idempotency key makes one certificate, and another body under it is a conflict', async () => {
    const headers = { 'idempotency-key': 'order-v2' };
    const answers = await Promise.all([0, 1, 2].map(() => send('POST', PATH, validBody(), key, headers)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    const other = { ...validBody(), cpsc_rules_cited: ['16 CFR part 1303'] };
    expect((await send('POST', PATH, other, key, headers)).body.error).toBe('conflict');
    expect((await send('POST', PATH, validBody(), stranger, headers)).status).toBe(201);
  });

  test('the structured request is read: no single address, several laboratories, a month', async () => {
    const { testing_lab: lab, manufacturer, product_info, ...rest } = validBody();
    const body = {
      ...rest,
      product_info: { ...product_info, date_of_manufacture: '2025-03', name_en: 'Helmet' },
      identifiers: [{ type: 'gtin', value: '4006381333931' }],
      manufacturer: {
        name: manufacturer.name,
        contact_email: manufacturer.contact_email,
        address_parts: { line1: '88 Keji Road', city: 'Shenzhen', postal_code: '518057', country: 'CN' },
      },
      cpsc_rules_cited: ['16 CFR part 1203'],
      testing_labs: [{ ...lab, rules: ['16 CFR part 1203'] }, lab],
    };
    const made = await make(body);
    expect(made.request).toMatchObject({
      identifiers: body.identifiers,
      testing_labs: body.testing_labs,
      manufacturer: { address: '88 Keji Road\nShenzhen 518057\nChina' },
    });
    expect((await get(`${PATH}/${made.id}`)).body.request).toEqual(made.request);
  });
});

describe('a request that is not as described is refused with all its faults', () => {
  test('unknown fields at any depth, beside faults of content', async () => {
    const body = {
      ...validBody(),
      certifer: {},
      product_info: { name: '', modle: 'M', date_of_manufacture: '2999-01-01', place_of_manufacture: 'x', sku: 's' },
      testing_labs: [{ name: 'a', test_date: '2025-01-01', rulez: [] }],
    };
    const answer = await send('POST', PATH, body);
    expect([answer.status, answer.body.error]).toEqual([422, 'invalid_request']);
    expect(faultsOf(answer).sort()).toEqual([
      '/certifer',
      '/product_info/date_of_manufacture',
      '/product_info/modle',
      '/product_info/name',
      '/testing_labs',
      '/testing_labs/0/rulez',
    ]);
    expect(JSON.stringify(answer.body)).toContain('did you mean \\"certifier\\"');
    expect(JSON.stringify(answer.body)).not.toContain('2999');
  });

  test('of thousands of unknown fields, a hundred are named', async () => {
    const many = Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`field${i}`, 1]));
    const answer = await send('POST', PATH, { ...validBody(), ...many });
    expect([answer.status, answer.body.details.length]).toEqual([422, 100]);
  });

  test.each<[object, string[]]>([
    [{}, ['/reason']],
    [{ reason: '' }, ['/reason']],
    [{ reason: ' \t\n ' }, ['/reason']],
    [{ reason: '\u200b\u202e\u0000\u0007' }, ['/reason']],
    [{ reason: `a${'\u0301'.repeat(31)}` }, ['/reason']],
    [{ reason: 'x'.repeat(301) }, ['/reason']],
    [{ reason: 1, because: 2 }, ['/reason', '/because']],
    [{ reason: 'x', successor_id: 'not an id' }, ['/successor_id']],
    [{ reason: 'x', successor_id: null }, ['/successor_id']],
    [{ reason: 'x', successor_id: '00000000-0000-4000-8000-000000000000' }, ['/successor_id']],
  ])('the revocation %j', async (body, paths) => {
    const { id } = await make();
    const answer = await revoke(id, body);
    expect([answer.status, faultsOf(answer)]).toEqual([422, paths]);
    expect((await get(`${PATH}/${id}`)).body.status).toBe('active');
  });

  test.each([
    ['limit=0', '/limit'],
    ['limit=101', '/limit'],
    ['limit=1e1', '/limit'],
    ['limit=', '/limit'],
    ['limit=1&limit=2', '/limit'],
    ['status=complete', '/status'],
    ['product=', '/product'],
    [`sku=${'x'.repeat(201)}`, '/sku'],
    ['from=2026-02-30', '/from'],
    ['to=2026-1-1', '/to'],
    ['from=2026-02-02&to=2026-02-01', '/to'],
    ['colour=red', '/colour'],
    ['__proto__=1', '/__proto__'],
    ['cursor=', '/cursor'],
    ['cursor=0', '/cursor'],
    [`cursor=${btoa('1000 x')}`, '/cursor'],
    [`cursor=${encodeURIComponent(`${cursorAfter({ issuedAtMs: 1, gccId: crypto.randomUUID() })}=`)}`, '/cursor'],
    [`cursor=${cursorAfter({ issuedAtMs: 1, gccId: 'x' })}`, '/cursor'],
    [`cursor=${cursorAfter({ issuedAtMs: -1, gccId: crypto.randomUUID() })}`, '/cursor'],
    [`cursor=${cursorAfter({ issuedAtMs: 1.5, gccId: crypto.randomUUID() })}`, '/cursor'],
    [`cursor=${cursorAfter({ issuedAtMs: 1e20, gccId: crypto.randomUUID() })}`, '/cursor'],
  ])('the query %s', async (query, path) => {
    const answer = await get(`${PATH}?${query}`);
    expect([answer.status, faultsOf(answer)]).toEqual([422, [path]]);
  });

  test('a link needs no body; one that says something is refused', async () => {
    const { id } = await make();
    const link = `${PATH}/${id}/links`;
    for (const [body, status] of [
      [undefined, 200],
      ['', 200],
      ['{}', 200],
      ['{"expires_in":9}', 422],
      ['[]', 422],
      ['{', 400],
    ] as const) {
      expect([body, (await send('POST', link, body)).status]).toEqual([body, status]);
    }
    const text = await send('POST', link, '{}', key, { 'content-type': 'text/plain' });
    expect([text.status, text.body.error]).toEqual([415, 'unsupported_media_type']);
    const chunked = await fetch(server.app.url + link, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: new Blob(['{"expires_in":9}']).stream(),
    });
    expect(chunked.status).toBe(422);
  });
});

describe('a revocation', () => {
  test('sent again has the same answer; another one is a conflict and changes nothing', async () => {
    const { id } = await make();
    const first = await revoke(id, { reason: 'The laboratory\r\nwithdrew\u0000 its report.' });
    expect([first.status, first.body.status]).toEqual([200, 'revoked']);
    expect(first.body.revocation_reason).toBe('The laboratory withdrew its report.');
    server.clock.ms += 1000;
    const again = await revoke(id, { reason: 'The laboratory withdrew its report.' });
    expect([again.status, again.body]).toEqual([200, first.body]);
    const { id: other } = await make();
    for (const body of [{ reason: 'Another reason' }, { reason: first.body.revocation_reason, successor_id: other }]) {
      const refused = await revoke(id, body);
      expect([refused.status, refused.body.error]).toEqual([409, 'conflict']);
    }
    expect((await get(`${PATH}/${id}`)).body).toEqual(first.body);
  });

  test('names a successor that is active, another one, and of this lineage', async () => {
    const [one, two, revoked, foreign] = [await make(), await make(), await make(), await make(validBody(), stranger)];
    await revoke(revoked.id, { reason: 'x' });
    const messages: string[] = [];
    for (const successor of [one, revoked, foreign, { id: crypto.randomUUID() }]) {
      const answer = await revoke(one.id, { reason: 'x', successor_id: successor.id });
      expect([answer.status, faultsOf(answer)]).toEqual([422, ['/successor_id']]);
      messages.push(answer.body.details[0].message);
    }
    // Another lineage's certificate looks like none at all.
    expect(messages[2]).toBe(messages[3]!);
    expect((await revoke(one.id, { reason: 'x', successor_id: two.id })).body.status).toBe('superseded');
    expect((await revoke(two.id, { reason: 'x', successor_id: one.id })).status).toBe(422);
  });

  test('is audited with the key and its lineage', async () => {
    const { id } = await make();
    const { headers } = await revoke(id, { reason: 'Recalled' });
    const [entry] = await server.storage.activity.search({ text: id, action: 'certificate.', limit: 1 });
    expect(entry).toMatchObject({
      actor: expect.stringMatching(/^key \d+$/),
      origin: expect.stringMatching(new RegExp(`^lineage \\d+, request ${headers.get('x-request-id')}$`)),
      action: 'certificate.revoke',
      detail: 'Recalled',
    });
  });

  test('while links are made: every link works, and says what is so when it is opened', async () => {
    const { id } = await make();
    const answers = await Promise.all([
      ...Array.from({ length: 5 }, () => send('POST', `${PATH}/${id}/links`)),
      revoke(id, { reason: 'x' }),
      ...Array.from({ length: 5 }, () => send('POST', `${PATH}/${id}/links`)),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(Array(11).fill(200));
    for (const { body } of answers.filter(({ body: { gcc_pdf_url } }) => gcc_pdf_url)) {
      expect((await fetch(body.gcc_pdf_url)).headers.get('x-certificate-status')).toBe('revoked');
    }
  });
});

describe('a list', () => {
  const ids = ({ body }: Answer): string[] => body.certificates.map(({ id }: { id: string }) => id);
  const pages = async (query: string, as: string): Promise<string[]> => {
    const found: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await get(`${PATH}?${query}${cursor && `&cursor=${cursor}`}`, as);
      expect(page.status).toBe(200);
      hasShape(CertificateList, page.body);
      found.push(...ids(page));
      cursor = page.body.next_cursor;
    }
    return found;
  };

  test('is newest first, in pages, filtered, and of this lineage alone', async () => {
    const lister = await server.key('entry', UNLIMITED);
    const made: string[] = [];
    for (let i = 0; i < 5; i++) {
      server.clock.ms += DAY_MS;
      const body = validBody();
      const product_info = { ...body.product_info, name: `Lamp ${i}`, sku: i === 3 ? 'SKU-3' : 'SKU-30' };
      made.unshift((await make({ ...body, product_info }, lister)).id);
    }
    await revoke(made[0]!, { reason: 'x' }, lister);
    const day = (back: number) => new Date(server.clock.ms - back * DAY_MS).toISOString().slice(0, 10);
    expect(await pages('limit=2', lister)).toEqual(made);
    expect(await pages('limit=5', lister)).toEqual(made);
    expect(await pages('product=LAMP%203', lister)).toEqual([made[1]!]);
    expect(await pages('sku=SKU-3', lister)).toEqual([made[1]!]);
    expect(await pages('status=revoked', lister)).toEqual([made[0]!]);
    expect(await pages('status=active&limit=3', lister)).toEqual(made.slice(1));
    expect(await pages(`from=${day(3)}&to=${day(2)}`, lister)).toEqual(made.slice(2, 4));
    expect(await pages('', await server.key('entry'))).toEqual([]);
  });

  test('a cursor of another key shows nothing of that key', async () => {
    await make();
    await make();
    const page = await get(`${PATH}?limit=1`);
    const mine = await server.key('entry', UNLIMITED);
    server.clock.ms -= DAY_MS;
    const { id } = await make(validBody(), mine);
    server.clock.ms += DAY_MS;
    expect(ids(await get(`${PATH}?cursor=${page.body.next_cursor}`, mine))).toEqual([id]);
  });

  test('while certificates are made, has each of those that were there exactly once', async () => {
    const lister = await server.key('entry', UNLIMITED);
    const before: string[] = [];
    for (let i = 0; i < 4; i++) before.push((await make(validBody(), lister)).id);
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await get(`${PATH}?limit=1${cursor && `&cursor=${cursor}`}`, lister);
      seen.push(...ids(page));
      cursor = page.body.next_cursor;
      server.clock.ms += 1;
      await make(validBody(), lister);
    }
    expect(seen.sort()).toEqual(before.sort());
  });
});

describe('of another lineage', () => {
  const operations = CERTIFICATE_OPERATIONS.filter(({ path }) => path.includes('{id}'));
  const body = { reason: 'x' };

  test.each(operations)(
    '$text.operationId finds nothing, as for an id that nobody has',
    async ({ path, method, text }) => {
      const { id } = await make();
      const answers: Answer[] = [];
      for (const one of [id, crypto.randomUUID(), id.toUpperCase(), 'x', '%00', '..%2f', '🚲']) {
        const sent = method === 'post' && text.operationId === 'revokeCertificate' ? body : undefined;
        answers.push(await send(method.toUpperCase(), path.replace('{id}', one), sent, stranger));
      }
      for (const { status, body: refusal } of answers.slice(0, 4)) {
        expect([status, refusal]).toEqual([404, answers[0]!.body]);
      }
      for (const { status } of answers) expect([400, 404]).toContain(status);
      expect((await get(`${PATH}/${id}`)).body.status).toBe('active');
    },
  );

  test('a rotated key and its successor see the same, also when the older one is revoked', async () => {
    const first = await server.keyIssuer.issue({ name: 'r', scope: 'entry', notes: 'delegate:on' }, actor);
    const { id } = await make(validBody(), first.key);
    const second = await server.keyIssuer.rotate(first.row.id, 3_600_000, actor);
    const { id: newer } = await make(validBody(), second.key);
    for (const as of [first.key, second.key]) {
      expect([(await get(`${PATH}/${id}`, as)).status, (await get(`${PATH}/${newer}`, as)).status]).toEqual([200, 200]);
    }
    await server.keyIssuer.revoke(first.row.id, actor);
    await until('the server has read it', async () => (await get(`${PATH}/${id}`, first.key)).status === 401);
    expect((await revoke(id, { reason: 'x', successor_id: newer }, second.key)).body.status).toBe('superseded');
  });
});

describe('a dry run', () => {
  test('says what would be stated, makes nothing, and counts as a request', async () => {
    const body = { ...validBody(), cpsc_rules_cited: ['16 CFR part 1250'] };
    const before = (await get(`${PATH}?product=Adult`)).body.certificates.length;
    const dry = await send('POST', `${PATH}?dry_run=true`, body);
    expect(dry.status).toBe(200);
    hasShape(CheckedCertificate, dry.body);
    expect(dry.body).not.toHaveProperty('id');
    const made = await make(body);
    for (const field of ['state', 'missing', 'defects', 'notes', 'gaps', 'request']) {
      expect([field, dry.body[field]]).toEqual([field, made[field]]);
    }
    expect(dry.body.defects.map(({ kind }: { kind: string }) => kind)).toContain('childrens_rule');
    expect((await get(`${PATH}?product=Adult`)).body.certificates).toHaveLength(before + 1);
    expect(dry.headers.get('ratelimit')).toBeString();
  });

  test('refuses what making it would refuse, and another word than true or false', async () => {
    const wrong = { ...validBody(), colour: 'red' };
    const [dry, made] = [await send('POST', `${PATH}?dry_run=true`, wrong), await send('POST', PATH, wrong)];
    expect([dry.status, faultsOf(dry)]).toEqual([made.status, faultsOf(made)]);
    for (const query of ['dry_run=yes', 'dry_run=1', 'dryrun=true', 'dry_run=true&dry_run=true']) {
      expect([query, (await send('POST', `${PATH}?${query}`, validBody())).status]).toEqual([query, 422]);
    }
    expect((await send('POST', `${PATH}?dry_run=false`, validBody())).status).toBe(201);
  });
});

describe('the public PDF', () => {
  const publish = (id: string, method: string, as = key) => send(method, `${PATH}/${id}/public-pdf`, undefined, as);

  test('is switched on and off by its lineage alone, each once in the audit', async () => {
    const { id, public_pdf_url: off } = await make();
    expect(off).toBeNull();
    const on = await publish(id, 'PUT');
    hasShape(Certificate, on.body);
    expect(on.body.public_pdf_url).toBe(`${on.body.verify_url}/certificate.pdf`);
    expect((await publish(id, 'PUT')).body).toEqual(on.body);
    for (const method of ['PUT', 'DELETE']) expect((await publish(id, method, stranger)).status).toBe(404);
    expect((await publish(id, 'DELETE')).body.public_pdf_url).toBeNull();
    const entries = await server.storage.activity.search({ text: id, action: 'certificate.', limit: 9 });
    expect(entries.map(({ action }) => action).toSorted()).toEqual(['certificate.publish', 'certificate.unpublish']);
  });
});

describe('the guard', () => {
  test.each(CERTIFICATE_OPERATIONS)(
    '$text.operationId asks for a key, its scope and the beta',
    async ({ path, method }) => {
      const address = path.replace('{id}', crypto.randomUUID());
      const tariff = await server.key('tariff');
      const outside = await server.key('entry', { notes: '' });
      const errors = [];
      for (const as of ['svc_nothing', tariff, outside]) {
        const { status, body } = await send(method.toUpperCase(), address, undefined, as);
        errors.push([status, body.error]);
      }
      expect(errors).toEqual([
        [401, 'unauthorized'],
        [403, 'scope'],
        [403, 'beta'],
      ]);
      const wrong = await send('PATCH', address);
      expect([wrong.status, wrong.body.error]).toEqual([405, 'method_not_allowed']);
      const methods = CERTIFICATE_OPERATIONS.filter((other) => other.path === path).map((other) => other.method);
      const allowed = [
        ...(methods.includes('get') ? ['GET', 'HEAD'] : []),
        ...(methods.includes('post') ? ['POST'] : []),
        ...(methods.includes('put') ? ['PUT'] : []),
        ...(methods.includes('delete') ? ['DELETE'] : []),
      ];
      expect(wrong.headers.get('allow')!.split(', ').toSorted()).toEqual(allowed.toSorted());
    },
  );

  test('a read counts as any request does, and the limit is the same', async () => {
    const few = await server.key('entry', { perMinute: 3 });
    const statuses = [];
    for (const method of ['GET', 'HEAD', 'GET', 'GET', 'HEAD']) {
      const response = await fetch(server.app.url + LIST.path, { method, headers: { authorization: `Bearer ${few}` } });
      await response.text();
      statuses.push(response.status);
    }
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
  });

  test('a path below a certificate that is none asks for no key', async () => {
    const response = await fetch(`${server.app.url}${PATH}/${crypto.randomUUID()}/nothing`);
    expect([response.status, (await response.json()).error]).toEqual([404, 'not_found']);
  });

  test('nothing failed on our side meanwhile', () => {
    expect(server.faults).toEqual([]);
  });
});
