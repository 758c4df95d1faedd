import { MixedUpError } from './errors.ts';
import type { FetchResponse } from './fetch.ts';

export const NONCE = 'X-Client-Nonce';

/** 128 random bits in hexadecimal digits: a new one for every attempt. */
export function makeNonce(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Finds answers that belong to another request. The server repeats the nonce of a request on its answer. Servers before 0.2 and servers
 * of files do not, so an answer without one is accepted from a server that never sent one.
 */
export class NonceCheck {
  /** Origins that repeat nonces. */
  readonly #repeating = new Set<string>();

  /** @throws MixedUpError */
  require(url: string, sent: string, { ok, headers }: FetchResponse): void {
    const origin = /^\w+:\/\/[^/]*/.exec(url)?.[0] ?? '';
    const echoed = headers.get(NONCE);
    if (echoed === sent) return void this.#repeating.add(origin);
    // A refusal without a nonce is one of a proxy.
    if (echoed === null && !(ok && this.#repeating.has(origin))) return;
    const requestId = headers.get('x-request-id') ?? undefined;
    throw new MixedUpError('The answer belongs to another request.', requestId);
  }
}
