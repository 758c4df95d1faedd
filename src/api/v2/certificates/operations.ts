/** The operations on certificates, as the document describes them. `routes.ts` answers them. */
import { Type } from 'typebox';
import { type HeaderName, V1_ERRORS } from '../../../http/openapi/operation.ts';
import { GCC_EXAMPLES, GccHeaders } from '../../v1/certificates/schema.ts';
import type { V2Operation } from '../operation.ts';
import {
  Certificate,
  CertificateLink,
  CertificateList,
  CertificateParams,
  CertificateQuery,
  CertificateRequest,
  MadeCertificate,
  RevocationRequest,
} from './schema.ts';

const COLLECTION = '/api/v2/entry/certificates';
const ONE = `${COLLECTION}/{id}`;
const READ_ERRORS = [
  'unauthorized',
  'scope',
  'beta',
  'method_not_allowed',
  'rate_limited',
  'unavailable',
  'internal',
] as const;
export const ONE_ERRORS = [...READ_ERRORS, 'not_found'] as const;
const product = 'entry';
const tag = 'entry';

export const CREATE = {
  path: COLLECTION,
  method: 'post',
  product,
  headers: GccHeaders,
  body: CertificateRequest,
  text: {
    operationId: 'createCertificate',
    tag,
    summary: 'Make a certificate',
    description:
      'Makes the PDF of a General Certificate of Conformity (16 CFR part 1110), keeps it, and returns its record with a signed ' +
      'URL. The request is that of v1 with more fields. Nothing is inferred: `gaps` names what is lacking.',
    answer: { status: 201, description: 'The certificate is on record.', schema: MadeCertificate },
    errors: [...V1_ERRORS, 'conflict'],
    examples: { bicycle_helmet: { summary: 'An adult bicycle helmet', body: GCC_EXAMPLES.bicycle_helmet.body } },
  },
} as const satisfies V2Operation;

export const LIST = {
  path: COLLECTION,
  method: 'get',
  product,
  query: CertificateQuery,
  text: {
    operationId: 'listCertificates',
    tag,
    summary: 'List certificates',
    description:
      'The certificates that this key made, or a key it was rotated from or to, newest first. One that is made meanwhile is in ' +
      'none of the later pages.',
    answer: { description: 'A page of certificates.', schema: CertificateList },
    errors: [...READ_ERRORS, 'invalid_request'],
    examples: { first_page: { summary: 'The first page', parameters: { limit: '20' } } },
  },
} as const satisfies V2Operation;

export const READ = {
  path: ONE,
  method: 'get',
  product,
  params: CertificateParams,
  text: {
    operationId: 'readCertificate',
    tag,
    summary: 'Read a certificate',
    description: 'The record of a certificate: its request, its state and status, what is lacking, and its SHA-256.',
    answer: { description: 'The record.', schema: Certificate },
    errors: ONE_ERRORS,
  },
} as const satisfies V2Operation;

const PDF_HEADERS: HeaderName[] = ['ETag', 'Content-Disposition', 'X-Certificate-Status'];

export const READ_PDF = {
  path: `${ONE}/pdf`,
  method: 'get',
  product,
  params: CertificateParams,
  text: {
    operationId: 'readCertificatePdf',
    tag,
    summary: 'Download the PDF of a certificate',
    description:
      'The same bytes as on the day of issue, for as long as the certificate is kept, also after it was revoked. Ranges and ' +
      '`If-None-Match` are honoured.',
    answer: {
      description: 'The PDF.',
      mediaType: 'application/pdf',
      schema: Type.Unsafe<string>({ type: 'string', format: 'binary' }),
      headers: PDF_HEADERS,
    },
    errors: ONE_ERRORS,
  },
} as const satisfies V2Operation;

export const LINK = {
  path: `${ONE}/links`,
  method: 'post',
  product,
  params: CertificateParams,
  text: {
    operationId: 'linkCertificate',
    tag,
    summary: 'Get a fresh URL of a certificate',
    description:
      'Signs a URL of the PDF that works without a key, when an earlier one has expired. No certificate is made.',
    answer: { description: 'The URL.', schema: CertificateLink },
    errors: [...ONE_ERRORS, 'payload_too_large', 'unsupported_media_type', 'invalid_json', 'invalid_request'],
  },
} as const satisfies V2Operation;

export const REVOKE = {
  path: `${ONE}/revocation`,
  method: 'post',
  product,
  params: CertificateParams,
  body: RevocationRequest,
  text: {
    operationId: 'revokeCertificate',
    tag,
    summary: 'Revoke or supersede a certificate',
    description:
      'For good: the verify page and every download say so from then on, and the certificate stays on record. With ' +
      '`successor_id` it is superseded. Sent again, the same revocation has the same answer; another one is a 409.',
    answer: { description: 'The certificate as it is now.', schema: Certificate },
    errors: [...V1_ERRORS, 'not_found', 'conflict'],
    examples: {
      withdrawn: {
        summary: 'Revoked',
        body: { reason: 'The laboratory withdrew its report.' },
      },
    },
  },
} as const satisfies V2Operation;

export const CERTIFICATE_OPERATIONS: readonly V2Operation[] = [CREATE, LIST, READ, READ_PDF, LINK, REVOKE];
