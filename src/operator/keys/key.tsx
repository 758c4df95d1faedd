/** @jsxImportSource preact */
import { isDelegate, type KeyRow, statusOf, withDelegate } from '../../domain/key.ts';
import { KeyError, NOTES_LENGTH_MAX } from '../../keys/key-issuer.ts';
import type { LineageUse } from '../../limits/usage-history.ts';
import type { OperatorDependencies } from '../dependencies.ts';
import { Csrf, Field, KeyMark, Moment, Notice, StatusChip, UseBar } from '../elements.tsx';
import { page } from '../layout.tsx';
import { actorOf, type OperatorRequest, PageError, queryWord, seeOther } from '../operator-request.ts';
import { readUsageFigures, UsageFigures } from '../usage/usage-charts.tsx';
import { issuedPage } from './key-issued.tsx';
import { alreadySent } from './key-new.tsx';

const HOUR_S = 3600;
const OVERLAPS = [
  [0, 'none: the old key ends now'],
  [HOUR_S, '1 hour'],
  [24 * HOUR_S, '24 hours'],
  [7 * 24 * HOUR_S, '7 days'],
  [30 * 24 * HOUR_S, '30 days'],
  [90 * 24 * HOUR_S, '90 days'],
] as const;
const USUAL_OVERLAP_S = 24 * HOUR_S;

const DONE = {
  notes: 'The notes are saved.',
  delegate_on: 'Delegate mode is on: the key passes the beta gate.',
  delegate_off: 'Delegate mode is off: the beta gate refuses the key.',
  revoked: 'The key is revoked. It is refused from now on.',
} as const;

export async function keyPage(dependencies: OperatorDependencies, request: OperatorRequest): Promise<Response> {
  return show(dependencies, request, await findKey(dependencies, request));
}

export function changeNotes(dependencies: OperatorDependencies, request: OperatorRequest): Promise<Response> {
  return change(dependencies, request, 'notes', async (row) => {
    await dependencies.keyIssuer.setNotes(row.id, request.form.get('notes') ?? '', actorOf(request));
  });
}

export function switchDelegate(dependencies: OperatorDependencies, request: OperatorRequest): Promise<Response> {
  const on = request.form.get('delegate') === 'on';
  return change(dependencies, request, on ? 'delegate_on' : 'delegate_off', async (row) => {
    await dependencies.keyIssuer.setNotes(row.id, withDelegate(row.notes, on), actorOf(request));
  });
}

export async function rotateKey(dependencies: OperatorDependencies, request: OperatorRequest): Promise<Response> {
  const row = await findKey(dependencies, request);
  if (!(await dependencies.forms.claim(request.form.get('once') ?? ''))) throw alreadySent();
  const seconds = request.form.get('overlap') ?? '';
  try {
    const overlapMs = /^\d{1,10}$/.test(seconds) ? Number(seconds) * 1000 : Number.NaN;
    return issuedPage(dependencies, request, await dependencies.keyIssuer.rotate(row.id, overlapMs, actorOf(request)));
  } catch (error) {
    return problemWith(dependencies, request, row, error);
  }
}

export function revokeKey(dependencies: OperatorDependencies, request: OperatorRequest): Promise<Response> {
  return change(dependencies, request, 'revoked', async (row) => {
    if (typed(request.form.get('name') ?? '') !== nameToType(row)) {
      throw new KeyError('The name that was typed is not the name of this key. It was not revoked.');
    }
    await dependencies.keyIssuer.revoke(row.id, actorOf(request));
  });
}

async function findKey(dependencies: OperatorDependencies, { params }: OperatorRequest): Promise<KeyRow> {
  const row = await dependencies.keyIssuer.find(Number(params.id));
  if (!row) throw new PageError(404, 'Not found', 'There is no such key.');
  return row;
}

async function change(
  dependencies: OperatorDependencies,
  request: OperatorRequest,
  done: keyof typeof DONE,
  work: (row: KeyRow) => Promise<void>,
): Promise<Response> {
  const row = await findKey(dependencies, request);
  try {
    await work(row);
  } catch (error) {
    return problemWith(dependencies, request, row, error);
  }
  return seeOther(`/operator/keys/${row.id}?done=${done}`);
}

async function problemWith(
  dependencies: OperatorDependencies,
  request: OperatorRequest,
  row: KeyRow,
  error: unknown,
): Promise<Response> {
  if (error instanceof KeyError) return show(dependencies, request, row, error.message);
  throw error;
}

/** A name as it reads on the page and can be typed: without what cannot be seen. */
function typed(text: string): string {
  return text.replace(/\p{C}/gu, '').replace(/\s+/g, ' ').trim();
}

function nameToType(row: KeyRow): string {
  return typed(row.name) || `key ${row.id}`;
}

async function show(
  dependencies: OperatorDependencies,
  request: OperatorRequest,
  row: KeyRow,
  problem?: string,
): Promise<Response> {
  const nowMs = dependencies.clock.now();
  const uses = await dependencies.history.lineages([row.lineageId], nowMs);
  const relatives = await dependencies.keyIssuer.relatives(row);
  const figures = await readUsageFigures(dependencies, nowMs, row.id);
  const status = statusOf(row, nowMs);
  const done = problem ? undefined : queryWord(request, 'done', Object.keys(DONE) as (keyof typeof DONE)[]);
  return page(request, {
    title: row.name,
    section: 'keys',
    status: problem ? 422 : 200,
    charts: true,
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
        </div>
        {problem && <Notice tone="bad">{problem}</Notice>}
        {done && <Notice tone="good">{DONE[done]}</Notice>}
        <div class="key-columns">
          <section class="card" aria-labelledby="facts">
            <h2 id="facts">Facts</h2>
            <Facts row={row} use={uses.get(row.lineageId)!} relatives={relatives} nowMs={nowMs} />
          </section>
          <section class="card" aria-labelledby="delegate">
            <h2 id="delegate">Delegate mode and notes</h2>
            <DelegateForm request={request} row={row} />
            <form method="post" action={`/operator/keys/${row.id}/notes`}>
              <Csrf request={request} />
              <Field
                id="notes"
                label="Notes"
                hint="The words delegate:on enrol the key in the closed beta; the switch sets them."
              >
                <textarea id="notes" name="notes" rows={3} maxLength={NOTES_LENGTH_MAX} aria-describedby="notes-hint">
                  {row.notes}
                </textarea>
              </Field>
              <button type="submit">Save notes</button>
            </form>
          </section>
        </div>
        <UsageFigures {...figures} />
        <div class="key-columns">
          {status === 'active' && <RotateForm dependencies={dependencies} request={request} row={row} />}
          {status !== 'revoked' && <RevokeForm request={request} row={row} />}
        </div>
      </>
    ),
  });
}

interface FactsProps {
  row: KeyRow;
  use: LineageUse;
  /** The other keys of its line of rotations. */
  relatives: KeyRow[];
  nowMs: number;
}

function Facts({ row, use, relatives, nowMs }: FactsProps) {
  return (
    <dl class="facts">
      <dt>Key</dt>
      <dd>
        <KeyMark row={row} /> <span class="quiet">#{row.id}</span>
      </dd>
      <dt>Scope</dt>
      <dd>{row.scope}</dd>
      <dt>Created</dt>
      <dd>
        <Moment ms={row.createdAt} />
      </dd>
      <dt>Last used</dt>
      <dd>
        <Moment ms={row.lastUsedAt} />
      </dd>
      <dt>Ends</dt>
      <dd>
        <Moment ms={row.revokedAt ?? row.expiresAt} empty="no end set" />
      </dd>
      <dt>Use of limits</dt>
      <dd>
        <UseBar label="a minute" used={use.minute} limit={row.perMinute} />
        <UseBar label="today" used={use.today} limit={row.perDay} />
      </dd>
      {relatives.length > 0 && (
        <>
          <dt>Rotations</dt>
          <dd>
            <ul class="plain">
              {relatives.map((relative) => (
                <li key={relative.id}>
                  <a href={`/operator/keys/${relative.id}`}>
                    <KeyMark row={relative} />
                  </a>{' '}
                  <StatusChip status={statusOf(relative, nowMs)} row={relative} />
                </li>
              ))}
            </ul>
            <p class="hint">Keys of one line share their limits.</p>
          </dd>
        </>
      )}
    </dl>
  );
}

function DelegateForm({ request, row }: { request: OperatorRequest; row: KeyRow }) {
  const on = isDelegate(row.notes);
  return (
    <form class="switch-line" method="post" action={`/operator/keys/${row.id}/delegate`}>
      <Csrf request={request} />
      <input type="hidden" name="delegate" value={on ? 'off' : 'on'} />
      <button type="submit" class="switch" role="switch" aria-checked={on} aria-labelledby="delegate-label">
        <span />
      </button>
      <span>
        <strong id="delegate-label">Delegate mode</strong>
        <span class="under">{on ? 'On: passes the closed-beta gate.' : 'Off: the closed-beta gate refuses it.'}</span>
      </span>
    </form>
  );
}

function RotateForm({
  dependencies,
  request,
  row,
}: {
  dependencies: OperatorDependencies;
  request: OperatorRequest;
  row: KeyRow;
}) {
  return (
    <section class="card" aria-labelledby="rotate">
      <h2 id="rotate">Rotate</h2>
      <p>Issues a successor with the same name, scope, notes and limits. Both work until the overlap ends.</p>
      <form method="post" action={`/operator/keys/${row.id}/rotate`}>
        <Csrf request={request} />
        <input type="hidden" name="once" value={dependencies.forms.token()} />
        <Field id="overlap" label="The old key works for">
          <select id="overlap" name="overlap">
            {OVERLAPS.map(([seconds, label]) => (
              <option key={seconds} value={seconds} selected={seconds === USUAL_OVERLAP_S}>
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

function RevokeForm({ request, row }: { request: OperatorRequest; row: KeyRow }) {
  return (
    <section class="card danger" aria-labelledby="revoke">
      <h2 id="revoke">Revoke</h2>
      <p>The key is refused at once, for good. Other keys of its line are not touched.</p>
      <form method="post" action={`/operator/keys/${row.id}/revoke`}>
        <Csrf request={request} />
        <Field id="confirm" label="Type the name of the key" hint={<bdi>{nameToType(row)}</bdi>}>
          <input id="confirm" name="name" required autocomplete="off" aria-describedby="confirm-hint" />
        </Field>
        <button type="submit" class="danger">
          Revoke the key
        </button>
      </form>
    </section>
  );
}
