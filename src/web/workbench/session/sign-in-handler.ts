import { ERRORS } from '../../../domain/errors.ts';
import { seeOther } from '../../../http/browser/see-other.ts';
import { hashKeyText } from '../../../keys/key-text.ts';
import type { WorkbenchDependencies } from '../dependencies.ts';
import { isForeign } from '../guard.ts';
import type { SignedInRequest, WorkbenchRequest } from '../workbench-request.ts';
import { HOME, nextPage, SIGN_IN } from './next-page.ts';
import { type Refusal, signInPage } from './sign-in-view.tsx';
import { TOKEN_COOKIE } from './workbench-sessions.ts';

/** As the API, this does not tell apart what a thief could learn from: mistyped, unknown, revoked, expired, or used from elsewhere. */
const NOT_VALID =
  'This API key cannot be used here. It may be mistyped, revoked or expired, or it may not be for the network that you are in.';

export function showSignIn(request: WorkbenchRequest, { config }: WorkbenchDependencies): Response {
  const next = nextPage(request.url.searchParams.get('next'));
  return request.signedIn ? seeOther(next ?? HOME) : signInPage(request, { next, contact: config.contact });
}

export async function signIn(request: WorkbenchRequest, dependencies: WorkbenchDependencies): Promise<Response> {
  const { config, sessions, keyCache, rateLimit, foreignUses } = dependencies;
  const { client, form } = request;
  const next = nextPage(form.get('next'));
  const refuse = (refusal: Refusal) => signInPage(request, { next, contact: config.contact }, refusal);
  const { admitted, resetS } = await rateLimit.admitSignIn(client.network);
  if (!admitted) {
    const seconds = Math.max(1, resetS);
    const message = `Too many attempts from this address. Try again in ${seconds} s.`;
    return refuse({ status: 429, message, headers: { 'retry-after': String(seconds) } });
  }
  const text = (form.get('key') ?? '').trim();
  if (!text) return refuse({ status: 422, message: 'Enter an API key.' });
  const caller = await keyCache.verify(text);
  if (!caller) return refuse({ status: 403, message: NOT_VALID });
  if (isForeign(caller, client.address)) {
    foreignUses.count(caller.keyId, client.address);
    return refuse({ status: 403, message: NOT_VALID });
  }
  if (config.beta === 'on' && !caller.delegate) return refuse({ status: 403, message: ERRORS.beta });
  const { lineageId } = caller;
  // A new token: whoever planted one in this browser before the sign-in must not share its session.
  const token = await sessions.start({ keyHash: hashKeyText(text), lineageId, origin: client.address });
  return seeOther(next ?? HOME, { 'set-cookie': TOKEN_COOKIE.text(token, client) });
}

export async function signOut(request: SignedInRequest, { sessions }: WorkbenchDependencies): Promise<Response> {
  await sessions.end(request.signedIn.session);
  return seeOther(SIGN_IN);
}
