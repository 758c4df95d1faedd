import type { JobPage, PixelAudit } from '../../../api/v2/jobs/answers.ts';
import { seeOther } from '../../../http/browser/see-other.ts';
import { makeToken } from '../../../http/browser/session-token.ts';
import { ApiFailure } from '../ask/api-failure.ts';
import { uploadTypeOf } from '../ask/upload-type.ts';
import type { WorkbenchDependencies } from '../dependencies.ts';
import { jobPage } from '../shell/links.ts';
import type { SignedInRequest } from '../workbench-request.ts';
import { storeAddresses } from './store-address.ts';
import { type StoresForm, storesPage } from './stores-view.tsx';

export function showStores(request: SignedInRequest, { clock }: WorkbenchDependencies): Promise<Response> {
  return draw(request, { once: makeToken(clock), stores: '', journey: false });
}

async function draw(request: SignedInRequest, form: StoresForm): Promise<Response> {
  const cursor = request.url.searchParams.get('cursor');
  const query = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
  const jobs = await request.ask.json<JobPage>('GET', `/api/v2/pixel/audits?limit=20${query}`);
  return storesPage(request, { jobs, form });
}

/** Begins an audit of the file, or of the addresses that were typed. */
export async function beginAudit(request: SignedInRequest, { clock }: WorkbenchDependencies): Promise<Response> {
  const { form, file, ask } = request;
  const typed: StoresForm = {
    once: form.get('once') || makeToken(clock),
    stores: form.get('stores') ?? '',
    journey: form.has('journey'),
  };
  const stores = storeAddresses(typed.stores);
  const type = file && uploadTypeOf(file.name);
  if (file && !type) return draw(request, { ...typed, error: 'A list is a file that ends in .csv, .xlsx or .json.' });
  if (!file && stores.length === 0) return draw(request, { ...typed, error: 'Type an address, or choose a file.' });
  const sent = file && type ? { file: { body: file.body, type } } : { json: { stores, journey: typed.journey } };
  const query = file && typed.journey ? '?journey=true' : '';
  try {
    const { id } = await ask.json<PixelAudit>('POST', `/api/v2/pixel/audits${query}`, {
      ...sent,
      headers: { 'idempotency-key': typed.once },
    });
    return seeOther(jobPage('pixel_audits', id));
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    return draw(request, { ...typed, once: makeToken(clock), failure: error });
  }
}
