/** `GET /verify/{gcc_id}`, which a certificate's QR code leads to, as a page or as JSON; and the page's style and script. */
import { Elysia } from 'elysia';
import { PortsideError } from '../../domain/errors.ts';
import type { Storage } from '../../domain/storage.ts';
import { certificatesPem, signerNameOf } from '../../entry/sign/signing-certificates.ts';
import { pageHeaders } from '../../http/page-headers.ts';
import tokens from '../tokens.css' with { type: 'text' };
import script from './page.client.js' with { type: 'text' };
import style from './page.css' with { type: 'text' };
import { unknownCertificatePage, verifyPage } from './page.ts';
import { verification } from './verification.ts';

/** By path. They are separate files because the page's content security policy forbids inline style and script. */
export const VERIFY_ASSETS = {
  '/verify/page.css': { type: 'text/css; charset=utf-8', text: tokens + style },
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

/** Every certificate that ever signed here, for validators. Its address is part of the documentation for years. */
const SIGNERS_PATH = '/.well-known/portside-signing.pem';

export function verifyRoutes(storage: VerifyStorage) {
  const app = new Elysia({ name: 'verify' }).get(
    '/verify/:id',
    ({ params, request }) => verify(storage, params.id, request),
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
  return app;
}

async function verify(storage: VerifyStorage, id: string, request: Request): Promise<Response> {
  const record = await storage.certificates.get(id.toLowerCase());
  const signerName = record?.signer && signerNameOf(record.signer, await storage.signingCertificates.list());
  const accept = request.headers.get('accept') ?? '';
  if (accept.includes('application/json') && !accept.includes('text/html')) {
    if (!record) throw new PortsideError('not_found', { message: 'No certificate with this number was issued here.' });
    return Response.json(verification(record, signerName), {
      headers: { ...HEADERS, 'content-type': 'application/json' },
    });
  }
  if (!record) return new Response(unknownCertificatePage(), { status: 404, headers: HEADERS });
  return new Response(verifyPage(record, signerName), { headers: HEADERS });
}
