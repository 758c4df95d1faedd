/** One request of a browser, as pages see it. */

import type { AuditEntry } from '../domain/audit.ts';
import type { Actor } from '../keys/key-issuer.ts';
import type { Client } from './client.ts';
import { csrfToken } from './sign-in/sessions.ts';

export interface OperatorRequest {
  request: Request;
  url: URL;
  client: Client;
  /** The browser's token: a session when `signedIn`, else only what its sign-in form is tied to. */
  token: string;
  signedIn: boolean;
  /** Parts of the path named in the table of pages. */
  params: Record<string, string | undefined>;
  /** Fields of the form that was sent; empty for GET. */
  form: URLSearchParams;
}

export type View<State> = (state: State, request: OperatorRequest) => Response | Promise<Response>;

/** A refusal that the operator sees as a page. */
export class PageError extends Error {
  constructor(
    readonly status: number,
    readonly title: string,
    message: string,
    readonly headers: Record<string, string> = {},
  ) {
    super(message);
  }
}

export function actorOf({ client }: OperatorRequest): Actor {
  return { name: 'operator', origin: client.address };
}

/** What happened in this visit, for the audit. */
export function auditOf(request: OperatorRequest, atMs: number, action: string, detail = ''): AuditEntry {
  const { name: actor, origin } = actorOf(request);
  return { atMs, actor, origin, action, subject: 'operator', detail };
}

export function formToken({ token }: OperatorRequest): string {
  return csrfToken(token);
}

/** A number in the query, within bounds; `fallback` for anything else. */
export function queryNumber({ url }: OperatorRequest, name: string, fallback: number, max: number): number {
  const text = url.searchParams.get(name) ?? '';
  return /^\d{1,15}$/.test(text) && Number(text) <= max ? Number(text) : fallback;
}

/** One of the given words in the query, or undefined. */
export function queryWord<T extends string>(
  { url }: OperatorRequest,
  name: string,
  words: readonly T[],
): T | undefined {
  return words.find((word) => word === url.searchParams.get(name));
}

const QUERY_TEXT_MAX = 200;

export function queryText({ url }: OperatorRequest, name: string): string {
  return (url.searchParams.get(name) ?? '').trim().slice(0, QUERY_TEXT_MAX);
}

/** 303: the browser fetches the next page anew, and reloading it sends no form again. */
export function seeOther(path: string, headers: Record<string, string> = {}): Response {
  return new Response(null, { status: 303, headers: { location: path, 'cache-control': 'no-store', ...headers } });
}
