import type { SignedInRequest } from '../workbench-request.ts';
import type { CertificateList } from './certificate-data.ts';
import { FILTERS, type ListFilters, listPage } from './list-view.tsx';

export async function showCertificates(request: SignedInRequest): Promise<Response> {
  const { ask, url } = request;
  const filters: ListFilters = {};
  const query = new URLSearchParams({ limit: '50' });
  for (const name of FILTERS) {
    const value = (url.searchParams.get(name) ?? '').trim();
    if (value === '') continue;
    filters[name] = value;
    query.set(name, value);
  }
  const list = await ask.json<CertificateList>('GET', `/api/v2/entry/certificates?${query}`);
  return listPage(request, { filters, ...list });
}
