import type { EntryBatch, EntryBatchLines, JobPage } from '../../../api/v2/jobs/answers.ts';
import { seeOther } from '../../../http/browser/see-other.ts';
import { makeToken } from '../../../http/browser/session-token.ts';
import { ApiFailure } from '../ask/api-failure.ts';
import { uploadTypeOf } from '../ask/upload-type.ts';
import type { WorkbenchDependencies } from '../dependencies.ts';
import { fragment } from '../shell/layout.tsx';
import { jobPage } from '../shell/links.ts';
import type { SignedInRequest } from '../workbench-request.ts';
import { type BatchesForm, BatchPart, type BatchView, batchesPage, batchPage } from './batches-view.tsx';

const OUTCOMES = ['issued', 'checked', 'not_made'] as const;
const FORMATS = ['csv', 'xlsx', 'json'];

export function showBatches(request: SignedInRequest, { clock }: WorkbenchDependencies): Promise<Response> {
  return drawList(request, { once: makeToken(clock) });
}

async function drawList(request: SignedInRequest, form: BatchesForm): Promise<Response> {
  const { jobs } = await request.ask.json<JobPage>('GET', '/api/v2/entry/batches?limit=20');
  return batchesPage(request, { jobs, form });
}

/** Makes a certificate of each line of a sheet, or only says what each would state. */
export async function beginBatch(request: SignedInRequest, { clock }: WorkbenchDependencies): Promise<Response> {
  const { form, file, ask } = request;
  const once = form.get('once') || makeToken(clock);
  const type = file && uploadTypeOf(file.name);
  if (!file || !type)
    return drawList(request, { once, error: 'Choose a sheet: a file that ends in .csv, .xlsx or .json.' });
  try {
    const isCheck = form.get('step') === 'check';
    const { id } = await ask.json<EntryBatch>('POST', `/api/v2/entry/batches${isCheck ? '?dry_run=true' : ''}`, {
      file: { body: file.body, type },
      headers: { 'idempotency-key': once },
      isDryRun: isCheck,
    });
    return seeOther(jobPage('entry_batches', id));
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    return drawList(request, { once: makeToken(clock), failure: error });
  }
}

/** The whole page, or for htmx the part that fills while certificates are made. */
export async function showBatch(request: SignedInRequest): Promise<Response> {
  const { ask, params, url, isFragment } = request;
  const asked = url.searchParams.get('status');
  const status = OUTCOMES.find((outcome) => outcome === asked) ?? '';
  const cursor = (url.searchParams.get('cursor') ?? '').slice(0, 200);
  const query = new URLSearchParams({ limit: '100', ...(status && { status }), ...(cursor && { cursor }) });
  const path = `/api/v2/entry/batches/${params.id}` as const;
  const batch = await ask.json<EntryBatch>('GET', path);
  const lines = await ask.json<EntryBatchLines>('GET', `${path}/lines?${query}`);
  const view: BatchView = { batch, lines, status, cursor };
  return isFragment ? fragment(BatchPart({ request, view })) : batchPage(request, view);
}

export async function downloadResult({ ask, params, url }: SignedInRequest): Promise<Response> {
  const asked = url.searchParams.get('format') ?? 'csv';
  const format = FORMATS.includes(asked) ? asked : 'csv';
  const answer = await ask.response('GET', `/api/v2/entry/batches/${params.id}/result?format=${format}`);
  return new Response(answer.body, {
    headers: {
      'content-type': answer.headers.get('content-type') ?? 'application/octet-stream',
      'content-disposition': `attachment; filename="portside-${params.id}.${format}"`,
      'cache-control': 'no-store',
    },
  });
}

/** Cancels the batch if it is open, and removes it with its result. Certificates stay. */
export async function removeBatch({ ask, params }: SignedInRequest): Promise<Response> {
  await ask.response('DELETE', `/api/v2/entry/batches/${params.id}`);
  return seeOther('/work/certificates/batches');
}
