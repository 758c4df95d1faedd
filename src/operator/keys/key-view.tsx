/** @jsxImportSource preact */
import { type ApiKey, isDelegate, isUsedLater, type KeyStatus, statusOf } from '../../domain/key.ts';
import { resourceText } from '../../domain/resource-text.ts';
import { RESOURCES, type Resource } from '../../domain/resources.ts';
import type { ForeignUse } from '../../domain/usage-store.ts';
import type { ResourceUses } from '../../limits/resource-use.ts';
import type { LineageUse } from '../../limits/usage-history.ts';
import { Csrf, Field, LimitMeter, MaskedKey, Notice, StatusChip, Tags, UtcTime } from '../elements.tsx';
import { formatCount } from '../format.ts';
import { page } from '../layout.tsx';
import { may, type OperatorRequest } from '../operator-request.ts';
import type { UsageReport } from '../usage/report.ts';
import { UsageSections } from '../usage/report-view.tsx';

interface KeyPage {
  row: ApiKey;
  status: KeyStatus;
  /** Use of the limits that the lineage shares. */
  use: LineageUse;
  resources: ResourceUses;
  /** The other keys of its lineage. */
  relatives: ApiKey[];
  usage: UsageReport;
  /** Requests from outside of its networks, if there were any. */
  foreignUse: ForeignUse | undefined;
  /** What to type to revoke the key. */
  nameToType: string;
  /** How long the old key may work beside its successor. */
  overlaps: readonly { seconds: number; label: string; preselected: boolean }[];
  /** Lets the rotation form be sent once. */
  formToken: string;
  nowMs: number;
  /** What was just done. */
  done?: string;
  /** Why a form was refused. */
  problem?: string;
}

export function keyPage(request: OperatorRequest, options: KeyPage): Response {
  const { row, status, use, resources, relatives, usage, nameToType, overlaps, formToken, nowMs, done, problem } =
    options;
  const { foreignUse } = options;
  const mayIssue = may(request, 'issuer');
  return page(request, {
    title: row.name,
    section: 'keys',
    status: problem ? 422 : 200,
    body: (
      <>
        <p class="crumb">
          <a href="/operator/keys">Keys</a>
        </p>
        <div class="heading">
          <h1>
            <bdi>{row.name}</bdi>
          </h1>
          <span>
            <StatusChip status={status} row={row} />
          </span>
          {mayIssue && (
            <a class="button" href={`/operator/keys/${row.id}/edit`}>
              Edit
            </a>
          )}
        </div>
        {problem && <Notice tone="bad">{problem}</Notice>}
        {done && <Notice tone="good">{done}</Notice>}
        <div class="key-columns">
          <section class="card" aria-labelledby="facts">
            <h2 id="facts">Facts</h2>
            <Facts row={row} use={use} foreignUse={foreignUse} relatives={relatives} nowMs={nowMs} />
          </section>
          <section class="card" aria-labelledby="delegate">
            <h2 id="delegate">Delegate mode, notes and networks</h2>
            <DelegateForm request={request} row={row} />
            <h3>Notes</h3>
            <p class="notes-text">{row.notes ? <bdi>{row.notes}</bdi> : <span class="quiet">none</span>}</p>
            <h3>Networks</h3>
            <p>
              {row.networks ? (
                <>
                  Accepted only from <bdi>{row.networks}</bdi>
                </>
              ) : (
                <span class="quiet">accepted from any address</span>
              )}
            </p>
          </section>
        </div>
        <UsageSections request={request} {...usage} />
        <ResourceSection resources={resources} />
        <div class="key-columns">
          {mayIssue && status === 'active' && (
            <RotateForm request={request} row={row} overlaps={overlaps} formToken={formToken} />
          )}
          {mayIssue && status !== 'revoked' && <RevokeForm request={request} row={row} nameToType={nameToType} />}
        </div>
      </>
    ),
  });
}

interface FactsProps {
  row: ApiKey;
  use: LineageUse;
  foreignUse: ForeignUse | undefined;
  /** The other keys of its lineage. */
  relatives: ApiKey[];
  nowMs: number;
}

function Facts({ row, use, foreignUse, relatives, nowMs }: FactsProps) {
  return (
    <dl class="facts">
      <dt>Key</dt>
      <dd>
        <MaskedKey row={row} /> <span class="quiet">#{row.id}</span>
      </dd>
      <dt>Scope</dt>
      <dd>{row.scope}</dd>
      <dt>Owner</dt>
      <dd>{row.owner ? <bdi>{row.owner}</bdi> : <span class="quiet">nobody</span>}</dd>
      <dt>Tags</dt>
      <dd>
        <Tags tags={row.tags} />
      </dd>
      <dt>Created</dt>
      <dd>
        <UtcTime ms={row.createdAt} />
      </dd>
      <dt>Last used</dt>
      <dd>{isUsedLater(row, use.today, nowMs) ? 'today' : <UtcTime ms={row.lastUsedAt} />}</dd>
      <dt>Ends</dt>
      <dd>
        <UtcTime ms={row.revokedAt ?? row.expiresAt} empty="no end set" />
      </dd>
      <dt>Use of limits</dt>
      <dd>
        <LimitMeter label="a minute" used={use.minute} limit={row.perMinute} />
        <LimitMeter label="today" used={use.today} limit={row.perDay} />
      </dd>
      {foreignUse && (
        <>
          <dt>Requests refused elsewhere</dt>
          <dd>
            {formatCount(foreignUse.requests)}, last from <code>{foreignUse.lastAddress}</code> at{' '}
            <UtcTime ms={foreignUse.lastAt} />
          </dd>
        </>
      )}
      {relatives.length > 0 && (
        <>
          <dt>Rotations</dt>
          <dd>
            <ul class="plain">
              {relatives.map((relative) => (
                <li key={relative.id}>
                  <a href={`/operator/keys/${relative.id}`}>
                    <MaskedKey row={relative} />
                  </a>{' '}
                  <StatusChip status={statusOf(relative, nowMs)} row={relative} />
                </li>
              ))}
            </ul>
            <p class="hint">Keys of one lineage share their limits.</p>
          </dd>
        </>
      )}
    </dl>
  );
}

const RESOURCE_LABELS: Record<Resource, string> = {
  storedBytes: 'stored',
  cpuMs: 'of processor time today',
  bytesFetched: 'fetched today',
};

function ResourceSection({ resources }: Pick<KeyPage, 'resources'>) {
  return (
    <section class="card" aria-labelledby="resources">
      <h2 id="resources">Resources</h2>
      <p>
        What scans and certificates of this key and its lineage use. Work under way is counted with the most that it may
        use. When a limit is reached, such work is refused; lookups are not.
      </p>
      {RESOURCES.map((resource) => (
        <LimitMeter
          key={resource}
          label={RESOURCE_LABELS[resource]}
          used={resources[resource].used}
          limit={resources[resource].limit}
          text={(amount) => resourceText(resource, amount)}
        />
      ))}
    </section>
  );
}

function DelegateForm({ request, row }: { request: OperatorRequest; row: ApiKey }) {
  const on = isDelegate(row.notes);
  return (
    <form class="switch-line" method="post" action={`/operator/keys/${row.id}/delegate`}>
      <Csrf request={request} />
      <input type="hidden" name="delegate" value={on ? 'off' : 'on'} />
      <button
        type="submit"
        class="switch"
        role="switch"
        aria-checked={on}
        aria-labelledby="delegate-label"
        disabled={!may(request, 'issuer')}
      >
        <span />
      </button>
      <span>
        <strong id="delegate-label">Delegate mode</strong>
        <span class="under">
          {on ? 'On: the key is admitted to the closed beta.' : 'Off: the closed beta refuses the key.'}
        </span>
      </span>
    </form>
  );
}

interface RotateFormProps {
  request: OperatorRequest;
  row: ApiKey;
  overlaps: KeyPage['overlaps'];
  formToken: string;
}

function RotateForm({ request, row, overlaps, formToken }: RotateFormProps) {
  return (
    <section class="card" aria-labelledby="rotate">
      <h2 id="rotate">Rotate</h2>
      <p>
        Issues a successor with the same name, scope, owner, tags, notes, limits and networks. Both work until the
        overlap ends.
      </p>
      <form method="post" action={`/operator/keys/${row.id}/rotate`}>
        <Csrf request={request} />
        <input type="hidden" name="once" value={formToken} />
        <Field id="overlap" label="The old key works for">
          <select id="overlap" name="overlap">
            {overlaps.map(({ seconds, label, preselected }) => (
              <option key={seconds} value={seconds} selected={preselected}>
                {label}
              </option>
            ))}
          </select>
        </Field>
        <button type="submit">Rotate the key</button>
      </form>
    </section>
  );
}

interface RevokeFormProps {
  request: OperatorRequest;
  row: ApiKey;
  nameToType: string;
}

function RevokeForm({ request, row, nameToType }: RevokeFormProps) {
  return (
    <section class="card danger" aria-labelledby="revoke">
      <h2 id="revoke">Revoke</h2>
      <p>The key stops working at once, for good. Other keys of its lineage are not affected.</p>
      <form method="post" action={`/operator/keys/${row.id}/revoke`}>
        <Csrf request={request} />
        <Field id="confirm" label="Type the name of the key" hint={<bdi>{nameToType}</bdi>}>
          <input id="confirm" name="name" required autocomplete="off" aria-describedby="confirm-hint" />
        </Field>
        <button type="submit" class="danger">
          Revoke the key
        </button>
      </form>
    </section>
  );
}
