/** @jsxImportSource preact */
import type { ApiKey, KeyStatus } from '../../domain/key.ts';
import { Csrf, MaskedKey, Notice } from '../elements.tsx';
import { page } from '../layout.tsx';
import type { OperatorRequest } from '../operator-request.ts';
import { LimitFields, NameField, NotesField, OwnerFields, ScopeField } from './key-fields.tsx';
import { NetworksField } from './networks-field.tsx';
import { ResourceFields } from './resource-fields.tsx';

interface EditKeyPage {
  row: ApiKey;
  status: KeyStatus;
  /** Values of the fields: those of the key, or what was typed. */
  fields: URLSearchParams;
  /** The key was rotated from another, or into one. */
  hasRelatives: boolean;
  /** Why the form was refused. */
  problem?: string;
}

export function editKeyPage(request: OperatorRequest, options: EditKeyPage): Response {
  const { row, status, fields, hasRelatives, problem } = options;
  const value = (name: string) => fields.get(name) ?? '';
  return page(request, {
    title: `Edit ${row.name}`,
    section: 'keys',
    status: problem ? 422 : 200,
    body: (
      <section class="card form">
        <p class="crumb">
          <a href="/operator/keys">Keys</a> / <a href={`/operator/keys/${row.id}`}>#{row.id}</a>
        </p>
        <h1>
          Edit <bdi>{row.name}</bdi>
        </h1>
        <p class="quiet">
          <MaskedKey row={row} />
        </p>
        {problem && <Notice tone="bad">{problem}</Notice>}
        <form
          method="post"
          action={`/operator/keys/${row.id}/edit`}
          data-draft={`/operator/keys/${row.id}/edit`}
          data-returned={Boolean(problem) || undefined}
        >
          <Csrf request={request} />
          <NameField value={value} />
          {status !== 'revoked' && <ScopeField value={value} />}
          <OwnerFields value={value} />
          <NotesField value={value} />
          {status === 'revoked' ? (
            <p>The key is revoked for good. Only what describes it can be changed.</p>
          ) : (
            <>
              <NetworksField text={value('networks')} />
              <LimitFields value={value} />
              {status === 'expired' && <ReviveField checked={value('revive') === 'on'} />}
              <ResourceFields initial={value} />
              {hasRelatives && (
                <p class="hint">
                  The limits are those of the whole lineage. Everything else is changed for this key alone.
                </p>
              )}
            </>
          )}
          <p>
            <button type="submit" class="primary">
              Save
            </button>{' '}
            <a href={`/operator/keys/${row.id}`}>Cancel</a>
          </p>
        </form>
      </section>
    ),
  });
}

/** An expired key comes back only if somebody says so. */
function ReviveField({ checked }: { checked: boolean }) {
  return (
    <div class="check">
      <input id="revive" name="revive" type="checkbox" value="on" checked={checked} aria-describedby="revive-hint" />
      <label for="revive">Let the key work again</label>
      <p id="revive-hint" class="hint">
        The key has expired. With a later last day, or none, it is accepted again.
      </p>
    </div>
  );
}
