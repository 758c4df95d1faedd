/** One watch: its looks, events and deliveries, and what its owner does with it. */
import type { Static } from 'typebox';
import type { MadeWatch, WatchSecret } from '../../../api/v2/watches/schema.ts';
import { seeOther } from '../../../http/browser/see-other.ts';
import { makeToken } from '../../../http/browser/session-token.ts';
import { ApiFailure } from '../ask/api-failure.ts';
import type { WorkbenchDependencies } from '../dependencies.ts';
import { watchPage } from '../shell/links.ts';
import type { SignedInRequest } from '../workbench-request.ts';
import { eventPageOf, readEvents, readWatch } from './read-watches.ts';
import { secretPage } from './secret-view.tsx';
import { watchFragment, watchViewPage } from './watch-view.tsx';

export function showWatch(request: SignedInRequest, dependencies: WorkbenchDependencies): Promise<Response> {
  return draw(request, dependencies);
}

async function draw(
  request: SignedInRequest,
  { clock }: WorkbenchDependencies,
  failure?: ApiFailure,
): Promise<Response> {
  const { ask, url, isFragment } = request;
  const id = request.params.id!;
  const [watch, events] = await Promise.all([readWatch(ask, id), readEvents(ask, `/api/v2/watches/${id}/events`)]);
  const props = {
    watch,
    events: eventPageOf(events, url.searchParams.get('after')),
    nowMs: clock.now(),
    once: makeToken(clock),
    ...(failure && { failure }),
  };
  return isFragment ? watchFragment(request, props) : watchViewPage(request, props);
}

/** The name and the webhook. */
export async function editWatch(request: SignedInRequest, dependencies: WorkbenchDependencies): Promise<Response> {
  const { form, ask } = request;
  const id = request.params.id!;
  const url = (form.get('webhook') ?? '').trim();
  const json = { name: (form.get('name') ?? '').trim(), webhook: url ? { url } : null };
  try {
    const changed = await ask.json<Static<typeof MadeWatch>>('PATCH', `/api/v2/watches/${id}`, { json });
    const { webhook_secret: secret, name } = changed;
    return secret ? secretPage(request, { id, name, secret }) : seeOther(`${watchPage(id)}?saved=1`);
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.status !== 422) throw error;
    return draw(request, dependencies, error);
  }
}

export async function pauseWatch({ ask, form, params }: SignedInRequest): Promise<Response> {
  await ask.json('PATCH', `/api/v2/watches/${params.id}`, { json: { paused: form.get('paused') === 'on' } });
  return seeOther(`${watchPage(params.id!)}?saved=1`);
}

export async function testWatch({ ask, form, params }: SignedInRequest): Promise<Response> {
  await ask.json('POST', `/api/v2/watches/${params.id}/tests`, onceOf(form));
  return seeOther(`${watchPage(params.id!)}?tested=1`);
}

export async function rotateSecret(request: SignedInRequest): Promise<Response> {
  const { ask, form } = request;
  const id = request.params.id!;
  const { name } = await readWatch(ask, id);
  const rotated = await ask.json<Static<typeof WatchSecret>>('POST', `/api/v2/watches/${id}/secrets`, onceOf(form));
  return secretPage(request, { id, name, secret: rotated.webhook_secret, oldUntil: rotated.old_secret_until });
}

export async function removeWatch({ ask, params }: SignedInRequest): Promise<Response> {
  await ask.json('DELETE', `/api/v2/watches/${params.id}`);
  return seeOther('/work/watches?removed=1');
}

/** A form that is sent twice does its work once. */
function onceOf(form: URLSearchParams): { headers: Record<string, string> } {
  const once = form.get('once');
  return { headers: once ? { 'idempotency-key': once } : {} };
}
