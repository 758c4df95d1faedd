/** The wire shapes of certificates in v2, besides the request, whose fields `entry/issue/request-schema.ts` defines. */
import { type TSchema, Type } from 'typebox';
import { CERTIFICATE_STATES } from '../../../domain/certificate.ts';
import { CERTIFICATE_STATUSES } from '../../../domain/certificate-life.ts';
import { CertificateRequestSchema } from '../../../entry/issue/request-schema.ts';
import { REASON_MAX } from '../../../entry/issue/revocation-reason.ts';
import { closedSchema } from '../../../http/openapi/closed-schema.ts';

const PAGE_MAX = 100;
export const PAGE_DEFAULT = 50;
const FILTER_MAX = 200;

const strict = { additionalProperties: false } as const;
const text = (description: string) => Type.String({ description });
const choice = <V extends string>(values: readonly V[], description: string) =>
  Type.Enum([...values], { type: 'string', description });
const time = (description: string) => Type.String({ format: 'date-time', description });
const id = (description: string) => Type.String({ format: 'uuid', description });
const orNull = <S extends TSchema>(schema: S, description: string) =>
  Type.Union([schema, Type.Null()], { description });

/** What is sent. `issue` reads it itself, so that one answer names type faults and content faults together. */
export const CertificateRequest = closedSchema(CertificateRequestSchema);

export const CertificateParams = Type.Object({
  id: Type.String({
    description: 'Id of a certificate that this key made, or a key it was rotated from or to; `gcc_id` in v1.',
    examples: ['7c9e6679-7425-40de-944b-e07fc1f90ae7'],
  }),
});

export const CertificateQuery = Type.Object(
  {
    product: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: FILTER_MAX,
        description:
          'Part of the name, the model, the SKU, an identifier or the manufacturer of the product, in any case; or the ' +
          'beginning of the id.',
      }),
    ),
    sku: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: FILTER_MAX,
        description: 'The SKU, or an identifier of this type, exactly as stated.',
      }),
    ),
    status: Type.Optional(choice(CERTIFICATE_STATUSES, 'Only certificates of this status.')),
    from: Type.Optional(Type.String({ format: 'date', description: 'Issued on this day (UTC) or later.' })),
    to: Type.Optional(Type.String({ format: 'date', description: 'Issued on this day (UTC) or earlier.' })),
    cursor: Type.Optional(
      Type.String({ minLength: 1, maxLength: FILTER_MAX, description: '`next_cursor` of the page before.' }),
    ),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: PAGE_MAX,
        description: `Certificates of a page; ${PAGE_DEFAULT} if absent.`,
      }),
    ),
  },
  strict,
);

const Gap = Type.Object(
  {
    field: text('JSON pointer (RFC 6901) into the request.'),
    // Optional, so that a client of this version also reads the answers of an older server.
    label: Type.Optional(text('What the form of the workbench calls the field.')),
    column: Type.Optional(text('The column of a sheet: its heading, or the name that it would have.')),
    reason: text('What is lacking there.'),
    for: choice(['certificate', 'registry'], 'What it is needed for: the certificate, or filing with the registry.'),
  },
  { description: 'Something that a record lacks.' },
);

const Defect = Type.Object(
  {
    kind: text('A short name of the condition.'),
    path: text('JSON pointer (RFC 6901) into the request.'),
    message: text('What is wrong.'),
    source: text('Where the condition is published.'),
  },
  { description: 'Something stated that is known to be wrong. Nothing else was looked at.' },
);

const CertificateNote = Type.Object(
  {
    kind: text('A short name of the remark.'),
    path: text('JSON pointer (RFC 6901) into the request.'),
    message: text('What was noticed.'),
  },
  { description: 'A remark, also printed on the certificate. It changes no state.' },
);

const summary = {
  id: id('Identifier of the certificate, for good; `gcc_id` in v1.'),
  state: choice(
    CERTIFICATE_STATES,
    '`incomplete`: the request does not state every item of 16 CFR 1110.11(a). `stated_with_defects`: all are stated, and ' +
      'something is known to be wrong. `stated`: all are stated, and none of the conditions that are looked at was found. It ' +
      'does not say that a statement is true.',
  ),
  status: choice(CERTIFICATE_STATUSES, '`superseded`: another certificate replaces it. `revoked`: do not rely on it.'),
  filing: choice(['none', 'sent', 'accepted', 'refused'], 'Whether the registry has it.'),
  issued_at: time('When it was issued.'),
  product: Type.Object(
    {
      name: text('Name of the product.'),
      model: orNull(Type.String(), 'Model number.'),
      sku: orNull(Type.String(), 'Stock-keeping unit.'),
    },
    { description: 'The product, as the request states it.' },
  ),
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$', description: 'SHA-256 of the PDF.' }),
  pdf_bytes: Type.Integer({ minimum: 1, description: 'Size of the PDF.' }),
  verify_url: Type.String({ format: 'uri', description: 'The public page that the PDF leads to.' }),
  revoked_at: orNull(Type.String({ format: 'date-time' }), 'When it was revoked or superseded.'),
  revocation_reason: orNull(Type.String(), 'Why, as the revocation says.'),
  successor_id: orNull(Type.String({ format: 'uuid' }), 'The certificate that replaces it.'),
  // Optional, so that a client of this version also reads the answers of an older server.
  public_pdf_url: Type.Optional(
    orNull(
      Type.String({ format: 'uri' }),
      'Where anyone may download the PDF, for as long as that is on; null while it is off.',
    ),
  ),
};

const CertificateSummary = Type.Object(summary, { description: 'A certificate in a list.' });

const whole = {
  ...summary,
  missing: Type.Array(Type.String(), { description: 'JSON pointers of the items that the request does not state.' }),
  defects: Type.Array(Defect, { description: 'What is known to be wrong.' }),
  // Optional, so that a client of this version also reads the answers of an older server.
  notes: Type.Optional(
    Type.Array(CertificateNote, {
      description: 'Remarks, such as a rule that is cited twice or a test long before manufacture.',
    }),
  ),
  gaps: Type.Array(Gap, { description: 'What is lacking, first for the certificate, then for filing it.' }),
  request: Type.Unsafe<object>({
    ...CertificateRequest,
    description: 'The request as it was read: texts cleaned, an address composed from its parts.',
  }),
};

export const Certificate = Type.Object(whole, { description: 'A certificate on record.' });

const link = {
  gcc_pdf_url: Type.String({
    format: 'uri',
    description: 'Signed URL of the PDF. `GET` it without a key. Afterwards it is a 403 `url_expired`.',
  }),
  gcc_pdf_url_expires_at: time('Until when the URL is valid. The certificate is kept longer.'),
};

export const MadeCertificate = Type.Object(
  { ...whole, ...link },
  { description: 'The certificate that was made, with a URL of its PDF.' },
);

export const CheckedCertificate = Type.Object(
  {
    state: whole.state,
    missing: whole.missing,
    defects: whole.defects,
    notes: Type.Array(CertificateNote, { description: 'Remarks. They change no state.' }),
    gaps: whole.gaps,
    request: whole.request,
  },
  { description: 'What a certificate of this request would state. Nothing was made.' },
);

export const CertificateCreateQuery = Type.Object(
  {
    dry_run: Type.Optional(
      Type.Boolean({
        description:
          'true: nothing is made and nothing is stored. The answer is 200 with the state, every defect and every gap that the certificate ' +
          'would have.',
      }),
    ),
  },
  strict,
);

export const CertificateLink = Type.Object(link, { description: 'A fresh URL of the same PDF.' });

export const CertificateList = Type.Object(
  {
    certificates: Type.Array(CertificateSummary, { description: 'Newest first.' }),
    next_cursor: orNull(Type.String(), 'Send it as `cursor` for the next page; null on the last.'),
  },
  { description: 'A page of certificates.' },
);

export const RevocationRequest = Type.Object(
  {
    reason: Type.String({
      minLength: 1,
      maxLength: REASON_MAX,
      description: 'Why, in one line. It is kept with the certificate, for you and the operator, and is not public.',
      examples: ['The laboratory withdrew its report.'],
    }),
    successor_id: Type.Optional(
      id('The certificate that replaces it: active, and made by the same key or one it was rotated from or to.'),
    ),
  },
  { ...strict, description: 'Why a certificate is no longer in effect, and what replaces it.' },
);

/** Named schemas of the document. */
export const certificateSchemas = {
  CertificateRequest,
  MadeCertificate,
  CheckedCertificate,
  Certificate,
  CertificateSummary,
  CertificateList,
  CertificateLink,
  RevocationRequest,
  Gap,
  Defect,
  CertificateNote,
};
