/** Finds the address that the GTM snippet loads from, which may be a host of the shop. */

const HOST_MAX = 253;
const PATH_MAX = 200;
const QUERY_MAX = 40;
const SCRIPT = 'gtm.js?';

/** A text after a quote. Each is looked at once. */
const QUOTED = /["'`]([^"'`\s]+)/g;

/** The first `//host/…gtm.js` in a string of `code` that `?id=` or `?…&id=` follows, without its query. */
export function containerAddressIn(code: string): string | undefined {
  if (!code.includes(SCRIPT)) return undefined;
  for (const [, text] of code.matchAll(QUOTED)) {
    const address = containerAddressOf(text!);
    if (address !== undefined) return address;
  }
  return undefined;
}

function containerAddressOf(text: string): string | undefined {
  const start = /^(?:https?:)?\/\//.exec(text)?.[0].length;
  const pathAt = start === undefined ? -1 : text.indexOf('/', start);
  if (start === undefined || pathAt <= start || pathAt - start > HOST_MAX) return undefined;
  const last = pathAt + 1 + PATH_MAX;
  for (let at = text.indexOf(SCRIPT, pathAt + 1); at >= 0 && at <= last; at = text.indexOf(SCRIPT, at + 1)) {
    const query = unescaped(text.slice(at + SCRIPT.length, at + SCRIPT.length + QUERY_MAX + 16));
    const idAt = query.startsWith('id=') ? 0 : query.indexOf('&id=');
    if (idAt >= 0 && idAt <= QUERY_MAX) return text.slice(0, at + SCRIPT.length - 1);
  }
  return undefined;
}

/** Containers write `=` and `&` in the code of their tags as escapes. */
function unescaped(query: string): string {
  return query.replaceAll('\\x3d', '=').replaceAll('\\x26', '&');
}
