/** @jsxImportSource preact */
import type { TariffImport } from '../../domain/tariff-import-store.ts';
import type { TariffList } from '../../domain/tariff-list.ts';
import { Chip, TableBox, UtcTime } from '../elements.tsx';
import { formatCount, plural } from '../format.ts';
import { page } from '../layout.tsx';
import type { OperatorRequest } from '../operator-request.ts';
import type { UpcomingChange } from './upcoming.ts';

interface ListView {
  list: TariffList;
  rowsInForce: number;
  /** Days since `as_of`. */
  ageDays: number;
  upcoming: UpcomingChange[];
  /** Undefined when the list is the one in the binary. */
  imported?: TariffImport;
}

/** The summary that an import stores, as JSON. */
export interface ImportSummary {
  added?: number;
  removed?: number;
  rate_changed?: number;
  /** Absent of older imports. */
  terms_changed?: number;
  dates_changed?: number;
  totals?: { before: number; after: number };
}

interface ImportRow {
  row: TariffImport;
  summary: ImportSummary;
}

interface ListsPage {
  /** In New York. */
  today: string;
  lawReadTo: string;
  lists: ListView[];
  /** Newest first. */
  imports: ImportRow[];
}

export function listsPage(request: OperatorRequest, { today, lawReadTo, lists, imports }: ListsPage): Response {
  return page(request, {
    title: 'Lists',
    section: 'lists',
    body: (
      <>
        <div class="heading">
          <h1>Tariff lists</h1>
          <span class="quiet">
            The law was read to {lawReadTo}. Dates are New York dates; today is {today}
          </span>
        </div>
        {lists.map((view) => (
          <ListCard key={view.list.list_id} {...view} />
        ))}
        <Imports imports={imports} />
      </>
    ),
  });
}

function ListCard({ list, rowsInForce, ageDays, upcoming, imported }: ListView) {
  return (
    <section class="card" aria-labelledby={`list-${list.list_id}`}>
      <div class="heading">
        <h2 id={`list-${list.list_id}`}>{list.title}</h2>
        <Chip tone={rowsInForce > 0 ? 'good' : 'dim'}>{rowsInForce > 0 ? 'in force' : 'history'}</Chip>
      </div>
      <dl class="facts">
        <dt>List</dt>
        <dd>
          <code>{list.list_id}</code>, version <code>{list.version}</code>
          {imported ? (
            <>
              , imported <UtcTime ms={imported.importedAt} /> UTC
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
          {formatCount(rowsInForce)} in force today <span class="quiet">of {formatCount(list.listings.length)}</span>
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

function Imports({ imports }: { imports: ImportRow[] }) {
  return (
    <section class="card" aria-labelledby="imports">
      <h2 id="imports">Imports</h2>
      {imports.length === 0 ? (
        <p class="empty">
          Nothing was imported. The lists are the ones in this binary. <code>portside tariff import FILE</code> imports
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
                  Terms changed
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
              {imports.map(({ row, summary }) => (
                <tr key={row.id}>
                  <th scope="row">
                    <UtcTime ms={row.importedAt} />
                  </th>
                  <td>{row.listId}</td>
                  <td>{row.version}</td>
                  <td class="number">{formatCount(summary.added ?? 0)}</td>
                  <td class="number">{formatCount(summary.removed ?? 0)}</td>
                  <td class="number">{formatCount(summary.rate_changed ?? 0)}</td>
                  <td class="number">{formatCount(summary.terms_changed ?? 0)}</td>
                  <td class="number">{formatCount(summary.dates_changed ?? 0)}</td>
                  <td class="number">{formatCount(summary.totals?.after ?? 0)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </TableBox>
      )}
    </section>
  );
}
