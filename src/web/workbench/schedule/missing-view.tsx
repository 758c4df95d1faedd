/** @jsxImportSource preact */
import { ApiFailure } from '../ask/api-failure.ts';
import { Card, Heading, Notice } from '../shell/elements.tsx';
import { FailureNotice } from '../shell/failure.tsx';
import { page } from '../shell/layout.tsx';
import { schedulePage } from '../shell/links.ts';
import type { SignedInRequest } from '../workbench-request.ts';
import type { Explained, History } from './answers.ts';
import { SCHEDULE_STYLE } from './assets.ts';
import { HistoryCard } from './history-view.tsx';
import { SearchForm } from './search-view.tsx';

interface MissingProps {
  code: string;
  history: History | ApiFailure;
  explained: Explained | ApiFailure;
}

/** For a number that the schedule in use does not have: retired, or never there. */
export function missingNumberPage(request: SignedInRequest, { code, history, explained }: MissingProps): Response {
  const near = explained instanceof ApiFailure ? [] : (explained.schedule?.near ?? []);
  const isRetired = !(history instanceof ApiFailure) && history.retired_on !== null;
  return page(request, {
    title: `${code} is not in the schedule`,
    section: 'schedule',
    styles: [SCHEDULE_STYLE],
    status: 404,
    body: (
      <>
        <Heading title={code} up={{ href: '/work/schedule', text: 'Schedule' }} />
        <Notice tone="bad">
          <strong>The schedule in use has no such number.</strong>
          <p>
            {isRetired
              ? 'It was retired. What replaced it is below.'
              : 'Goods cannot be entered under it. Nothing is said about their duties.'}
          </p>
        </Notice>
        {explained instanceof ApiFailure && <FailureNotice request={request} failure={explained} />}
        {isRetired && <HistoryCard request={request} history={history} />}
        {near.length > 0 && (
          <Card id="near-title" title="Numbers like it">
            <ul class="terms">
              {near.map((other) => (
                <li key={other}>
                  <a class="code" href={schedulePage(other)}>
                    {other}
                  </a>
                </li>
              ))}
            </ul>
          </Card>
        )}
        <SearchForm query={code} />
      </>
    ),
  });
}
