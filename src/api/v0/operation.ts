/** What the operations of v0 have in common. Paths are in the spelling of OpenAPI: `/hts/{code}`. */
import type { TSchema } from 'typebox';
import type { ErrorCode } from '../../domain/errors.ts';
import type { OperationText } from '../../http/openapi/operation.ts';

/** An operation as `document.ts` describes it. The route validates with the same schemas. */
export interface V0Operation {
  path: string;
  method: 'get' | 'post';
  params?: TSchema;
  query?: TSchema;
  body?: TSchema;
  /** Answers carry an ETag and `Cache-Control: public`. */
  cached?: true;
  /** Answered without counting against the rate limit. */
  unlimited?: true;
  text: OperationText;
}

export const READ_ERRORS: ErrorCode[] = ['method_not_allowed', 'rate_limited', 'internal'];

/** How long a tariff answer may be cached. Lists change at midnight, or when the operator imports one. */
export const TARIFF_CACHE_S = 300;
/** How long a catalogue may be cached. Only a new version of the program changes it. */
export const CATALOGUE_CACHE_S = 3600;

/** `/hts/{code}` in the spelling of Elysia: `/hts/:code`. */
export function elysiaPath<P extends string>(path: P): ElysiaPath<P> {
  return path.replace(/\{(\w+)\}/g, ':$1') as ElysiaPath<P>;
}

type ElysiaPath<P extends string> = P extends `${infer Before}{${infer Name}}${infer After}`
  ? `${Before}:${Name}${ElysiaPath<After>}`
  : P;
