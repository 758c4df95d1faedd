/** @jsxImportSource preact */
import type { PixelAudit } from '../../../api/v2/jobs/answers.ts';
import type { ApiFailure } from '../ask/api-failure.ts';
import {
  ButtonLink,
  Card,
  Empty,
  Heading,
  JobStatus,
  Progress,
  Status,
  Table,
  Time,
  type Tone,
} from '../shell/elements.tsx';
import { FailureNotice } from '../shell/failure.tsx';
import { Button, Csrf } from '../shell/fields.tsx';
import { formatCount, plural } from '../shell/format.ts';
import { page } from '../shell/layout.tsx';
import { jobPage } from '../shell/links.ts';
import type { SignedInRequest } from '../workbench-request.ts';
import { PIXEL_STYLE } from './assets.ts';
import { changesOf, type Earlier, isOpen, type StoreLine, worstFirst } from './audit-data.ts';

export interface AuditView {
  audit: PixelAudit;
  stores: StoreLine[];
  /** Undefined while stores are scanned. */
  earlier: Earlier | undefined;
  /** Only stores of this state; empty for all. */
  state: string;
  /** The button that makes a watch does its work once. */
  once: string;
  failure?: ApiFailure | undefined;
}

interface PartProps {
  request: SignedInRequest;
  view: AuditView;
}

/** The states of a store, as the API names them. */
const STATES: Record<StoreLine['state'], { label: string; tone: Tone }> = {
  not_scanned: { label: 'not scanned', tone: 'mild' },
  not_judged: { label: 'not judged', tone: 'mild' },
  partly_judged: { label: 'read in part', tone: 'mild' },
  judged: { label: 'judged', tone: 'info' },
  same: { label: 'named twice', tone: 'dim' },
};

export function auditPage(request: SignedInRequest, view: AuditView): Response {
  const { audit, failure } = view;
  return page(request, {
    title: `Stores ${audit.id.slice(4, 12)}`,
    section: 'pixel',
    styles: [PIXEL_STYLE],
    status: failure?.status ?? 200,
    isError: failure !== undefined,
    body: (
      <>
        <Heading
          title={
            <>
              Stores <span class="mono">{audit.id.slice(4, 12)}</span>
            </>
          }
          up={{ href: '/work/pixel', text: 'Pixel' }}
          lead={
            <>
              {plural(audit.lines_total, 'store')}, sent <Time at={audit.accepted_at} />
            </>
          }
        />
        {failure && <FailureNotice request={request} failure={failure} />}
        <StoresPart request={request} view={view} />
      </>
    ),
  });
}

/** What changes while the stores are scanned. */
export function StoresPart({ request, view }: PartProps) {
  const { audit, state } = view;
  const address = `${jobPage('pixel_audits', audit.id)}${state && `?state=${encodeURIComponent(state)}`}`;
  const polling = isOpen(audit) ? { 'hx-get': address, 'hx-trigger': 'every 1s', 'hx-swap': 'outerHTML' } : {};
  return (
    <div id="stores" {...polling}>
      <SummaryCard request={request} view={view} />
      <StoresTable request={request} view={view} />
    </div>
  );
}

function SummaryCard({ request, view: { audit, once } }: PartProps) {
  const { id, status, lines_done, lines_total, counts, failure } = audit;
  const address = jobPage('pixel_audits', id);
  const open = isOpen(audit);
  const unknown = (counts.not_scanned ?? 0) + (counts.not_judged ?? 0);
  return (
    <Card
      id="result-title"
      title="Result"
      aside={
        <span class="actions">
          <JobStatus status={status} />
          {open && <a href={address}>Refresh</a>}
        </span>
      }
    >
      {(open || lines_done < lines_total) && <Progress label="stores scanned" done={lines_done} total={lines_total} />}
      {failure && <p>{failure}</p>}
      {unknown > 0 && (
        <p>
          <strong>{plural(unknown, 'store')} could not be judged.</strong> Nothing is known of{' '}
          {unknown === 1 ? 'its' : 'their'} tags.
        </p>
      )}
      <ul class="states">
        {Object.entries(STATES)
          .filter(([name]) => counts[name])
          .map(([name, { label, tone }]) => (
            <li key={name}>
              <a href={`${address}?state=${name}`}>
                <Status tone={tone}>{label}</Status> <strong class="number">{formatCount(counts[name] ?? 0)}</strong>
              </a>
            </li>
          ))}
      </ul>
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
            <Button>Watch these stores</Button>
          </form>
        </div>
      )}
      <form method="post" action={`${address}/removal`} class="removal">
        <Csrf request={request} />
        <Button danger>{open ? 'Cancel' : 'Remove the list and its result'}</Button>
      </form>
    </Card>
  );
}

function StoresTable({ request, view: { audit, stores, earlier, state } }: PartProps) {
  const shown = worstFirst(state ? stores.filter((store) => store.state === state) : stores);
  if (shown.length === 0) {
    return (
      <Empty title={isOpen(audit) ? 'No store is scanned yet' : 'No store is in this state'}>
        {state && <a href={jobPage('pixel_audits', audit.id)}>Show all stores</a>}
      </Empty>
    );
  }
  return (
    <>
      <Table label="Stores, the worst first" stacked>
        <thead>
          <tr>
            <th scope="col">Store</th>
            <th scope="col" class="number">
              Score
            </th>
            <th scope="col">State</th>
            <th scope="col">Findings</th>
            <th scope="col">Since the scan before</th>
            <th scope="col">Report</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((store) => (
            <StoreRow key={store.line} request={request} store={store} before={earlier?.byStore.get(store.store)} />
          ))}
        </tbody>
      </Table>
      {earlier && (
        <p class="hint">
          {earlier.audits === 0
            ? 'There is no earlier scan to compare with.'
            : `Compared with the latest scan of each store in the ${plural(earlier.audits, 'finished list')} before this one.`}
        </p>
      )}
    </>
  );
}

interface RowProps {
  request: SignedInRequest;
  store: StoreLine;
  before: (StoreLine & { at: string }) | undefined;
}

function StoreRow({ request, store, before }: RowProps) {
  const { label, tone } = STATES[store.state];
  return (
    <tr>
      <th scope="row" class="address">
        {store.store}
        {store.fault && <span class="under">{store.fault}</span>}
      </th>
      <td data-label="Score" class="number">
        {store.score === null ? <span class="quiet">none</span> : <strong>{store.score}</strong>}
      </td>
      <td data-label="State">
        <Status tone={tone}>{label}</Status>
      </td>
      <td data-label="Findings">
        {store.errors !== null && (
          <>
            {plural(store.errors, 'error')}, {plural(store.warnings ?? 0, 'warning')},{' '}
            {plural(store.doubles ?? 0, 'double')}
            {(store.not_looked_at ?? 0) > 0 && (
              <span class="under">{plural(store.not_looked_at ?? 0, 'thing')} not looked at</span>
            )}
          </>
        )}
      </td>
      <td data-label="Since the scan before">
        {before && isJudged(store) && isJudged(before) ? (
          <Changes store={store} before={before} />
        ) : (
          <span class="quiet">not compared</span>
        )}
      </td>
      <td data-label="Report">
        {store.state !== 'not_scanned' && (
          <form method="post" action="/work/pixel/scans" enctype="multipart/form-data">
            <Csrf request={request} />
            <input type="hidden" name="url" value={store.store} />
            <Button aria-label={`Scan now: ${store.store}`}>Scan now</Button>
          </form>
        )}
      </td>
    </tr>
  );
}

/** Of a store that was not judged nothing is known, so nothing can be compared. */
const isJudged = ({ state }: StoreLine) => state === 'judged' || state === 'partly_judged';

function Changes({ store, before }: { store: StoreLine; before: StoreLine & { at: string } }) {
  const { added, gone, same } = changesOf(store, before);
  const words = (rules: string[]) => rules.map((rule) => rule.replaceAll('_', ' ')).join(', ');
  return (
    <>
      {before.score !== null && store.score !== null && before.score !== store.score && (
        <>
          {before.score} → <strong>{store.score}</strong>{' '}
        </>
      )}
      {added.length > 0 && <span class="under">new: {words(added)}</span>}
      {gone.length > 0 && <span class="under">gone: {words(gone)}</span>}
      {added.length + gone.length === 0 && (
        <span class="quiet">same {plural(same, 'kind of finding', 'kinds of findings')}</span>
      )}
      <span class="under">
        since <Time at={before.at} />
      </span>
    </>
  );
}
