/** Certificates over HTTP: generate one, and download its PDF by a signed URL. */

import { Elysia } from 'elysia';
import type { GccRequest } from '../../../domain/certificate.ts';
import { PortsideError } from '../../../domain/errors.ts';
import { evaluate } from '../../../entry/issue/evaluation.ts';
import { GccRequestSchema } from '../../../entry/issue/request-schema.ts';
import { checkSignedUrl } from '../../../entry/verify/signed-url.ts';
import { requireCaller } from '../../../http/caller.ts';
import { V1_ERRORS } from '../../../http/openapi/operation.ts';
import type { V1Operation } from '../../../http/openapi/v1-document.ts';
import { nameIgnoredFields, pointerList } from '../../../http/pointer-list.ts';
import { pathOf, queryOf } from '../../../http/request-url.ts';
import { documentedSchema } from '../../../http/standard-schema.ts';
import { withCaller } from '../../../http/with-caller.ts';
import { type EntryParts, pdfResponse, signedLink } from '../../certificate-links.ts';
import { issueCertificate } from '../../issue-certificate.ts';
import { GENERATE_PATH } from '../paths.ts';
import { GCC_EXAMPLES, GccHeaders, GccResponseSchema } from './schema.ts';

// The issuer validates the body itself, so that one error lists type faults and content faults together.
const hook = { parse: 'json', body: documentedSchema(GccRequestSchema, (value) => value) } as const;

export const GENERATE: V1Operation = {
  path: GENERATE_PATH,
  hook,
  headers: GccHeaders,
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
    errors: [...V1_ERRORS, 'conflict'],
    examples: GCC_EXAMPLES,
  },
};

export function entryRoutes(parts: EntryParts) {
  return new Elysia({ name: 'entry' })
    .use(withCaller)
    .post(
      GENERATE_PATH,
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
      hook,
    )
    .get('/api/v1/entry/gcc/:file', ({ request }) => download(parts, request), { detail: { hide: true } });
}

async function download({ store, keys, clock }: EntryParts, request: Request): Promise<Response> {
  const { method, url } = request;
  const { gccId, expiresAtMs } = checkSignedUrl({
    method,
    path: pathOf(url),
    query: queryOf(url),
    keys,
    nowMs: clock.now(),
  });
  const record = await store.get(gccId);
  const pdf = record && (await store.pdf(gccId));
  if (!pdf) throw new PortsideError('not_found');
  return pdfResponse(request, record, pdf, `private, max-age=${Math.floor((expiresAtMs - clock.now()) / 1000)}`);
}
