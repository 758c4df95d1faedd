/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import type { Instance } from '../../domain/instance.ts';
import type { ApiKey } from '../../domain/key.ts';
import { type AlertView, OpenAlerts } from '../alerts/state-view.tsx';
import { MaskedKey } from '../elements.tsx';
import { formatCount, plural } from '../format.ts';
import { page } from '../layout.tsx';
import type { OperatorRequest } from '../operator-request.ts';
import { InstanceSection } from './instance-view.tsx';
import { MachineFacts, type MachineFactsProps } from './machine-view.tsx';

/** Since midnight UTC. */
export interface Today {
  requests: number;
  errors: number;
  /** Errors on our side. */
  faults: number;
  scans: number;
  /** Scans whose storefront could not be read. */
  failedScans: number;
  certificates: number;
}

export interface RefusedKeyRow {
  row: ApiKey;
  requests: number;
}

export interface Overview extends MachineFactsProps {
  nowMs: number;
  today: Today;
  /** Keys that were refused for a limit today, most often first. */
  refusedKeys: RefusedKeyRow[];
  /** How many there are; undefined if that could not be read. */
  refusedCount: number | undefined;
  alerts: AlertView[];
  instances: Instance[];
  /** Of the process that answers. */
  instanceId: string;
}

export function overviewPage(request: OperatorRequest, overview: Overview): Response {
  const { today, refusedKeys, refusedCount, alerts } = overview;
  return page(request, {
    title: 'Overview',
    section: 'overview',
    body: (
      <>
        <div class="heading">
          <h1>Overview</h1>
          <span class="quiet">Today is the UTC day · times are UTC</span>
        </div>
        <OpenAlerts alerts={alerts} />
        <dl class="tiles">
          <Tile label="Requests today" href="/operator/usage" value={formatCount(today.requests)} />
          <Tile label="Errors today" href="/operator/usage#errors-title" value={formatCount(today.errors)}>
            {today.faults > 0 ? (
              <strong class="alarm">{formatCount(today.faults)} on our side</strong>
            ) : (
              'none on our side'
            )}
          </Tile>
          <Tile
            label="Keys at a limit today"
            href="#limits"
            value={refusedCount === undefined ? 'unknown' : formatCount(refusedCount)}
          />
          <Tile label="Certificates today" href="/operator/certificates" value={formatCount(today.certificates)} />
          <Tile label="Scans today" href="/operator/scans" value={formatCount(today.scans)}>
            {today.failedScans > 0 && `${formatCount(today.failedScans)} could not be read`}
          </Tile>
        </dl>
        <InstanceSection {...overview} />
        <div class="key-columns">
          <MachineFacts {...overview} />
          <section class="card" aria-labelledby="limits">
            <h2 id="limits">Keys at a limit today</h2>
            <RefusedKeys rows={refusedKeys} count={refusedCount} />
          </section>
        </div>
      </>
    ),
  });
}

interface TileProps {
  label: string;
  href: string;
  value: string;
  children?: ComponentChildren;
}

function Tile({ label, href, value, children }: TileProps) {
  return (
    <div class="tile">
      <dt>
        <a href={href}>{label}</a>
      </dt>
      <dd>
        {value}
        {children && <span class="under">{children}</span>}
      </dd>
    </div>
  );
}

function RefusedKeys({ rows, count }: { rows: RefusedKeyRow[]; count: number | undefined }) {
  if (count === undefined) return <p>The counts could not be read.</p>;
  if (count === 0) return <p class="empty">No key was refused for a limit today.</p>;
  const more = count - rows.length;
  return (
    <>
      <ul class="plain">
        {rows.map(({ row, requests }) => (
          <li key={row.id}>
            <a href={`/operator/keys/${row.id}`}>
              <bdi>{row.name}</bdi>
            </a>{' '}
            <span class="quiet">
              <MaskedKey row={row} /> · {plural(requests, 'refused request')}
            </span>
          </li>
        ))}
      </ul>
      {more > 0 && <p class="hint">And {plural(more, 'more key')}.</p>}
      <p class="hint">Answered 429 since midnight: requests a minute or a day, stored bytes, or processor time.</p>
    </>
  );
}
