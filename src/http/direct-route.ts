/**
 * Answers operations without Elysia: the lookup, because most requests are lookups, and Elysia's context, its steps and its conversion of
 * header fields cost a tenth of one; and the health checks, so that a server can answer both before it has loaded Elysia. The checks, their
 * order and the errors are those of the API guard. Each operation is also a route of Elysia, which answers a POST with a query and requests of
 * this process; a test compares the answers of both.
 */
import { PortsideError } from '../domain/errors.ts';
import { requireCaller } from './caller.ts';
import { clientGoneResponse } from './client-gone.ts';
import { errorResponse, HttpError, toPortsideError } from './error-response.ts';
import { RepeatedHeaders } from './repeated-headers.ts';
import {
  type ApiGuardParts,
  type GuardedRequest,
  type HeaderFields,
  logAnswer,
  noteError,
  requestHook,
} from './request-checks.ts';
import { textBodyInit } from './text-body.ts';

export interface DirectOperation {
  path: string;
  /** A POST needs a key and takes a small JSON body. */
  method: 'GET' | 'POST';
  /**
   * The JSON text of the answer. It may add header fields, and set a status.
   * @param body the parsed body; undefined for a GET
   * @throws PortsideError `invalid_request`
   */
  answer(body: unknown, set: DirectAnswer): string | Promise<string>;
}

export interface DirectAnswer {
  /** Its `content-type` is `application/json` if not set. */
  headers: HeaderFields;
  /** 200 if not set. */
  status?: number;
}

/** The methods of a route that is read. */
const READS = ['GET', 'HEAD'];

type Handler = (request: Request) => Promise<Response>;

/** By path: what answers all requests but a POST with a query. */
export function directRoutes(
  parts: ApiGuardParts,
  operations: readonly DirectOperation[],
): ReadonlyMap<string, Handler> {
  return new Map(operations.map((operation) => [operation.path, directRoute(parts, operation)]));
}

function directRoute(parts: ApiGuardParts, { path, method, answer }: DirectOperation): Handler {
  const check = requestHook(parts);
  const repeated = new RepeatedHeaders();
  const respond = async (guarded: GuardedRequest): Promise<Response> => {
    const { request } = guarded;
    try {
      await check(guarded);
      // Of a route with a key the check has refused any other method.
      if (method === 'POST') requireCaller(guarded.caller);
      else if (!READS.includes(request.method)) throw new HttpError('method_not_allowed', { allow: READS.join(', ') });
      const body = method === 'POST' ? await parsed(guarded.request) : undefined;
      const set = guarded.set as DirectAnswer;
      const answered = answer(body, set);
      // Awaiting a text would cost a turn of the microtask queue.
      const text = typeof answered === 'string' ? answered : await answered;
      const { headers, status = 200 } = set;
      headers['content-type'] ??= 'application/json';
      return new Response(textBodyInit(text), { status, headers: repeated.of(headers) });
    } catch (error) {
      // Reading the body of a client that has gone fails. Nothing failed on our side, and nobody receives an answer.
      if (request.signal.aborted) return clientGoneResponse();
      const publicError = toPortsideError('UNKNOWN', error, undefined, parts.isStorageFault);
      noteError(parts, guarded, publicError);
      const response = errorResponse(publicError, parts.contact);
      for (const [name, value] of Object.entries(guarded.set.headers as HeaderFields)) {
        if (!response.headers.has(name)) response.headers.set(name, String(value));
      }
      return response;
    }
  };
  const guardedOf = (request: Request): GuardedRequest => ({ request, path, set: { headers: {} }, caller: undefined });
  if (!parts.logRequests) return (request) => respond(guardedOf(request));
  return async (request) => {
    const guarded = guardedOf(request);
    const response = await respond(guarded);
    logAnswer(parts, guarded, response.status);
    return response;
  };
}

async function parsed(request: Request): Promise<unknown> {
  try {
    return await request.json();
  } catch {
    throw new PortsideError('invalid_json');
  }
}
