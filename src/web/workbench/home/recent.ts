/** What the first page shows: recent jobs of all families, news of watches, and how much of the day is used. */
import type { Static } from 'typebox';
import type { Account } from '../../../api/v2/account/schema.ts';
import type { EventList, WatchEventShape } from '../../../api/v2/events/schema.ts';
import type { JobPage } from '../../../api/v2/jobs/answers.ts';
import { ApiFailure } from '../ask/api-failure.ts';
import type { Ask } from '../ask/ask.ts';
import { orFailure } from '../ask/settle.ts';
import { addDays } from '../shell/days.ts';
import { JOB_FAMILIES, type JobFamily } from '../shell/links.ts';
import { type AnnouncedChange, readAnnounced } from '../shell/next-changes.ts';
import { covered, type SignedInRequest } from '../workbench-request.ts';

const JOBS_SHOWN = 8;
const NEWS_SHOWN = 5;
const CHANGES_SHOWN = 3;
const EVENTS_PAGE = 100;
/** The API lists events oldest first. A key with more than this many in 90 days is sent to the list. */
const EVENT_PAGES_MAX = 10;

type JobSummary = JobPage['jobs'][number];
export type RecentJob = JobSummary & { family: JobFamily };
type WatchEvent = Static<typeof WatchEventShape>;

export interface RecentJobs {
  /** Newest first. */
  jobs: RecentJob[];
  /** Families that could not be read. */
  failures: ApiFailure[];
}

export interface News {
  /** Newest first. */
  events: WatchEvent[];
  /** There are newer ones, which were not read. */
  isCut: boolean;
}

export interface Recent {
  jobs: RecentJobs;
  news: News | ApiFailure;
  account: Static<typeof Account> | ApiFailure;
  /** Soonest first. Undefined for keys without the tariff. */
  changes: AnnouncedChange[] | ApiFailure | undefined;
}

/** @param today `YYYY-MM-DD` */
export async function readRecent(request: SignedInRequest, today: string): Promise<Recent> {
  const { ask } = request;
  const [jobs, news, account, changes] = await Promise.all([
    readRecentJobs(request),
    orFailure(readNews(ask)),
    orFailure(ask.json<Static<typeof Account>>('GET', '/api/v2/account')),
    covered(request, 'tariff') ? orFailure(readNextChanges(ask, today)) : undefined,
  ]);
  return { jobs, news, account, changes };
}

export async function readRecentJobs(request: SignedInRequest): Promise<RecentJobs> {
  const families = (Object.keys(JOB_FAMILIES) as JobFamily[]).filter((family) =>
    covered(request, JOB_FAMILIES[family].product),
  );
  const lists = await Promise.all(
    families.map(async (family) => {
      const path = `${JOB_FAMILIES[family].api}?limit=${JOBS_SHOWN}` as const;
      const list = await orFailure(request.ask.json<JobPage>('GET', path));
      return list instanceof ApiFailure ? list : list.jobs.map((job) => ({ ...job, family }));
    }),
  );
  const jobs = lists.flatMap((list) => (list instanceof ApiFailure ? [] : list));
  return {
    jobs: jobs.sort((a, b) => (a.accepted_at < b.accepted_at ? 1 : -1)).slice(0, JOBS_SHOWN),
    failures: lists.filter((list) => list instanceof ApiFailure),
  };
}

async function readNews(ask: Ask): Promise<News> {
  let cursor: string | undefined;
  let newest: WatchEvent[] = [];
  for (let page = 0; page < EVENT_PAGES_MAX; page++) {
    const after = cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const list = await ask.json<Static<typeof EventList>>('GET', `/api/v2/events?limit=${EVENTS_PAGE}${after}`);
    newest = [...newest, ...list.events].slice(-NEWS_SHOWN);
    if (!list.has_more) return { events: newest.toReversed(), isCut: false };
    cursor = list.next_cursor;
  }
  return { events: newest.toReversed(), isCut: true };
}

/** From today on. In New York it may still be the day before. */
async function readNextChanges(ask: Ask, today: string): Promise<AnnouncedChange[]> {
  const { announced } = await readAnnounced(ask, addDays(today, -1));
  return announced.filter(({ date }) => date !== null).slice(0, CHANGES_SHOWN);
}
