/** `GET /verify/{gcc_id}`, which a certificate's QR code leads to, as a page or as JSON; and the page's style and script. */
import { Elysia } from 'elysia';
import type { CertificateStore } from '../../domain/certificate-store.ts';
import { PortsideError } from '../../domain/errors.ts';
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

export function verifyRoutes(store: CertificateStore) {
  const app = new Elysia({ name: 'verify' }).get(
    '/verify/:id',
    ({ params, request }) => verify(store, params.id, request),
    { detail: { hide: true } },
  );
  for (const [path, { type, text }] of Object.entries(VERIFY_ASSETS)) {
    const headers = { 'content-type': type, 'cache-control': 'public, max-age=3600' };
    app.get(path, () => new Response(text, { headers }), { detail: { hide: true } });
  }
  return app;
}

async function verify(store: CertificateStore, id: string, request: Request): Promise<Response> {
  const record = await store.get(id.toLowerCase());
  const accept = request.headers.get('accept') ?? '';
  if (accept.includes('application/json') && !accept.includes('text/html')) {
    if (!record) throw new PortsideError('not_found', { message: 'No certificate with this number was issued here.' });
    return Response.json(verification(record), { headers: { ...HEADERS, 'content-type': 'application/json' } });
  }
  if (!record) return new Response(unknownCertificatePage(), { status: 404, headers: HEADERS });
  return new Response(verifyPage(record), { headers: HEADERS });
}
