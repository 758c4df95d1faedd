/** @jsxImportSource preact */
/** What the certificate will state, drawn from the form alone. It is a preview: nothing is issued, and nothing was checked. */
import { type FormField, SECTIONS } from './form-fields.ts';
import type { Values } from './request-of-form.ts';

export function Paper({ values }: { values: Values }) {
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
      <section class="card" aria-labelledby="missing-title">
        <h2 id="missing-title">{missing.length === 0 ? 'Every element is filled' : 'Not filled yet'}</h2>
        {missing.length === 0 && (
          <p class="hint">Whether each is right, the certificate says after it is issued. Nobody checked it.</p>
        )}
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
