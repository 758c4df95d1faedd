/** @jsxImportSource preact */
/** The only page that shows a key: the answer to the form that issued or rotated it. The key itself is stored nowhere. */
import { firstCurl } from '../../api/v1/first-requests.ts';
import { type ApiKey, isDelegate } from '../../domain/key.ts';
import type { IssuedKey } from '../../keys/key-issuer.ts';
import { Copyable, Notice, UtcTime } from '../elements.tsx';
import { page } from '../layout.tsx';
import type { OperatorRequest } from '../operator-request.ts';

interface IssuedPage extends IssuedKey {
  /** The key that this one replaces, if it was rotated. */
  old?: ApiKey;
  /** Scheme and host for the example request. */
  origin: string;
  /** Whether the API refuses keys that are not enrolled. */
  beta: boolean;
}

export function issuedPage(request: OperatorRequest, { row, key, old, origin, beta }: IssuedPage): Response {
  const curl = firstCurl(origin, row.scope === 'all' ? 'tariff' : row.scope, key);
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
        {beta && !isDelegate(row.notes) && (
          <Notice tone="bad">
            The key is not enrolled in the beta, so the API refuses it with 403. Turn on delegate mode on the page of
            the key.
          </Notice>
        )}
        <Copyable id="curl" label="Example request" text={curl.join(' \\\n  ')} />
        <p>
          <a class="button primary" href={`/operator/keys/${row.id}`}>
            I stored it
          </a>
        </p>
      </dialog>
    ),
  });
}
