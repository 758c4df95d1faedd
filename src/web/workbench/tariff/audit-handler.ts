import type { Static } from 'typebox';
import type { MadeWatch } from '../../../api/v2/watches/schema.ts';
import { seeOther } from '../../../http/browser/see-other.ts';
import { makeToken } from '../../../http/browser/session-token.ts';
import { ApiFailure } from '../ask/api-failure.ts';
import { orFailure } from '../ask/settle.ts';
import type { WorkbenchDependencies } from '../dependencies.ts';
import { fragment } from '../shell/layout.tsx';
import { watchPage } from '../shell/links.ts';
import type { SignedInRequest } from '../workbench-request.ts';
import { isOpen, readAudit, readHeadings, readLines } from './audit-data.ts';
import { readAuditQuery } from './audit-query.ts';
import { AuditPart, type AuditView, auditPage } from './audit-view.tsx';

const FORMATS = ['csv', 'xlsx', 'json'];

/** The whole page, or for htmx the part that fills while the audit runs and that filters change. */
export async function showAudit(request: SignedInRequest, { clock }: WorkbenchDependencies): Promise<Response> {
  const view = await readView(request, makeToken(clock));
  return request.isFragment ? fragment(AuditPart({ request, view })) : auditPage(request, view);
}

async function readView(request: SignedInRequest, once: string, failure?: ApiFailure): Promise<AuditView> {
  const { ask, url } = request;
  const id = request.params.id!;
  const query = readAuditQuery(url.searchParams);
  const audit = await readAudit(ask, id);
  // The lists are sorted when the audit is finished.
  const shown = isOpen(audit) ? { ...query, sort: 'line' } : query;
  const content = await orFailure<AuditView['content']>(
    query.isGrouped
      ? readHeadings(ask, id).then((headings) => ({ headings }))
      : readLines(ask, id, shown).then((lines) => ({ lines })),
  );
  return { audit, query, content, once, failure };
}

export async function downloadResult({ ask, params, url }: SignedInRequest): Promise<Response> {
  const asked = url.searchParams.get('format') ?? 'csv';
  const format = FORMATS.includes(asked) ? asked : 'csv';
  const answer = await ask.response('GET', `/api/v2/tariff/audits/${params.id}/result?format=${format}`);
  return new Response(answer.body, {
    headers: {
      'content-type': answer.headers.get('content-type') ?? 'application/octet-stream',
      'content-disposition': `attachment; filename="portside-${params.id}.${format}"`,
      'cache-control': 'no-store',
    },
  });
}

/** A watch of the numbers of the list: its holder is told when a revision or an announced change touches one. */
export async function saveAsWatch(request: SignedInRequest, { clock }: WorkbenchDependencies): Promise<Response> {
  const { ask, params, form } = request;
  const name = (form.get('name') ?? '').trim();
  const once = form.get('once') || makeToken(clock);
  try {
    const watch = await ask.json<Static<typeof MadeWatch>>('POST', '/api/v2/watches', {
      json: { audit_id: params.id, ...(name && { name }) },
      headers: { 'idempotency-key': once },
    });
    return seeOther(watchPage(watch.id));
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    return auditPage(request, await readView(request, makeToken(clock), error));
  }
}

/** Cancels the audit if it is open, and removes it with its result. */
export async function removeAudit({ ask, params }: SignedInRequest): Promise<Response> {
  await ask.response('DELETE', `/api/v2/tariff/audits/${params.id}`);
  return seeOther('/work/tariff');
}
