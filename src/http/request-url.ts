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

/**
 * The parameters of the query by name, decoded; several values only for a name that is repeated. Elysia's own parser takes a comma for
 * the end of a value once a schema is given, so it is not used for texts that people type.
 */
export function queryFieldsOf(url: string): Record<string, string | string[]> {
  const query = new URLSearchParams(queryOf(url));
  const fields = [...new Set(query.keys())].map((name): [string, string | string[]] => {
    const values = query.getAll(name);
    return [name, values.length === 1 ? values[0]! : values];
  });
  return Object.fromEntries(fields);
}

/** Scheme and host as the client sent them; undefined if the request has no `Host`. */
export function originOf(url: string): string | undefined {
  return url.slice(0, pathStart(url)) || undefined;
}
