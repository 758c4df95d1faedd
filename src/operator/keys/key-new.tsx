/** @jsxImportSource preact */
import { DEFAULT_LIMITS, SCOPES, type Scope, withDelegate } from '../../domain/key.ts';
import { KeyError, NAME_LENGTH_MAX, NOTES_LENGTH_MAX } from '../../keys/key-issuer.ts';
import type { OperatorDependencies } from '../dependencies.ts';
import { Csrf, Field, Notice } from '../elements.tsx';
import { page } from '../layout.tsx';
import { actorOf, type OperatorRequest, PageError } from '../operator-request.ts';
import { issuedPage } from './key-issued.tsx';

const DAY_MS = 86_400_000;

const SCOPE_LABELS: Record<Scope, string> = {
  tariff: 'tariff: lookups of tariff numbers',
  pixel: 'pixel: scans of storefronts',
  entry: 'entry: certificates',
  all: 'all of them',
};

export function newKeyPage(dependencies: OperatorDependencies, request: OperatorRequest): Response {
  return show(dependencies, request, new URLSearchParams({ scope: 'all' }));
}

export async function issueKey(dependencies: OperatorDependencies, request: OperatorRequest): Promise<Response> {
  const { form } = request;
  if (!(await dependencies.forms.claim(form.get('once') ?? ''))) throw alreadySent();
  const scope = SCOPES.find((known) => known === form.get('scope'));
  try {
    if (!scope) throw new KeyError('Choose a scope.');
    const notes = form.get('notes') ?? '';
    const issued = await dependencies.keyIssuer.issue(
      {
        name: form.get('name') ?? '',
        scope,
        notes: form.get('delegate') === 'on' ? withDelegate(notes, true) : notes,
        perMinute: readNumber(form.get('per_minute')),
        perDay: readNumber(form.get('per_day')),
        expiresAt: readEnd(form.get('expires')),
      },
      actorOf(request),
    );
    return issuedPage(dependencies, request, issued);
  } catch (error) {
    if (error instanceof KeyError) return show(dependencies, request, form, error.message);
    throw error;
  }
}

/** Reloading the answer that showed a key sends its form again, and must neither show it again nor issue another. */
export function alreadySent(): PageError {
  return new PageError(
    409,
    'Already sent',
    'This form was sent before. No other key was issued, and none is shown again.',
  );
}

/** Empty takes the default; anything but digits is a limit that `KeyIssuer` refuses. */
function readNumber(text: string | null): number | undefined {
  if (!text?.trim()) return undefined;
  return /^\d+$/.test(text.trim()) ? Number(text) : Number.NaN;
}

/** The end of a day, UTC. */
function readEnd(date: string | null): number | undefined {
  if (!date) return undefined;
  const start = /^\d{4}-\d\d-\d\d$/.test(date) ? Date.parse(`${date}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(start)) throw new KeyError('The expiry is not a date.');
  return start + DAY_MS;
}

function show(
  dependencies: OperatorDependencies,
  request: OperatorRequest,
  given: URLSearchParams,
  problem?: string,
): Response {
  const value = (name: string) => given.get(name) ?? '';
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
          <input type="hidden" name="once" value={dependencies.forms.token()} />
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
            <label for="delegate">Delegate mode</label>
            <p id="delegate-hint" class="hint">
              Lets the key pass the closed-beta gate. It can be switched at any time.
            </p>
          </div>
          <Field id="notes" label="Notes">
            <textarea id="notes" name="notes" rows={3} maxLength={NOTES_LENGTH_MAX}>
              {value('notes')}
            </textarea>
          </Field>
          <div class="columns">
            <LimitField
              name="per_minute"
              label="Requests a minute"
              value={value('per_minute')}
              usual={DEFAULT_LIMITS.perMinute}
            />
            <LimitField name="per_day" label="Requests a day" value={value('per_day')} usual={DEFAULT_LIMITS.perDay} />
            <Field id="expires" label="Last day" hint="UTC; empty: no end.">
              <input id="expires" name="expires" type="date" value={value('expires')} aria-describedby="expires-hint" />
            </Field>
          </div>
          <button type="submit" class="primary">
            Issue the key
          </button>
        </form>
      </section>
    ),
  });
}

function LimitField({ name, label, value, usual }: { name: string; label: string; value: string; usual: number }) {
  return (
    <Field id={name} label={label} hint={`Empty: ${usual}.`}>
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
