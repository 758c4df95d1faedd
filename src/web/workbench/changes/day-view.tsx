/** @jsxImportSource preact */
import { ButtonLink, Card, Heading, Pages, Table } from '../shell/elements.tsx';
import { Button, TextField } from '../shell/fields.tsx';
import { plural } from '../shell/format.ts';
import { page } from '../shell/layout.tsx';
import { changesPage, schedulePage } from '../shell/links.ts';
import { programmeName, rateText } from '../shell/tariff-words.ts';
import type { SignedInRequest } from '../workbench-request.ts';
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
  const all: Row[] = KINDS.flatMap((kind) => changes[kind].map((change) => ({ ...change, kind })));
  const { searchParams } = request.url;
  const number = (searchParams.get('number') ?? '').replaceAll(/[^\d.]/g, '');
  const rows = number ? all.filter(({ code }) => isNear(code, number)) : all;
  const address = number ? `${changesPage(date, number)}&` : `${changesPage(date)}?`;
  const from = Math.max(0, Math.trunc(Number(searchParams.get('from')) || 0));
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
        {announced.length === 0 && all.length === 0 && (
          <Card>
            <p>No change of the Section 232 lists was read for this day. Other duties were not looked at.</p>
          </Card>
        )}
        {all.length > 0 && (
          <Card id="numbers-title" title={`${plural(all.length, 'row')} of the lists`}>
            <Mine comparison={comparison} codes={comparison.byDay.get(date) ?? []} />
            <NumberForm date={date} number={number} />
            {number && (
              <p>
                {rows.length === 0
                  ? `No row has ${number}, a number above it or one below it. A number that was replaced changes with its successors.`
                  : `${plural(rows.length, 'row')} with ${number}, a number above it or one below it.`}
              </p>
            )}
            {rows.length > 0 && <ChangedTable rows={shown} />}
            <Pages
              label="Pages of numbers"
              first={from > 0 ? address.slice(0, -1) : undefined}
              next={from + ROWS_SHOWN < rows.length ? `${address}from=${from + ROWS_SHOWN}` : undefined}
            />
            {shown.length > 0 && (
              <p class="hint">
                Shown: {from + 1} to {from + shown.length} of {rows.length}.
              </p>
            )}
          </Card>
        )}
      </>
    ),
  });
}

function NumberForm({ date, number }: { date: string; number: string }) {
  return (
    <form class="filters" action={changesPage(date)} method="get">
      <TextField id="number" label="Only with this number" value={number} inputMode="decimal" />
      <Button>Show</Button>
      {number && <ButtonLink href={changesPage(date)}>All numbers</ButtonLink>}
    </form>
  );
}

/** Whether one is the other, or stands above it. */
function isNear(code: string, number: string): boolean {
  const [a, b] = [code, number].map((text) => text.replaceAll('.', '')) as [string, string];
  return a.startsWith(b) || b.startsWith(a);
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
            <td data-label="Source">
              <span class="under">
                {[...new Set((after.length > 0 ? after : before).map(({ source }) => source))].join('; ')}
              </span>
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
