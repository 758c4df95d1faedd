/** Which texts lead somewhere. */

const PRINTABLE_ASCII = /^[\x21-\x7e]+$/;

/** `text` as the target of a link: a web address in ASCII, international names and paths encoded. Undefined if it is none. */
export function linkTarget(text: string): string | undefined {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return undefined;
  return PRINTABLE_ASCII.test(url.href) ? url.href : undefined;
}
