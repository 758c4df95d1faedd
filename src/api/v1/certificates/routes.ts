/** Certificates over HTTP: generate one, and download its PDF by a signed URL. */
import type { GccRequest } from '../../../domain/certificate.ts';
import { PortsideError } from '../../../domain/errors.ts';
import { evaluate } from '../../../entry/issue/evaluation.ts';
import { GccRequestSchema } from '../../../entry/issue/request-schema.ts';
import { checkSignedUrl } from '../../../entry/verify/signed-url.ts';
import { requireCaller } from '../../../http/caller.ts';
import { KEYED_BODY_ERRORS } from '../../../http/openapi/operation-text.ts';
import { operation } from '../../../http/operation.ts';
import { nameIgnoredFields, pointerList } from '../../../http/pointer-list.ts';
import { pathOf, queryOf } from '../../../http/request-url.ts';
import { documentedSchema } from '../../../http/standard-schema.ts';
import { type EntryParts, pdfResponse, signedLink } from '../../certificate-links.ts';
import { issueCertificate } from '../../issue-certificate.ts';
import { GENERATE_PATH } from '../paths.ts';
import { GCC_EXAMPLES, GccHeaders, GccResponseSchema } from './schema.ts';

export const GENERATE = operation({
  path: GENERATE_PATH,
  method: 'post',
  product: 'entry',
  headers: documentedSchema(GccHeaders, (value) => value),
  // The issuer validates the body itself, so that one error lists type faults and content faults together.
  body: documentedSchema(GccRequestSchema, (value) => value),
  text: {
    operationId: 'generateCertificate',
    tag: 'entry',
    summary: 'Generate a General Certificate of Conformity',
    description:
      'Makes the PDF of a certificate (16 CFR part 1110), keeps it, and returns a signed URL to it. Nothing is inferred: what ' +
      'the request does not state is printed as not stated, and `X-Certificate-Missing` names it.',
    answer: {
      description: 'The certificate is on record.',
      schema: GccResponseSchema,
      headers: ['X-Certificate-Missing', 'X-Ignored-Fields'],
    },
    errors: [...KEYED_BODY_ERRORS, 'conflict'],
    examples: GCC_EXAMPLES,
  },
  handler:
    (parts: EntryParts) =>
    async ({ body, caller, request, set }) => {
      const { gccId, state, requestJson } = await issueCertificate(parts, {
        request,
        body,
        caller: requireCaller(caller),
        requestId: String(set.headers['x-request-id']),
        form: 'v1',
      });
      nameIgnoredFields(set.headers, GccRequestSchema, body);
      if (state === 'incomplete') {
        const { missing } = evaluate(JSON.parse(requestJson) as GccRequest);
        set.headers['x-certificate-missing'] = pointerList(missing);
      }
      return { gcc_pdf_url: signedLink(parts, request, gccId).url, gcc_id: gccId };
    },
});

/** Downloads the PDF that a signed URL names. It needs no key and is not an operation of the contract. */
export async function downloadPdf(
  { certificates, signingKeys, clock }: EntryParts,
  request: Request,
): Promise<Response> {
  const { method, url } = request;
  const { gccId, expiresAtMs } = checkSignedUrl({
    method,
    path: pathOf(url),
    query: queryOf(url),
    keys: signingKeys,
    nowMs: clock.now(),
  });
  const record = await certificates.get(gccId);
  const pdf = record && (await certificates.pdf(gccId));
  if (!pdf) throw new PortsideError('not_found');
  return pdfResponse(request, record, pdf, `private, max-age=${Math.floor((expiresAtMs - clock.now()) / 1000)}`);
}
