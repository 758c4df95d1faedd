/** Where a sign-in leads: the page that was asked for, if it is one of the section of the site that is signed in to. */
import { hasSecretOfKey } from '../../keys/key-finder.ts';

const LENGTH_MAX = 2000;
/** Only there to read a path as a browser would. */
const BASE = 'http://portside.invalid';

/**
 * The path and query of a page under `section`, as a browser reads it; undefined for anything else. What is checked is what is used: the
 * text is never passed on. `//evil`, `/\\evil`, `/section/..//evil` and encoded forms of them are not paths of it once read.
 * @param except paths that are no destination, such as the sign-in itself
 */
export function localPage(
  text: string | null | undefined,
  section: `/${string}/`,
  except: readonly string[],
): string | undefined {
  if (!text?.startsWith('/') || text.length > LENGTH_MAX) return undefined;
  const url = URL.parse(text, BASE);
  if (url?.origin !== BASE || !url.pathname.startsWith(section) || except.includes(url.pathname)) return undefined;
  const next = url.pathname + url.search;
  // A key in a query was put there by hand. It must not be repeated in addresses and forms.
  return hasSecretOfKey(decoded(next)) ? undefined : next;
}

/** The path and query of the page that a form was on; undefined if it was on no page of these hosts. */
export function refererOf({ headers }: Request, hosts: readonly string[]): string | undefined {
  const referer = URL.parse(headers.get('referer') ?? '');
  return referer && hosts.includes(referer.host) ? referer.pathname + referer.search : undefined;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
