/** Where a sign-in leads: the page that was asked for, if it is one of the operator page. */
import { hasSecretOfKey } from '../../keys/key-finder.ts';

export const FIRST_PAGE = '/operator/overview';
const SIGN_IN_PAGE = '/operator/sign-in';

const LENGTH_MAX = 2000;
/** Only there to read a path as a browser would. */
const BASE = 'http://operator.invalid';
/** They would lead back here, or sign out again. */
const NOT_NEXT = [SIGN_IN_PAGE, '/operator/sign-out', '/operator', FIRST_PAGE];

/**
 * The path and query of a page of `/operator`, as a browser reads it; undefined for anything else. What is checked is what is used: the
 * text is never passed on. `//evil`, `/\\evil`, `/operator/..//evil` and encoded forms of them are not paths of `/operator` once read.
 */
export function nextPage(text: string | null | undefined): string | undefined {
  if (!text?.startsWith('/') || text.length > LENGTH_MAX) return undefined;
  const url = URL.parse(text, BASE);
  if (url?.origin !== BASE || !url.pathname.startsWith('/operator/') || NOT_NEXT.includes(url.pathname))
    return undefined;
  const next = url.pathname + url.search;
  // A key in a query was put there by hand. It must not be repeated in addresses and forms.
  return hasSecretOfKey(decoded(next)) ? undefined : next;
}

/** The address of the sign-in that leads to a page. */
export function signInAddress(page: string | undefined): string {
  return page === undefined ? SIGN_IN_PAGE : `${SIGN_IN_PAGE}?next=${encodeURIComponent(page)}`;
}

/** The page that a form was on, for one that was sent without a session. */
export function refererPage({ headers }: Request, hosts: readonly string[]): string | undefined {
  const referer = URL.parse(headers.get('referer') ?? '');
  return referer && hosts.includes(referer.host) ? nextPage(referer.pathname + referer.search) : undefined;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
