import type { JobPage, TariffAudit } from '../../../api/v2/jobs/answers.ts';
import { PageError } from '../../../http/browser/page-error.ts';
import { seeOther } from '../../../http/browser/see-other.ts';
import { makeToken } from '../../../http/browser/session-token.ts';
import { ApiFailure } from '../ask/api-failure.ts';
import { uploadTypeOf } from '../ask/upload-type.ts';
import type { WorkbenchDependencies } from '../dependencies.ts';
import { jobPage } from '../shell/links.ts';
import type { SignedInRequest } from '../workbench-request.ts';
import { type ListForm, listsPage } from './lists-view.tsx';
import { tableOfPasted } from './pasted-list.ts';

/** Fields of the form that are parameters of the API. */
const PARAMETERS = [
  'as_of',
  'code_column',
  'origin_column',
  'date_column',
  'value_column',
  'sheet',
  'accept_probable',
] as const;

export function showLists(request: SignedInRequest, { clock }: WorkbenchDependencies): Promise<Response> {
  const codes = request.url.searchParams.get('codes') ?? '';
  return draw(request, { once: makeToken(clock), list: codes.split(',').join('\n') });
}

async function draw(request: SignedInRequest, form: ListForm): Promise<Response> {
  const cursor = request.url.searchParams.get('cursor');
  const query = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
  const audits = await request.ask.json<JobPage>('GET', `/api/v2/tariff/audits?limit=20${query}`);
  return listsPage(request, { audits, form });
}

/** Begins an audit of the file, or of what was pasted. */
export async function beginAudit(request: SignedInRequest, { clock }: WorkbenchDependencies): Promise<Response> {
  const { form, file, ask } = request;
  const typed: ListForm = { once: form.get('once') || makeToken(clock), list: form.get('list') ?? '' };
  for (const name of PARAMETERS) typed[name] = (form.get(name) ?? '').trim();
  const sent = file ? fileOf(file) : pasted(typed.list);
  if (typeof sent === 'string') return draw(request, { ...typed, error: sent });
  const query = new URLSearchParams();
  for (const name of PARAMETERS) if (typed[name]) query.set(name, typed[name]);
  try {
    const audit = await ask.json<TariffAudit>('POST', `/api/v2/tariff/audits?${query}`, {
      file: sent,
      headers: { 'idempotency-key': typed.once },
    });
    return goTo(request, jobPage('tariff_audits', audit.id));
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    // Another list is another audit.
    return draw(request, { ...typed, once: makeToken(clock), failure: error });
  }
}

function fileOf({ name, body }: NonNullable<SignedInRequest['file']>) {
  const type = uploadTypeOf(name);
  return type ? { body, type } : 'A list is a file that ends in .csv, .xlsx or .json.';
}

function pasted(list: string) {
  if (list.trim() === '') return 'Choose a file, or paste a list.';
  return { body: tableOfPasted(list), type: 'text/csv' };
}

/** htmx would follow a redirect by itself and put the next page into this one. */
function goTo({ isFragment }: SignedInRequest, address: string): Response {
  return isFragment ? new Response(null, { status: 200, headers: { 'hx-redirect': address } }) : seeOther(address);
}

export const NO_SUCH_LINE = new PageError(404, 'Not found', 'This list has no such line, or it is not done yet.');
