/** @jsxImportSource preact */
import { ButtonLink, Card, Empty, Heading, Status, Table } from '../shell/elements.tsx';
import { FailureNotice } from '../shell/failure.tsx';
import { formatCount, plural } from '../shell/format.ts';
import { page } from '../shell/layout.tsx';
import { changesPage as dayAddress } from '../shell/links.ts';
import { programmeName } from '../shell/tariff-words.ts';
import type { SignedInRequest } from '../workbench-request.ts';
import { CHANGES_STYLE } from './assets.ts';
import { announcedByDay } from './by-date.tsx';
import { type Calendar, KINDS, type Kind, type PastDay } from './calendar.ts';
import { AnnouncedEntry, Mine } from './entries.tsx';
import { AUDITS_MAX, type Comparison, LINES_MAX, type MyList, NUMBERS_MAX, WATCHES_MAX } from './my-lists.ts';

const KIND_WORDS: Record<Kind, string> = {
  added: 'put on a list',
  removed: 'taken off',
  rerated: 'at another rate',
  moved: 'under another subdivision, at the same cost',
};

interface ChangesProps {
  calendar: Calendar;
  comparison: Comparison;
}

export function changesPage(request: SignedInRequest, { calendar, comparison }: ChangesProps): Response {
  const { today, lawReadTo, past, undated, isCut } = calendar;
  const days = announcedByDay(calendar, comparison);
  const upcoming = days.filter(([date]) => date > today);
  const passed = days.filter(([date]) => date <= today);
  return page(request, {
    title: 'Changes',
    section: 'changes',
    styles: [CHANGES_STYLE],
    body: (
      <>
        <Heading
          title="Changes"
          lead={`Of the Section 232 lists, announced and past. Today is ${today} in New York; the law was read to ${lawReadTo}.`}
        />
        <Months dates={[...upcoming, ...passed].map(([date]) => date).concat(past.map(({ date }) => date))} />
        <Compared request={request} comparison={comparison} />
        {passed.length > 0 && (
          <Card id="passed-title" title="Announced for days that have passed">
            <p>The law of these days was not read. They may be in force.</p>
            <Days days={passed} />
          </Card>
        )}
        <Card id="upcoming-title" title="Upcoming">
          {upcoming.length === 0 ? <p class="quiet">No dated change was read.</p> : <Days days={upcoming} />}
        </Card>
        {undated.length > 0 && (
          <Card id="undated-title" title="Announced without a date">
            <ul class="entries">
              {undated.map((change) => (
                <AnnouncedEntry key={change.what} change={change} comparison={comparison} />
              ))}
            </ul>
          </Card>
        )}
        <Card id="past-title" title="Past" aside={<span class="quiet">newest first</span>}>
          {isCut && <p>There are more days of change than were compared here.</p>}
          <ol class="days">
            {past.map((day) => (
              <Past key={day.date} day={day} comparison={comparison} />
            ))}
          </ol>
          <p class="hint">
            A row is a number of one programme. Where a list prints 7326.90.8688 in place of 7326.90.86, one row is
            taken off and one is put on. The lists begin on 2025-03-12. Duties other than Section 232 are not in the
            past part.
          </p>
        </Card>
      </>
    ),
  });
}

/** Months that have something, latest first, each a link to its first day in the list below. */
function Months({ dates }: { dates: readonly string[] }) {
  const months = [...Map.groupBy(dates, (date) => date.slice(0, 7))].sort(([a], [b]) => (a < b ? 1 : -1));
  return (
    <nav class="months" aria-label="Months with changes">
      <ol>
        {months.map(([month, days]) => (
          <li key={month}>
            <a href={`#day-${days.toSorted()[0]}`}>
              <strong>{month}</strong>
              <span>{plural(new Set(days).size, 'day')}</span>
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

function Days({ days }: { days: ReturnType<typeof announcedByDay> }) {
  return (
    <ol class="days">
      {days.map(([date, entries]) => (
        <li key={date} id={`day-${date}`}>
          <h3>
            <a href={dayAddress(date)}>{date}</a>
          </h3>
          <ul class="entries">{entries}</ul>
        </li>
      ))}
    </ol>
  );
}

function Past({ day, comparison }: { day: PastDay; comparison: Comparison }) {
  const { date, changes } = day;
  const all = KINDS.flatMap((kind) => changes[kind]);
  const programmes = [...Map.groupBy(all, ({ programme }) => programme)];
  const sources = [...new Set(all.flatMap(({ after, before }) => (after.length > 0 ? after : before)).map(sourceOf))];
  return (
    <li id={`day-${date}`}>
      <h3>
        <a href={dayAddress(date)}>{date}</a>
      </h3>
      <div class="entries">
        <p>
          {KINDS.filter((kind) => changes[kind].length > 0)
            .map((kind) => `${plural(changes[kind].length, 'row')} ${KIND_WORDS[kind]}`)
            .join(', ')}
          .
        </p>
        <p>
          {programmes.map(([programme, of]) => `${programmeName(programme)} ${formatCount(of.length)}`).join(' · ')}
        </p>
        <p class="under">Source: {sources.join('; ')}</p>
        <Mine comparison={comparison} codes={comparison.byDay.get(date) ?? []} />
      </div>
    </li>
  );
}

function sourceOf({ source }: { source: string }): string {
  return source;
}

/** What was looked at, and what was not. */
function Compared({ request, comparison }: { request: SignedInRequest; comparison: Comparison }) {
  const { lists, failures, hasMore, compared, failed, unknown } = comparison;
  const isPart = request.url.searchParams.has('list');
  return (
    <Card
      id="compared-title"
      title="Your numbers"
      aside={isPart ? <a href="/work/changes">Compare the newest lists</a> : undefined}
    >
      {failures.map((failure) => (
        <FailureNotice key={failure.requestId} request={request} failure={failure} />
      ))}
      {lists.length === 0 && failures.length === 0 && (
        <Empty title="Nothing was compared: you have no lists">
          <p>A watch of numbers or an audit of a parts list is compared with each change here.</p>
          <ButtonLink href="/work/tariff">Check a parts list</ButtonLink>
        </Empty>
      )}
      {lists.length > 0 && (
        <>
          <p>
            <strong>{plural(compared, 'number')}</strong> of your lists {compared === 1 ? 'was' : 'were'} compared with
            the dated Section 232 changes below.
            {failed.length > 0 && ` ${plural(failed.length, 'number')} could not be compared: ${shorten(failed)}.`}
            {unknown.length > 0 &&
              ` Not in the schedule in use: ${plural(unknown.length, 'number')} (${shorten(unknown)}).`}
          </p>
          <Table label="Your lists" stacked>
            <thead>
              <tr>
                <th scope="col">List</th>
                <th scope="col">Compared</th>
                <th scope="col">Next</th>
              </tr>
            </thead>
            <tbody>
              {lists.map((list) => (
                <ListRow key={list.id} list={list} />
              ))}
            </tbody>
          </Table>
        </>
      )}
      <p class="hint below-table">
        A visit compares up to {NUMBERS_MAX} different numbers: of your {WATCHES_MAX} newest watches of numbers, then
        the first {LINES_MAX} lines of your {AUDITS_MAX} newest finished audits.
        {hasMore && ' You have older lists that are not named here and were not compared.'}
      </p>
    </Card>
  );
}

function ListRow({ list }: { list: MyList }) {
  const { name, page: address, size, unit, read, without, skipped, next } = list;
  return (
    <tr>
      <th scope="row">
        <a href={address}>
          <bdi>{name}</bdi>
        </a>
        <span class="under">{plural(size, unit)}</span>
      </th>
      <td data-label="Compared">
        {skipped ? (
          <span class="quiet">{skipped}</span>
        ) : (
          <span>
            <Status tone={read === size ? 'good' : 'mild'}>
              {read === size ? `all ${plural(size, unit)}` : `${formatCount(read)} of ${plural(size, unit)}`}
            </Status>
            {without > 0 && <span class="under">{plural(without, 'line')} without a tariff number</span>}
          </span>
        )}
      </td>
      <td data-label="Next">{next && <a href={next}>{skipped ? 'Compare it' : 'Compare what follows'}</a>}</td>
    </tr>
  );
}

function shorten(codes: readonly string[]): string {
  const rest = codes.length - 5;
  return codes.slice(0, 5).join(', ') + (rest > 0 ? ` and ${formatCount(rest)} more` : '');
}
