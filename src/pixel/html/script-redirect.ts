/** A script that does nothing but send the visitor to another address. */

const CHARS_MAX = 1000;
const REDIRECT =
  /^(?:(?:window|document|self|top)\.)?location(?:\.href)?(?:\s?=\s?|\.(?:replace|assign)\(\s?)(["'`])([^"'`\s]{1,500})\1\s?\)?\s?;?$/;

/** Whether a whole script is one plain assignment of `location`, or one call of its `replace` or `assign`. */
export function isRedirect(code: string): boolean {
  if (code.length > CHARS_MAX || !code.includes('location')) return false;
  const address = REDIRECT.exec(code.replace(/\s+/g, ' ').trim())?.[2];
  // A fragment is another place of the same page.
  return address !== undefined && !/^(?:#|javascript:)/i.test(address);
}
