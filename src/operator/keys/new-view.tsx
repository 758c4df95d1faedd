/** @jsxImportSource preact */
import { Csrf, Notice } from '../elements.tsx';
import { page } from '../layout.tsx';
import type { OperatorRequest } from '../operator-request.ts';
import { LimitFields, NameField, NotesField, OwnerFields, ScopeField } from './key-fields.tsx';
import { NetworksField } from './networks-field.tsx';
import { ResourceFields } from './resource-fields.tsx';

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
        <form
          method="post"
          action="/operator/keys/new"
          data-draft="/operator/keys/new"
          data-returned={Boolean(problem) || undefined}
        >
          <Csrf request={request} />
          <input type="hidden" name="once" value={formToken} />
          <NameField value={value} />
          <ScopeField value={value} />
          <OwnerFields value={value} />
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
          <NotesField value={value} />
          <NetworksField text={value('networks')} />
          <LimitFields value={value} />
          <ResourceFields initial={value} />
          <button type="submit" class="primary">
            Issue the key
          </button>
        </form>
      </section>
    ),
  });
}
