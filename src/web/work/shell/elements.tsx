/** @jsxImportSource preact */
/** What pages are made of. */
import type {
  ButtonHTMLAttributes,
  ComponentChildren,
  PartialInputHTMLAttributes,
  TextareaHTMLAttributes,
} from 'preact';
import type { FaultDetail } from '../../../domain/errors.ts';
import { csrfTokenOf, type WorkRequest } from '../work-request.ts';
import { formatCount } from './format.ts';

export type Tone = 'good' | 'bad' | 'mild' | 'info' | 'dim';

/** The hidden field that every form needs. In a form with a file it must come before the file. */
export function Csrf({ request }: { request: WorkRequest }) {
  return <input type="hidden" name="csrf" value={csrfTokenOf(request)} />;
}

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
  /** Of the title, so that parts of the page can name it. */
  id?: string;
  /** Beside the title. */
  aside?: ComponentChildren;
  children: ComponentChildren;
}

export function Card({ title, id, aside, children }: CardProps) {
  return (
    <section class="card" aria-labelledby={id}>
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

interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'class' | 'children'> {
  /** The one thing that a form is for. */
  primary?: boolean;
  /** It takes away something for good. */
  danger?: boolean;
  children: ComponentChildren;
}

/** Submits its form. */
export function Button({ primary, danger, children, ...rest }: ButtonProps) {
  return (
    <button type="submit" class={primary ? 'primary' : danger ? 'danger' : undefined} {...rest}>
      {children}
    </button>
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

interface FieldProps {
  id: string;
  label: ComponentChildren;
  hint?: ComponentChildren;
  /** What is wrong with it. */
  error?: string | undefined;
  children: ComponentChildren;
}

/** A control with its label, hint and error. The control needs the `id`, and `describedBy` as its `aria-describedby`. */
export function Field({ id, label, hint, error, children }: FieldProps) {
  return (
    <div class={error ? 'field faulty' : 'field'}>
      <label for={id}>{label}</label>
      {children}
      {error && (
        <p id={`${id}-error`} class="field-error">
          {error}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} class="hint">
          {hint}
        </p>
      )}
    </div>
  );
}

/** The ids that describe a control of a `Field`; undefined if it has neither hint nor error. */
export function describedBy(id: string, { hint, error }: { hint?: unknown; error?: unknown }): string | undefined {
  return [error ? `${id}-error` : '', hint ? `${id}-hint` : ''].filter(Boolean).join(' ') || undefined;
}

type TextInput = Omit<PartialInputHTMLAttributes<HTMLInputElement>, 'role' | 'type' | 'id' | 'name'>;

interface TextFieldProps extends TextInput {
  type?: 'text' | 'search' | 'url' | 'email' | 'date' | 'number';
  /** Also the name of the field. */
  id: string;
  label: ComponentChildren;
  hint?: ComponentChildren;
  error?: string | undefined;
}

export function TextField({ id, label, hint, error, type = 'text', ...input }: TextFieldProps) {
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <input
        id={id}
        name={id}
        type={type as 'text'}
        aria-describedby={describedBy(id, { hint, error })}
        aria-invalid={error ? true : undefined}
        {...input}
      />
    </Field>
  );
}

interface TextAreaProps extends Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'label' | 'id' | 'name' | 'value'> {
  id: string;
  label: ComponentChildren;
  hint?: ComponentChildren;
  error?: string | undefined;
  value?: string;
}

export function TextArea({ id, label, hint, error, value, ...area }: TextAreaProps) {
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <textarea
        id={id}
        name={id}
        aria-describedby={describedBy(id, { hint, error })}
        aria-invalid={error ? true : undefined}
        {...area}
      >
        {value}
      </textarea>
    </Field>
  );
}

interface SelectProps {
  id: string;
  label: ComponentChildren;
  hint?: ComponentChildren;
  error?: string | undefined;
  value?: string | undefined;
  /** Value and text of each. */
  options: readonly (readonly [value: string, text: string])[];
}

export function SelectField({ id, label, hint, error, value, options }: SelectProps) {
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <select
        id={id}
        name={id}
        aria-describedby={describedBy(id, { hint, error })}
        aria-invalid={error ? true : undefined}
      >
        {options.map(([option, text]) => (
          <option key={option} value={option} selected={option === value}>
            {text}
          </option>
        ))}
      </select>
    </Field>
  );
}

interface CheckFieldProps {
  id: string;
  label: ComponentChildren;
  hint?: ComponentChildren;
  checked?: boolean;
}

export function CheckField({ id, label, hint, checked }: CheckFieldProps) {
  return (
    <div class="check">
      <input
        id={id}
        name={id}
        type="checkbox"
        value="on"
        checked={checked}
        aria-describedby={describedBy(id, { hint })}
      />
      <label for={id}>{label}</label>
      {hint && (
        <p id={`${id}-hint`} class="hint">
          {hint}
        </p>
      )}
    </div>
  );
}

interface FileFieldProps {
  id: string;
  label: ComponentChildren;
  hint?: ComponentChildren;
  error?: string | undefined;
  /** As of an input: `.csv,.xlsx,.json`. */
  accept: string;
  /** The script refuses larger files before they are sent. */
  bytesMax: number;
}

/** A file that can be chosen, or dropped here with JavaScript. The script shows its name and size, and how much was sent. */
export function FileField({ id, label, hint, error, accept, bytesMax }: FileFieldProps) {
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <div class="drop" data-drop data-bytes-max={bytesMax}>
        <input
          id={id}
          name={id}
          type="file"
          accept={accept}
          required
          aria-describedby={describedBy(id, { hint, error })}
          aria-invalid={error ? true : undefined}
        />
        <p class="drop-text" data-drop-text aria-live="polite" hidden />
        <progress class="drop-progress" data-drop-progress max={100} value={0} aria-label="Sent" hidden />
      </div>
    </Field>
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

const JOB_TONES: Record<string, Tone> = {
  queued: 'dim',
  running: 'info',
  finished: 'good',
  failed: 'bad',
  cancelled: 'dim',
};

/** The status of a job, as the API names it. */
export function JobStatus({ status }: { status: string }) {
  return <Status tone={JOB_TONES[status] ?? 'dim'}>{status}</Status>;
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
