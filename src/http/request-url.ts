/**
 * The parts of `Request.url`, cut out as text. A request without `Host` (HTTP/1.0) has a path there and nothing else, at
 * which `new URL` throws, with the whole URL in its message: the signature of a signed URL would stand in the log.
 */

/** Where the path begins. */
function pathStart(url: string): number {
  return url.startsWith('/') ? 0 : url.indexOf('/', url.indexOf('://') + 3);
}

/** The path, as it was sent, without its query. */
export function pathOf(url: string): string {
  const start = pathStart(url);
  const end = url.indexOf('?', start);
  return end === -1 ? url.slice(start) : url.slice(start, end);
}

/** The query, as it was sent, without its question mark; empty when there is none. */
export function queryOf(url: string): string {
  const mark = url.indexOf('?', pathStart(url));
  return mark === -1 ? '' : url.slice(mark + 1);
}

/** Scheme and host, as the caller named them; undefined when the request named no host. */
export function originOf(url: string): string | undefined {
  return url.slice(0, pathStart(url)) || undefined;
}
