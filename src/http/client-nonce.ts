/**
 * `X-Client-Nonce`: a random word of the client, which the answer repeats. A client whose connections got mixed up, by a fork or a
 * faulty proxy, sees by it that an answer belongs to another request.
 */

export const CLIENT_NONCE = 'x-client-nonce';

const NONCE = /^[A-Za-z0-9_-]{1,64}$/;

/** The nonce of a request; undefined if there is none, or if it is not 1 to 64 letters, digits, `-` and `_`. */
export function nonceOf({ headers }: Request): string | undefined {
  const nonce = headers.get(CLIENT_NONCE);
  return nonce !== null && NONCE.test(nonce) ? nonce : undefined;
}

/** The answer with the nonce of its request. */
export function withNonce(nonce: string, answer: Response | Promise<Response>): Response | Promise<Response> {
  if (answer instanceof Promise) return answer.then((response) => withNonce(nonce, response));
  answer.headers.set(CLIENT_NONCE, nonce);
  return answer;
}
