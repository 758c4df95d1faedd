/** A request as the handlers of pages get it, after the guard has checked it. */
import type { ActivityEntry, Actor } from '../domain/activity-log.ts';
import { mayAct, type Operator, type Role } from '../domain/operator.ts';
import type { Client } from '../http/browser/client.ts';
import { csrfToken } from '../http/browser/session-token.ts';

export interface OperatorRequest {
  request: Request;
  url: URL;
  client: Client;
  /** The browser's token: its session when `operator` is set, otherwise only what the sign-in form is tied to. */
  token: string;
  /** Who is signed in. */
  operator?: Operator;
  /** Parameters of the path, by the names of the route. */
  params: Record<string, string | undefined>;
  /** The fields of the form; empty for GET. */
  form: URLSearchParams;
  /** The file of the form, if the route takes one. */
  file?: Uint8Array;
}

/** Whether the operator who is signed in may do what needs `least`. Views leave out what would be refused. */
export function may({ operator }: OperatorRequest, least: Role): boolean {
  return operator !== undefined && mayAct(operator.role, least);
}

/** Who makes the change that a signed-in operator asks for. */
export function actorOf({ client, operator }: OperatorRequest): Actor {
  return { name: operator?.name ?? 'unknown', origin: client.address };
}

/** An audit entry about an operator's own access, such as a sign-in. */
export function activityEntry(
  request: OperatorRequest,
  atMs: number,
  action: string,
  { name: actor, detail = '' }: { name: string; detail?: string },
): ActivityEntry {
  return { atMs, actor, origin: request.client.address, action, subject: `operator ${actor}`, detail };
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
