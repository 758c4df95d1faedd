/** @jsxImportSource preact */
/** What pages are made of. */
import type { ComponentChildren } from 'preact';
import type { FaultDetail } from '../../../domain/errors.ts';
import { formatCount } from './format.ts';

export type Tone = 'good' | 'bad' | 'mild' | 'info' | 'dim';

interface HeadingProps {
  title: ComponentChildren;
  /** One sentence: what this page is for. */
  lead?: ComponentChildren;
  /** The page above this one. */
  up?: { href: string; text: string };
  /** What can be done here: buttons and links. */
  children?: ComponentChildren;
}

/** The top of a page. */
export function Heading({ title, lead, up, children }: HeadingProps) {
  return (
    <div class="heading">
      <div>
        {up && (
          <p class="crumb">
            <a href={up.href}>{up.text}</a>
          </p>
        )}
        <h1>{title}</h1>
        {lead && <p class="lead">{lead}</p>}
      </div>
      {children && <div class="actions">{children}</div>}
    </div>
  );
}

interface CardProps {
  title?: ComponentChildren;
  /** Of the title, so that a part of the page can be named by it. */
  id?: string;
  /** Beside the title. */
  aside?: ComponentChildren;
  children: ComponentChildren;
}

export function Card({ title, id, aside, children }: CardProps) {
  return (
    <section class="card">
      {title && (
        <div class="card-head">
          <h2 id={id}>{title}</h2>
          {aside}
        </div>
      )}
      {children}
    </section>
  );
}

export function ButtonLink({
  href,
  primary,
  children,
}: {
  href: string;
  primary?: boolean;
  children: ComponentChildren;
}) {
  return (
    <a href={href} class={primary ? 'button primary' : 'button'}>
      {children}
    </a>
  );
}

/** A text that is to be used elsewhere, with a button that copies it. */
export function Copyable({ id, label, text }: { id: string; label: string; text: string }) {
  return (
    <div class="copyable">
      <div class="copy-head">
        <strong id={`${id}-label`}>{label}</strong>
        <button type="button" data-copies={id}>
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

/** Says at the top of a page what just happened or went wrong. */
export function Notice({ tone, children }: { tone: 'good' | 'bad' | 'mild' | 'info'; children: ComponentChildren }) {
  return (
    <div class={`notice ${tone}`} role={tone === 'bad' ? 'alert' : 'status'}>
      {children}
    </div>
  );
}

/** A state as a word; the colour only helps. */
export function Status({ tone, children }: { tone: Tone; children: ComponentChildren }) {
  return <span class={`status ${tone}`}>{children}</span>;
}

const JOB_TONES = new Map<string, Tone>(
  Object.entries({
    queued: 'dim',
    running: 'info',
    finished: 'good',
    failed: 'bad',
    cancelled: 'dim',
  }),
);

/** The status of a job, as the API names it. */
export function JobStatus({ status }: { status: string }) {
  return <Status tone={JOB_TONES.get(status) ?? 'dim'}>{status}</Status>;
}

/** A list without entries: says what would be here, and how to begin. */
export function Empty({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="empty">
      <p class="empty-title">{title}</p>
      {children}
    </div>
  );
}

interface TableProps {
  label: string;
  /** On a phone each row is a card. Each `td` then needs a `data-label`. Otherwise the table scrolls in its box. */
  stacked?: boolean;
  children: ComponentChildren;
}

/** A wide table scrolls in this box instead of widening the page. `children` are `thead` and `tbody`. */
export function Table({ label, stacked, children }: TableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard (WCAG 2.1.1).
    <section class="table-box" tabIndex={0} aria-label={label}>
      <table class={stacked ? 'stack' : undefined}>{children}</table>
    </section>
  );
}

interface PagesProps {
  /** Of the first page; undefined on it. */
  first?: string | undefined;
  /** Of the next page; undefined on the last. */
  next?: string | undefined;
  label: string;
}

/** Lists of the API are read forward by a cursor. */
export function Pages({ first, next, label }: PagesProps) {
  if (!first && !next) return null;
  return (
    <nav class="pages" aria-label={label}>
      {first && <a href={first}>First page</a>}
      {next && (
        <a href={next} rel="next">
          Next page
        </a>
      )}
    </nav>
  );
}

interface ProgressProps {
  /** What is counted: `lines checked`. */
  label: string;
  done: number;
  total: number;
}

/** How far a job is, as a bar and in numbers. */
export function Progress({ label, done, total }: ProgressProps) {
  return (
    <div class="progress">
      <progress max={Math.max(1, total)} value={done} aria-label={label} />
      <span class="number">
        {formatCount(done)} of {formatCount(total)} {label}
      </span>
    </div>
  );
}

interface MeterProps {
  /** What is used: `requests of the day`. */
  label: string;
  used: number;
  limit: number;
  /** How amounts are written. Without it they are whole numbers. */
  text?: (amount: number) => string;
}

/** Use of a limit, as a bar and in numbers: a colour alone is not readable for everyone. */
export function Meter({ label, used, limit, text = formatCount }: MeterProps) {
  return (
    <div class="meter">
      <meter
        min={0}
        max={limit}
        low={limit * 0.75}
        high={limit * 0.95}
        optimum={0}
        value={Math.min(used, limit)}
        aria-label={`${label}: ${text(used)} of ${text(limit)}`}
      />
      <p>
        <strong>{text(used)}</strong> <span class="quiet">of {text(limit)}</span> {label}
      </p>
    </div>
  );
}

/** Names and values. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ComponentChildren])[] }) {
  return (
    <dl class="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A time in UTC, to the minute. @param at ISO 8601 or Unix milliseconds */
export function Time({ at, empty = 'never' }: { at: string | number | null | undefined; empty?: string }) {
  if (at == null) return <span class="quiet">{empty}</span>;
  const iso = new Date(at).toISOString();
  return (
    <time dateTime={iso} class="time">
      {`${iso.slice(0, 10)} ${iso.slice(11, 16)}`} <span class="quiet">UTC</span>
    </time>
  );
}

/** What the API says of each wrong field: a JSON pointer and what is expected there. */
export function Details({ details }: { details: readonly FaultDetail[] }) {
  if (details.length === 0) return null;
  return (
    <ul class="details">
      {details.map(({ path, message }) => (
        <li key={path + message}>
          {path && <code>{path}</code>} {message}
        </li>
      ))}
    </ul>
  );
}

/** For a question to the operator. */
export function RequestId({ id }: { id: string }) {
  return id ? (
    <p class="request-id">
      Request <code>{id}</code>
    </p>
  ) : null;
}
