/** The description of `GET /verify/{gcc_id}`. The verify page of `web/` answers it. */
import { Type } from 'typebox';
import { CERTIFICATE_STATES } from '../../domain/certificate.ts';
import { CERTIFICATE_STATUSES } from '../../domain/certificate-life.ts';
import { operation } from '../../http/operation.ts';

const VerifyParams = Type.Object({
  gcc_id: Type.String({
    description: 'The number of a certificate.',
    examples: ['7c9e6679-7425-40de-944b-e07fc1f90ae7'],
  }),
});

export const Verification = Type.Object(
  {
    gcc_id: Type.String({ format: 'uuid', description: 'The number of the certificate.' }),
    issued_at: Type.String({ format: 'date-time', description: 'When it was issued.' }),
    sha256: Type.String({ pattern: '^[0-9a-f]{64}$', description: 'SHA-256 of the PDF.' }),
    product: Type.Object(
      {
        name: Type.String({ description: 'Name.' }),
        name_en: Type.Optional(Type.String({ description: 'Name in English.' })),
        model: Type.Optional(Type.String({ description: 'Model.' })),
        sku: Type.Optional(Type.String({ description: 'SKU.' })),
        gtin: Type.Optional(Type.String({ description: 'GTIN.' })),
        lot: Type.Optional(Type.String({ description: 'Lot.' })),
      },
      { description: 'The product, as the certificate states it.' },
    ),
    certifier: Type.Optional(
      Type.String({ description: 'Name of the certifier. Absent if the certificate states none.' }),
    ),
    public_pdf_url: Type.Optional(
      Type.String({ format: 'uri', description: 'Where the PDF can be downloaded, if the certifier lets anyone.' }),
    ),
    state: Type.Enum([...CERTIFICATE_STATES], {
      type: 'string',
      description:
        '`incomplete`: an element of 16 CFR 1110.11(a) is not stated. `stated_with_defects`: all are stated, and the document names ' +
        'a defect. `stated`: all are stated, and none of the defects that are looked for was found. None of them says that what is ' +
        'stated is true.',
    }),
    status: Type.Enum([...CERTIFICATE_STATUSES], {
      type: 'string',
      description: '`superseded`: another certificate replaces it. `revoked`: do not rely on it.',
    }),
    revoked: Type.Boolean({ description: 'It was revoked or superseded: do not rely on it.' }),
    revoked_at: Type.Optional(Type.String({ format: 'date-time', description: 'When it was revoked or superseded.' })),
    successor_id: Type.Optional(Type.String({ format: 'uuid', description: 'The certificate that replaces it.' })),
    successor_status: Type.Optional(
      Type.Enum([...CERTIFICATE_STATUSES], { type: 'string', description: 'What became of that one since.' }),
    ),
    signature: Type.Optional(
      Type.Object(
        {
          signer: Type.String({ description: 'Name in the certificate of the signer.' }),
          certificate_sha256: Type.String({ pattern: '^[0-9a-f]{64}$', description: 'SHA-256 of that certificate.' }),
          time_stamped_at: Type.Optional(
            Type.String({
              format: 'date-time',
              description: 'What the time stamp of the signature says, if it has one.',
            }),
          ),
        },
        { description: 'The signature in the PDF. Documents from before there were signatures have none.' },
      ),
    ),
  },
  { description: 'All that is public about a certificate.' },
);

export const VERIFY = operation({
  path: '/verify/{gcc_id}',
  method: 'get',
  params: VerifyParams,
  text: {
    operationId: 'verifyCertificate',
    tag: 'entry',
    summary: 'Is a certificate genuine',
    description:
      'JSON where `Accept` asks for it, a page for people otherwise. Compare the SHA-256 with that of the PDF you hold.',
    answer: {
      description: 'What was issued, of which product and by which certifier.',
      schema: Verification,
      page: true,
    },
    errors: ['not_found', 'method_not_allowed', 'internal'],
    examples: {
      genuine: {
        summary: 'A certificate on record',
        parameters: { gcc_id: '7c9e6679-7425-40de-944b-e07fc1f90ae7' },
        answer: {
          gcc_id: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
          issued_at: '2026-11-20T14:03:09.000Z',
          sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
          product: { name: 'Adult bicycle helmet', sku: 'HLM-MRD-M-BLK' },
          certifier: 'Meridian Cycling Imports LLC',
          state: 'stated',
          status: 'active',
          revoked: false,
          signature: {
            signer: 'Portside certificate signer 0cfb46de (self-signed)',
            certificate_sha256: '45b3bd6f31ad7d7ad8ce8d3ab7c05a8ebb1e0ef3d3aa1f1d86c1d3a1f9e1d5b2',
          },
        },
      },
    },
  },
});
