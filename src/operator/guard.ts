/**
 * Every request under `/operator` passes here. The order of checks is: asset > page > method > session > role > size > cross-site >
 * form token > the page's own work. The router finds the asset, the page and the method. A request that is refused or fails gets an HTML
 * page, never JSON and never a stack trace.
 */
import { timingSafeEqual } from 'node:crypto';
import { PortsideError } from '../domain/errors.ts';
import { readBoundedBody } from '../http/bounded-body.ts';
import { assetResponse } from './assets.ts';
import { continuePage } from './continue-page.tsx';
import { type OperatorDependencies, type OperatorParts, openDependencies } from './dependencies.ts';
import { errorPage } from './error-page.tsx';
import { csrfTokenOf, may, type OperatorRequest } from './operator-request.ts';
import { PageError } from './page-error.ts';
import type { LoadHandler, PageRoute } from './page-route.ts';
import { seeOther } from './see-other.ts';
import { nextPage, refererPage, signInAddress } from './sign-in/next-page.ts';
import { makeToken, readToken, tokenCookie } from './sign-in/sessions.ts';

/** The longest form holds the notes of a key, percent-encoded. */
export const FORM_BYTES_MAX = 64 * 1024;

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
  page(route: PageRoute, load: LoadHandler, incoming: IncomingRequest): Promise<Response> {
    return this.#answer(incoming, async (request) => {
      requireParams(route, request);
      const isPost = request.request.method === 'POST';
      if (!request.operator && route.access !== 'public') {
        if (!isPost) return askToSignIn(request);
        throw signedOut(request);
      }
      if (route.access !== 'public' && !may(request, route.access)) throw forbidden(request, isPost);
      const sent = isPost ? await readForm(request, route.fileBytesMax) : {};
      const handler = await load();
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
    const known = readToken(request, client);
    const token = known ?? makeToken(clock);
    let opened: OperatorRequest = { request, url, client, token, params, form: new URLSearchParams() };
    try {
      opened = { ...opened, operator: known === undefined ? undefined : await sessions.operatorOf(known) };
      const response = await work(opened);
      // A visitor gets a token with the first page: the sign-in form is tied to it.
      if (!known && !response.headers.has('set-cookie') && !response.headers.has('refresh'))
        response.headers.set('set-cookie', tokenCookie(token, client));
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
  const bytes = await readFormBytes(request.request, FORM_BYTES_MAX + fileBytesMax);
  if (!isSameOrigin(request)) {
    throw new PageError(403, 'Refused', 'The form came from another site. Nothing was changed.');
  }
  const sent = fileBytesMax > 0 ? await parseMultipart(request.request, bytes) : parseFields(bytes);
  const { form } = sent;
  const given = Buffer.from(form.get('csrf') ?? '');
  const expected = Buffer.from(csrfTokenOf(request));
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
    throw new PageError(
      403,
      'Refused',
      'The form belongs to an earlier session. Nothing was changed. Open the page again.',
    );
  }
  return sent;
}

function parseFields(bytes: Uint8Array): SentForm {
  return { form: new URLSearchParams(new TextDecoder().decode(bytes)) };
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

async function readFormBytes(request: Request, bytesMax: number): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return await readBoundedBody(request, bytesMax);
  } catch (error) {
    if (!(error instanceof PortsideError && error.code === 'payload_too_large')) throw error;
    const size = bytesMax > FORM_BYTES_MAX ? '2 MB' : '64 KiB';
    throw new PageError(413, 'Too large', `The form is larger than ${size}. Nothing was changed.`);
  }
}

/** Decided by headers that browsers set and scripts cannot. A request with neither of them is not from a browser we support. */
function isSameOrigin({ request, client }: OperatorRequest): boolean {
  const site = request.headers.get('sec-fetch-site');
  const origin = request.headers.get('origin');
  if (site !== null && site !== 'same-origin') return false;
  if (origin !== null) return URL.canParse(origin) && client.hosts.includes(new URL(origin).host);
  return site !== null;
}
