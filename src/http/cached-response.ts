/** An answer that may be kept: its ETag says whether it changed. */
import { isKnown } from './stored-bytes.ts';

/** `seconds`: how long anyone may keep it without asking. */
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
  };
  return isKnown(request, etag)
    ? new Response(null, { status: 304, headers: all })
    : new Response(body, { headers: all });
}
