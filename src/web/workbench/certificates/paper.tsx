/** @jsxImportSource preact */
/** What the certificate will state, drawn from the form, and what the API says of it. It is a preview: nothing is issued. */
import { ApiFailure } from '../ask/api-failure.ts';
import { type Checked, STATES } from './certificate-data.ts';
import { type FormField, SECTIONS } from './form-fields.ts';
import type { Values } from './request-of-form.ts';

/** @param check what the API says of it; absent before it was asked */
export function Paper({ values, check }: { values: Values; check?: Checked | ApiFailure | undefined }) {
  const missing = SECTIONS.map((section) => ({
    ...section,
    fields: section.fields.filter(({ name, needed }) => needed && !values[name]),
  })).filter(({ fields }) => fields.length > 0);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard must reach it (WCAG 2.1.1).
    <section id="paper" tabIndex={0} aria-label="Preview, and what is not filled">
      <div class="paper">
        <p class="paper-kicker">Preview, not a certificate</p>
        <p class="paper-title">General Certificate of Conformity</p>
        {SECTIONS.map(({ title, source, fields }) => (
          <div key={title} class="paper-section">
            <p class="paper-head">
              <strong>{title}</strong> <small>{source}</small>
            </p>
            {fields
              .filter(({ name, needed }) => needed || values[name])
              .map((field) => (
                <p key={field.name} class="paper-line">
                  <span>{field.label}</span>
                  {values[field.name] ? (
                    <span class="paper-value">{textOf(field, values[field.name] ?? '')}</span>
                  ) : (
                    <em>Not stated in the request.</em>
                  )}
                </p>
              ))}
          </div>
        ))}
      </div>
      {check && (
        <section class="card" aria-labelledby="check-title">
          <h2 id="check-title">What it would state</h2>
          {check instanceof ApiFailure ? <NotRead failure={check} /> : <CheckText check={check} />}
        </section>
      )}
      <section class="card" aria-labelledby="missing-title">
        <h2 id="missing-title">{missing.length === 0 ? 'Every element is filled' : 'Not filled yet'}</h2>
        {missing.length === 0 && <p class="hint">Nobody checks whether what you state is true.</p>}
        <ul class="missing">
          {missing.map(({ title, source, why, fields }) => (
            <li key={title}>
              <strong>{title}</strong>: {fields.map(({ label }) => label.toLowerCase()).join(', ')}
              <span class="under">
                {why} {source}
              </span>
            </li>
          ))}
        </ul>
      </section>
    </section>
  );
}

function textOf({ type }: FormField, value: string): string {
  return type === 'check' ? 'yes' : value;
}

function CheckText({ check }: { check: Checked }) {
  const { state } = check;
  return (
    <>
      <p>
        <strong>{STATES[state].text}</strong>
        {state === 'stated' &&
          ': every element of 16 CFR 1110.11(a), and none of the defects that are looked for was found.'}
      </p>
      <WhatItLacks check={check} />
    </>
  );
}

/** Everything that keeps it from being stated, by the labels of the form. */
export function WhatItLacks({ check: { gaps } }: { check: Checked }) {
  const found = gaps.filter((gap) => gap.for === 'certificate');
  return (
    <ul class="missing">
      {found.map(({ field, label, reason }) => (
        <li key={field + reason}>
          <strong>{label ?? field}</strong>: {reason}
        </li>
      ))}
    </ul>
  );
}

/** A certificate needs some fields to be made at all. */
function NotRead({ failure }: { failure: ApiFailure }) {
  const { status, message, details } = failure;
  if (status !== 422) return <p>{message}</p>;
  return (
    <>
      <p>It cannot be made yet.</p>
      <p class="hint">
        {details.length === 1 ? 'One field' : `${details.length} fields`} must be filled or mended first.
      </p>
    </>
  );
}
