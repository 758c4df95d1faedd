/** @jsxImportSource preact */
/** Components that several pages share. */
import type { ComponentChildren } from 'preact';
import type { ApiKey, KeyStatus } from '../domain/key.ts';
import { formatCount } from './format.ts';
import { csrfTokenOf, type OperatorRequest } from './operator-request.ts';

/** The hidden field that every form needs. */
export function Csrf({ request }: { request: OperatorRequest }) {
  return <input type="hidden" name="csrf" value={csrfTokenOf(request)} />;
}

/** A time in UTC, to the minute. Each page says that its times are UTC. */
export function UtcTime({ ms, empty = 'never' }: { ms: number | null | undefined; empty?: string }) {
  if (ms == null) return <span class="quiet">{empty}</span>;
  const iso = new Date(ms).toISOString();
  return <time dateTime={iso}>{`${iso.slice(0, 10)} ${iso.slice(11, 16)}`}</time>;
}

/** The same to the second, where the order of events matters. */
export function UtcSecond({ ms }: { ms: number }) {
  const iso = new Date(ms).toISOString();
  return <time dateTime={iso}>{iso.slice(0, 19).replace('T', ' ')}</time>;
}

const STATUS_TONES: Record<KeyStatus, string> = { active: 'good', rotating: 'mild', expired: 'dim', revoked: 'bad' };

export function StatusChip({ status, row }: { status: KeyStatus; row: ApiKey }) {
  return (
    <>
      <Chip tone={STATUS_TONES[status]}>{status === 'rotating' ? 'rotating out' : status}</Chip>
      {status === 'rotating' && (
        <span class="under">
          until <UtcTime ms={row.expiresAt} />
        </span>
      )}
      {status === 'active' && row.expiresAt !== null && (
        <span class="under">
          expires <UtcTime ms={row.expiresAt} />
        </span>
      )}
    </>
  );
}

export function Chip({ tone, children }: { tone: string; children: ComponentChildren }) {
  return <span class={`chip ${tone}`}>{children}</span>;
}

/** The tags of a key; a dash if it has none. */
export function Tags({ tags }: { tags: string }) {
  if (!tags) return <span class="quiet">–</span>;
  return (
    <>
      {tags.split(' ').map((tag) => (
        <Chip key={tag} tone="dim">
          {tag}
        </Chip>
      ))}
    </>
  );
}

/** The first and last characters of a key: all that may be shown of it. */
export function MaskedKey({ row }: { row: ApiKey }) {
  return (
    <code class="mark">
      {row.prefix}…{row.lastFour}
    </code>
  );
}

interface LimitMeterProps {
  label: string;
  used: number;
  limit: number;
  /** How amounts are written. Without it they are numbers of requests. */
  text?: (amount: number) => string;
}

/** Use of a limit, as a bar and in numbers: a colour alone is not readable for everyone. */
export function LimitMeter({ label, used, limit, text }: LimitMeterProps) {
  const write = text ?? formatCount;
  return (
    <div class="use">
      <meter
        min={0}
        max={limit}
        low={limit * 0.75}
        high={limit * 0.95}
        optimum={0}
        value={Math.min(used, limit)}
        aria-label={text ? `${label}: ${text(used)} of ${text(limit)}` : `${label}: ${used} of ${limit} requests`}
      />
      <span>
        {write(used)}
        <span class="of quiet"> / {write(limit)}</span> <span class="quiet">{label}</span>
      </span>
    </div>
  );
}

/** Says at the top of a page what just happened or went wrong. */
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

/** An input with its label. The input must have the same `id`, and `${id}-hint` as `aria-describedby` when there is a hint. */
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

interface SelectFilterProps {
  label: string;
  name: string;
  value: string | undefined;
  options: readonly string[];
  /** How options are written, if not as they are. */
  labels?: Record<string, string>;
}

/** A filter of a list: one of the options, or any. */
export function SelectFilter({ label, name, value, options, labels = {} }: SelectFilterProps) {
  return (
    <label>
      <span>{label}</span>
      <select name={name}>
        <option value="">any</option>
        {options.map((option) => (
          <option key={option} value={option} selected={option === value}>
            {labels[option] ?? option}
          </option>
        ))}
      </select>
    </label>
  );
}

/** The filters by first and last day. */
export function DayFields({ from, to }: { from: string; to: string }) {
  return (
    <>
      <label>
        <span>From day</span>
        <input type="date" name="from" value={from} />
      </label>
      <label>
        <span>To day</span>
        <input type="date" name="to" value={to} />
      </label>
    </>
  );
}

/** A wide table scrolls in this box instead of widening the page. */
export function TableBox({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard (WCAG 2.1.1).
    <section class="table-box" tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}

/** A secret or a command, with a button that copies it. */
export function Copyable({ id, label, text }: { id: string; label: string; text: string }) {
  return (
    <div class="copyable">
      <div class="copy-head">
        <h2 id={`${id}-label`}>{label}</h2>
        <button type="button" class="copy" data-copies={id} hidden>
          Copy
        </button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll, and the keyboard must reach them. */}
      <section class="scroll" tabIndex={0} aria-labelledby={`${id}-label`}>
        <pre id={id}>{text}</pre>
      </section>
    </div>
  );
}

/** The address of this page with parts of its query replaced. Empty and undefined values are removed from it. */
export function withQuery(request: OperatorRequest, changes: Record<string, string | number | undefined>): string {
  const query = new URLSearchParams(request.url.search);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined || value === '') query.delete(name);
    else query.set(name, String(value));
  }
  return query.size > 0 ? `${request.url.pathname}?${query}` : request.url.pathname;
}
