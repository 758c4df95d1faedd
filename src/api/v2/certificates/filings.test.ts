import { afterAll, describe, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Value } from 'typebox/value';
import { fileableBody } from '../../../../test/support/registry-requests.ts';
import { RegistryStandIn, SECRET, TOKEN } from '../../../../test/support/registry-stand-in.ts';
import { startServer } from '../../../../test/support/server.ts';
import { tempDir } from '../../../../test/support/temp.ts';
import { FilingShape } from './filings.ts';
import { RegistryEnvelope } from './registry-schema.ts';
import { Certificate } from './schema.ts';

const registry = new RegistryStandIn();
afterAll(() => registry.close());
const secrets = tempDir();
writeFileSync(join(secrets, 'token'), TOKEN);
writeFileSync(join(secrets, 'secret'), SECRET);
const server = await startServer({
  registry_url: registry.url,
  registry_certifier_id: 'C-1',
  registry_collection_id: 'list',
  registry_token_file: join(secrets, 'token'),
  registry_secret_file: join(secrets, 'secret'),
});
const LIMITS = { perMinute: 10_000, perDay: 100_000 };
const [key, stranger] = [await server.key('entry', LIMITS), await server.key('entry', LIMITS)];
const PATH = '/api/v2/entry/certificates';

async function send(method: string, path: string, as = key, body?: unknown) {
  const response = await fetch(server.app.url + path, {
    method,
    headers: { authorization: `Bearer ${as}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  // biome-ignore lint/suspicious/noExplicitAny: the tests compare it with schemas
  return { status: response.status, headers: response.headers, body: (text && JSON.parse(text)) as any };
}
let versions = 0;
async function make(change: (body: ReturnType<typeof fileableBody>) => void = () => {}) {
  const body = fileableBody();
  body.product_info.version_id = `V${++versions}`;
  change(body);
  return (await send('POST', PATH, key, body)).body;
}

describe('the registry record', () => {
  test('is the envelope and nothing else; what is not confirmed is in a header', async () => {
    const { id, gaps } = await make((body) => {
      body.records_contact = { role: 'importer', name: 'Records Desk' };
    });
    expect(gaps.filter((gap: { for: string }) => gap.for === 'registry')).toEqual([]);
    const { status, body, headers } = await send('GET', `${PATH}/${id}/registry`);
    expect([status, Object.keys(body)]).toEqual([200, ['productList']]);
    expect([...Value.Errors(RegistryEnvelope, body)]).toEqual([]);
    expect(headers.get('x-inferred-citation-codes')).toBe('1203');
    expect(headers.get('x-left-out')).toBe('/records_contact/name');
  });

  test('is a conflict with every gap, the same as the record names', async () => {
    const made = await make((body) => {
      delete body.manufacturer.phone;
      delete body.product_info.lot_assigned_by;
    });
    const { status, body } = await send('GET', `${PATH}/${made.id}/registry`);
    expect([status, body.error]).toEqual([409, 'conflict']);
    expect(body.details.map(({ path }: { path: string }) => path)).toEqual([
      '/manufacturer/phone',
      '/product_info/lot_assigned_by',
    ]);
    const gaps = made.gaps.filter((gap: { for: string }) => gap.for === 'registry');
    expect(gaps.map(({ field }: { field: string }) => field)).toEqual([
      '/manufacturer/phone',
      '/product_info/lot_assigned_by',
    ]);
    expect(made.gaps.some((gap: { for: string }) => gap.for === 'certificate')).toBe(true);
  });

  test('of another key is not found, of a revoked certificate is a conflict', async () => {
    const { id } = await make();
    for (const [method, path] of [
      ['GET', 'registry'],
      ['GET', 'filings'],
      ['POST', 'filings'],
    ] as const) {
      expect((await send(method, `${PATH}/${id}/${path}`, stranger)).status).toBe(404);
    }
    await send('POST', `${PATH}/${id}/revocation`, key, { reason: 'x' });
    expect((await send('GET', `${PATH}/${id}/registry`)).status).toBe(409);
    expect((await send('POST', `${PATH}/${id}/filings`)).body).toMatchObject({
      error: 'conflict',
      message: expect.stringContaining('revoked'),
    });
    expect(registry.calls).toEqual([]);
  });
});

test('a life: refused for inferred codes, sent, accepted, superseded by a version that updates it', async () => {
  const first = await make();
  const refused = await send('POST', `${PATH}/${first.id}/filings`);
  expect([refused.status, refused.body.details]).toEqual([
    409,
    [{ path: '/cpsc_rules_cited', message: 'The code 1203 is inferred.' }],
  ]);
  await server.storage.filings.importCodes(
    { importedAt: 1, sha256: '', body: '[{"code":"1203"}]' },
    { atMs: 1, actor: '', origin: '', action: 'x', subject: '' },
  );
  const sent = await send('POST', `${PATH}/${first.id}/filings`);
  expect([sent.status, [...Value.Errors(FilingShape, sent.body)]]).toEqual([202, []]);
  expect(sent.body).toMatchObject({
    state: 'sent',
    import_id: 'I-1',
    product_id: '4006381333931',
    certifier_id: 'C-1',
    decided_at: null,
  });
  expect((await send('GET', `${PATH}/${first.id}`)).body.filing).toBe('sent');
  const again = await send('POST', `${PATH}/${first.id}/filings`);
  expect([again.status, again.body.state]).toEqual([202, 'accepted']);
  expect((await send('GET', `${PATH}/${first.id}/filings`)).body.filings).toEqual([again.body]);
  const read = (await send('GET', `${PATH}/${first.id}`)).body;
  expect([read.filing, [...Value.Errors(Certificate, read)]]).toEqual(['accepted', []]);
  // Certificates of the same millisecond are listed in order of their ids.
  const { certificates } = (await send('GET', PATH)).body;
  const listed = certificates.find(({ id }: { id: string }) => id === first.id);
  expect(listed.filing).toBe('accepted');

  const second = await make();
  const envelope = (await send('GET', `${PATH}/${second.id}/registry`)).body;
  expect(envelope.productList[0].directives).toMatchObject({
    productUpdate: 'Y',
    versionIdToUpdate: first.request.product_info.version_id,
  });
  const [entry] = await server.storage.activity.search({ text: first.id, action: 'certificate.file', limit: 5 });
  expect(entry).toMatchObject({
    actor: expect.stringMatching(/^key \d+$/),
    origin: expect.stringContaining('lineage'),
  });
  expect(registry.submissions).toBe(1);
  expect(server.faults).toEqual([]);
});

test('where the operator has configured nothing, a filing is a conflict that says so', async () => {
  const plain = await startServer();
  const plainKey = await plain.key('entry');
  const made = await (await plain.post(PATH, fileableBody(), plainKey)).json();
  const response = await plain.post(`${PATH}/${made.id}/filings`, {}, plainKey);
  expect([response.status, (await response.json()).message]).toEqual([409, expect.stringContaining('not configured')]);
});
