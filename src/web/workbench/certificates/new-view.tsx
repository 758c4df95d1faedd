/** @jsxImportSource preact */
import type { Static } from 'typebox';
import type { Citation } from '../../../api/v0/citations/schema.ts';
import { ApiFailure } from '../ask/api-failure.ts';
import { Heading, Notice } from '../shell/elements.tsx';
import { FailureNotice } from '../shell/failure.tsx';
import { Button, CheckField, Csrf, SelectField, TextArea, TextField } from '../shell/fields.tsx';
import { page } from '../shell/layout.tsx';
import type { SignedInRequest } from '../workbench-request.ts';
import { CERTIFICATE_STYLE } from './assets.ts';
import { type Checked, STATES } from './certificate-data.ts';
import { type FormField, type FormSection, SECTIONS } from './form-fields.ts';
import type { KnownParty } from './known-parties.ts';
import { Paper, WhatItLacks } from './paper.tsx';
import { fieldOf, type Values } from './request-of-form.ts';

const LEFT_OUT_SHOWN = 10;

export interface FormView {
  values: Values;
  /** The form does its work once. */
  once: string;
  parties: readonly KnownParty[];
  /** Words by which rules are looked for. */
  words: string;
  /** Rules that the words found. */
  suggestions: Static<typeof Citation>[] | ApiFailure;
  /** The certificate that this one began with. */
  from?: { id: string; name: string; leftOut: readonly string[] } | undefined;
  /** The key of a party that has just been kept. */
  kept?: string;
  /** Nothing was issued: what was typed is kept. */
  isDraft?: boolean;
  failure?: ApiFailure;
  /** What the certificate would state. */
  check?: Checked;
  /** What to send back to issue it all the same: it stands for exactly this content. */
  confirm?: string;
}

export function formPage(request: SignedInRequest, view: FormView): Response {
  const { failure, from, isDraft, kept } = view;
  return page(request, {
    title: 'New certificate',
    section: 'certificates',
    styles: [CERTIFICATE_STYLE],
    status: failure?.status ?? 200,
    isError: isDraft ?? false,
    body: (
      <>
        <Heading
          title="New certificate"
          up={{ href: '/work/certificates', text: 'Certificates' }}
          lead="A certificate contains what you state, and nothing else. What is left empty is printed as not stated."
        />
        {from && (
          <Notice tone="info">
            This form begins with what the certificate of <a href={`/work/certificates/${from.id}`}>{from.name}</a>{' '}
            states. Change what is different.
          </Notice>
        )}
        {from && from.leftOut.length > 0 && (
          <Notice tone="mild">
            It states more than this form has fields for. Left out: {from.leftOut.slice(0, LEFT_OUT_SHOWN).join(', ')}
            {from.leftOut.length > LEFT_OUT_SHOWN && `, and ${from.leftOut.length - LEFT_OUT_SHOWN} more`}.
          </Notice>
        )}
        {kept && (
          <Notice tone="good">
            Kept as {kept}. <a href="/work/certificates/parties">All parties</a>
          </Notice>
        )}
        {failure && <FailureNotice request={request} failure={failure} />}
        {view.check && view.confirm && (
          <Notice tone="bad">
            <strong>Nothing was issued yet. Issue it all the same?</strong>
            <p>
              This certificate would be {STATES[view.check.state].text}, and a certificate is never changed afterwards.{' '}
              <a href="#issue">To the button</a>
            </p>
            <WhatItLacks check={view.check} />
          </Notice>
        )}
        <div class="form-and-paper">
          <CertificateForm request={request} view={view} />
          <Paper values={view.values} check={view.check} />
        </div>
      </>
    ),
  });
}

function CertificateForm({ request, view }: { request: SignedInRequest; view: FormView }) {
  const errors = new Map<string, string>();
  for (const { path, message } of view.failure?.details ?? []) {
    const field = fieldOf(path);
    if (field) errors.set(field, [errors.get(field), message].filter(Boolean).join(' '));
  }
  const preview = {
    'hx-post': '/work/certificates/preview',
    'hx-trigger': 'input delay:300ms',
    'hx-target': '#paper',
    'hx-swap': 'outerHTML',
    'hx-sync': 'this:replace',
  };
  return (
    <form
      method="post"
      action="/work/certificates/new"
      data-draft="certificate"
      data-returned={view.isDraft ? '' : undefined}
    >
      <Csrf request={request} />
      <input type="hidden" name="once" value={view.once} />
      <div {...preview}>
        {SECTIONS.map((section) => (
          <Section key={section.title} section={section} view={view} errors={errors} />
        ))}
      </div>
      <p id="issue">
        {view.confirm ? (
          <>
            <Button primary>Check it again</Button>{' '}
            <Button danger name="confirmed" value={view.confirm}>
              Issue it all the same
            </Button>
          </>
        ) : (
          <Button primary>Issue the certificate</Button>
        )}
      </p>
      <p class="hint">
        It counts as one request. A certificate is never changed: it is revoked, or superseded by another.
      </p>
    </form>
  );
}

interface SectionProps {
  section: FormSection;
  view: FormView;
  errors: ReadonlyMap<string, string>;
}

function Section({ section: { title, source, why, fields, party }, view, errors }: SectionProps) {
  const known = view.parties.filter(({ path }) => path === party);
  return (
    <fieldset>
      <legend>{title}</legend>
      <p class="hint">
        {why} <span class="source">{source}</span>
      </p>
      {party && known.length > 0 && (
        <div class="field-row">
          <SelectField
            id={`known.${party}`}
            label="One that you know"
            options={known.map(({ choice, label }) => [choice, label] as const)}
          />
          <Button name="use_party" value={party}>
            Fill in
          </Button>
        </div>
      )}
      <div class="fields">
        {fields.map((field) => (
          <Control
            key={field.name}
            field={field}
            value={view.values[field.name] ?? ''}
            error={errors.get(field.name)}
          />
        ))}
      </div>
      {party && (
        <p>
          <Button name="keep_party" value={party}>
            Keep for later certificates
          </Button>
        </p>
      )}
      {title === 'Rules' && <RuleSearch view={view} />}
    </fieldset>
  );
}

function Control({
  field: { name, label, type = 'text', hint },
  value,
  error,
}: {
  field: FormField;
  value: string;
  error: string | undefined;
}) {
  if (typeof type !== 'string')
    return <SelectField id={name} label={label} hint={hint} error={error} value={value} options={type} />;
  if (type === 'area') return <TextArea id={name} label={label} hint={hint} error={error} rows={3} value={value} />;
  if (type === 'check') return <CheckField id={name} label={label} hint={hint} checked={value === 'on'} />;
  return (
    <TextField
      id={name}
      type={type === 'month' ? 'text' : type}
      label={label}
      hint={hint}
      error={error}
      value={value}
      autoComplete="off"
    />
  );
}

function RuleSearch({ view: { words, suggestions } }: { view: FormView }) {
  return (
    <div class="rules">
      <div class="field-row">
        <TextField
          id="rule_words"
          type="search"
          label="Find rules by words"
          hint="Such as bicycle helmet"
          value={words}
          maxLength={200}
          hx-get="/work/certificates/new"
          hx-trigger="input delay:300ms"
          hx-target="#suggestions"
          hx-swap="outerHTML"
          hx-params="rule_words"
          hx-sync="this:replace"
        />
        <Button name="find_rules" value="on">
          Find
        </Button>
      </div>
      <Suggestions words={words} suggestions={suggestions} />
    </div>
  );
}

/** What a rule asks for, in words. */
const KINDS = {
  GCC: 'general-use products',
  'GCC+CPC': "general-use and children's products",
  CPC: "only children's products, which need a Children's Product Certificate instead",
} as const;

/** Rules that the words found. Which of them apply, the reader decides. */
export function Suggestions({ words, suggestions }: Pick<FormView, 'words' | 'suggestions'>) {
  const found = suggestions instanceof ApiFailure ? [] : suggestions;
  return (
    <div id="suggestions" aria-live="polite">
      {suggestions instanceof ApiFailure && <p>{suggestions.message}</p>}
      {words !== '' && found.length === 0 && !(suggestions instanceof ApiFailure) && (
        <p class="hint">No rule of the catalogue used here has these words. That does not say that none applies.</p>
      )}
      {found.length > 0 && <p class="hint">These fit the words best. You decide which rules apply to the product.</p>}
      <ul class="suggestions">
        {found.map(({ citation, title, applies_to, certificate, source, vacated, note }) => (
          <li key={citation}>
            <Button name="add_rule" value={citation}>
              Add {citation}
            </Button>
            <span>
              {title}
              <span class="under">
                {applies_to} · {KINDS[certificate]}
                {vacated && ' · vacated by a court'}
                {note && ` · ${note}`} · {source ?? 'No source was read.'}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
