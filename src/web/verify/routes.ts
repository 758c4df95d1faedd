/** `GET /verify/{gcc_id}`, which a certificate's QR code leads to, as a page or as JSON; and the page's style and script. */
import { Elysia } from 'elysia';
import { pdfResponse } from '../../api/certificate-links.ts';
import type { RateLimitGuard } from '../../api/v0/rate-limit-guard.ts';
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
import { samplePage, searchPage, unknownCertificatePage, unknownFilePage, verifyPage } from './page.ts';
import { SAMPLE_PATH } from './sample-path.ts';
import { verification } from './verification.ts';

/** By path. They are separate files because the page's content security policy forbids inline style and script. */
export const VERIFY_ASSETS = {
  '/verify/page.css': { type: 'text/css; charset=utf-8', text: tokens + wordmark + style },
  '/verify/page.js': { type: 'text/javascript; charset=utf-8', text: script },
} as const;

const HEADERS = {
  ...pageHeaders("style-src 'self'; script-src 'self'; form-action 'self'"),
  'X-Robots-Tag': 'noindex',
  // A cached page could hide a revocation.
  'Cache-Control': 'no-store',
  Vary: 'Accept',
};

type VerifyStorage = Pick<Storage, 'certificates' | 'signingCertificates'>;

export interface VerifyParts {
  storage: VerifyStorage;
  sample: Pick<SampleCertificate, 'read'>;
  /** Of client addresses: looking for files, and downloads, which are larger than a page. */
  rateLimit: Pick<RateLimitGuard, 'admitRead'>;
}

/** Every certificate that ever signed here, for validators. Its address is part of the documentation for years. */
const SIGNERS_PATH = '/.well-known/portside-signing.pem';

export function verifyRoutes(parts: VerifyParts) {
  const { storage, sample } = parts;
  const app = new Elysia({ name: 'verify' })
    .get('/verify', ({ query, request }) => search(parts, query, request), { detail: { hide: true } })
    .get('/verify/:id', ({ params, request }) => verify(parts, params.id, request), { detail: { hide: true } })
    .get('/verify/:id/certificate.pdf', ({ params, request }) => download(parts, params.id, request), {
      detail: { hide: true },
    });
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

/** Counts a request against the limit of its address. Unlike the keyless API, other sites may not read these answers. */
async function limitHeaders(rateLimit: VerifyParts['rateLimit'], request: Request): Promise<Record<string, string>> {
  const set = { headers: {} as Record<string, string> };
  await rateLimit.admitRead({ request, set });
  const { 'ratelimit-policy': policy = '', ratelimit = '' } = set.headers;
  return { 'ratelimit-policy': policy, ratelimit };
}

/** Hyphens may be missing, and other text may stand around it: `Certificate ID 7C9E6679…`, or the address of its page. */
const NUMBER = /(?<![0-9a-f])[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}(?![0-9a-f])/;
const SHA256 = /^[0-9a-f]{64}$/;
const NUMBER_CHARS_MAX = 200;

/** The page that looks for a certificate, or leads to the one that was looked for. */
async function search(
  { storage, rateLimit }: VerifyParts,
  asked: Record<string, unknown>,
  request: Request,
): Promise<Response> {
  // A name that stands twice has a list.
  const [number, sha256] = [String(asked.number ?? ''), String(asked.sha256 ?? '')];
  if (sha256 !== '') {
    const limits = await limitHeaders(rateLimit, request);
    const found = SHA256.test(sha256) ? await storage.certificates.findBySha256(sha256) : undefined;
    if (found) return redirect(`/verify/${found.gccId}`);
    return new Response(unknownFilePage(), { status: 404, headers: { ...HEADERS, ...limits } });
  }
  const written = number
    .slice(0, NUMBER_CHARS_MAX)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\u00ad\u200b]/g, '')
    // A number that is copied from paper may have other hyphens, and blanks around them.
    .split(/[-‐‑‒–—]/)
    .map((part) => part.trim())
    .join('-');
  const digits = NUMBER.exec(written)?.[0].replaceAll('-', '');
  if (digits) return redirect(`/verify/${digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')}`);
  return new Response(searchPage(number !== ''), { status: number === '' ? 200 : 422, headers: HEADERS });
}

function redirect(location: string): Response {
  return new Response(null, { status: 303, headers: { ...HEADERS, location } });
}

/** The PDF of a certificate whose certifier lets anyone download it. Any other certificate answers as one that does not exist. */
async function download({ storage, rateLimit }: VerifyParts, id: string, request: Request): Promise<Response> {
  const limits = await limitHeaders(rateLimit, request);
  const record = await storage.certificates.get(id.toLowerCase());
  const pdf = record?.publicSinceMs === undefined ? undefined : await storage.certificates.pdf(record.gccId);
  if (!record || !pdf) return new Response(unknownCertificatePage(), { status: 404, headers: HEADERS });
  const answer = pdfResponse(request, record, pdf, 'no-store');
  for (const [name, value] of Object.entries(limits)) answer.headers.set(name, value);
  return answer;
}
