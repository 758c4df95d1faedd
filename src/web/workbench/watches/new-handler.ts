/** A new watch: of numbers that were pasted, of a finished audit, or of stores. */
import type { Static } from 'typebox';
import type { JobPage } from '../../../api/v2/jobs/answers.ts';
import type { MadeWatch } from '../../../api/v2/watches/schema.ts';
import type { FaultDetail } from '../../../domain/errors.ts';
import { seeOther } from '../../../http/browser/see-other.ts';
import { makeToken } from '../../../http/browser/session-token.ts';
import { pastedParts } from '../../pasted-parts.ts';
import { ApiFailure } from '../ask/api-failure.ts';
import { orFailure } from '../ask/settle.ts';
import type { WorkbenchDependencies } from '../dependencies.ts';
import { watchPage } from '../shell/links.ts';
import { covered, type SignedInRequest } from '../workbench-request.ts';
import { type NewWatchForm, newWatchPage } from './new-view.tsx';
import { secretPage } from './secret-view.tsx';

const AUDITS_LISTED = 100;

export async function showNewWatch(request: SignedInRequest, { clock }: WorkbenchDependencies): Promise<Response> {
  const given = request.url.searchParams;
  const asked = given.get('kind') ?? (given.has('stores') ? 'pixel' : 'tariff');
  return draw(request, {
    kind: asked === 'pixel' || !covered(request, 'tariff') ? 'pixel' : 'tariff',
    once: makeToken(clock),
    values: given,
  });
}

export async function makeWatch(request: SignedInRequest, { clock }: WorkbenchDependencies): Promise<Response> {
  const { form, ask } = request;
  const kind = form.get('kind') === 'pixel' ? 'pixel' : 'tariff';
  const once = form.get('once') || makeToken(clock);
  const text = (name: string) => (form.get(name) ?? '').trim();
  const parts = pastedParts(text(kind === 'tariff' ? 'codes' : 'stores'));
  const audit = kind === 'tariff' ? text('audit') : '';
  const webhook = text('webhook');
  const refuse = (more: Pick<NewWatchForm, 'failure' | 'error'>) =>
    draw(request, { kind, once, values: form, ...more });
  if (parts.length === 0 && !audit) {
    return refuse({ error: kind === 'tariff' ? 'Paste a number, or choose an audit.' : 'Name a store.' });
  }
  if (parts.length > 0 && audit) return refuse({ error: 'Paste numbers or choose an audit, not both.' });
  const subject = audit
    ? { audit_id: audit }
    : kind === 'tariff'
      ? { codes: parts }
      : { stores: parts, every: form.get('every') === 'week' ? 'week' : 'day' };
  try {
    const made = await ask.json<Static<typeof MadeWatch>>('POST', '/api/v2/watches', {
      json: { name: text('name'), ...subject, ...(webhook && { webhook: { url: webhook } }) },
      headers: { 'idempotency-key': once },
    });
    const { webhook_secret } = made;
    if (!webhook_secret) return seeOther(`${watchPage(made.id)}?made=1`);
    return secretPage(request, { id: made.id, name: made.name, secret: webhook_secret });
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    return refuse({ failure: quoting(error, parts) });
  }
}

async function draw(request: SignedInRequest, form: Omit<NewWatchForm, 'audits'>): Promise<Response> {
  const isTariff = form.kind === 'tariff' && covered(request, 'tariff');
  return newWatchPage(request, { ...form, audits: isTariff ? await finishedAudits(request) : [] });
}

/** Those whose numbers can be watched, newest first. Without them the form still takes numbers. */
async function finishedAudits({ ask }: SignedInRequest): Promise<NewWatchForm['audits']> {
  const path = `/api/v2/tariff/audits?limit=${AUDITS_LISTED}` as const;
  const list = await orFailure(ask.json<JobPage>('GET', path));
  return list instanceof ApiFailure ? [] : list.jobs.filter(({ status }) => status === 'finished');
}

/** The API names what is wrong by its place in the list. People do not count lines, so the text is named too. */
function quoting(failure: ApiFailure, parts: readonly string[]): ApiFailure {
  const details = failure.details.map(({ path, message }): FaultDetail => {
    const place = /^\/(?:codes|stores)\/(\d+)$/.exec(path)?.[1];
    const text = place === undefined ? undefined : parts[Number(place)];
    return text === undefined ? { path, message } : { path, message: `“${text.slice(0, 60)}” ${message}` };
  });
  const { status, code, message, requestId, retryAfterS } = failure;
  return new ApiFailure(status, code, message, requestId, details, retryAfterS);
}
