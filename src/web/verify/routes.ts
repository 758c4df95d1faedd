/** `GET /verify/{gcc_id}`, which a certificate's QR code leads to, as a page or as JSON; and the page's style and script. */
import { Elysia } from 'elysia';
import { PortsideError } from '../../domain/errors.ts';
import { SAMPLE_ID } from '../../domain/sample-certificate.ts';
import type { Storage } from '../../domain/storage.ts';
import type { SampleCertificate } from '../../entry/issue/sample-certificate.ts';
import { certificatesPem, signerNamesOf } from '../../entry/sign/signing-certificates.ts';
import { pageHeaders } from '../../http/page-headers.ts';
import tokens from '../tokens.css' with { type: 'text' };
import wordmark from '../wordmark.css' with { type: 'text' };
import script from './page.client.js' with { type: 'text' };
import style from './page.css' with { type: 'text' };
import { samplePage, unknownCertificatePage, verifyPage } from './page.ts';
import { SAMPLE_PATH } from './sample-path.ts';
import { verification } from './verification.ts';

/** By path. They are separate files because the page's content security policy forbids inline style and script. */
export const VERIFY_ASSETS = {
  '/verify/page.css': { type: 'text/css; charset=utf-8', text: tokens + wordmark + style },
  '/verify/page.js': { type: 'text/javascript; charset=utf-8', text: script },
} as const;

const HEADERS = {
  ...pageHeaders("style-src 'self'; script-src 'self'; form-action 'none'"),
  'X-Robots-Tag': 'noindex',
  // A cached page could hide a revocation.
  'Cache-Control': 'no-store',
  Vary: 'Accept',
};

type VerifyStorage = Pick<Storage, 'certificates' | 'signingCertificates'>;

export interface VerifyParts {
  storage: VerifyStorage;
  sample: Pick<SampleCertificate, 'read'>;
}

/** Every certificate that ever signed here, for validators. Its address is part of the documentation for years. */
const SIGNERS_PATH = '/.well-known/portside-signing.pem';

export function verifyRoutes(parts: VerifyParts) {
  const { storage, sample } = parts;
  const app = new Elysia({ name: 'verify' }).get(
    '/verify/:id',
    ({ params, request }) => verify(parts, params.id, request),
    { detail: { hide: true } },
  );
  for (const [path, { type, text }] of Object.entries(VERIFY_ASSETS)) {
    const headers = { 'content-type': type, 'cache-control': 'public, max-age=3600' };
    app.get(path, () => new Response(text, { headers }), { detail: { hide: true } });
  }
  app.get(
    SIGNERS_PATH,
    async () =>
      new Response(certificatesPem(await storage.signingCertificates.list()), {
        headers: { 'content-type': 'application/pem-certificate-chain', 'cache-control': 'public, max-age=300' },
      }),
    { detail: { hide: true } },
  );
  app.get(
    SAMPLE_PATH,
    async () =>
      new Response((await sample.read()).pdf, {
        headers: {
          'content-type': 'application/pdf',
          'content-disposition': 'inline; filename="sample-certificate.pdf"',
          'cache-control': 'public, max-age=300',
        },
      }),
    { detail: { hide: true } },
  );
  return app;
}

async function verify({ storage, sample }: VerifyParts, id: string, request: Request): Promise<Response> {
  const record = await storage.certificates.get(id.toLowerCase());
  const names = record?.signer ? signerNamesOf(record.signer, await storage.signingCertificates.list()) : undefined;
  const successor = record?.successorId ? await storage.certificates.get(record.successorId) : undefined;
  const accept = request.headers.get('accept') ?? '';
  if (accept.includes('application/json') && !accept.includes('text/html')) {
    if (!record) throw new PortsideError('not_found', { message: 'No certificate with this number was issued here.' });
    return Response.json(verification(record, { signerName: names?.name, successor }), {
      headers: { ...HEADERS, 'content-type': 'application/json' },
    });
  }
  if (id === SAMPLE_ID) return new Response(samplePage((await sample.read()).sha256), { headers: HEADERS });
  if (!record) return new Response(unknownCertificatePage(), { status: 404, headers: HEADERS });
  return new Response(verifyPage(record, { ...names, successor }), { headers: HEADERS });
}
