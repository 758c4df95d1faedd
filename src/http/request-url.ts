/**
 * The parts of `Request.url`, as text. In a request without `Host` (HTTP/1.0) that URL is only a path. `new URL` would throw an
 * error whose message contains the whole URL, and the log would show the signature of a signed URL.
 */

/** Index of the first character of the path. */
function pathStart(url: string): number {
  return url.startsWith('/') ? 0 : url.indexOf('/', url.indexOf('://') + 3);
}

/** The path as it was sent, without the query. */
export function pathOf(url: string): string {
  const start = pathStart(url);
  const end = url.indexOf('?', start);
  return end === -1 ? url.slice(start) : url.slice(start, end);
}

/** The query as it was sent, without the question mark; empty if there is none. */
export function queryOf(url: string): string {
  const mark = url.indexOf('?', pathStart(url));
  return mark === -1 ? '' : url.slice(mark + 1);
}

/** Scheme and host as the client sent them; undefined if the request has no `Host`. */
export function originOf(url: string): string | undefined {
  return url.slice(0, pathStart(url)) || undefined;
}
