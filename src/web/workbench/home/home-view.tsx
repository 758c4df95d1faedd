/** @jsxImportSource preact */
import type { Static } from 'typebox';
import type { Account } from '../../../api/v2/account/schema.ts';
import type { Product } from '../../../domain/key.ts';
import { ApiFailure } from '../ask/api-failure.ts';
import { ButtonLink, Card, Empty, Heading, JobStatus, Meter, Table, Time } from '../shell/elements.tsx';
import { FailureNotice } from '../shell/failure.tsx';
import { formatCount, plural } from '../shell/format.ts';
import { page } from '../shell/layout.tsx';
import { changesPage, JOB_FAMILIES, jobPage, watchPage } from '../shell/links.ts';
import { programmeName } from '../shell/tariff-words.ts';
import { covered, type SignedInRequest } from '../workbench-request.ts';
import type { News, Recent, RecentJob, RecentJobs } from './recent.ts';

const POLL = 'every 4s';

/** What is where. */
const TASKS: readonly { href: string; title: string; text: string; product?: Product }[] = [
  {
    href: '/work/tariff',
    title: 'Tariff',
    text: 'Look up a number, work out the duty, check a whole parts list.',
    product: 'tariff',
  },
  {
    href: '/work/pixel',
    title: 'Pixel',
    text: 'Scan a store for tracking code that no longer works, or many stores at once.',
    product: 'pixel',
  },
  {
    href: '/work/certificates',
    title: 'Certificates',
    text: 'Issue a certificate, or one for each line of a sheet. Find, revoke, replace.',
    product: 'entry',
  },
  {
    href: '/work/watches',
    title: 'Watches',
    text: 'Be told when a duty changes or a store changes its tracking code.',
  },
];

export function homePage(request: SignedInRequest, { jobs, news, account, changes }: Recent): Response {
  return page(request, {
    title: 'Workbench',
    section: 'home',
    body: (
      <>
        <Heading title="Workbench" lead={account instanceof ApiFailure ? undefined : <KeyLine account={account} />} />
        <ul class="tiles">
          {TASKS.filter(({ product }) => product === undefined || covered(request, product)).map((task) => (
            <li key={task.href}>
              <a class="tile" href={task.href}>
                <strong>{task.title}</strong>
                <span>{task.text}</span>
              </a>
            </li>
          ))}
        </ul>
        <div class="wide-and-narrow">
          <RecentJobsCard request={request} recent={jobs} />
          <div>
            <UseCard request={request} account={account} />
            <NewsCard request={request} news={news} />
            {changes !== undefined && <NextChangesCard request={request} changes={changes} />}
          </div>
        </div>
      </>
    ),
  });
}

function KeyLine({ account: { key } }: { account: Static<typeof Account> }) {
  return (
    <>
      Signed in with <strong>{key.name}</strong>, <code>{key.prefix}</code>
    </>
  );
}

/** Asked for again while a job is open. */
export function RecentJobsCard({
  request,
  recent: { jobs, failures },
}: {
  request: SignedInRequest;
  recent: RecentJobs;
}) {
  const isOpen = jobs.some(({ status }) => status === 'queued' || status === 'running');
  const polling = isOpen ? { 'hx-get': '/work', 'hx-trigger': POLL, 'hx-swap': 'outerHTML' } : {};
  return (
    <div id="recent-jobs" {...polling}>
      <Card id="jobs-title" title="Recent jobs">
        {failures.map((failure) => (
          <FailureNotice key={failure.requestId} request={request} failure={failure} />
        ))}
        {jobs.length === 0 && failures.length === 0 && (
          <Empty title="No jobs yet">
            <p>A parts list, a list of stores or a sheet of products that you send is checked here, line by line.</p>
            {covered(request, 'tariff') && <ButtonLink href="/work/tariff">Check a parts list</ButtonLink>}
          </Empty>
        )}
        {jobs.length > 0 && (
          <Table label="Recent jobs" stacked>
            <thead>
              <tr>
                <th scope="col">Job</th>
                <th scope="col">Status</th>
                <th scope="col" class="number">
                  Lines
                </th>
                <th scope="col">Accepted</th>
              </tr>
            </thead>
            <tbody>
              {jobs.map((job) => (
                <JobRow key={job.id} job={job} />
              ))}
            </tbody>
          </Table>
        )}
      </Card>
    </div>
  );
}

function JobRow({ job }: { job: RecentJob }) {
  const { family, id, status, lines_done, lines_total, accepted_at } = job;
  const isPart = lines_done < lines_total;
  return (
    <tr>
      <th scope="row">
        <a href={jobPage(family, id)}>{JOB_FAMILIES[family].label}</a>
        <span class="under mono">{id.slice(0, 12)}…</span>
      </th>
      <td data-label="Status">
        <JobStatus status={status} />
      </td>
      <td data-label="Lines" class="number">
        {isPart ? `${formatCount(lines_done)} of ${formatCount(lines_total)}` : formatCount(lines_total)}
      </td>
      <td data-label="Accepted">
        <Time at={accepted_at} />
      </td>
    </tr>
  );
}

function UseCard({ request, account }: { request: SignedInRequest; account: Recent['account'] }) {
  return (
    <Card id="use-title" title="Use today" aside={<a href="/work/account">Account</a>}>
      {account instanceof ApiFailure ? (
        <FailureNotice request={request} failure={account} />
      ) : (
        <>
          <Meter label="requests of the day" used={account.use.today} limit={account.limits.per_day} />
          <Meter label="requests of the last minute" used={account.use.minute} limit={account.limits.per_minute} />
          <p class="hint">The day ends at 00:00 UTC. Looking at pages is not counted.</p>
        </>
      )}
    </Card>
  );
}

function NewsCard({ request, news }: { request: SignedInRequest; news: News | ApiFailure }) {
  return (
    <Card id="news-title" title="News of watches" aside={<a href="/work/watches">All watches</a>}>
      {news instanceof ApiFailure ? <FailureNotice request={request} failure={news} /> : <NewsList news={news} />}
    </Card>
  );
}

function NewsList({ news: { events, isCut } }: { news: News }) {
  if (isCut) return <p>There is more news than fits here. See the list of watches.</p>;
  if (events.length === 0) return <p class="quiet">No watch has told anything in the last 90 days.</p>;
  return (
    <>
      <ol class="news">
        {events.map(({ id, watch_id, body, created_at }) => (
          <li key={id}>
            <a href={watchPage(watch_id)}>{body.data.watch_name || 'Watch without a name'}</a>
            <span>{body.data.summary}</span>
            <Time at={created_at} />
          </li>
        ))}
      </ol>
      <p class="hint">The latest {plural(events.length, 'event')} of the last 90 days.</p>
    </>
  );
}

interface NextChangesProps {
  request: SignedInRequest;
  changes: NonNullable<Recent['changes']>;
}

function NextChangesCard({ request, changes }: NextChangesProps) {
  return (
    <Card id="changes-title" title="Next changes" aside={<a href="/work/changes">All changes</a>}>
      {changes instanceof ApiFailure && <FailureNotice request={request} failure={changes} />}
      {!(changes instanceof ApiFailure) && changes.length === 0 && (
        <p class="quiet">No dated change of the Section 232 lists was read.</p>
      )}
      {!(changes instanceof ApiFailure) && changes.length > 0 && (
        <ol class="news">
          {changes.map(({ date, programme, what }) => (
            <li key={`${date}${programme}${what}`}>
              <a href={changesPage(date!)}>{`${date}: ${programmeName(programme)}`}</a>
              <span>{what}</span>
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}
