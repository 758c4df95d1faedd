/** @jsxImportSource preact */
/** How the answer for a number changed, and what is announced. */
import { ApiFailure } from '../ask/api-failure.ts';
import { Card, Status } from '../shell/elements.tsx';
import { FailureNotice } from '../shell/failure.tsx';
import { changesPage, schedulePage } from '../shell/links.ts';
import { certaintyText, programmeName, rateText } from '../shell/tariff-words.ts';
import type { SignedInRequest } from '../workbench-request.ts';
import type { History } from './answers.ts';

type Period = History['periods'][number];

export function HistoryCard({ request, history }: { request: SignedInRequest; history: History | ApiFailure }) {
  if (history instanceof ApiFailure) {
    return (
      <Card id="history-title" title="History">
        <FailureNotice request={request} failure={history} />
      </Card>
    );
  }
  const { announced, periods, first_day, law_read_to } = history;
  return (
    <Card id="history-title" title="History" aside={<a href="/work/changes">All changes</a>}>
      <Renumbered history={history} />
      {announced.length > 0 && (
        <>
          <h3>Announced</h3>
          <ol class="history">
            {announced.map(({ date, open_from, programme, what, certainty, source, origins, headings }) => (
              <li key={`${date}${programme}${what}`}>
                <p class="when">
                  {date === null ? 'No date set' : <a href={changesPage(date, history.code)}>{date}</a>}
                  {open_from && <span class="quiet"> open from {open_from}</span>}
                </p>
                <div>
                  <strong>{programmeName(programme)}</strong>{' '}
                  <Status tone={certainty === 'law' ? 'mild' : 'info'}>{certaintyText(certainty)}</Status>
                  <p>{what}</p>
                  <p class="under">
                    {origins.length > 0 && `Goods of ${origins.join(', ')} only. `}
                    {headings.length > 0 && `${headings.join(', ')}. `}
                    {source}
                  </p>
                </div>
              </li>
            ))}
          </ol>
        </>
      )}
      <h3>By date, newest first</h3>
      <ol class="history">
        {periods.toReversed().map((period) => (
          <PeriodRow key={period.from} period={period} history={history} />
        ))}
      </ol>
      <p class="hint">
        The lists begin on {first_day}; nothing is said of earlier days. The law was read to {law_read_to}. Not a
        ruling.
      </p>
    </Card>
  );
}

function PeriodRow({ period, history }: { period: Period; history: History }) {
  const { as_of: asOf, first_day: firstDay, code } = history;
  const { from, to, scheduled, listed } = period;
  const isNow = from <= asOf && (to === null || asOf <= to);
  return (
    <li>
      <p class="when">
        {from === firstDay ? from : <a href={changesPage(from, code)}>{from}</a>}
        <span class="quiet"> to {to ?? 'no end set'}</span>
        {isNow && <Status tone="good">today</Status>}
        {scheduled && <Status tone="mild">as announced</Status>}
      </p>
      <div>
        {listed.length === 0 && <p class="quiet">On none of the lists.</p>}
        {listed.map((terms) => (
          <p key={terms.programme + terms.note + terms.rate}>
            <strong>{programmeName(terms.programme)}</strong>: {rateText(terms)}
            {terms.coverage === 'part' && ' (some goods of the number)'}
            <span class="under">
              {terms.ch99_heading ?? 'no heading published'}, note {terms.note}. {terms.source}
            </span>
          </p>
        ))}
      </div>
    </li>
  );
}

/** What USITC did with the number itself. */
function Renumbered({ history: { retired_on, successors, replaces, removed } }: { history: History }) {
  if (!retired_on && replaces.length === 0 && removed.length === 0) return null;
  return (
    <ul class="terms">
      {retired_on && <li>Retired on {retired_on}.</li>}
      {successors.map(({ old, new: next, retired_on: day, kind, source }) => (
        <li key={old + next}>
          <span class="mono">{old}</span> {kind === 'split' ? 'was split, among others into' : 'became'}{' '}
          <a class="code" href={schedulePage(next)}>
            {next}
          </a>{' '}
          on {day}
          <span class="under">{source}</span>
        </li>
      ))}
      {replaces.map(({ old, new: next, retired_on: day, source }) => (
        <li key={old + next}>
          <span class="mono">{next}</span> replaced{' '}
          <a class="code" href={schedulePage(old)}>
            {old}
          </a>{' '}
          on {day}
          <span class="under">{source}</span>
        </li>
      ))}
      {removed.map(({ code, former, date, source }) => (
        <li key={code + date}>
          <span class="mono">{code}</span>, {former}, was removed on {date}
          <span class="under">{source}</span>
        </li>
      ))}
    </ul>
  );
}
