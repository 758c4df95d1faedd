/**
 * What the guard finds out about a request and the response does not show. It is a property of the request: the recorder is given
 * only the request and its response, and responses are made in many places. A property costs a tenth of what a `WeakMap` would.
 */
export interface RequestFacts {
  /** `X-Request-Id`. */
  id: string;
  /** Undefined without a valid key. */
  keyId: number | undefined;
  /** The error code of the answer; empty if it is no error. */
  code: string;
}

const FACTS = Symbol('facts');

type WithFacts = Request & { [FACTS]?: RequestFacts };

export function keepFacts(request: Request, facts: RequestFacts): void {
  (request as WithFacts)[FACTS] = facts;
}

/** Undefined for malformed HTTP, which the front door refuses, and if nobody records requests. */
export function factsOf(request: Request): RequestFacts | undefined {
  return (request as WithFacts)[FACTS];
}
