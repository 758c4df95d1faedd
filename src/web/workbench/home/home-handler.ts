import type { WorkbenchDependencies } from '../dependencies.ts';
import { fragment } from '../shell/layout.tsx';
import type { SignedInRequest } from '../workbench-request.ts';
import { homePage, RecentJobsCard } from './home-view.tsx';
import { readRecent, readRecentJobs } from './recent.ts';

/** The whole page, or for htmx the recent jobs, which it asks for while one of them is open. */
export async function showHome(request: SignedInRequest, { clock }: WorkbenchDependencies): Promise<Response> {
  if (request.isFragment) return fragment(RecentJobsCard({ request, recent: await readRecentJobs(request) }));
  return homePage(request, await readRecent(request, new Date(clock.now()).toISOString().slice(0, 10)));
}
