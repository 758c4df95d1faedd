/** @jsxImportSource preact */
import { DEFAULT_LIMITS, SCOPES, type Scope } from '../../domain/key.ts';
import { NAME_LENGTH_MAX, NOTES_LENGTH_MAX } from '../../keys/key-issuer.ts';
import { Csrf, Field, Notice } from '../elements.tsx';
import { page } from '../layout.tsx';
import type { OperatorRequest } from '../operator-request.ts';
import { NetworksField } from './networks-field.tsx';
import { ResourceFields } from './resource-fields.tsx';

const SCOPE_LABELS: Record<Scope, string> = {
  tariff: 'tariff: lookups of tariff numbers',
  pixel: 'pixel: scans of storefronts',
  entry: 'entry: certificates',
  all: 'all of them',
};

interface NewKeyPage {
  /** Lets the form be sent once. */
  formToken: string;
  /** Initial values. */
  fields: URLSearchParams;
  /** Why the form was refused. */
  problem?: string;
}

export function newKeyPage(request: OperatorRequest, { formToken, fields, problem }: NewKeyPage): Response {
  const value = (name: string) => fields.get(name) ?? '';
  return page(request, {
    title: 'Issue a key',
    section: 'keys',
    status: problem ? 422 : 200,
    body: (
      <section class="card form">
        <p class="crumb">
          <a href="/operator/keys">Keys</a>
        </p>
        <h1>Issue a key</h1>
        {problem && <Notice tone="bad">{problem}</Notice>}
        <form method="post" action="/operator/keys/new">
          <Csrf request={request} />
          <input type="hidden" name="once" value={formToken} />
          <Field id="name" label="Name" hint="Who or what the key is for.">
            <input
              id="name"
              name="name"
              required
              maxLength={NAME_LENGTH_MAX}
              value={value('name')}
              autocomplete="off"
              aria-describedby="name-hint"
            />
          </Field>
          <Field id="scope" label="Scope">
            <select id="scope" name="scope">
              {SCOPES.map((scope) => (
                <option key={scope} value={scope} selected={scope === value('scope')}>
                  {SCOPE_LABELS[scope]}
                </option>
              ))}
            </select>
          </Field>
          <div class="check">
            <input
              id="delegate"
              name="delegate"
              type="checkbox"
              value="on"
              checked={value('delegate') === 'on'}
              aria-describedby="delegate-hint"
            />
            <label for="delegate">Delegate mode: enrol the key in the beta</label>
            <p id="delegate-hint" class="hint">
              Without it, the API refuses the key with 403 while the beta is on. It can be switched at any time.
            </p>
          </div>
          <Field id="notes" label="Notes">
            <textarea id="notes" name="notes" rows={3} maxLength={NOTES_LENGTH_MAX}>
              {value('notes')}
            </textarea>
          </Field>
          <NetworksField text={value('networks')} />
          <div class="columns">
            <LimitField
              name="per_minute"
              label="Requests a minute"
              value={value('per_minute')}
              fallback={DEFAULT_LIMITS.perMinute}
            />
            <LimitField
              name="per_day"
              label="Requests a day"
              value={value('per_day')}
              fallback={DEFAULT_LIMITS.perDay}
            />
            <Field id="expires" label="Last day" hint="UTC. Empty: no end.">
              <input id="expires" name="expires" type="date" value={value('expires')} aria-describedby="expires-hint" />
            </Field>
          </div>
          <ResourceFields initial={value} />
          <button type="submit" class="primary">
            Issue the key
          </button>
        </form>
      </section>
    ),
  });
}

interface LimitFieldProps {
  name: string;
  label: string;
  value: string;
  fallback: number;
}

function LimitField({ name, label, value, fallback }: LimitFieldProps) {
  return (
    <Field id={name} label={label} hint={`Empty: ${fallback}.`}>
      <input
        id={name}
        name={name}
        type="number"
        inputMode="numeric"
        min={1}
        max={1_000_000_000}
        value={value}
        aria-describedby={`${name}-hint`}
      />
    </Field>
  );
}
