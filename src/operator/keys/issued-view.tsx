/** @jsxImportSource preact */
/** The only page that shows a key: the answer to the form that issued or rotated it. The key itself is stored nowhere. */
import { FIRST_REQUESTS } from '../../api/v1/first-requests.ts';
import type { ApiKey, Scope } from '../../domain/key.ts';
import type { IssuedKey } from '../../keys/key-issuer.ts';
import { Copyable, UtcTime } from '../elements.tsx';
import { page } from '../layout.tsx';
import type { OperatorRequest } from '../operator-request.ts';

/** A command that works as it is when pasted into a shell. */
function curlCommand(origin: string, scope: Scope, key: string): string {
  const { path, body } = FIRST_REQUESTS[scope === 'all' ? 'tariff' : scope];
  return [
    `curl -sS ${origin}${path} \\`,
    `  -H 'Authorization: Bearer ${key}' \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '${JSON.stringify(body)}'`,
  ].join('\n');
}

interface IssuedPage extends IssuedKey {
  /** The key that this one replaces, if it was rotated. */
  old?: ApiKey;
  /** Scheme and host for the example request. */
  origin: string;
}

export function issuedPage(request: OperatorRequest, { row, key, old, origin }: IssuedPage): Response {
  return page(request, {
    title: 'A new key',
    section: 'keys',
    body: (
      <dialog class="issued" open aria-labelledby="issued-title" data-stays>
        <h1 id="issued-title">
          The key for <bdi>{row.name}</bdi>
        </h1>
        <p>It is shown only this once. Store it now. It cannot be shown again.</p>
        <Copyable id="key" label="API key" text={key} />
        {old && (
          <dl class="facts">
            <dt>The new key works until</dt>
            <dd>
              <UtcTime ms={row.expiresAt} empty="it is revoked" />
            </dd>
            <dt>
              The old key, {old.prefix}…{old.lastFour}, works until
            </dt>
            <dd>
              <UtcTime ms={old.expiresAt} />
            </dd>
          </dl>
        )}
        <Copyable id="curl" label="Example request" text={curlCommand(origin, row.scope, key)} />
        <p>
          <a class="button primary" href={`/operator/keys/${row.id}`}>
            I stored it
          </a>
        </p>
      </dialog>
    ),
  });
}
