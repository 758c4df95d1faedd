/** Certificates as the CPSC Product Registry imports them: one by its address, or several in one envelope. */
import { Type } from 'typebox';
import { PortsideError } from '../../../domain/errors.ts';
import { citationCodes } from '../../../entry/registry/citation-codes.ts';
import { importedCodes } from '../../../entry/registry/code-table.ts';
import { filedCertificates, withKnownParties } from '../../../entry/registry/filed-certificates.ts';
import { CANNOT_BE_FILED, detailOf, requireActive } from '../../../entry/registry/filer.ts';
import { loadHistory } from '../../../entry/registry/load-history.ts';
import { namedGaps } from '../../../entry/registry/named-gaps.ts';
import { listOf } from '../../../entry/registry/parties.ts';
import { csvGaps, registryCsv } from '../../../entry/registry/registry-csv.ts';
import { draftEnvelope } from '../../../entry/registry/registry-envelope.ts';
import { requireCaller } from '../../../http/caller.ts';
import { type HeaderName, KEYED_BODY_ERRORS } from '../../../http/openapi/operation-text.ts';
import { operation } from '../../../http/operation.ts';
import { pointerList } from '../../../http/pointer-list.ts';
import { strictSchema } from '../../../http/standard-schema.ts';
import type { EntryParts } from '../../certificate-links.ts';
import { queryReader } from '../query-reader.ts';
import { requireOwned } from './owned.ts';
import { RegistryEnvelope } from './registry-schema.ts';
import { CERTIFICATE_PATH, ONE_ERRORS } from './routes.ts';
import { CertificateParams } from './schema.ts';

const CERTIFICATES_MAX = 100;
const KEYS_MAX = 500;
/** Of a query, which must stay shorter than the head of a request. */
const KEYS_OF_QUERY_MAX = 20;
const CSV = 'text/csv';

const knownParties = (maxItems: number) =>
  Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 50 }), {
      maxItems,
      description:
        'Keys (`alternate_id`, or as an earlier envelope has them) of parties that the registry has already: they are looked up (`isNew` N) ' +
        'and not made again.',
    }),
  );
const version = (description: string) => Type.String({ minLength: 1, maxLength: 19, description });

const RegistryQuery = Type.Object(
  {
    known_parties: knownParties(KEYS_OF_QUERY_MAX),
    version_to_update: Type.Optional(
      version(
        'The version in the registry that this one replaces. Absent: that of the certificate it supersedes, or filed before.',
      ),
    ),
    product_update: Type.Optional(
      Type.Boolean({ description: 'false: it replaces no version, whatever it supersedes.' }),
    ),
  },
  { additionalProperties: false },
);

const RegistryRequest = Type.Object(
  {
    certificates: Type.Array(
      Type.Object(
        {
          id: Type.String({ format: 'uuid', description: 'Id of a certificate of this key.' }),
          version_to_update: Type.Optional(
            Type.Union([version('The version.'), Type.Null()], {
              description:
                'The version in the registry that this one replaces; null: none. Absent: that of the certificate it supersedes, or filed ' +
                'before.',
            }),
          ),
        },
        { additionalProperties: false, description: 'A certificate of the envelope.' },
      ),
      { minItems: 1, maxItems: CERTIFICATES_MAX, description: 'In the order of the envelope, each once.' },
    ),
    known_parties: knownParties(KEYS_MAX),
  },
  { additionalProperties: false, description: 'Which certificates to write, and what the registry has already.' },
);

export const registrySchemas = { RegistryRequest };

const readQuery = queryReader(RegistryQuery);
const HEADERS: HeaderName[] = ['X-Inferred-Citation-Codes', 'X-Left-Out', 'X-New-Parties'];
const ABOUT =
  'The import envelope of the CPSC Product Registry, as far as public clients show its format: CPSC’s own specification was ' +
  'not read. With `Accept: text/csv` it is the template for bulk upload, which holds less. Nothing is sent and nothing is certified. ' +
  'What cannot be filed is a 409, whose `details` name everything that is missing. Nothing is cut to fit. The certifier and the ' +
  'attestation have no place in it; what else is left out is named in `X-Left-Out`.';

interface Wanted {
  id: string;
  version_to_update?: string | null;
}

interface Asked {
  certificates: readonly Wanted[];
  known_parties?: readonly string[] | undefined;
  /** Before the pointers of each certificate: what is lacking is told of one, or of several. */
  prefix(index: number): string;
}

export const REGISTRY = operation({
  path: `${CERTIFICATE_PATH}/registry`,
  method: 'get',
  product: 'entry',
  params: CertificateParams,
  query: RegistryQuery,
  text: {
    operationId: 'readRegistryEnvelope',
    tag: 'entry',
    summary: 'Get the registry record of a certificate',
    description: ABOUT,
    answer: { description: 'The envelope.', schema: RegistryEnvelope, files: [CSV], headers: HEADERS },
    errors: [...ONE_ERRORS, 'conflict', 'invalid_request'],
  },
  handler:
    (parts: EntryParts) =>
    ({ caller, params, request }) => {
      const { known_parties, version_to_update, product_update } = readQuery(request.url);
      const updates = product_update === false ? null : version_to_update;
      const certificate = { id: params.id, ...(updates !== undefined && { version_to_update: updates }) };
      return answer(parts, requireCaller(caller).lineageId, request, {
        certificates: [certificate],
        known_parties,
        prefix: () => '',
      });
    },
});

export const REGISTRY_OF_SEVERAL = operation({
  path: '/api/v2/entry/registry',
  method: 'post',
  product: 'entry',
  body: strictSchema(RegistryRequest),
  text: {
    operationId: 'writeRegistryEnvelope',
    tag: 'entry',
    summary: 'Get the registry records of several certificates',
    description: `${ABOUT} A party that several certificates name is made once, and looked up by the others.`,
    answer: { description: 'The envelope.', schema: RegistryEnvelope, files: [CSV], headers: HEADERS },
    errors: [...KEYED_BODY_ERRORS, 'not_found', 'conflict'],
    examples: {
      one: { summary: 'One certificate', body: { certificates: [{ id: '7c9e6679-7425-40de-944b-e07fc1f90ae7' }] } },
    },
  },
  handler:
    (parts: EntryParts) =>
    ({ body, caller, request }) =>
      answer(parts, requireCaller(caller).lineageId, request, {
        ...body,
        prefix: (index) => `/certificates/${index}`,
      }),
});

async function answer(parts: EntryParts, lineageId: number, request: Request, asked: Asked): Promise<Response> {
  const { filings, certificates, registryAccount, clock } = parts;
  const { known_parties: known = [], prefix } = asked;
  const ids = asked.certificates.map(({ id }) => id);
  const twice = ids.findIndex((id, index) => ids.indexOf(id) < index);
  if (twice >= 0)
    throw new PortsideError('conflict', {
      details: [{ path: `/certificates/${twice}/id`, message: 'is named twice' }],
    });
  const records = [];
  for (const id of ids) {
    const record = await requireOwned(parts, lineageId, id);
    requireActive(record);
    records.push(record);
  }
  const filed = (await filedCertificates(records, certificates)).map((certificate, index) => {
    const { version_to_update: updates } = asked.certificates[index]!;
    return { ...certificate, ...(updates !== undefined && { updates }) };
  });
  const codes = citationCodes(importedCodes(await filings.codes()));
  const history = withKnownParties(await loadHistory(filings, registryAccount, filed), known);
  const { drafts, envelope } = draftEnvelope(filed, history, codes, clock.now());
  const keys = new Set(drafts.flatMap((draft) => listOf(draft.parties).map(({ party }) => party.alternateId)));
  const strange = known.findIndex((key) => !keys.has(key));
  if (strange >= 0) throw fault(`/known_parties/${strange}`, 'is the key of no party of these certificates');

  const isCsv = wantsCsv(request.headers.get('accept'));
  const details = drafts.flatMap(({ entry, gaps }, index) => {
    const { request: stated } = filed[index]!;
    const all = [...gaps, ...(isCsv ? csvGaps(entry, stated) : [])];
    return namedGaps(all, stated).map((gap) => {
      const { path, message } = detailOf(gap);
      return { path: prefix(index) + path, message };
    });
  });
  if (!envelope || details.length > 0) throw new PortsideError('conflict', { message: CANNOT_BE_FILED, details });

  const inferred = [...new Set(drafts.flatMap(({ inferredCodes }) => inferredCodes))];
  const leftOut = drafts.flatMap((draft, index) => draft.leftOut.map(({ field }) => prefix(index) + field));
  const made = drafts.flatMap(({ entry: { directives } }) =>
    [directives.manufacturer, ...(directives.labs ?? []), directives.poc].flatMap(({ isNew, alternateId }) =>
      isNew === 'Y' && alternateId !== undefined ? [alternateId] : [],
    ),
  );
  const headers = {
    ...(inferred.length > 0 && { 'x-inferred-citation-codes': inferred.join(', ') }),
    ...(leftOut.length > 0 && { 'x-left-out': pointerList(leftOut, LEFT_OUT_MAX) }),
    ...(made.length > 0 && { 'x-new-parties': pointerList(made, LEFT_OUT_MAX) }),
  };
  if (!isCsv) return Response.json(envelope, { headers });
  return new Response(registryCsv(envelope.productList), {
    headers: {
      ...headers,
      'content-type': `${CSV}; charset=utf-8`,
      'content-disposition': 'attachment; filename="registry.csv"',
    },
  });
}

/** A header of some servers and proxies holds 8 kB. */
const LEFT_OUT_MAX = 60;

/** Whether CSV is asked for, and JSON is not. */
function wantsCsv(accept: string | null): boolean {
  const types = (accept ?? '')
    .toLowerCase()
    .split(',')
    .map((type) => type.split(';')[0]!.trim());
  return types.includes(CSV) && !types.includes('application/json');
}

function fault(path: string, message: string): PortsideError {
  return new PortsideError('invalid_request', { details: [{ path, message }] });
}
