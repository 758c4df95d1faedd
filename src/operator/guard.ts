/**
 * Every request under `/operator` passes here. The order of checks is: asset > page > method > session > role > size > cross-site >
 * form token > the page's own work. The router finds the asset, the page and the method. A request that is refused or fails gets an HTML
 * page, never JSON and never a stack trace.
 */
import {
  FORM_BYTES_MAX,
  parseFields,
  readFormBytes,
  requireFormToken,
  requireSameOrigin,
} from '../http/browser/form.ts';
import { PageError } from '../http/browser/page-error.ts';
import { seeOther } from '../http/browser/see-other.ts';
import { makeToken } from '../http/browser/session-token.ts';
import { assetResponse } from './assets.ts';
import { continuePage } from './continue-page.tsx';
import { type OperatorDependencies, type OperatorParts, openDependencies } from './dependencies.ts';
import { errorPage } from './error-page.tsx';
import { csrfTokenOf, may, type OperatorRequest } from './operator-request.ts';
import type { PageHandler, PageRoute } from './page-route.ts';
import { nextPage, refererPage, signInAddress } from './sign-in/next-page.ts';
import { TOKEN_COOKIE } from './sign-in/sessions.ts';

export interface IncomingRequest {
  request: Request;
  /** Parameters of the path, as the router found them. */
  params: OperatorRequest['params'];
  /** Address of the connection; empty when it has closed. */
  peer: string;
}

export class OperatorGuard {
  readonly #dependencies: OperatorDependencies;

  constructor(parts: OperatorParts) {
    this.#dependencies = openDependencies(parts);
  }

  /** The page's answer if the request passes every check, otherwise an error page or a redirect to the sign-in. Throws only if the client has gone. */
  page(route: PageRoute, handler: PageHandler, incoming: IncomingRequest): Promise<Response> {
    return this.#answer(incoming, async (request) => {
      requireParams(route, request);
      const isPost = request.request.method === 'POST';
      if (!request.operator && route.access !== 'public') {
        if (!isPost) return askToSignIn(request);
        throw signedOut(request);
      }
      if (route.access !== 'public' && !may(request, route.access)) throw forbidden(request, isPost);
      const sent = isPost ? await readForm(request, route.fileBytesMax) : {};
      return handler(this.#dependencies, { ...request, ...sent });
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
    return assetResponse(incoming.params.file ?? '') ?? this.refusePath(incoming);
  }

  async #answer(
    { request, params, peer }: IncomingRequest,
    work: (request: OperatorRequest) => Response | Promise<Response>,
  ): Promise<Response> {
    const url = URL.parse(request.url);
    // The Host header makes no valid URL, so no page could link to itself.
    if (!url) return new Response('Bad Request', { status: 400 });
    const { clients, clock, sessions } = this.#dependencies;
    const client = clients.read(request, peer);
    const known = TOKEN_COOKIE.read(request, client);
    const token = known ?? makeToken(clock);
    let opened: OperatorRequest = { request, url, client, token, params, form: new URLSearchParams() };
    try {
      opened = { ...opened, operator: known === undefined ? undefined : await sessions.operatorOf(known) };
      const response = await work(opened);
      // A visitor gets a token with the first page: the sign-in form is tied to it.
      if (!known && !response.headers.has('set-cookie') && !response.headers.has('refresh'))
        response.headers.set('set-cookie', TOKEN_COOKIE.text(token, client));
      return response;
    } catch (error) {
      // The client has gone, so its form could not be read. The API guard knows that it is no fault.
      if (request.signal.aborted) throw error;
      return errorPage(opened, this.#pageError(error, url.pathname));
    }
  }

  #pageError(error: unknown, path: string): PageError {
    if (error instanceof PageError) return error;
    this.#dependencies.log.fault('operator page', error, { path });
    return new PageError(500, 'Something failed', 'The error was written to the log. Try again.');
  }
}

function requireParams({ params = {} }: PageRoute, request: OperatorRequest): void {
  for (const [name, pattern] of Object.entries(params)) {
    if (!pattern.test(request.params[name] ?? '')) throw noSuchPage();
  }
}

/**
 * The session's cookie is `SameSite=Strict`, so a link in a mail or a chat comes without it. A page of our own then asks again, this time
 * with the cookie. No cookie is set before that: it would replace the one of an open session.
 */
function askToSignIn(request: OperatorRequest): Response {
  const address = signInAddress(nextPage(request.url.pathname + request.url.search));
  const isLinkedFromElsewhere = request.request.headers.get('sec-fetch-site') === 'cross-site';
  return isLinkedFromElsewhere ? continuePage(request, address) : seeOther(address);
}

function signedOut(request: OperatorRequest): PageError {
  const address = signInAddress(refererPage(request.request, request.client.hosts));
  const message = 'Nothing was changed. What you typed is kept in this tab if the browser runs scripts.';
  return new PageError(401, 'You are signed out', message, {}, { address, text: 'Sign in and go back to the form' });
}

function noSuchPage(): PageError {
  return new PageError(404, 'Not found', 'There is no such page.');
}

function forbidden({ operator }: OperatorRequest, isPost: boolean): PageError {
  const message = `The role of ${operator?.name}, ${operator?.role}, does not include this page. An owner can change it.`;
  return new PageError(403, 'Not allowed', isPost ? `${message} Nothing was changed.` : message);
}

type SentForm = Pick<OperatorRequest, 'form' | 'file'>;

/** The fields of a form, if it comes from a page of this site that was shown to the same session. */
async function readForm(request: OperatorRequest, fileBytesMax = 0): Promise<SentForm> {
  const bytesMax = FORM_BYTES_MAX + fileBytesMax;
  const bytes = await readFormBytes(request.request, bytesMax, fileBytesMax > 0 ? '2 MB' : '64 KiB');
  requireSameOrigin(request.request, request.client);
  const sent = fileBytesMax > 0 ? await parseMultipart(request.request, bytes) : { form: parseFields(bytes) };
  requireFormToken(sent.form.get('csrf'), csrfTokenOf(request));
  return sent;
}

/** A form of `multipart/form-data`. A field that the browser sends as a file is its file. @throws PageError 400 */
async function parseMultipart({ headers }: Request, bytes: Uint8Array<ArrayBuffer>): Promise<SentForm> {
  const sent: SentForm = { form: new URLSearchParams() };
  try {
    const type = headers.get('content-type') ?? '';
    for (const [name, value] of await new Response(bytes, { headers: { 'content-type': type } }).formData()) {
      if (typeof value === 'string') sent.form.append(name, value);
      else sent.file ??= await value.bytes();
    }
  } catch {
    throw new PageError(400, 'Refused', 'The form cannot be read. Nothing was changed.');
  }
  return sent;
}
