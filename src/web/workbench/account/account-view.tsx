/** @jsxImportSource preact */
import type { Static } from 'typebox';
import type { Account } from '../../../api/v2/account/schema.ts';
import type { WorkbenchSession } from '../../../domain/workbench-session-store.ts';
import type { ApiFailure } from '../ask/api-failure.ts';
import { Card, Facts, Heading, Meter, Notice, Status, Table, Time } from '../shell/elements.tsx';
import { FailureNotice } from '../shell/failure.tsx';
import { Button, Csrf, Field, SelectField } from '../shell/fields.tsx';
import { formatBytes, formatCount, formatSeconds } from '../shell/format.ts';
import { page } from '../shell/layout.tsx';
import { JOB_FAMILIES, type JobFamily } from '../shell/links.ts';
import type { SignedInRequest } from '../workbench-request.ts';
import { ACCOUNT_STYLE } from './assets.ts';
import { UseChart } from './use-chart.tsx';

export interface RotationForm {
  /** The form does its work once. */
  once: string;
  overlap?: string;
  /** What is wrong with the key that was typed. */
  error?: string;
  failure?: ApiFailure;
}

interface AccountProps {
  account: Static<typeof Account>;
  sessions: readonly WorkbenchSession[];
  rotation: RotationForm;
}

const SCOPES = new Map<string, string>(
  Object.entries({
    tariff: 'Tariff',
    pixel: 'Pixel',
    entry: 'Certificates',
    all: 'Tariff, pixel and certificates',
  }),
);

export function accountPage(request: SignedInRequest, { account, sessions, rotation }: AccountProps): Response {
  const { failure, error } = rotation;
  return page(request, {
    title: 'Account',
    section: 'account',
    styles: [ACCOUNT_STYLE],
    status: failure?.status ?? (error ? 422 : 200),
    isError: failure !== undefined || error !== undefined,
    body: (
      <>
        <Heading title="Account" lead="Your API key: what it may use, and what it has used." />
        {failure && <FailureNotice request={request} failure={failure} />}
        {request.url.searchParams.has('ended') && (
          <Notice tone="good">All other sessions of this key have ended.</Notice>
        )}
        <div class="columns">
          <KeyCard account={account} />
          <LimitsCard account={account} />
        </div>
        <Card id="days-title" title="Requests of the last 90 days" aside={<span class="quiet">UTC days</span>}>
          <UseChart days={account.use.days} />
        </Card>
        <div class="columns">
          <ResourcesCard account={account} />
          <OpenJobsCard account={account} />
        </div>
        <WatchesCard />
        <SessionsCard request={request} sessions={sessions} />
        <RotationCard request={request} account={account} rotation={rotation} />
      </>
    ),
  });
}

function KeyCard({ account: { key } }: { account: Static<typeof Account> }) {
  const isRotating = key.status === 'rotating';
  return (
    <Card id="key-title" title="Key">
      <Facts
        facts={[
          ['Name', key.name],
          ['Key', <code key="prefix">{key.prefix}</code>],
          [
            'Status',
            <Status key="status" tone={isRotating ? 'mild' : 'good'}>
              {isRotating ? 'rotating out' : key.status}
            </Status>,
          ],
          ...(key.successor_prefix ? ([['Successor', <code key="next">{key.successor_prefix}</code>]] as const) : []),
          ['For', SCOPES.get(key.scope) ?? key.scope],
          ...(key.owner ? ([['Owner', key.owner]] as const) : []),
          ['Issued', <Time key="issued" at={key.created_at} />],
          ['Expires', <Time key="expires" at={key.expires_at} />],
        ]}
      />
    </Card>
  );
}

function LimitsCard({ account: { use, limits } }: { account: Static<typeof Account> }) {
  return (
    <Card id="limits-title" title="Use now">
      <Meter label="requests of today" used={use.today} limit={limits.per_day} />
      <Meter label="requests of the last minute" used={use.minute} limit={limits.per_minute} />
      <p class="hint">
        Shared with the keys that this one was rotated from or to. Jobs take their requests from the day. Looking at
        pages is not counted. The day ends at 00:00 UTC.
      </p>
    </Card>
  );
}

function ResourcesCard({ account: { resources } }: { account: Static<typeof Account> }) {
  const { stored_bytes, cpu_ms, bytes_fetched } = resources;
  return (
    <Card id="resources-title" title="Resources">
      <Meter label="stored" {...stored_bytes} text={formatBytes} />
      <Meter label="of processor time today" {...cpu_ms} text={(ms) => formatSeconds(ms / 1000)} />
      <Meter label="fetched from stores today" {...bytes_fetched} text={formatBytes} />
    </Card>
  );
}

function OpenJobsCard({ account: { open_jobs } }: { account: Static<typeof Account> }) {
  const families = Object.keys(JOB_FAMILIES) as JobFamily[];
  const open = families.reduce((sum, family) => sum + open_jobs[family], 0);
  return (
    <Card id="open-title" title="Open jobs">
      <Meter label="open at once" used={open} limit={open_jobs.limit} />
      <Facts facts={families.map((family) => [JOB_FAMILIES[family].plural, formatCount(open_jobs[family])])} />
    </Card>
  );
}

function WatchesCard() {
  return (
    <Card id="watches-title" title="Watches and webhooks">
      <p>
        <a href="/work/watches">Watches of this key</a>: each has its deliveries, the secret of its webhook and a test.
      </p>
      <p>
        <a href="/work/events?delivery=dead">Events that could not be delivered</a>, to send them again.
      </p>
    </Card>
  );
}

function SessionsCard({ request, sessions }: { request: SignedInRequest; sessions: readonly WorkbenchSession[] }) {
  const own = request.signedIn.session.tokenHash;
  return (
    <Card id="sessions-title" title="Who is signed in with this key">
      <Table label="Sessions" stacked>
        <thead>
          <tr>
            <th scope="col">Address</th>
            <th scope="col">Signed in</th>
            <th scope="col">Last seen</th>
            <th scope="col">Ends at the latest</th>
          </tr>
        </thead>
        <tbody>
          {sessions.map(({ tokenHash, origin, startedAt, seenAt, expiresAt }) => (
            <tr key={tokenHash}>
              <th scope="row">
                <bdi>{origin}</bdi> {tokenHash === own && <Status tone="good">this browser</Status>}
              </th>
              <td data-label="Signed in">
                <Time at={startedAt} />
              </td>
              <td data-label="Last seen">
                <Time at={seenAt} />
              </td>
              <td data-label="Ends">
                <Time at={expiresAt} />
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
      <form method="post" action="/work/account/sessions" class="below-table">
        <Csrf request={request} />
        <Button disabled={sessions.length < 2}>End all others</Button>
        <p class="hint">If somebody else has the key, this is not enough: rotate it, or have it revoked.</p>
      </form>
    </Card>
  );
}

interface RotationProps {
  request: SignedInRequest;
  account: Static<typeof Account>;
  rotation: RotationForm;
}

function RotationCard({ request, account: { key }, rotation: { once, overlap = '24', error } }: RotationProps) {
  if (!key.may_rotate) {
    return (
      <Card id="rotation-title" title="Rotate the key">
        <p class="quiet">
          {key.successor_prefix
            ? 'This key has a successor already. Sign in with it.'
            : 'On this service a key cannot rotate itself. Ask its operator for a new one.'}
        </p>
      </Card>
    );
  }
  const hint = 'Typed again, because a session alone must not make a key.';
  return (
    <Card id="rotation-title" title="Rotate the key">
      <p>
        Makes a new key with the same limits. The old one works until the overlap ends, so that programs can be changed.
      </p>
      <form method="post" action="/work/account/rotation" class="form">
        <Csrf request={request} />
        <input type="hidden" name="once" value={once} />
        <Field id="key" label="Present key" hint={hint} error={error}>
          <input
            id="key"
            name="key"
            type="password"
            autocomplete="off"
            spellcheck={false}
            required
            class="mono"
            aria-describedby={error ? 'key-error key-hint' : 'key-hint'}
            aria-invalid={error ? true : undefined}
          />
        </Field>
        <SelectField
          id="overlap"
          label="The old key still works for"
          value={overlap}
          options={[
            ['1', 'an hour'],
            ['24', 'a day'],
            ['168', '7 days'],
            ['720', '30 days'],
          ]}
        />
        <Button>Make a new key</Button>
      </form>
    </Card>
  );
}
