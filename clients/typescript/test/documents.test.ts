/** The operations and types of the client are those of the OpenAPI documents, and no change of a document goes unseen. */
import { expect, test } from 'bun:test';
import { OPERATIONS, type OperationId } from '../src/operations.ts';
import { type Document, readDocument, requiredFields, typesOf, type Version } from '../tools/generate.ts';

// biome-ignore lint/suspicious/noExplicitAny: a document is read as it stands
type Json = any;

const documents = Object.fromEntries(
  await Promise.all(
    (['v0', 'v1', 'v2'] as const).map(
      async (version) => [version, Bun.YAML.parse(await readDocument(version))] as const,
    ),
  ),
) as Record<Version, Json>;

interface Described {
  method: string;
  path: string;
  isPublic: boolean;
  idempotent: boolean;
}

function operationsOf(document: Json): Record<string, Described> {
  const found: Record<string, Described> = {};
  for (const [path, methods] of Object.entries<Json>(document.paths)) {
    for (const [method, { operationId, security = document.security, parameters = [] }] of Object.entries<Json>(
      methods,
    )) {
      const isPublic = !(security ?? []).some((each: object) => Object.keys(each).length > 0);
      const idempotent = parameters.some(({ name }: { name: string }) => name === 'Idempotency-Key');
      found[operationId] = { method: method.toUpperCase(), path, isPublic, idempotent };
    }
  }
  return found;
}

const described: Record<string, Described> = Object.assign({}, ...Object.values(documents).map(operationsOf));

test('the table has every operation of the documents, and no other', () => {
  const table = Object.fromEntries(
    Object.entries(OPERATIONS).map(([id, { method, path, isPublic = false, idempotent = false }]) => [
      id,
      { method, path, isPublic, idempotent },
    ]),
  ) as typeof described;
  expect(table).toEqual(described);
});

test('what changes something is sent again only if it takes a key, or does no harm twice', () => {
  const harmless = new Set<OperationId>(['lookupHtsCodes', 'workOutDuties', 'linkCertificate', 'scanStorefront']);
  harmless.add('scanPixels').add('scanStorefrontOnce').add('writeRegistryEnvelope');
  for (const [id, { method, idempotent, unsafe, slow }] of Object.entries(OPERATIONS)) {
    if (method === 'POST' && !idempotent && !harmless.has(id as OperationId)) expect([id, unsafe]).toEqual([id, true]);
    expect([id, Boolean(idempotent && (unsafe || slow))]).toEqual([id, false]);
  }
});

const S = 'components schemas ';
const TEXT = { type: 'string' };
const GONE = () => undefined;
const to = (value: Json) => () => value;
const without = (word: string) => (old: string[]) => old.filter((each) => each !== word);
const and = (value: Json) => (old: Json[]) => [...(old ?? []), value];
const plus = (name: string, value: Json) => (old: object) => ({ ...old, [name]: value });
const renamed = (from: string, name: string) => (old: Json) => {
  const { [from]: moved, ...others } = old;
  return { ...others, [name]: moved };
};

/** In a document, what stands at a path, and what it becomes. */
const CHANGES: [Version, string, (old: Json) => Json][] = [
  ['v2', `${S}DutyAnswer properties settled`, GONE],
  ['v2', `${S}DutyAnswer properties`, renamed('settled', 'is_settled')],
  ['v2', `${S}DutyAnswer properties settled type`, to('string')],
  ['v2', `${S}DutyAnswer required`, without('settled')],
  ['v2', `${S}DutyAnswer properties`, plus('appeal', TEXT)],
  ['v2', `${S}DutyAmount properties amount type`, to('string')],
  ['v2', `${S}DutyAmount properties currency enum`, and('EUR')],
  ['v2', `${S}Declaration properties rate`, to({ type: 'number' })],
  ['v2', `${S}Declaration properties rate_kind enum`, and('quota')],
  ['v2', `${S}PixelReport properties score`, to({ type: 'string' })],
  ['v2', `${S}PixelReport required`, without('score')],
  ['v2', `${S}PixelFinding properties severity enum`, without('info')],
  ['v2', `${S}FindingPlace required`, and('line')],
  ['v2', `${S}Certificate properties status enum`, and('expired')],
  ['v2', `${S}Certificate properties issued_at format`, to('date')],
  ['v2', `${S}Certificate properties gaps items`, to(TEXT)],
  ['v2', `${S}MadeCertificate properties gcc_pdf_url`, GONE],
  ['v2', `${S}CertificateList properties next_cursor`, to(TEXT)],
  ['v2', `${S}CertificateLink required`, without('gcc_pdf_url_expires_at')],
  ['v2', `${S}Filing properties state enum`, without('refused')],
  ['v2', `${S}WatchEvent properties type enum`, and('pixel.gone')],
  ['v2', `${S}EventList properties has_more`, GONE],
  ['v2', `${S}WatchSecret properties webhook_secret`, to({ type: 'integer' })],
  ['v2', `${S}TariffAudit properties status enum`, and('paused')],
  ['v2', `${S}TariffAudit properties`, renamed('lines_done', 'done')],
  ['v2', `${S}JobList properties jobs items $ref`, to('#/components/schemas/TariffAudit')],
  ['v2', `${S}ErrorEnvelope properties error enum`, and('teapot')],
  ['v2', `${S}ErrorEnvelope properties details`, GONE],
  ['v2', `${S}Account properties`, renamed('open_jobs', 'jobs')],
  ['v2', `${S}RotatedKey properties key type`, to('integer')],
  ['v2', `${S}DutyItem required`, and('origin')],
  ['v2', `${S}DutyItem properties facts properties`, plus('smelted_in', TEXT)],
  ['v2', `${S}DutyItem properties facts properties vehicle enum`, and('tractor')],
  ['v2', `${S}DutiesRequest properties`, renamed('items', 'goods')],
  ['v2', `${S}CertificateRequest properties product_info required`, without('name')],
  ['v2', `${S}CertificateRequest properties manufacturer properties contact_email`, GONE],
  ['v2', `${S}WatchRequest properties every enum`, and('hour')],
  ['v2', `${S}WatchEdit properties webhook`, to(TEXT)],
  ['v2', `${S}RevocationRequest required`, and('successor_id')],
  ['v2', `${S}TariffAuditRequest properties as_of`, GONE],
  ['v2', `${S}Watch`, GONE],
  ['v2', `${S}Watch type`, to('array')],
  ['v2', 'paths /api/v2/tariff/duties', GONE],
  ['v2', 'paths', renamed('/api/v2/events', '/api/v2/happenings')],
  ['v2', 'paths /api/v2/watches/{id}', renamed('patch', 'put')],
  ['v2', 'paths', plus('/api/v2/new', { get: { operationId: 'readNew', responses: {} } })],
  ['v2', 'paths /api/v2/watches post operationId', to('makeWatch')],
  ['v2', 'paths /api/v2/watches post responses', renamed('201', '200')],
  ['v2', 'paths /api/v2/watches post responses', plus('418', { description: 'new' })],
  ['v2', 'paths /api/v2/watches post responses 201 headers', plus('Location', { schema: TEXT })],
  ['v2', 'paths /api/v2/watches post requestBody required', to(false)],
  ['v2', 'paths /api/v2/watches post parameters', to([])],
  ['v2', 'paths /api/v2/events get parameters 0 required', to(true)],
  ['v2', 'paths /api/v2/events get parameters 1 schema type', to('string')],
  ['v2', 'paths /api/v2/events get parameters 2 name', to('state')],
  ['v2', 'paths /api/v2/events get parameters 2 in', to('header')],
  ['v2', 'paths /api/v2/tariff/audits post requestBody content', renamed('text/csv', 'application/csv')],
  ['v2', 'paths /api/v2/tariff/audits/{id}/result get responses 200 content text/csv', GONE],
  ['v1', `${S}HtsLookupResult properties in_scope`, GONE],
  ['v1', `${S}HtsLookupResult properties hit type`, to('integer')],
  ['v1', `${S}HtsLookupResult properties status enum`, and('suspended')],
  ['v1', `${S}HtsLookupResult required`, without('adjacent_hits')],
  ['v1', `${S}AdjacentHit properties proposed_rate type`, to('string')],
  ['v1', `${S}LookupRequest properties`, renamed('codes', 'numbers')],
  ['v1', `${S}CertificateResponse properties`, renamed('gcc_id', 'id')],
  ['v1', 'paths /api/v1/tariff/hts/lookup post parameters 0 name', to('day')],
  ['v1', 'paths /api/v1/entry/gcc/generate', GONE],
  ['v0', `${S}Explanation properties schedule`, to(TEXT)],
  ['v0', `${S}Explanation required`, without('hit')],
  ['v0', `${S}Verification properties signature`, GONE],
  ['v0', `${S}Verification properties revoked_at format`, to('date')],
  ['v0', 'paths /api/v0/tariff/hts/{code}/duties get parameters', and({ name: 'new', in: 'query', schema: TEXT })],
  ['v0', 'paths /api/v0/tariff/lists get responses 200 content application/json schema required', without('law')],
  ['v0', 'paths /verify/{gcc_id} get responses 404', GONE],
];

/** The document with what stands at the path changed. @throws if nothing stands there and nothing would be changed */
function changed(document: Json, path: string, change: (old: Json) => Json): Json {
  const copy = structuredClone(document);
  const names = path
    .split(' ')
    .flatMap((name, at, all) => (name === 'application/json' && all[at - 1] === name ? [] : name));
  const last = names.pop()!;
  let inside = copy;
  for (const name of names) inside = inside[name];
  const next = change(inside[last]);
  if (Bun.deepEquals(next, inside[last])) throw new Error(`${path}: nothing is changed`);
  if (next === undefined) delete inside[last];
  else inside[last] = next;
  return copy;
}

/** A change of a schema is seen in the types of the schemas: those of the operations, which take longer to make, are left out then. */
function partFor(path: string, document: Json): Json {
  return path.startsWith(S) ? { ...document, paths: {} } : document;
}

/** All that the client is made of: types, fields and operations. A document that the generator refuses is seen too. */
async function made(document: Json): Promise<string> {
  try {
    const types = await typesOf(structuredClone(document));
    return JSON.stringify([types, requiredFields(document as Document), operationsOf(document)]);
  } catch (error) {
    return String(error);
  }
}

test(`each of ${CHANGES.length} changes of the documents is seen`, async () => {
  expect(CHANGES.length).toBeGreaterThan(50);
  const kept = new Map<string, string>();
  const unseen: string[] = [];
  for (const [version, path, change] of CHANGES) {
    const name = `${version} ${path.startsWith(S)}`;
    if (!kept.has(name)) kept.set(name, await made(partFor(path, documents[version])));
    const next = await made(partFor(path, changed(documents[version], path, change)));
    if (next === kept.get(name)) unseen.push(`${version} ${path}`);
  }
  expect([...kept.values()].filter((text) => !text.startsWith('["'))).toEqual([]);
  expect(unseen).toEqual([]);
}, 120_000);
