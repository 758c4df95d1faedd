/** @jsxImportSource preact */
/** Small pieces that several pages share. */
import type { ComponentChildren } from 'preact';
import type { KeyRow, KeyStatus } from '../domain/key.ts';
import { formToken, type OperatorRequest } from './operator-request.ts';

/** Every form carries it. */
export function Csrf({ request }: { request: OperatorRequest }) {
  return <input type="hidden" name="csrf" value={formToken(request)} />;
}

/** A moment, to the minute. All times on the page are UTC, and each page says so. */
export function Moment({ ms, empty = 'never' }: { ms: number | null | undefined; empty?: string }) {
  if (ms == null) return <span class="quiet">{empty}</span>;
  const iso = new Date(ms).toISOString();
  return <time dateTime={iso}>{`${iso.slice(0, 10)} ${iso.slice(11, 16)}`}</time>;
}

export function count(n: number): string {
  return String(n).replace(/\B(?=(\d{3})+$)/g, ',');
}

export function plural(n: number, one: string, many = `${one}s`): string {
  return `${count(n)} ${n === 1 ? one : many}`;
}

const STATUS_TONES: Record<KeyStatus, string> = { active: 'good', rotating: 'mild', expired: 'dim', revoked: 'bad' };

export function StatusChip({ status, row }: { status: KeyStatus; row: KeyRow }) {
  return (
    <>
      <Chip tone={STATUS_TONES[status]}>{status === 'rotating' ? 'rotating out' : status}</Chip>
      {status === 'rotating' && (
        <span class="under">
          until <Moment ms={row.expiresAt} />
        </span>
      )}
      {status === 'active' && row.expiresAt !== null && (
        <span class="under">
          expires <Moment ms={row.expiresAt} />
        </span>
      )}
    </>
  );
}

export function Chip({ tone, children }: { tone: string; children: ComponentChildren }) {
  return <span class={`chip ${tone}`}>{children}</span>;
}

/** The key as it may be shown: how it begins and ends. */
export function KeyMark({ row }: { row: KeyRow }) {
  return (
    <code class="mark">
      {row.prefix}…{row.lastFour}
    </code>
  );
}

/** Use against a limit. The bar is also said in numbers: a colour alone tells nobody anything. */
export function UseBar({ label, used, limit }: { label: string; used: number; limit: number }) {
  return (
    <div class="use">
      <meter
        min={0}
        max={limit}
        low={limit * 0.75}
        high={limit * 0.95}
        optimum={0}
        value={Math.min(used, limit)}
        aria-label={`${label}: ${used} of ${limit} requests`}
      />
      <span>
        {count(used)}
        <span class="of quiet"> / {count(limit)}</span> <span class="quiet">{label}</span>
      </span>
    </div>
  );
}

/** What just happened or went wrong, at the top of a page. */
export function Notice({ tone, children }: { tone: 'good' | 'bad' | 'mild'; children: ComponentChildren }) {
  return (
    <p class={`notice ${tone}`} role={tone === 'bad' ? 'alert' : 'status'}>
      {children}
    </p>
  );
}

interface FieldProps {
  id: string;
  label: string;
  hint?: ComponentChildren;
  children: ComponentChildren;
}

/** A labelled input. The input's id is the field's, and it names `${id}-hint` as its description when there is a hint. */
export function Field({ id, label, hint, children }: FieldProps) {
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children}
      {hint && (
        <p id={`${id}-hint`} class="hint">
          {hint}
        </p>
      )}
    </div>
  );
}

/** Wide tables scroll by themselves and not the page; the keyboard can reach the scrolling box. */
export function TableBox({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard (WCAG 2.1.1).
    <section class="table-box" tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}

/** The present address with some of its query replaced; empty values are left out. */
export function address(request: OperatorRequest, changes: Record<string, string | number | undefined>): string {
  const query = new URLSearchParams(request.url.search);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined || value === '') query.delete(name);
    else query.set(name, String(value));
  }
  return query.size > 0 ? `${request.url.pathname}?${query}` : request.url.pathname;
}
