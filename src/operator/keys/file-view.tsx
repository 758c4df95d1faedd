/** @jsxImportSource preact */
import type { ApiKey } from '../../domain/key.ts';
import { BULK_KEYS_MAX } from '../../keys/key-issuer.ts';
import { Csrf, Field, MaskedKey, Notice, TableBox } from '../elements.tsx';
import { plural } from '../format.ts';
import { page } from '../layout.tsx';
import type { OperatorRequest } from '../operator-request.ts';

export const KEY_FILE_ACTIONS = ['issue', 'edit', 'revoke'] as const;
export type KeyFileAction = (typeof KEY_FILE_ACTIONS)[number];

const ACTIONS: Record<KeyFileAction, { label: string; hint: string; done: string }> = {
  issue: {
    label: 'Issue keys',
    hint: 'Columns: name and scope, and if you like owner, tags, notes, delegate, per_minute, per_day, expires, networks. An empty cell is the default.',
    done: 'issued',
  },
  edit: {
    label: 'Edit keys',
    hint: 'Column id or key, and what to change. An empty cell changes nothing; none, any, default and never empty a value. The export of the list can be edited and sent back.',
    done: 'changed',
  },
  revoke: { label: 'Revoke keys', hint: 'Column id or key, or one key a line.', done: 'revoked' },
};

interface KeyFilePage {
  action: KeyFileAction;
  /** What was done last. */
  done?: { action: KeyFileAction; count: number } | undefined;
  /** Why the file was refused. */
  problems?: string[];
}

export function keyFilePage(request: OperatorRequest, { action, done, problems }: KeyFilePage): Response {
  return page(request, {
    title: 'Keys from a file',
    section: 'keys',
    status: problems ? 422 : 200,
    body: (
      <section class="card form">
        <p class="crumb">
          <a href="/operator/keys">Keys</a>
        </p>
        <h1>Keys from a file</h1>
        {done && (
          <Notice tone="good">
            {plural(done.count, 'key')} {ACTIONS[done.action].done}. The audit has each of them.
          </Notice>
        )}
        {problems && (
          <div class="notice bad" role="alert">
            <p>The file cannot be used. Nothing was changed.</p>
            <ul class="plain">
              {problems.map((problem) => (
                <li key={problem}>{problem}</li>
              ))}
            </ul>
          </div>
        )}
        <form method="post" action="/operator/keys/file" encType="multipart/form-data">
          <Csrf request={request} />
          <fieldset class="choices">
            <legend>What to do</legend>
            {KEY_FILE_ACTIONS.map((name) => (
              <div key={name} class="check">
                <input
                  id={name}
                  type="radio"
                  name="action"
                  value={name}
                  checked={name === action}
                  aria-describedby={`${name}-hint`}
                />
                <label for={name}>{ACTIONS[name].label}</label>
                <p id={`${name}-hint`} class="hint">
                  {ACTIONS[name].hint}
                </p>
              </div>
            ))}
          </fieldset>
          <Field
            id="file"
            label="CSV file"
            hint={`UTF-8, commas or semicolons, up to ${BULK_KEYS_MAX} keys and 2 MB. If one row is wrong, nothing is done.`}
          >
            <input
              id="file"
              name="file"
              type="file"
              accept=".csv,text/csv,text/plain"
              required
              aria-describedby="file-hint"
            />
          </Field>
          <button type="submit" class="primary">
            Check the file
          </button>
        </form>
      </section>
    ),
  });
}

export interface KeyFilePlan {
  /** What the confirmation sends back. It has no key in it. */
  text: string;
  /** Keys that would be issued or changed. */
  count: number;
  /** Keys of the file that are already as it says. */
  passedOver: number;
  /** `row` is absent for a key that does not exist yet. */
  rows: { row?: ApiKey; name: string; detail: string }[];
}

interface KeyPlanPage {
  action: KeyFileAction;
  plan: KeyFilePlan;
  /** Lets the confirmation be sent once. */
  formToken: string;
}

export function keyPlanPage(request: OperatorRequest, { action, plan, formToken }: KeyPlanPage): Response {
  const { count, passedOver, rows, text } = plan;
  const { label, done } = ACTIONS[action];
  return page(request, {
    title: label,
    section: 'keys',
    body: (
      <>
        <p class="crumb">
          <a href="/operator/keys/file">Keys from a file</a>
        </p>
        <h1>{label}</h1>
        <p>
          {count === 0 ? 'The file changes nothing.' : `${plural(count, 'key')} will be ${done}: all of them, or none.`}
          {passedOver > 0 && ` ${plural(passedOver, 'key')} of the file ${passedOver === 1 ? 'is' : 'are'} so already.`}
        </p>
        {count > 0 && (
          <>
            <TableBox label={label}>
              <table class="stack">
                <thead>
                  <tr>
                    <th scope="col">Key</th>
                    <th scope="col">
                      {action === 'edit' ? 'Changes' : action === 'revoke' ? 'Status' : 'Scope, owner, tags'}
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {rows.map(({ row, name, detail }, at) => (
                    <tr key={row?.id ?? at}>
                      <th scope="row">
                        <bdi>{name}</bdi>
                        {row && (
                          <span class="under">
                            <MaskedKey row={row} /> #{row.id}
                          </span>
                        )}
                      </th>
                      <td class="address">
                        <bdi>{detail}</bdi>
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </TableBox>
            <form class="confirm-file" method="post" action="/operator/keys/file/confirm" encType="multipart/form-data">
              <Csrf request={request} />
              <input type="hidden" name="once" value={formToken} />
              <input type="hidden" name="action" value={action} />
              <input type="hidden" name="rows" value={JSON.stringify(text)} />
              <button type="submit" class={action === 'revoke' ? 'danger' : 'primary'}>
                {action === 'revoke'
                  ? `Revoke ${plural(count, 'key')} for good`
                  : `${label.split(' ')[0]} ${plural(count, 'key')}`}
              </button>{' '}
              <a href="/operator/keys/file">Choose another file</a>
            </form>
          </>
        )}
      </>
    ),
  });
}
