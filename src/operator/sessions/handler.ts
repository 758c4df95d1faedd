import { seeOther } from '../../http/browser/see-other.ts';
import { hashToken } from '../../http/browser/session-token.ts';
import type { OperatorDependencies } from '../dependencies.ts';
import { activityEntry, type OperatorRequest } from '../operator-request.ts';
import { sessionsPage } from './view.tsx';

export async function showSessions({ sessions }: OperatorDependencies, request: OperatorRequest): Promise<Response> {
  const present = hashToken(request.token);
  const own = await sessions.of(request.operator!.id);
  return sessionsPage(
    request,
    own.map((session) => ({ ...session, isPresent: session.tokenHash === present })),
  );
}

/** Signs the operator out everywhere, here too. */
export async function endSessions(
  { sessions, storage, clock }: OperatorDependencies,
  request: OperatorRequest,
): Promise<Response> {
  const operator = request.operator!;
  await sessions.endAllOf(operator.id);
  const { name } = operator;
  await storage.activity.record(
    activityEntry(request, clock.now(), 'operator.sign-out', { name, detail: 'everywhere' }),
  );
  return seeOther('/operator/sign-in');
}
