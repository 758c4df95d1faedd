import { timingSafeEqual } from 'node:crypto';
import type { Static } from 'typebox';
import type { Account, RotatedKey } from '../../../api/v2/account/schema.ts';
import { seeOther } from '../../../http/browser/see-other.ts';
import { makeToken } from '../../../http/browser/session-token.ts';
import { hashKeyText } from '../../../keys/key-text.ts';
import { ApiFailure } from '../ask/api-failure.ts';
import type { WorkbenchDependencies } from '../dependencies.ts';
import type { SignedInRequest } from '../workbench-request.ts';
import { accountPage, type RotationForm } from './account-view.tsx';
import { rotatedPage } from './rotated-view.tsx';

export function showAccount(request: SignedInRequest, dependencies: WorkbenchDependencies): Promise<Response> {
  return draw(request, dependencies, { once: makeToken(dependencies.clock) });
}

async function draw(
  request: SignedInRequest,
  { sessions }: WorkbenchDependencies,
  rotation: RotationForm,
): Promise<Response> {
  const account = await request.ask.json<Static<typeof Account>>('GET', '/api/v2/account');
  const open = await sessions.ofKey(request.signedIn.session.keyHash);
  return accountPage(request, { account, sessions: open, rotation });
}

export async function endOtherSessions(
  request: SignedInRequest,
  { sessions }: WorkbenchDependencies,
): Promise<Response> {
  await sessions.endOthers(request.signedIn.session);
  return seeOther('/work/account?ended=1');
}

/** Asks as the key itself, which must be typed again: whoever has only the session must not get a key. */
export async function rotateKey(request: SignedInRequest, dependencies: WorkbenchDependencies): Promise<Response> {
  const { form, signedIn, ask } = request;
  const key = (form.get('key') ?? '').trim();
  const once = form.get('once') || makeToken(dependencies.clock);
  const overlap = form.get('overlap') ?? '';
  if (!isKeyOf(signedIn.session, key)) {
    const error = 'This is not the key that you are signed in with.';
    return draw(request, dependencies, { once, overlap, error });
  }
  try {
    const rotated = await ask.json<Static<typeof RotatedKey>>('POST', '/api/v2/account/rotation', {
      json: { overlap_hours: /^\d{1,4}$/.test(overlap) ? Number(overlap) : overlap },
      headers: { authorization: `Bearer ${key}`, 'idempotency-key': once },
    });
    return rotatedPage(request, rotated);
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    return draw(request, dependencies, { once, overlap, failure: error });
  }
}

function isKeyOf({ keyHash }: SignedInRequest['signedIn']['session'], text: string): boolean {
  return timingSafeEqual(Buffer.from(hashKeyText(text)), Buffer.from(keyHash));
}
