/** @jsxImportSource preact */
import { Card, Heading, Pages, Table } from '../shell/elements.tsx';
import { plural } from '../shell/format.ts';
import { page } from '../shell/layout.tsx';
import { changesPage, schedulePage } from '../shell/links.ts';
import { programmeName, rateText } from '../shell/tariff-words.ts';
import type { SignedInRequest } from '../work-request.ts';
import { CHANGES_STYLE } from './assets.ts';
import { announcedByDay } from './by-date.tsx';
import { type Calendar, KINDS, type PastDay } from './calendar.ts';
import { Mine } from './entries.tsx';
import type { Comparison } from './my-lists.ts';

const ROWS_SHOWN = 250;

type Row = PastDay['changes']['added'][number] & { kind: string };

interface DayProps {
  calendar: Calendar;
  comparison: Comparison;
  day: PastDay;
}

/** All numbers that changed on a day, and what is announced for it. */
export function dayPage(request: SignedInRequest, { calendar, comparison, day }: DayProps): Response {
  const { date, changes } = day;
  const announced = announcedByDay(calendar, comparison).find(([of]) => of === date)?.[1] ?? [];
  const rows: Row[] = KINDS.flatMap((kind) => changes[kind].map((change) => ({ ...change, kind })));
  const from = Math.max(0, Math.trunc(Number(request.url.searchParams.get('from')) || 0));
  const shown = rows.slice(from, from + ROWS_SHOWN);
  return page(request, {
    title: `Changes of ${date}`,
    section: 'changes',
    styles: [CHANGES_STYLE],
    body: (
      <>
        <Heading
          title={`Changes of ${date}`}
          up={{ href: '/work/changes', text: 'Changes' }}
          lead={`The law was read to ${calendar.lawReadTo}.`}
        />
        {announced.length > 0 && (
          <Card id="announced-title" title="Announced for this day">
            <ul class="entries">{announced}</ul>
          </Card>
        )}
        {announced.length === 0 && rows.length === 0 && (
          <Card>
            <p>No change of the Section 232 lists was read for this day. Other duties were not looked at.</p>
          </Card>
        )}
        {rows.length > 0 && (
          <Card id="numbers-title" title={`${plural(rows.length, 'number')} of the lists`}>
            <Mine comparison={comparison} codes={comparison.byDay.get(date) ?? []} />
            <ChangedTable rows={shown} />
            <Pages
              label="Pages of numbers"
              first={from > 0 ? changesPage(date) : undefined}
              next={from + ROWS_SHOWN < rows.length ? `${changesPage(date)}?from=${from + ROWS_SHOWN}` : undefined}
            />
            <p class="hint">
              Shown: {from + 1} to {from + shown.length} of {rows.length}.
            </p>
          </Card>
        )}
      </>
    ),
  });
}

function ChangedTable({ rows }: { rows: readonly Row[] }) {
  return (
    <Table label="Numbers that changed" stacked>
      <thead>
        <tr>
          <th scope="col">Number</th>
          <th scope="col">Programme</th>
          <th scope="col">Change</th>
          <th scope="col">Before</th>
          <th scope="col">After</th>
          <th scope="col">Source</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ code, programme, kind, before, after }) => (
          <tr key={code + programme + kind}>
            <th scope="row">
              <a class="mono" href={schedulePage(code)}>
                {code}
              </a>
            </th>
            <td data-label="Programme">{programmeName(programme)}</td>
            <td data-label="Change">{kind === 'rerated' ? 'another rate' : kind}</td>
            <td data-label="Before">
              <Listings of={before} />
            </td>
            <td data-label="After">
              <Listings of={after} />
            </td>
            <td data-label="Source" class="under">
              {[...new Set((after.length > 0 ? after : before).map(({ source }) => source))].join('; ')}
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function Listings({ of }: { of: Row['before'] }) {
  if (of.length === 0) return <span class="quiet">not listed</span>;
  return (
    <span>
      {of.map((listing) => (
        <span key={listing.note + listing.from} class="listing">
          {rateText(listing)}
          <span class="under">
            {listing.ch99_heading ?? 'no heading published'}, note {listing.note}
          </span>
        </span>
      ))}
    </span>
  );
}
