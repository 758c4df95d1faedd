import { FIRST_OPERATOR_NAME, firstOwner } from '../../domain/operator.ts';
import type { CountedAttempt, StoredOperator } from '../../domain/operator-store.ts';
import { seeOther } from '../../http/browser/see-other.ts';
import type { OperatorDependencies } from '../dependencies.ts';
import { activityEntry, type OperatorRequest } from '../operator-request.ts';
import { isPassword } from '../password/password.ts';
import { failureEntry } from './lockout.ts';
import { FIRST_PAGE, nextPage } from './next-page.ts';
import type { CheckResult } from './password-check.ts';
import { TOKEN_COOKIE } from './sessions.ts';
import { signInPage } from './view.tsx';

const NAME_LENGTH_MAX = 100;

export function showSignIn(_dependencies: OperatorDependencies, request: OperatorRequest): Response {
  const next = nextPage(request.url.searchParams.get('next'));
  return request.operator ? seeOther(next ?? FIRST_PAGE) : signInPage(request, { name: FIRST_OPERATOR_NAME, next });
}

export async function signIn(dependencies: OperatorDependencies, request: OperatorRequest): Promise<Response> {
  const { storage, devices, passwordCheck } = dependencies;
  const { client } = request;
  const name = await nameIn(dependencies, request);
  const operator = await storage.operator.find(name);
  const device = operator && (await devices.rowOf(request.request, client, operator));
  const check = (attempt: CountedAttempt, failuresThisHour: number) =>
    tryPassword(dependencies, request, { name, operator, attempt, failuresThisHour });
  let answer: CheckResult<Response | undefined> | undefined;
  if (device) answer = await passwordCheck.known(device, check);
  // A browser whose own attempts are used up may try as a stranger: its cookie may have been stolen, and used to lock it out.
  if (!answer?.checked) answer = await passwordCheck.stranger(client.network, check);
  const fields = { name, next: nextPage(request.form.get('next')) };
  if (!answer.checked) return signInPage(request, fields, refusal(answer));
  if (answer.result) return answer.result;
  return signInPage(request, fields, { status: 403, message: 'The name or the password is wrong.' });
}

interface Attempt {
  name: string;
  operator: StoredOperator | undefined;
  attempt: CountedAttempt;
  failuresThisHour: number;
}

/** The answer to a right password. Undefined for a wrong one, which the audit then has. */
async function tryPassword(
  { storage, clock, sessions, devices, passwordCheck }: OperatorDependencies,
  request: OperatorRequest,
  { name, operator, attempt, failuresThisHour }: Attempt,
): Promise<Response | undefined> {
  const { client } = request;
  if ((await isPassword(operator?.passwordHash, request.form.get('password') ?? '')) && operator) {
    const deviceCookie = await devices.issue(client, operator);
    const activity = activityEntry(request, clock.now(), 'operator.sign-in', operator);
    // A new token: whoever planted one in this browser before the sign-in must not share its session.
    const token = await sessions.start(operator, activity, attempt);
    if (token) {
      passwordCheck.forget(client.network);
      const page = nextPage(request.form.get('next')) ?? FIRST_PAGE;
      const response = seeOther(page, { 'set-cookie': TOKEN_COOKIE.text(token, client) });
      response.headers.append('set-cookie', deviceCookie);
      return response;
    }
  }
  const audited = failureEntry(failuresThisHour);
  // A name that is no operator's may be a password that was typed into the wrong field.
  const known = operator ? name : 'unknown';
  if (audited)
    await storage.activity.record(activityEntry(request, clock.now(), 'operator.refuse', { name: known, ...audited }));
  return undefined;
}

function refusal({ waitMs, own }: { waitMs: number; own: boolean }) {
  const seconds = Math.ceil(waitMs / 1000);
  const time = seconds < 120 ? `${seconds} s` : `${Math.ceil(seconds / 60)} minutes`;
  const message = own
    ? `Too many attempts. Try again in ${time}.`
    : `Too many attempts from other addresses. Try again in ${time}. A browser that you have signed in with before need not wait.`;
  return { status: 429, message, headers: { 'retry-after': String(seconds) } };
}

/** The name of the form. Without one it is the first owner: there was no name before there were several operators. */
async function nameIn({ accounts }: OperatorDependencies, { form }: OperatorRequest): Promise<string> {
  const name = (form.get('name') ?? '').trim().toLowerCase().slice(0, NAME_LENGTH_MAX);
  return name || (firstOwner(await accounts.list())?.name ?? '');
}

export async function signOut(dependencies: OperatorDependencies, request: OperatorRequest): Promise<Response> {
  await dependencies.sessions.end(request.token);
  await dependencies.storage.activity.record(
    activityEntry(request, dependencies.clock.now(), 'operator.sign-out', request.operator!),
  );
  return seeOther('/operator/sign-in');
}
