/** @jsxImportSource preact */
import type { TariffImport } from '../../domain/tariff-import-store.ts';
import type { Listing, TariffList } from '../../domain/tariff-list.ts';
import type { OperatorDependencies } from '../dependencies.ts';
import { Chip, count, Moment, plural, TableBox } from '../elements.tsx';
import { page } from '../layout.tsx';
import type { OperatorRequest } from '../operator-request.ts';

const IMPORTS_MAX = 50;
const DAY_MS = 86_400_000;
const UPCOMING_MAX = 5;

export async function listsPage(
  { tariff, tariffStore }: OperatorDependencies,
  request: OperatorRequest,
): Promise<Response> {
  const today = tariff.today();
  const imports = await tariffStore.imports(IMPORTS_MAX);
  return page(request, {
    title: 'Lists',
    section: 'lists',
    body: (
      <>
        <div class="heading">
          <h1>Tariff lists</h1>
          <span class="quiet">Dates are New York dates; today is {today}</span>
        </div>
        {tariff.data.lists.map((list) => (
          <ListCard
            key={list.list_id}
            list={list}
            today={today}
            imported={imports.find((row) => row.listId === list.list_id && row.version === list.version)}
          />
        ))}
        <Imports imports={imports} />
      </>
    ),
  });
}

function ListCard({ list, today, imported }: { list: TariffList; today: string; imported?: TariffImport }) {
  const inForce = list.listings.filter((row) => row.from <= today && (row.to === null || today <= row.to)).length;
  const ageDays = Math.round((Date.parse(today) - Date.parse(list.as_of)) / DAY_MS);
  const upcoming = upcomingChanges(list, today);
  return (
    <section class="card" aria-labelledby={`list-${list.list_id}`}>
      <div class="heading">
        <h2 id={`list-${list.list_id}`}>{list.title}</h2>
        <Chip tone={inForce > 0 ? 'good' : 'dim'}>{inForce > 0 ? 'in force' : 'history'}</Chip>
      </div>
      <dl class="facts">
        <dt>List</dt>
        <dd>
          <code>{list.list_id}</code>, version <code>{list.version}</code>
          {imported ? (
            <>
              , imported <Moment ms={imported.importedAt} /> UTC
            </>
          ) : (
            ', from this binary'
          )}
        </dd>
        <dt>As of</dt>
        <dd>
          {list.as_of} <span class="quiet">({plural(ageDays, 'day')} old)</span>
        </dd>
        <dt>Rows</dt>
        <dd>
          {count(inForce)} in force today <span class="quiet">of {count(list.listings.length)}</span>
        </dd>
        <dt>Source</dt>
        <dd>{list.source}</dd>
        <dt>Next change</dt>
        <dd>
          {upcoming.length === 0 ? (
            <span class="quiet">none scheduled</span>
          ) : (
            <ul class="plain">
              {upcoming.map(({ date, text }) => (
                <li key={date + text}>
                  <strong>{date}</strong> {text}
                </li>
              ))}
            </ul>
          )}
        </dd>
      </dl>
    </section>
  );
}

interface Upcoming {
  date: string;
  text: string;
}

/** What the rows themselves will do, and what was announced but could not be written as rows. */
function upcomingChanges({ listings, scheduled }: TariffList, today: string): Upcoming[] {
  const starts = countBy(listings, ({ from }) => (from > today ? from : undefined));
  const ends = countBy(listings, ({ to }) => (to !== null && to >= today ? to : undefined));
  return [
    ...starts.map(([date, rows]) => ({ date, text: `${plural(rows, 'row')} come into force` })),
    ...ends.map(([date, rows]) => ({ date, text: `${plural(rows, 'row')} in force for the last day` })),
    ...scheduled.filter(({ date }) => date >= today).map(({ date, event }) => ({ date, text: event })),
  ]
    .sort((a, b) => (a.date < b.date ? -1 : 1))
    .slice(0, UPCOMING_MAX);
}

function countBy(listings: Listing[], dateOf: (listing: Listing) => string | undefined): [string, number][] {
  const counts = new Map<string, number>();
  for (const listing of listings) {
    const date = dateOf(listing);
    if (date !== undefined) counts.set(date, (counts.get(date) ?? 0) + 1);
  }
  return [...counts];
}

interface Summary {
  added?: number;
  removed?: number;
  rate_changed?: number;
  dates_changed?: number;
  totals?: { before: number; after: number };
}

function Imports({ imports }: { imports: TariffImport[] }) {
  return (
    <section class="card" aria-labelledby="imports">
      <h2 id="imports">Imports</h2>
      {imports.length === 0 ? (
        <p class="empty">
          Nothing was imported: the lists are those of this binary. <code>portside tariff import FILE</code> takes in
          another.
        </p>
      ) : (
        <TableBox label="Imports">
          <table>
            <thead>
              <tr>
                <th scope="col">When (UTC)</th>
                <th scope="col">List</th>
                <th scope="col">Version</th>
                <th scope="col" class="number">
                  Added
                </th>
                <th scope="col" class="number">
                  Removed
                </th>
                <th scope="col" class="number">
                  Rate changed
                </th>
                <th scope="col" class="number">
                  Dates changed
                </th>
                <th scope="col" class="number">
                  Numbers
                </th>
              </tr>
            </thead>
            <tbody>
              {imports.map((row) => {
                const summary = JSON.parse(row.summary) as Summary;
                return (
                  <tr key={row.id}>
                    <th scope="row">
                      <Moment ms={row.importedAt} />
                    </th>
                    <td>{row.listId}</td>
                    <td>{row.version}</td>
                    <td class="number">{count(summary.added ?? 0)}</td>
                    <td class="number">{count(summary.removed ?? 0)}</td>
                    <td class="number">{count(summary.rate_changed ?? 0)}</td>
                    <td class="number">{count(summary.dates_changed ?? 0)}</td>
                    <td class="number">{count(summary.totals?.after ?? 0)}</td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </TableBox>
      )}
    </section>
  );
}
