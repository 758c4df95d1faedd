/** @jsxImportSource preact */
import type {
  TariffAudit,
  TariffAuditHeadings,
  TariffAuditLine,
  TariffAuditLines,
} from '../../../api/v2/jobs/answers.ts';
import { ApiFailure } from '../ask/api-failure.ts';
import {
  ButtonLink,
  Card,
  Empty,
  Heading,
  JobStatus,
  Pages,
  Progress,
  Status,
  Table,
  Time,
} from '../shell/elements.tsx';
import { FailureNotice } from '../shell/failure.tsx';
import { Button, Csrf, SelectField, TextField } from '../shell/fields.tsx';
import { formatCount, plural } from '../shell/format.ts';
import { page } from '../shell/layout.tsx';
import { jobPage } from '../shell/links.ts';
import type { SignedInRequest } from '../workbench-request.ts';
import { TARIFF_STYLE } from './assets.ts';
import { found, isOpen } from './audit-data.ts';
import { type AuditQuery, auditParams, changedQuery, isFiltered, SORTS } from './audit-query.ts';
import { NOT_LOOKED_UP, OUTCOME_NAMES, OUTCOMES, outcomeOf, shortDescription } from './words.ts';

export interface AuditView {
  audit: TariffAudit;
  query: AuditQuery;
  content: { lines: TariffAuditLines } | { headings: TariffAuditHeadings } | ApiFailure;
  /** The button that makes a watch does its work once. */
  once: string;
  failure?: ApiFailure | undefined;
}

interface PartProps {
  request: SignedInRequest;
  view: AuditView;
}

export function auditPage(request: SignedInRequest, view: AuditView): Response {
  const { audit, failure } = view;
  const title = `List ${audit.id.slice(4, 12)}`;
  return page(request, {
    title,
    section: 'tariff',
    styles: [TARIFF_STYLE],
    status: failure?.status ?? 200,
    isError: failure !== undefined,
    body: (
      <>
        <Heading
          title={
            <>
              List <span class="mono">{audit.id.slice(4, 12)}</span>
            </>
          }
          up={{ href: '/work/tariff', text: 'Tariff' }}
          lead={
            <>
              {plural(audit.lines_total, 'line')}, sent <Time at={audit.accepted_at} />. Entry on {audit.as_of} where a
              line has no date of its own.
            </>
          }
        />
        {failure && <FailureNotice request={request} failure={failure} />}
        <Filters view={view} />
        <div class="audit-and-panel">
          <AuditPart request={request} view={view} />
          <aside id="panel" class="panel" data-panel aria-label="Chosen line" aria-live="polite" />
        </div>
      </>
    ),
  });
}

function Filters({ view: { audit, query } }: { view: AuditView }) {
  const address = jobPage('tariff_audits', audit.id);
  const htmx = { 'hx-get': address, 'hx-target': '#audit', 'hx-swap': 'outerHTML', 'hx-push-url': 'true' };
  return (
    <form method="get" action={address} class="filters tight" aria-label="Filter" data-applies {...htmx}>
      <SelectField
        id="status"
        label="Result"
        value={query.statuses[0] ?? ''}
        options={[['', 'All'], ...OUTCOME_NAMES.map((name) => [name, OUTCOMES[name].label] as const)]}
      />
      <TextField id="heading" label="Heading" value={query.heading} placeholder="9903.82.02" class="mono" />
      <TextField id="q" type="search" label="Text" value={query.text} />
      <SelectField id="sort" label="Order" value={query.sort} options={SORTS} />
      <SelectField
        id="view"
        label="Show"
        value={query.isGrouped ? 'headings' : ''}
        options={[
          ['', 'Lines'],
          ['headings', 'Headings'],
        ]}
      />
      <Button>Apply</Button>
    </form>
  );
}

/** What changes while the audit runs, and with the filters. */
export function AuditPart({ request, view }: PartProps) {
  const { audit, query, content } = view;
  const address = `${jobPage('tariff_audits', audit.id)}${changedQuery(query, { cursor: query.cursor })}`;
  const polling = isOpen(audit) ? { 'hx-get': address, 'hx-trigger': 'every 1s', 'hx-swap': 'outerHTML' } : {};
  return (
    <div id="audit" {...polling}>
      <SummaryCard request={request} view={view} />
      {content instanceof ApiFailure ? (
        <FailureNotice request={request} failure={content} />
      ) : 'lines' in content ? (
        <LinesTable view={view} lines={content.lines} />
      ) : (
        <HeadingsTable view={view} headings={content.headings} />
      )}
    </div>
  );
}

const COLUMN_ROLES = [
  ['code', 'numbers'],
  ['origin', 'origins'],
  ['date', 'entry dates'],
  ['value', 'values in US dollars'],
] as const;

/** Outcomes of lines without a number. An undated line is not among them: it has one. */
const NOT_WATCHED = ['probable', 'damaged', 'invalid', 'blank'] as const;

function SummaryCard({ request, view: { audit, query, once } }: PartProps) {
  const { id, status, lines_done, lines_total, counts, failure, readings, columns } = audit;
  const address = jobPage('tariff_audits', id);
  const notLookedUp = NOT_LOOKED_UP.reduce((sum, name) => sum + (counts[name] ?? 0), 0);
  const notWatched = NOT_WATCHED.reduce((sum, name) => sum + (counts[name] ?? 0), 0);
  const open = isOpen(audit);
  return (
    <Card
      id="result-title"
      title="Result"
      aside={
        <span class="actions">
          <JobStatus status={status} />
          {open && <a href={`${address}${changedQuery(query, {})}`}>Refresh</a>}
        </span>
      }
    >
      {(open || lines_done < lines_total) && <Progress label="lines checked" done={lines_done} total={lines_total} />}
      {failure && <p>{failure}</p>}
      {notLookedUp > 0 && (
        <p>
          <strong>{plural(notLookedUp, 'line')} could not be looked up.</strong> Nothing is known of{' '}
          {notLookedUp === 1 ? 'it' : 'them'}.
        </p>
      )}
      {(counts.probable ?? 0) > 0 && (
        <p>
          <strong>{plural(counts.probable ?? 0, 'line')} with one probable number.</strong> Look at them, then{' '}
          <a href="/work/tariff">send the list again</a> with “Use the probable number”.
        </p>
      )}
      <ul class="outcomes">
        {OUTCOME_NAMES.filter((name) => counts[name]).map((name) => (
          <li key={name}>
            <a
              href={`${address}${changedQuery(query, { statuses: [name], isGrouped: false })}`}
              title={OUTCOMES[name].meaning}
            >
              <Status tone={OUTCOMES[name].tone}>{OUTCOMES[name].label}</Status>
              <strong class="number">{formatCount(counts[name] ?? 0)}</strong>
            </a>
          </li>
        ))}
      </ul>
      {audit.law_read_to && (
        <p class="hint">
          Law read to {audit.law_read_to}. “Not listed” says that no list that was read has the number on that day. It
          does not say that no duty is owed: other duties were not looked at.
        </p>
      )}
      <p class="hint">
        Read:{' '}
        {COLUMN_ROLES.flatMap(([role, words]) => (columns[role] ? [`${words} in “${columns[role]}”`] : [])).join(', ')}.
      </p>
      {readings.map((reading) => (
        <p key={reading} class="hint">
          {reading}
        </p>
      ))}
      {status === 'finished' && (
        <div class="actions">
          <ButtonLink primary href={`${address}/result?format=xlsx`}>
            Download XLSX
          </ButtonLink>
          <ButtonLink href={`${address}/result?format=csv`}>CSV</ButtonLink>
          <ButtonLink href={`${address}/result?format=json`}>JSON</ButtonLink>
          <form method="post" action={`${address}/watches`}>
            <Csrf request={request} />
            <input type="hidden" name="once" value={once} />
            <Button>Watch these numbers</Button>
          </form>
        </div>
      )}
      {status === 'finished' && notWatched > 0 && (
        <p class="hint">
          A watch leaves out {plural(notWatched, 'line')} without a number that can be looked up: damaged, not a tariff
          number, or empty.
        </p>
      )}
      <form method="post" action={`${address}/removal`} class="removal">
        <Csrf request={request} />
        <Button danger>{open ? 'Cancel' : 'Remove the list and its result'}</Button>
      </form>
    </Card>
  );
}

function LinesTable({ view: { audit, query }, lines }: { view: AuditView; lines: TariffAuditLines }) {
  const address = jobPage('tariff_audits', audit.id);
  const { columns, next_cursor } = lines;
  if (lines.lines.length === 0) {
    return (
      <Empty title={isOpen(audit) ? 'No lines are done yet' : isFiltered(query) ? 'No line fits' : 'No lines'}>
        {isFiltered(query) && <a href={address}>Show all lines</a>}
        <Next address={address} query={query} cursor={next_cursor} />
      </Empty>
    );
  }
  const codeAt = columns.indexOf(audit.columns.code ?? '');
  return (
    <>
      <Table label="Lines" stacked>
        <thead>
          <tr>
            <th scope="col" class="number">
              Line
            </th>
            <th scope="col">Number</th>
            <th scope="col">Result</th>
            <th scope="col">Rate</th>
            <th scope="col">Heading</th>
            <th scope="col">Description</th>
            <th scope="col">Missing, source</th>
          </tr>
        </thead>
        <tbody>
          {lines.lines.map((line) => (
            <LineRow key={line.line} address={address} query={query} line={line} codeAt={codeAt} />
          ))}
        </tbody>
      </Table>
      <Next address={address} query={query} cursor={next_cursor} />
    </>
  );
}

function Next({ address, query, cursor }: { address: string; query: AuditQuery; cursor: string | null }) {
  return (
    <Pages
      label="Pages of lines"
      first={query.cursor ? `${address}${changedQuery(query, {})}` : undefined}
      next={cursor ? `${address}${changedQuery(query, { cursor })}` : undefined}
    />
  );
}

interface RowProps {
  address: string;
  query: AuditQuery;
  line: TariffAuditLine;
  codeAt: number;
}

function LineRow({ address, query, line, codeAt }: RowProps) {
  const params = auditParams(query).toString();
  const href = `${address}/lines/${line.line}${params && `?${params}`}`;
  const words = outcomeOf(found(line, 'result'));
  const others = line.cells.filter((cell, at) => at !== codeAt && cell.trim() !== '');
  return (
    <tr>
      <td data-label="Line" class="number">
        {formatCount(line.line)}
      </td>
      <th scope="row">
        <a
          href={href}
          class="mono"
          hx-get={href}
          hx-target="#panel"
          hx-swap="innerHTML"
          aria-label={`Line ${line.line}, ${found(line, 'number') || line.cells[codeAt] || 'no number'}`}
        >
          {found(line, 'number') || line.cells[codeAt] || '(blank)'}
        </a>
        {others.length > 0 && <span class="under">{others.slice(0, 3).join(' · ')}</span>}
      </th>
      <td data-label="Result">
        <Status tone={words?.tone ?? 'dim'}>{found(line, 'result')}</Status>
      </td>
      <td data-label="Rate">{found(line, 'rate')}</td>
      <td data-label="Heading" class="mono">
        {found(line, 'heading')}
      </td>
      <td data-label="Description" class="clip">
        <span class="three-lines" title={found(line, 'description')}>
          {shortDescription(found(line, 'description'))}
        </span>
      </td>
      <td data-label="Missing, source" class="clip">
        <span class="three-lines" title={found(line, 'missing')}>
          {found(line, 'missing')}
        </span>
        {found(line, 'duty') && (
          <span class="duty-word" title={found(line, 'duty_open')}>
            {dutyWord(line)}
          </span>
        )}
        {found(line, 'source') && (
          <span class="under two-lines" title={found(line, 'source')}>
            {found(line, 'source')}
          </span>
        )}
      </td>
    </tr>
  );
}

/** A duty that was not worked out is not a settled one. */
function dutyWord(line: TariffAuditLine): string {
  const duty = found(line, 'duty');
  if (duty === 'settled') return `Duty settled: ${found(line, 'duty_headings')}`;
  return duty === 'open' ? 'Duty open: questions' : `Duty not worked out: ${found(line, 'duty_open')}`;
}

function HeadingsTable({ view: { audit, query }, headings }: { view: AuditView; headings: TariffAuditHeadings }) {
  const address = jobPage('tariff_audits', audit.id);
  const isPart = headings.lines_counted < headings.lines_done;
  if (headings.headings.length === 0) return <Empty title="No line has a chapter 99 heading" />;
  return (
    <>
      {isPart && (
        <p class="hint">
          {formatCount(headings.lines_counted)} of {formatCount(headings.lines_done)} lines are counted so far.{' '}
          <a href={`${address}${changedQuery(query, {})}`}>Count on</a>
        </p>
      )}
      <Table label="Lines by heading" stacked>
        <thead>
          <tr>
            <th scope="col">Heading</th>
            <th scope="col" class="number">
              Lines
            </th>
            <th scope="col">Results</th>
            <th scope="col">Highest rate of lines with this heading alone</th>
          </tr>
        </thead>
        <tbody>
          {headings.headings.map(({ heading, lines, outcomes, highest_rate }) => (
            <tr key={heading}>
              <th scope="row">
                <a class="mono" href={`${address}${changedQuery(query, { heading, isGrouped: false })}`}>
                  {heading}
                </a>
              </th>
              <td data-label="Lines" class="number">
                {formatCount(lines)}
              </td>
              <td data-label="Results">
                {OUTCOME_NAMES.filter((name) => outcomes[name])
                  .map((name) => `${OUTCOMES[name].label} ${formatCount(outcomes[name] ?? 0)}`)
                  .join(', ')}
              </td>
              <td data-label="Highest rate">{highest_rate?.words ?? 'several headings share these lines'}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </>
  );
}
