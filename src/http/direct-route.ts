/**
 * Answers operations without Elysia: the lookup, because most requests are lookups, and Elysia's context, its steps and its conversion of
 * header fields cost a tenth of one; and the health checks, so that a server can answer both before it has loaded Elysia. The checks, their
 * order and the errors are those of the API guard. Each operation is also a route of Elysia, which answers all other requests to its path;
 * a test compares the answers of both.
 */
import { PortsideError } from '../domain/errors.ts';
import { requireCaller } from './caller.ts';
import { clientGoneResponse } from './client-gone.ts';
import { errorResponse, toPortsideError } from './error-response.ts';
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
  headers: HeaderFields;
  /** 200 if not set. */
  status?: number;
}

export interface DirectRoute {
  readonly method: 'GET' | 'POST';
  readonly handle: (request: Request) => Promise<Response>;
}

/** By path: what answers a POST without a query, or a GET and a HEAD. */
export function directRoutes(
  parts: ApiGuardParts,
  operations: readonly DirectOperation[],
): ReadonlyMap<string, DirectRoute> {
  return new Map(operations.map((operation) => [operation.path, directRoute(parts, operation)]));
}

function directRoute(parts: ApiGuardParts, { path, method, answer }: DirectOperation): DirectRoute {
  const check = requestHook(parts);
  const repeated = new RepeatedHeaders();
  const respond = async (guarded: GuardedRequest): Promise<Response> => {
    const { request } = guarded;
    try {
      await check(guarded);
      if (method === 'POST') requireCaller(guarded.caller);
      const body = method === 'POST' ? await parsed(guarded.request) : undefined;
      const set = guarded.set as DirectAnswer;
      const answered = answer(body, set);
      // Awaiting a text would cost a turn of the microtask queue.
      const text = typeof answered === 'string' ? answered : await answered;
      const { headers, status = 200 } = set;
      headers['content-type'] = 'application/json';
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
  const handle = async (request: Request): Promise<Response> => {
    const guarded: GuardedRequest = { request, path, set: { headers: {} }, caller: undefined };
    const response = await respond(guarded);
    logAnswer(parts, guarded, response.status);
    return response;
  };
  const plain = (request: Request) => respond({ request, path, set: { headers: {} }, caller: undefined });
  return { method, handle: parts.logRequests ? handle : plain };
}

async function parsed(request: Request): Promise<unknown> {
  try {
    return await request.json();
  } catch {
    throw new PortsideError('invalid_json');
  }
}
