/** Responses that clients and proxies may cache. */
import { CLIENT_NONCE } from './client-nonce.ts';
import { isKnown } from './stored-bytes.ts';

/**
 * 200 with the body, or 304 when the client has it already.
 * @param seconds how long a cache may use the response without asking again
 */
export function keptAnswer(
  request: Request,
  body: string,
  seconds: number,
  headers: Record<string, string> = {},
): Response {
  const etag = `"${Bun.hash(body).toString(36)}"`;
  const all = {
    'content-type': 'application/json',
    ...headers,
    'cache-control': `public, max-age=${seconds}`,
    etag,
    // A cache must not give the nonce of one request to another.
    vary: CLIENT_NONCE,
  };
  return isKnown(request, etag)
    ? new Response(null, { status: 304, headers: all })
    : new Response(body, { headers: all });
}
