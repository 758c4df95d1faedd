/** Certificates over HTTP: generate, download by signed URL, verify. The only file of this room that knows Elysia. */
import { Elysia } from 'elysia';
import type { CertificateStore } from '../../../domain/certificate-store.ts';
import type { Clock } from '../../../domain/clock.ts';
import { PortsideError } from '../../../domain/errors.ts';
import type { CertificateIssuer } from '../../../entry/issue/certificate-issuer.ts';
import { GCC_EXAMPLES, GccHeaders, GccRequestSchema, GccResponseSchema } from '../../../entry/issue/request-schema.ts';
import { type SigningKeys, sign, verify } from '../../../entry/verify/signed-url.ts';
import { admitted, withCaller } from '../../../http/caller.ts';
import { V1_ERRORS } from '../../../http/openapi/operation.ts';
import type { V1Operation } from '../../../http/openapi/v1-document.ts';
import { pageHeaders } from '../../../http/page-headers.ts';
import { originOf, pathOf, queryOf } from '../../../http/request-url.ts';
import { documented } from '../../../http/schema.ts';
import { bytesResponse } from '../../../http/stored-bytes.ts';
import { unknownCertificatePage, VERIFY_ASSETS, verification, verifyPage } from '../../../web/verify/page.ts';

export const GENERATE_PATH = '/api/v1/entry/gcc/generate';

// The press reads the body itself: type faults and content faults of a certificate come in one list.
const hook = { parse: 'json', body: documented(GccRequestSchema, (value) => value) } as const;

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
      'the request does not state is printed as not stated.',
    answer: { description: 'The certificate is on record.', schema: GccResponseSchema },
    errors: [...V1_ERRORS, 'conflict'],
    examples: GCC_EXAMPLES,
  },
};

const VERIFY_HEADERS = {
  ...pageHeaders("style-src 'self'; script-src 'self'; form-action 'none'"),
  'X-Robots-Tag': 'noindex',
  // A revocation must show at once.
  'Cache-Control': 'no-store',
};

export interface EntryParts {
  issuer: CertificateIssuer;
  store: CertificateStore;
  keys: SigningKeys;
  clock: Clock;
  urlTtlSeconds: number;
  /** Public address as configured; may be empty. */
  baseUrl: string;
  /** The address that the server has by itself; asked for while it listens. */
  ownAddress(): string;
}

export function entryRoutes(parts: EntryParts) {
  // A certificate leads to its verify page for years: never to a host that its caller named.
  const verifyBase = () => parts.baseUrl || parts.ownAddress();
  // The signed URL goes to the caller alone, who can fetch it where this request went.
  const downloadBase = ({ url }: Request) => parts.baseUrl || originOf(url) || parts.ownAddress();
  const app = new Elysia({ name: 'entry' })
    .use(withCaller)
    .post(
      GENERATE_PATH,
      async ({ body, caller, request, set }) => {
        const { keyId, lineageId } = admitted(caller);
        const { gccId } = await parts.issuer.generate({
          body,
          keyId: String(keyId),
          lineage: String(lineageId),
          requestId: String(set.headers['x-request-id']),
          baseUrl: verifyBase(),
          idempotencyKey: request.headers.get('idempotency-key') ?? undefined,
        });
        const { keys, clock, urlTtlSeconds: ttlSeconds } = parts;
        const url = sign({ baseUrl: downloadBase(request), gccId, keys, nowMs: clock.now(), ttlSeconds });
        return { gcc_pdf_url: url, gcc_id: gccId };
      },
      hook,
    )
    .get('/api/v1/entry/gcc/:file', ({ request }) => download(parts, request), { detail: { hide: true } })
    .get('/verify/:id', ({ params, request }) => verifyAnswer(parts.store, params.id, request), {
      detail: { hide: true },
    });
  for (const [path, { type, text }] of Object.entries(VERIFY_ASSETS)) {
    const headers = {
      'content-type': type,
      'cache-control': 'public, max-age=3600',
    };
    app.get(path, () => new Response(text, { headers }), { detail: { hide: true } });
  }
  return app;
}

async function download({ store, keys, clock }: EntryParts, request: Request): Promise<Response> {
  const { method, url } = request;
  const { gccId, expiresAtMs } = verify({ method, path: pathOf(url), query: queryOf(url), keys, nowMs: clock.now() });
  const record = await store.get(gccId);
  const pdf = record && (await store.pdf(gccId));
  if (!pdf) throw new PortsideError('not_found');
  return bytesResponse(request, pdf, {
    'Content-Type': 'application/pdf',
    'Content-Disposition': `inline; filename="GCC-${gccId}.pdf"`,
    'Cache-Control': `private, max-age=${Math.floor((expiresAtMs - clock.now()) / 1000)}`,
    ETag: `"${record.sha256}"`,
    'Referrer-Policy': 'no-referrer',
    'X-Robots-Tag': 'noindex',
  });
}

async function verifyAnswer(store: CertificateStore, id: string, request: Request): Promise<Response> {
  const record = await store.get(id.toLowerCase());
  const accept = request.headers.get('accept') ?? '';
  const headers = { ...VERIFY_HEADERS, Vary: 'Accept' };
  if (accept.includes('application/json') && !accept.includes('text/html')) {
    if (!record) throw new PortsideError('not_found', { message: 'No certificate with this number was issued here.' });
    return Response.json(verification(record), { headers: { ...headers, 'content-type': 'application/json' } });
  }
  if (!record) return new Response(unknownCertificatePage(), { status: 404, headers });
  return new Response(verifyPage(record), { headers });
}
