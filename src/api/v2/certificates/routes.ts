/** Certificates in v2: made, listed, read, linked again and revoked by the keys of one lineage. */
import { type Static, Type } from 'typebox';
import { readReason } from '../../../entry/issue/revocation-reason.ts';
import { readRequest } from '../../../entry/issue/validate.ts';
import { requireCaller } from '../../../http/caller.ts';
import { type HeaderName, KEYED_BODY_ERRORS, KEYED_READ_ERRORS } from '../../../http/openapi/operation-text.ts';
import { operation } from '../../../http/operation.ts';
import { documentedSchema, strictSchema } from '../../../http/standard-schema.ts';
import { type EntryParts, pdfResponse, signedLink } from '../../certificate-links.ts';
import { issueCertificate } from '../../issue-certificate.ts';
import { GCC_EXAMPLES, GccHeaders } from '../../v1/certificates/schema.ts';
import { requireNothing } from '../empty-body.ts';
import { idempotencyKeyOf } from '../idempotency-key.ts';
import { queryReader } from '../query-reader.ts';
import { cursorAfter, readListQuery } from './list-query.ts';
import { requireOwned } from './owned.ts';
import { certificateSummary, certificateView, checkedView, timeOf } from './representation.ts';
import {
  Certificate,
  CertificateCreateQuery,
  CertificateLink,
  CertificateList,
  CertificateParams,
  CertificateQuery,
  CertificateRequest,
  CheckedCertificate,
  MadeCertificate,
  RevocationRequest,
} from './schema.ts';

const readCreateQuery = queryReader(CertificateCreateQuery);
const COLLECTION = '/api/v2/entry/certificates';
export const CERTIFICATE_PATH = `${COLLECTION}/{id}`;
export const ONE_ERRORS = [...KEYED_READ_ERRORS, 'not_found'] as const;
const product = 'entry';
const tag = 'entry';

export const CREATE = operation({
  path: COLLECTION,
  method: 'post',
  product,
  query: CertificateCreateQuery,
  headers: GccHeaders,
  // The issuer validates the body itself, so that one error lists type faults and content faults together.
  body: documentedSchema(CertificateRequest, (value) => value),
  text: {
    operationId: 'createCertificate',
    tag,
    summary: 'Make a certificate',
    description:
      'Makes the PDF of a General Certificate of Conformity (16 CFR part 1110), keeps it, and returns its record with a signed ' +
      'URL. The request is that of v1 with more fields. Nothing is inferred: `gaps` names what is lacking. A certificate is never ' +
      'changed: `dry_run=true` says first what it would state.',
    answer: {
      status: 201,
      description: 'The certificate is on record.',
      schema: MadeCertificate,
      dryRun: { description: 'With `dry_run=true`: nothing was made.', schema: CheckedCertificate },
    },
    errors: [...KEYED_BODY_ERRORS, 'conflict'],
    examples: { bicycle_helmet: { summary: 'An adult bicycle helmet', body: GCC_EXAMPLES.bicycle_helmet.body } },
  },
  handler:
    (parts: EntryParts) =>
    async ({ body, caller, request, set }) => {
      if (readCreateQuery(request.url).dry_run) {
        // It does nothing twice, but a wrong key is wrong here too.
        idempotencyKeyOf(request);
        return checkedView(readRequest(body, parts.clock.now(), 'v2'), parts);
      }
      const record = await issueCertificate(parts, {
        request,
        body,
        caller: requireCaller(caller),
        requestId: String(set.headers['x-request-id']),
        form: 'v2',
      });
      set.status = 201;
      return { ...(await certificateView(record, parts)), ...linkOf(parts, request, record.gccId) };
    },
});

export const LIST = operation({
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
    errors: [...KEYED_READ_ERRORS, 'invalid_request'],
    examples: { first_page: { summary: 'The first page', parameters: { limit: '20' } } },
  },
  handler:
    ({ certificates, filings }: EntryParts) =>
    async ({ caller, request }) => {
      const { lineageId } = requireCaller(caller);
      const search = readListQuery(request.url);
      // One more than a page holds tells whether there is a next page.
      const found = await certificates.search({ ...search, lineageId, limit: search.limit + 1 });
      const page = found.slice(0, search.limit);
      const newest = await filings.latest(page.map(({ gccId }) => gccId));
      const filingOf = new Map(newest.map((filing) => [filing.gccId, filing]));
      return {
        certificates: page.map((record) => certificateSummary(record, filingOf.get(record.gccId))),
        next_cursor: found.length > page.length ? cursorAfter(page.at(-1)!) : null,
      };
    },
});

const READ = operation({
  path: CERTIFICATE_PATH,
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
  handler:
    (parts: EntryParts) =>
    async ({ caller, params }) =>
      certificateView(await requireOwned(parts, requireCaller(caller).lineageId, params.id), parts),
});

const PDF_HEADERS: HeaderName[] = ['ETag', 'Content-Disposition', 'X-Certificate-Status'];

const READ_PDF = operation({
  path: `${CERTIFICATE_PATH}/pdf`,
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
  handler:
    (parts: EntryParts) =>
    async ({ caller, params, request }) => {
      const record = await requireOwned(parts, requireCaller(caller).lineageId, params.id);
      return pdfResponse(request, record, (await parts.certificates.pdf(record.gccId))!, 'no-store');
    },
});

const LINK = operation({
  path: `${CERTIFICATE_PATH}/links`,
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
  handler:
    (parts: EntryParts) =>
    async ({ caller, params, request }) => {
      const { gccId } = await requireOwned(parts, requireCaller(caller).lineageId, params.id);
      await requireNothing(request);
      return linkOf(parts, request, gccId);
    },
});

const REVOKE = operation({
  path: `${CERTIFICATE_PATH}/revocation`,
  method: 'post',
  product,
  params: CertificateParams,
  body: strictSchema(RevocationRequest),
  text: {
    operationId: 'revokeCertificate',
    tag,
    summary: 'Revoke or supersede a certificate',
    description:
      'For good: the verify page and every download say so from then on, and the certificate stays on record. With ' +
      '`successor_id` it is superseded. Sent again, the same revocation has the same answer; another one is a 409.',
    answer: { description: 'The certificate as it is now.', schema: Certificate },
    errors: [...KEYED_BODY_ERRORS, 'not_found', 'conflict'],
    examples: {
      withdrawn: {
        summary: 'Revoked',
        body: { reason: 'The laboratory withdrew its report.' },
      },
    },
  },
  handler:
    (parts: EntryParts) =>
    async ({ body, caller, params, set }) => {
      const { certificates, clock } = parts;
      const { keyId, lineageId } = requireCaller(caller);
      const { reason, successor_id: successorId } = body;
      const { gccId } = await requireOwned(parts, lineageId, params.id);
      const revocation = {
        gccId,
        atMs: clock.now(),
        reason: readReason(reason),
        ...(successorId && { successorId }),
      };
      const actor = {
        name: `key ${keyId}`,
        origin: `lineage ${lineageId}, request ${set.headers['x-request-id']}`,
      };
      return certificateView((await certificates.revoke(revocation, actor))!, parts);
    },
});

const PUBLIC_PDF = `${CERTIFICATE_PATH}/public-pdf`;

const PUBLISH = operation({
  path: PUBLIC_PDF,
  method: 'put',
  product,
  params: CertificateParams,
  text: {
    operationId: 'publishCertificatePdf',
    tag,
    summary: 'Let anyone download the PDF',
    description:
      'For distributors and retailers, who must get a copy (15 U.S.C. 2063(g)(3)): `public_pdf_url` works without a key for as long as ' +
      'this is on, also after the certificate was revoked, which the page and the download say. It is off until it is switched on.',
    answer: { description: 'The certificate, with the address.', schema: Certificate },
    errors: [...ONE_ERRORS, 'payload_too_large', 'unsupported_media_type', 'invalid_json', 'invalid_request'],
  },
  handler: (parts: EntryParts) => publicity(parts, true),
});

const UNPUBLISH = operation({
  path: PUBLIC_PDF,
  method: 'delete',
  product,
  params: CertificateParams,
  text: {
    operationId: 'unpublishCertificatePdf',
    tag,
    summary: 'End the public download of the PDF',
    description:
      'The address answers as one that does not exist. It is the same again when the download is switched on again.',
    answer: { description: 'The certificate, without the address.', schema: Certificate },
    errors: ONE_ERRORS,
  },
  handler: (parts: EntryParts) => publicity(parts, false),
});

export const CERTIFICATE_OPERATIONS = [CREATE, LIST, READ, READ_PDF, LINK, REVOKE, PUBLISH, UNPUBLISH];

/** What is so already is the answer too. */
function publicity(parts: EntryParts, isPublic: boolean) {
  return async ({ caller, params, request, set }: PublicityContext) => {
    const { certificates, clock } = parts;
    const { keyId, lineageId } = requireCaller(caller);
    const { gccId } = await requireOwned(parts, lineageId, params.id);
    if (isPublic) await requireNothing(request);
    const atMs = clock.now();
    const origin = `lineage ${lineageId}, request ${set.headers['x-request-id']}`;
    const record = await certificates.setPublic(gccId, isPublic ? atMs : undefined, {
      name: `key ${keyId}`,
      origin,
      atMs,
    });
    return certificateView(record!, parts);
  };
}

interface PublicityContext {
  caller: Parameters<typeof requireCaller>[0];
  params: { id: string };
  request: Request;
  set: { headers: Record<string, unknown> };
}

function linkOf(parts: EntryParts, request: Request, gccId: string): Static<typeof CertificateLink> {
  const { url, expiresAtMs } = signedLink(parts, request, gccId);
  return { gcc_pdf_url: url, gcc_pdf_url_expires_at: timeOf(expiresAtMs) };
}
