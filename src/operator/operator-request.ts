/** A request as the handlers of pages get it, after the guard has checked it. */
import type { Actor, AuditEntry } from '../domain/audit.ts';
import type { Client } from './client.ts';
import { csrfToken } from './sign-in/sessions.ts';

export interface OperatorRequest {
  request: Request;
  url: URL;
  client: Client;
  /** The browser's token: its session when `signedIn`, otherwise only what the sign-in form is tied to. */
  token: string;
  signedIn: boolean;
  /** Parameters of the path, by the names of the route. */
  params: Record<string, string | undefined>;
  /** The fields of the form; empty for GET. */
  form: URLSearchParams;
}

export function actorOf({ client }: OperatorRequest): Actor {
  return { name: 'operator', origin: client.address };
}

/** An audit entry about the operator's own access, such as a sign-in. */
export function auditEntry(request: OperatorRequest, atMs: number, action: string, detail = ''): AuditEntry {
  const { name: actor, origin } = actorOf(request);
  return { atMs, actor, origin, action, subject: 'operator', detail };
}

/** The token that every form of this session carries. */
export function csrfTokenOf({ token }: OperatorRequest): string {
  return csrfToken(token);
}

/** A number of the query, from 0 to `max`; `fallback` for anything else. */
export function queryNumber({ url }: OperatorRequest, name: string, fallback: number, max: number): number {
  const text = url.searchParams.get(name) ?? '';
  return /^\d{1,15}$/.test(text) && Number(text) <= max ? Number(text) : fallback;
}

/** A value of the query if it is one of `words`, otherwise undefined. */
export function queryWord<T extends string>(
  { url }: OperatorRequest,
  name: string,
  words: readonly T[],
): T | undefined {
  return words.find((word) => word === url.searchParams.get(name));
}

const QUERY_TEXT_MAX = 200;

/** A text of the query, trimmed and cut to 200 characters. */
export function queryText({ url }: OperatorRequest, name: string): string {
  return (url.searchParams.get(name) ?? '').trim().slice(0, QUERY_TEXT_MAX);
}
