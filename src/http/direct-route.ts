/**
 * Answers an operation without Elysia. Most requests are lookups, and Elysia's context, its steps and its conversion of header fields
 * cost a tenth of one. The checks, their order and the errors are those of the API guard. The operation is also a route of Elysia, which
 * answers all other requests to its path; a test compares the answers of both.
 */
import { PortsideError } from '../domain/errors.ts';
import { type ApiGuardParts, type GuardedRequest, type HeaderFields, noteError, requestHook } from './api-guard.ts';
import { requireCaller } from './caller.ts';
import { clientGoneResponse } from './client-gone.ts';
import { errorResponse, toPortsideError } from './error-response.ts';
import { RepeatedHeaders } from './repeated-headers.ts';
import { textBodyInit } from './text-body.ts';

/** An operation that takes a small JSON body with POST. */
export interface DirectOperation {
  path: string;
  /**
   * The JSON text of the answer to a parsed body. It may add header fields.
   * @throws PortsideError `invalid_request`
   */
  answer(body: unknown, headers: HeaderFields): string;
}

type Handler = (request: Request) => Promise<Response>;

/** By path: what answers a POST without a query. None if requests are logged, because a hook of Elysia does that. */
export function directRoutes(
  parts: ApiGuardParts,
  operations: readonly DirectOperation[],
): ReadonlyMap<string, Handler> {
  if (parts.logRequests) return new Map();
  return new Map(operations.map((operation) => [operation.path, directRoute(parts, operation)]));
}

function directRoute(parts: ApiGuardParts, { path, answer }: DirectOperation): Handler {
  const check = requestHook(parts);
  const repeated = new RepeatedHeaders();
  return async (request) => {
    const guarded: GuardedRequest = { request, path, set: { headers: {} }, caller: undefined };
    try {
      await check(guarded);
      requireCaller(guarded.caller);
      const body = await parsed(guarded.request);
      const headers = guarded.set.headers as HeaderFields;
      const text = answer(body, headers);
      headers['content-type'] = 'application/json';
      return new Response(textBodyInit(text), { headers: repeated.of(headers) });
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
}

async function parsed(request: Request): Promise<unknown> {
  try {
    return await request.json();
  } catch {
    throw new PortsideError('invalid_json');
  }
}
