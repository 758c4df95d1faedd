/**
 * An operation of an API is one value. Its route, its row of the API guard, its preflight (in v0) and its part of the OpenAPI
 * document are made from it. It needs no running server: its handler is made when the parts of one are there.
 */
import type { Static, TSchema } from 'typebox';
import type { Product } from '../domain/key.ts';
import type { Caller } from '../keys/key-cache.ts';
import type { Upload } from './keyed-routes.ts';
import type { OperationText } from './openapi/operation-text.ts';
import type { HeaderFields } from './request-checks.ts';
import type { StandardSchema } from './standard-schema.ts';

/**
 * Everything about an operation but its handler. The route validates with a schema that has `~standard`. Any other schema only
 * documents: the handler reads and checks that part of the request.
 */
export interface DescribedOperation {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** In the syntax of OpenAPI: `/certificates/{id}`. */
  path: string;
  params?: TSchema;
  query?: TSchema;
  /** Request headers that the handler reads. */
  headers?: TSchema;
  /** Absent if no body needs to be sent. */
  body?: TSchema;
  /** Set if files can be sent in place of JSON. */
  upload?: Upload;
  /** The scope that a key needs, and the product that the request counts for. Absent if no key is needed. */
  product?: Product;
  /** A key of any scope may ask; `product` is what the request of a key for all counts for. */
  anyScope?: true;
  /** Without a key: the rate limit of the client address that the request counts against. Absent if none. */
  addressLimit?: 'read' | 'scan';
  /** Answers carry an ETag and `Cache-Control: public`. */
  cached?: true;
  text: OperationText;
}

export interface Operation<Parts> extends DescribedOperation {
  /** The path of the route, if it serves more than `path`. */
  routePath?: string;
  /** Makes the handler. Absent if another route answers. */
  handler?(parts: Parts): (context: never) => unknown;
}

/** The context of a handler: Elysia's, as far as operations use it. */
interface OperationContext<Params, Query, Body> {
  request: Request;
  /** Set by the API guard on a route that needs a key. */
  caller: Caller | undefined;
  params: Params extends StandardSchema<infer T>
    ? T
    : Params extends TSchema
      ? Record<keyof Static<Params>, string>
      : never;
  query: Query extends StandardSchema<infer T> ? T : never;
  body: Body extends StandardSchema<infer T> ? T : never;
  set: { headers: HeaderFields; status?: number };
  server: { timeout(request: Request, seconds: number): void } | null;
}

/** An operation whose handler is typed by its parts and by its schemas. */
export function operation<
  Parts,
  Params extends TSchema = never,
  Query extends TSchema = never,
  Body extends TSchema = never,
>(
  value: Omit<Operation<Parts>, 'params' | 'query' | 'body' | 'handler'> & {
    params?: Params;
    query?: Query;
    body?: Body;
    handler?(parts: Parts): (context: OperationContext<Params, Query, Body>) => unknown;
  },
): Operation<Parts> {
  return value;
}
