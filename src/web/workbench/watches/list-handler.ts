import type { SignedInRequest } from '../workbench-request.ts';
import { watchesPage } from './list-view.tsx';
import { readWatches } from './read-watches.ts';

export async function showWatches(request: SignedInRequest): Promise<Response> {
  const { searchParams } = request.url;
  return watchesPage(request, {
    ...(await readWatches(request.ask, searchParams.get('cursor'))),
    isFirst: !searchParams.has('cursor'),
  });
}
