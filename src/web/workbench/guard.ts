/**
 * Every request under `/work` passes here. The order of checks is: asset > page > method > session > key > size > cross-site > form token >
 * the page's own work. The router finds the asset, the page and the method. A request that is refused or fails gets an HTML page, or a
 * fragment if htmx asked, never JSON and never a stack trace.
 */
import { ERRORS } from '../../domain/errors.ts';
import { readFileForm, type SentForm } from '../../http/browser/file-form.ts';
import {
  FORM_BYTES_MAX,
  parseFields,
  readFormBytes,
  requireFormToken,
  requireSameOrigin,
} from '../../http/browser/form.ts';
import { PageError } from '../../http/browser/page-error.ts';
import { seeOther } from '../../http/browser/see-other.ts';
import { makeToken } from '../../http/browser/session-token.ts';
import { factsOf } from '../../http/request-facts.ts';
import type { Caller } from '../../keys/key-cache.ts';
import { ApiFailure } from './ask/api-failure.ts';
import { askFor } from './ask/ask.ts';
import { findAsset } from './assets.ts';
import { openDependencies, type WorkbenchDependencies, type WorkbenchParts } from './dependencies.ts';
import type { PageRoute } from './page-route.ts';
import { formPage, nextPage, signInAddress } from './session/next-page.ts';
import { TOKEN_COOKIE } from './session/workbench-sessions.ts';
import { continuePage } from './shell/continue-page.tsx';
import { failurePage, SIGNED_OUT } from './shell/failure.tsx';
import { csrfTokenOf, type SignedIn, type WorkbenchRequest } from './workbench-request.ts';

export interface IncomingRequest {
  request: Request;
  /** Parameters of the path, as the router found them. */
  params: WorkbenchRequest['params'];
  /** Address of the connection; empty when it has closed. */
  peer: string;
  /** `X-Request-Id` of the answer. */
  id: string;
}

export class WorkbenchGuard {
  readonly #dependencies: WorkbenchDependencies;

  constructor(parts: WorkbenchParts) {
    this.#dependencies = openDependencies(parts);
  }

  /** The page's answer if the request passes every check, otherwise a page that says why not. Throws only if the client has gone. */
  page(route: PageRoute, method: 'get' | 'post', incoming: IncomingRequest): Promise<Response> {
    return this.#answer(incoming, async (visit) => {
      requireParams(route, visit);
      const isPost = method === 'post';
      if (!visit.signedIn && !route.isPublic) {
        if (isPost || visit.isFragment) throw signedOut(visit, isPost);
        return askToSignIn(visit);
      }
      if (visit.signedIn && !route.isPublic) this.#requireEnrolled(visit.signedIn);
      const sent = isPost ? await readForm(visit, route.fileBytesMax) : {};
      const request = { ...visit, ...sent };
      if (route.isPublic) return route[method]!(request, this.#dependencies);
      const signedIn = request.signedIn!;
      return route[method]!({ ...request, signedIn, ask: this.#askFor(visit, signedIn) }, this.#dependencies);
    });
  }

  /** 405, for a method that the page does not have. */
  refuseMethod(route: PageRoute, incoming: IncomingRequest): Promise<Response> {
    return this.#answer(incoming, (request) => {
      requireParams(route, request);
      const allow = [route.get && 'GET, HEAD', route.post && 'POST'].filter(Boolean).join(', ');
      throw new PageError(405, 'Method not allowed', 'This page does not answer that method.', { allow });
    });
  }

  /** 404, for a path that no page has. */
  refusePath(incoming: IncomingRequest): Promise<Response> {
    return this.#answer(incoming, () => {
      throw noSuchPage();
    });
  }

  /** A file that pages load. It needs no session: the sign-in page loads it too. */
  async asset(incoming: IncomingRequest): Promise<Response> {
    const asset = findAsset(incoming.params.file ?? '');
    return asset ? asset.answer(incoming.request) : this.refusePath(incoming);
  }

  async #answer(
    { request, params, peer, id }: IncomingRequest,
    work: (request: WorkbenchRequest) => Response | Promise<Response>,
  ): Promise<Response> {
    const url = URL.parse(request.url);
    // The Host header makes no valid URL, so no page could link to itself.
    if (!url) return new Response('Bad Request', { status: 400 });
    const { clients, clock } = this.#dependencies;
    const client = clients.read(request, peer);
    const known = TOKEN_COOKIE.read(request, client);
    const token = known ?? makeToken(clock);
    const isFragment = isFragmentRequest(request.headers);
    let visit: WorkbenchRequest = { request, url, client, id, token, params, isFragment, form: new URLSearchParams() };
    try {
      const signedIn = known === undefined ? undefined : await this.#signedIn(known, visit);
      if (signedIn) visit = { ...visit, signedIn };
      const response = await work(visit);
      // A visitor gets a token with the first page: the sign-in form is tied to it.
      if (!known && !response.headers.has('set-cookie') && !response.headers.has('refresh'))
        response.headers.set('set-cookie', TOKEN_COOKIE.text(token, client));
      return response;
    } catch (error) {
      // The client has gone, so its form could not be read. The API guard knows that it is no fault.
      if (request.signal.aborted) throw error;
      return failurePage(visit, this.#failure(error, visit));
    }
  }

  /** The session of a token and the caller of its key, if the key may still be used, from here. The state of the key is read each time. */
  async #signedIn(token: string, { client, request }: WorkbenchRequest): Promise<SignedIn | undefined> {
    const { sessions, keyCache, foreignUses } = this.#dependencies;
    const session = await sessions.find(token);
    const caller = session && (await keyCache.callerOf(session.keyHash));
    if (!session || !caller) return undefined;
    if (isForeign(caller, client.address)) {
      foreignUses.count(caller.keyId, client.address);
      return undefined;
    }
    const facts = factsOf(request);
    if (facts) facts.keyId = caller.keyId;
    return { session, caller };
  }

  /** @throws PageError 403, as the API would */
  #requireEnrolled({ caller }: SignedIn): void {
    if (this.#dependencies.config.beta === 'on' && !caller.delegate)
      throw new PageError(403, 'Closed beta', ERRORS.beta);
  }

  #askFor({ request, client, id }: WorkbenchRequest, { caller }: SignedIn) {
    const delegation = { caller, address: client.address, network: client.network, requestId: id };
    return askFor({ handle: this.#dependencies.handle, visit: request, delegation });
  }

  #failure(error: unknown, { request, url }: WorkbenchRequest): PageError | ApiFailure {
    const facts = factsOf(request);
    if (error instanceof ApiFailure) {
      if (facts) facts.code = error.code;
      return error;
    }
    if (error instanceof PageError) return error;
    if (facts) facts.code = 'internal';
    this.#dependencies.log.fault('workbench', error, { path: url.pathname });
    return new PageError(500, 'Something failed', 'The error was written to the log. Try again.');
  }
}

/** Whether a key may not be used from an address. */
export function isForeign({ networks }: Caller, address: string): boolean {
  return networks !== undefined && !networks.has(address);
}

/** htmx also asks for whole pages: for a boosted link, and when it goes back in the history. */
function isFragmentRequest(headers: Headers): boolean {
  return headers.has('hx-request') && !headers.has('hx-boosted') && !headers.has('hx-history-restore-request');
}

function requireParams({ params = {} }: PageRoute, request: WorkbenchRequest): void {
  for (const [name, pattern] of Object.entries(params)) {
    if (!pattern.test(request.params[name] ?? '')) throw noSuchPage();
  }
}

/**
 * The session's cookie is `SameSite=Strict`, so a link in a mail or a chat comes without it. A page of our own then asks again, this time
 * with the cookie. No cookie is set before that: it would replace the one of an open session.
 */
function askToSignIn(request: WorkbenchRequest): Response {
  const address = signInAddress(nextPage(request.url.pathname + request.url.search));
  const isLinkedFromElsewhere = request.request.headers.get('sec-fetch-site') === 'cross-site';
  return isLinkedFromElsewhere ? continuePage(request, address) : seeOther(address);
}

function signedOut({ request, client }: WorkbenchRequest, isPost: boolean): PageError {
  const address = signInAddress(formPage(request, client.hosts));
  const lost = 'Your session has ended, or its API key may no longer be used.';
  const kept = 'Nothing was changed. What you typed is kept in this tab if the browser runs scripts.';
  const message = isPost ? `${lost} ${kept}` : lost;
  return new PageError(401, SIGNED_OUT, message, {}, { address, text: 'Sign in and go back to this page' });
}

function noSuchPage(): PageError {
  return new PageError(404, 'Not found', 'There is no such page.');
}

/** The fields of a form, if it comes from a page of this site that was shown to the same session. */
async function readForm(visit: WorkbenchRequest, fileBytesMax: number | undefined): Promise<SentForm> {
  const { request, client } = visit;
  const sent =
    fileBytesMax === undefined
      ? { form: parseFields(await readFormBytes(request, FORM_BYTES_MAX, '64 KiB')) }
      : await readFileForm(request, fileBytesMax);
  requireSameOrigin(request, client);
  requireFormToken(sent.form.get('csrf'), csrfTokenOf(visit));
  return sent;
}
