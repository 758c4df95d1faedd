/** Where a sign-in leads: the page that was asked for, if it is one of the workbench. */
import { localPage, refererOf } from '../../../http/browser/local-page.ts';

export const HOME = '/work';
export const SIGN_IN = '/work/sign-in';

/** They would lead back here, or sign out again. */
const NOT_NEXT = [SIGN_IN, '/work/sign-out'];

/** The path and query of a page under `/work/`, as a browser reads it; undefined for anything else. */
export function nextPage(text: string | null | undefined): string | undefined {
  const page = localPage(text, '/work/', NOT_NEXT);
  return page?.startsWith('/work/assets/') ? undefined : page;
}

/** The address of the sign-in that leads to a page. */
export function signInAddress(page: string | undefined): string {
  return page === undefined ? SIGN_IN : `${SIGN_IN}?next=${encodeURIComponent(page)}`;
}

/** The page that a form was on, for one that was sent without a session. */
export function formPage(request: Request, hosts: readonly string[]): string | undefined {
  return nextPage(refererOf(request, hosts));
}
