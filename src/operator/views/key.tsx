/** @jsxImportSource preact */
import { isDelegate, type KeyRow, statusOf, withDelegate } from '../../keys/key.ts';
import { KeyError, NOTES_LENGTH_MAX } from '../../keys/register.ts';
import type { LineageUse } from '../../usage/history.ts';
import type { Desk } from '../desk.ts';
import { actorOf, PageError, queryWord, seeOther, type Visit } from '../visit.ts';
import { Csrf, Field, KeyMark, Moment, Notice, StatusChip, UseBar } from './elements.tsx';
import { issuedPage } from './key-issued.tsx';
import { alreadySent } from './key-new.tsx';
import { page } from './layout.tsx';
import { readUsageFigures, UsageFigures } from './usage-figures.tsx';

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

export async function keyPage(desk: Desk, visit: Visit): Promise<Response> {
  return show(desk, visit, await findKey(desk, visit));
}

export function changeNotes(desk: Desk, visit: Visit): Promise<Response> {
  return change(desk, visit, 'notes', async (row) => {
    await desk.register.setNotes(row.id, visit.form.get('notes') ?? '', actorOf(visit));
  });
}

export function switchDelegate(desk: Desk, visit: Visit): Promise<Response> {
  const on = visit.form.get('delegate') === 'on';
  return change(desk, visit, on ? 'delegate_on' : 'delegate_off', async (row) => {
    await desk.register.setNotes(row.id, withDelegate(row.notes, on), actorOf(visit));
  });
}

export async function rotateKey(desk: Desk, visit: Visit): Promise<Response> {
  const row = await findKey(desk, visit);
  if (!(await desk.forms.claim(visit.form.get('once') ?? ''))) throw alreadySent();
  const seconds = visit.form.get('overlap') ?? '';
  try {
    const overlapMs = /^\d{1,10}$/.test(seconds) ? Number(seconds) * 1000 : Number.NaN;
    return issuedPage(desk, visit, await desk.register.rotate(row.id, overlapMs, actorOf(visit)));
  } catch (error) {
    return problemWith(desk, visit, row, error);
  }
}

export function revokeKey(desk: Desk, visit: Visit): Promise<Response> {
  return change(desk, visit, 'revoked', async (row) => {
    if (typed(visit.form.get('name') ?? '') !== nameToType(row)) {
      throw new KeyError('The name that was typed is not the name of this key. It was not revoked.');
    }
    await desk.register.revoke(row.id, actorOf(visit));
  });
}

async function findKey(desk: Desk, { params }: Visit): Promise<KeyRow> {
  const row = await desk.register.find(Number(params.id));
  if (!row) throw new PageError(404, 'Not found', 'There is no such key.');
  return row;
}

async function change(
  desk: Desk,
  visit: Visit,
  done: keyof typeof DONE,
  work: (row: KeyRow) => Promise<void>,
): Promise<Response> {
  const row = await findKey(desk, visit);
  try {
    await work(row);
  } catch (error) {
    return problemWith(desk, visit, row, error);
  }
  return seeOther(`/operator/keys/${row.id}?done=${done}`);
}

async function problemWith(desk: Desk, visit: Visit, row: KeyRow, error: unknown): Promise<Response> {
  if (error instanceof KeyError) return show(desk, visit, row, error.message);
  throw error;
}

/** A name as it reads on the page and can be typed: without what cannot be seen. */
function typed(text: string): string {
  return text.replace(/\p{C}/gu, '').replace(/\s+/g, ' ').trim();
}

function nameToType(row: KeyRow): string {
  return typed(row.name) || `key ${row.id}`;
}

async function show(desk: Desk, visit: Visit, row: KeyRow, problem?: string): Promise<Response> {
  const nowMs = desk.clock.now();
  const uses = await desk.history.lineages([row.lineageId], nowMs);
  const relatives = await desk.register.relatives(row);
  const figures = await readUsageFigures(desk, nowMs, row.id);
  const status = statusOf(row, nowMs);
  const done = problem ? undefined : queryWord(visit, 'done', Object.keys(DONE) as (keyof typeof DONE)[]);
  return page(visit, {
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
            <DelegateForm visit={visit} row={row} />
            <form method="post" action={`/operator/keys/${row.id}/notes`}>
              <Csrf visit={visit} />
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
          {status === 'active' && <RotateForm desk={desk} visit={visit} row={row} />}
          {status !== 'revoked' && <RevokeForm visit={visit} row={row} />}
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

function DelegateForm({ visit, row }: { visit: Visit; row: KeyRow }) {
  const on = isDelegate(row.notes);
  return (
    <form class="switch-line" method="post" action={`/operator/keys/${row.id}/delegate`}>
      <Csrf visit={visit} />
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

function RotateForm({ desk, visit, row }: { desk: Desk; visit: Visit; row: KeyRow }) {
  return (
    <section class="card" aria-labelledby="rotate">
      <h2 id="rotate">Rotate</h2>
      <p>Issues a successor with the same name, scope, notes and limits. Both work until the overlap ends.</p>
      <form method="post" action={`/operator/keys/${row.id}/rotate`}>
        <Csrf visit={visit} />
        <input type="hidden" name="once" value={desk.forms.token()} />
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

function RevokeForm({ visit, row }: { visit: Visit; row: KeyRow }) {
  return (
    <section class="card danger" aria-labelledby="revoke">
      <h2 id="revoke">Revoke</h2>
      <p>The key is refused at once, for good. Other keys of its line are not touched.</p>
      <form method="post" action={`/operator/keys/${row.id}/revoke`}>
        <Csrf visit={visit} />
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
