/** Where a sign-in leads: the page that was asked for, if it is one of the operator page. */
import { localPage, refererOf } from '../../http/browser/local-page.ts';

export const FIRST_PAGE = '/operator/overview';
const SIGN_IN_PAGE = '/operator/sign-in';

/** They would lead back here, or sign out again. */
const NOT_NEXT = [SIGN_IN_PAGE, '/operator/sign-out', '/operator', FIRST_PAGE];

/** The path and query of a page of `/operator`, as a browser reads it; undefined for anything else. */
export function nextPage(text: string | null | undefined): string | undefined {
  return localPage(text, '/operator/', NOT_NEXT);
}

/** The address of the sign-in that leads to a page. */
export function signInAddress(page: string | undefined): string {
  return page === undefined ? SIGN_IN_PAGE : `${SIGN_IN_PAGE}?next=${encodeURIComponent(page)}`;
}

/** The page that a form was on, for one that was sent without a session. */
export function refererPage(request: Request, hosts: readonly string[]): string | undefined {
  return nextPage(refererOf(request, hosts));
}
