/**
 * Answers every request under `/operator`. The order of checks is: asset > page > method > session > size > cross-site >
 * form token > the page's own work. Whatever is refused or fails is a page of its own, never JSON and never a stack.
 */
import { timingSafeEqual } from 'node:crypto';
import { assetAnswer } from './assets.ts';
import { auditPage } from './audit/audit.tsx';
import { certificatesPage, openCertificate, revokeCertificate } from './certificates/certificates.tsx';
import { type OperatorDependencies, type OperatorParts, openDependencies } from './dependencies.ts';
import { errorPage } from './error-page.tsx';
import { changeNotes, keyPage, revokeKey, rotateKey, switchDelegate } from './keys/key.tsx';
import { issueKey, newKeyPage } from './keys/key-new.tsx';
import { keysPage } from './keys/keys.tsx';
import { listsPage } from './lists/lists.tsx';
import { formToken, type OperatorRequest, PageError, seeOther, type View } from './operator-request.ts';
import { changePassword, passwordPage } from './password/password-page.tsx';
import { scansPage } from './scans/scans.tsx';
import { makeToken, readToken, tokenCookie } from './sign-in/sessions.ts';
import { signIn, signInPage, signOut } from './sign-in/sign-in.tsx';
import { usageCsv, usagePage } from './usage/usage.tsx';

interface Page {
  get?: View<OperatorDependencies>;
  post?: View<OperatorDependencies>;
  /** Shown to visitors who are not signed in. */
  open?: true;
}

export const PAGES: Record<string, Page> = {
  '/operator': { get: () => seeOther('/operator/keys') },
  '/operator/sign-in': { get: signInPage, post: signIn, open: true },
  '/operator/sign-out': { post: signOut },
  '/operator/keys': { get: keysPage },
  '/operator/keys/new': { get: newKeyPage, post: issueKey },
  '/operator/keys/:id(\\d+)': { get: keyPage },
  '/operator/keys/:id(\\d+)/notes': { post: changeNotes },
  '/operator/keys/:id(\\d+)/delegate': { post: switchDelegate },
  '/operator/keys/:id(\\d+)/rotate': { post: rotateKey },
  '/operator/keys/:id(\\d+)/revoke': { post: revokeKey },
  '/operator/usage': { get: usagePage },
  '/operator/usage/:table(days|minutes|errors).csv': { get: usageCsv },
  '/operator/lists': { get: listsPage },
  '/operator/certificates': { get: certificatesPage },
  '/operator/certificates/:id.pdf': { get: openCertificate },
  '/operator/certificates/:id/revoke': { post: revokeCertificate },
  '/operator/scans': { get: scansPage },
  '/operator/audit': { get: auditPage },
  '/operator/password': { get: passwordPage, post: changePassword },
};

/** The longest form is a key's notes, percent-encoded. */
const FORM_BYTES_MAX = 64 * 1024;

export class Site {
  readonly #dependencies: OperatorDependencies;
  readonly #pages = Object.entries(PAGES).map(([path, page]) => ({
    pattern: new URLPattern({ pathname: path }),
    page,
  }));

  constructor(parts: OperatorParts) {
    this.#dependencies = openDependencies(parts);
  }

  /** `peer` is the address of the connection. Never throws. */
  async answer(request: Request, peer: string): Promise<Response> {
    const url = URL.parse(request.url);
    // A Host that makes no address: nothing could be linked from an answer to it.
    if (!url) return new Response('Bad Request', { status: 400 });
    const asset = assetAnswer(url.pathname);
    if (asset) return asset;
    const client = this.#dependencies.clients.read(request, peer);
    const known = readToken(request, client);
    const token = known ?? makeToken(this.#dependencies.clock);
    const visit: OperatorRequest = {
      request,
      url,
      client,
      token,
      signedIn: false,
      params: {},
      form: new URLSearchParams(),
    };
    try {
      visit.signedIn = known !== undefined && (await this.#dependencies.sessions.holds(known));
      const response = await this.#answer(visit);
      // A visitor's form is tied to a token of theirs from the first page on.
      if (!known && !response.headers.has('set-cookie')) response.headers.set('set-cookie', tokenCookie(token, client));
      return response;
    } catch (error) {
      if (error instanceof PageError) return errorPage(visit, error);
      this.#dependencies.log.fault('operator page', error, { path: url.pathname });
      return errorPage(visit, new PageError(500, 'Something failed', 'It was written to the log. Try again.'));
    }
  }

  async #answer(visit: OperatorRequest): Promise<Response> {
    const { page, params } = this.#find(visit.url.pathname);
    const isPost = visit.request.method === 'POST';
    const isGet = visit.request.method === 'GET' || visit.request.method === 'HEAD';
    const view = isPost ? page.post : isGet ? page.get : undefined;
    if (!view) {
      const allow = [page.get && 'GET, HEAD', page.post && 'POST'].filter(Boolean).join(', ');
      throw new PageError(405, 'Not here', 'This address does not answer that method.', { allow });
    }
    if (!visit.signedIn && !page.open) {
      if (isGet) return seeOther('/operator/sign-in');
      throw new PageError(401, 'You are signed out', 'Nothing was changed. Sign in and try again.');
    }
    visit.params = params;
    if (isPost) await readForm(visit);
    return view(this.#dependencies, visit);
  }

  #find(path: string): { page: Page; params: OperatorRequest['params'] } {
    for (const { pattern, page } of this.#pages) {
      const match = pattern.exec({ pathname: path });
      if (match) return { page, params: match.pathname.groups };
    }
    throw new PageError(404, 'Not found', 'There is no such page.');
  }
}

/** Takes a form only from a page of this site that the same session was shown. */
async function readForm(visit: OperatorRequest): Promise<void> {
  const { request } = visit;
  const length = request.headers.get('content-length');
  if (length === null || Number(length) > FORM_BYTES_MAX) {
    throw new PageError(413, 'Too much', 'This form is larger than any form here.');
  }
  if (!isSameOrigin(visit)) {
    throw new PageError(403, 'Refused', 'The form came from another site. Nothing was changed.');
  }
  visit.form = new URLSearchParams(await request.text());
  const given = Buffer.from(visit.form.get('csrf') ?? '');
  const expected = Buffer.from(formToken(visit));
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
    throw new PageError(
      403,
      'Refused',
      'The form is from an earlier session. Nothing was changed: open the page again.',
    );
  }
}

/** By what browsers say and scripts cannot forge. A browser that says neither is not one we serve. */
function isSameOrigin({ request, client }: OperatorRequest): boolean {
  const site = request.headers.get('sec-fetch-site');
  const origin = request.headers.get('origin');
  if (site !== null && site !== 'same-origin') return false;
  if (origin !== null) return URL.canParse(origin) && client.hosts.includes(new URL(origin).host);
  return site !== null;
}
