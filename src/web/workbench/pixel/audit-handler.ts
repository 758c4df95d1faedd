import type { Static } from 'typebox';
import type { MadeWatch } from '../../../api/v2/watches/schema.ts';
import { seeOther } from '../../../http/browser/see-other.ts';
import { makeToken } from '../../../http/browser/session-token.ts';
import { ApiFailure } from '../ask/api-failure.ts';
import type { WorkbenchDependencies } from '../dependencies.ts';
import { fragment } from '../shell/layout.tsx';
import { watchPage } from '../shell/links.ts';
import type { SignedInRequest } from '../workbench-request.ts';
import { isOpen, readAudit, readEarlier, readStores } from './audit-data.ts';
import { type AuditView, auditPage, StoresPart } from './audit-view.tsx';

const FORMATS = ['csv', 'xlsx', 'json'];
/** A watch takes so many stores. */
const WATCHED_MAX = 100;

/** The whole page, or for htmx the part that fills while the stores are scanned. */
export async function showAudit(request: SignedInRequest, { clock }: WorkbenchDependencies): Promise<Response> {
  const view = await readView(request, makeToken(clock));
  return request.isFragment ? fragment(StoresPart({ request, view })) : auditPage(request, view);
}

async function readView({ ask, params, url }: SignedInRequest, once: string, failure?: ApiFailure): Promise<AuditView> {
  const audit = await readAudit(ask, params.id!);
  const stores = await readStores(ask, audit.id);
  const earlier = isOpen(audit) ? undefined : await readEarlier(ask, audit);
  return { audit, stores, earlier, state: url.searchParams.get('state') ?? '', once, failure };
}

export async function downloadResult({ ask, params, url }: SignedInRequest): Promise<Response> {
  const asked = url.searchParams.get('format') ?? 'csv';
  const format = FORMATS.includes(asked) ? asked : 'csv';
  const answer = await ask.response('GET', `/api/v2/pixel/audits/${params.id}/result?format=${format}`);
  return new Response(answer.body, {
    headers: {
      'content-type': answer.headers.get('content-type') ?? 'application/octet-stream',
      'content-disposition': `attachment; filename="portside-${params.id}.${format}"`,
      'cache-control': 'no-store',
    },
  });
}

/** A watch of the stores: its holder is told when one changes its tracking. */
export async function watchStores(request: SignedInRequest, { clock }: WorkbenchDependencies): Promise<Response> {
  const { ask, params, form } = request;
  const stores = await readStores(ask, params.id!);
  const addresses = [...new Set(stores.filter(({ state }) => state !== 'not_scanned').map(({ store }) => store))];
  try {
    const watch = await ask.json<Static<typeof MadeWatch>>('POST', '/api/v2/watches', {
      json: { stores: addresses.slice(0, WATCHED_MAX), every: 'week' },
      headers: { 'idempotency-key': form.get('once') || makeToken(clock) },
    });
    return seeOther(watchPage(watch.id));
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    return auditPage(request, await readView(request, makeToken(clock), error));
  }
}

/** Cancels the audit if it is open, and removes it with its result. */
export async function removeAudit({ ask, params }: SignedInRequest): Promise<Response> {
  await ask.response('DELETE', `/api/v2/pixel/audits/${params.id}`);
  return seeOther('/work/pixel');
}
