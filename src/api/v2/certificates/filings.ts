/** `/api/v2/entry/certificates/{id}/filings`: send a certificate to the registry, and read what the registry said. */
import { Type } from 'typebox';
import { PortsideError } from '../../../domain/errors.ts';
import type { Filing } from '../../../domain/filing.ts';
import { requireCaller } from '../../../http/caller.ts';
import { operation } from '../../../http/operation.ts';
import type { EntryParts } from '../../certificate-links.ts';
import { requireOwned } from './owned.ts';
import { timeOf } from './representation.ts';
import { CERTIFICATE_PATH, ONE_ERRORS } from './routes.ts';
import { CertificateParams } from './schema.ts';

const text = (description: string) => Type.String({ description });
const textOrNull = (description: string) => Type.Union([Type.String(), Type.Null()], { description });

const FilingError = Type.Object(
  {
    code: text('The registry’s number, such as `2005`; `HTTP 401` for a status; empty where there is none.'),
    field: text('The registry’s name of the field; empty where there is none.'),
    message: text('What is wrong.'),
  },
  { description: 'What the registry, or its connection, said.' },
);

export const FilingShape = Type.Object(
  {
    state: Type.Enum(['sent', 'accepted', 'refused'], {
      type: 'string',
      description:
        '`sent` until the registry has decided. `accepted` is not certified: that is the certifier’s own step.',
    }),
    certifier_id: text('Certifier ID. A broker needs this, the Product ID and the Version ID for a reference filing.'),
    product_id: text('Product ID.'),
    version_id: text('Version ID.'),
    import_id: textOrNull('The registry’s id of the import; null if its answer was lost or not given.'),
    sent_at: Type.String({ format: 'date-time', description: 'When it was sent.' }),
    decided_at: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
      description: 'When that was known.',
    }),
    errors: Type.Array(FilingError, { description: 'What was said last.' }),
  },
  { description: 'A filing of a certificate with the CPSC Product Registry.' },
);

const FilingList = Type.Object(
  { filings: Type.Array(FilingShape, { description: 'Oldest first.' }) },
  { description: 'Every filing of a certificate.' },
);

const path = `${CERTIFICATE_PATH}/filings`;

export const FILE = operation({
  path,
  method: 'post',
  product: 'entry',
  params: CertificateParams,
  text: {
    operationId: 'fileCertificate',
    tag: 'entry',
    summary: 'Send a certificate to the registry',
    description:
      'Experimental, and only where the operator has configured the registry. It never certifies. One that is sent or accepted is ' +
      'not sent again: the answer is its filing, asked about anew. A certificate that cannot be filed, or whose citation codes ' +
      'are inferred, is a 409 with `details`.',
    answer: { status: 202, description: 'The filing.', schema: FilingShape },
    errors: [...ONE_ERRORS, 'conflict'],
  },
  handler:
    (parts: EntryParts) =>
    async ({ caller, params, set }) => {
      const { keyId, lineageId } = requireCaller(caller);
      const record = await requireOwned(parts, lineageId, params.id);
      if (!parts.filer) throw new PortsideError('conflict', { message: NOT_CONFIGURED });
      const origin = `lineage ${lineageId}, request ${set.headers['x-request-id']}`;
      const filing = await parts.filer.file(record, { name: `key ${keyId}`, origin });
      set.status = 202;
      return filingView(filing);
    },
});

export const FILINGS = operation({
  path,
  method: 'get',
  product: 'entry',
  params: CertificateParams,
  text: {
    operationId: 'listFilings',
    tag: 'entry',
    summary: 'Read the filings of a certificate',
    description: 'What was sent to the registry, and what it said. Nothing is asked anew.',
    answer: { description: 'The filings.', schema: FilingList },
    errors: ONE_ERRORS,
  },
  handler:
    (parts: EntryParts) =>
    async ({ caller, params }) => {
      const { gccId } = await requireOwned(parts, requireCaller(caller).lineageId, params.id);
      return { filings: (await parts.filings.all(gccId)).map(filingView) };
    },
});

export const filingSchemas = { Filing: FilingShape, FilingError, FilingList };

const NOT_CONFIGURED =
  'This server does not send certificates to the registry: its operator has not configured it. The registry record is at /registry.';

function filingView(filing: Filing) {
  return {
    state: filing.state,
    certifier_id: filing.certifierId,
    product_id: filing.productId,
    version_id: filing.versionId,
    import_id: filing.importId ?? null,
    sent_at: timeOf(filing.sentAtMs),
    decided_at: filing.decidedAtMs === undefined ? null : timeOf(filing.decidedAtMs),
    errors: filing.errors,
  };
}
