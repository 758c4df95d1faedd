/** @jsxImportSource preact */
import type { ApiFailure } from '../ask/api-failure.ts';
import { Card, Empty, Facts, Heading, Notice, Status, Table, Time } from '../shell/elements.tsx';
import { FailureNotice, headersOf } from '../shell/failure.tsx';
import { Button, Csrf, TextField } from '../shell/fields.tsx';
import { plural } from '../shell/format.ts';
import { fragment, page } from '../shell/layout.tsx';
import { watchPage } from '../shell/links.ts';
import type { SignedInRequest } from '../workbench-request.ts';
import { WATCH_STYLE } from './assets.ts';
import { EventTable } from './event-list.tsx';
import { subjectText } from './list-view.tsx';
import type { EventPage, WatchShape } from './read-watches.ts';
import { outcomeOf } from './words.ts';

interface WatchProps {
  watch: WatchShape;
  events: EventPage;
  nowMs: number;
  /** Forms that make something do it once. */
  once: string;
  failure?: ApiFailure;
}

interface PartProps extends WatchProps {
  request: SignedInRequest;
}

/** A look or an attempt that is due so soon is worth asking for again and again. */
const SOON_MS = 30_000;
const POLL = 'every 2s';

const SAID: readonly (readonly [name: string, text: string])[] = [
  ['made', 'The watch is made.'],
  ['saved', 'Saved.'],
  ['tested', 'A test event is made. It is listed below.'],
  ['sent', 'The event is sent again now.'],
];

export function watchViewPage(request: SignedInRequest, props: WatchProps): Response {
  const { watch, failure } = props;
  const name = watch.name || 'Watch without a name';
  const said = SAID.find(([key]) => request.url.searchParams.has(key));
  const isPaused = watch.status === 'paused';
  return page(request, {
    title: name,
    section: 'watches',
    styles: [WATCH_STYLE],
    status: failure?.status ?? 200,
    ...(failure && { headers: headersOf(failure) }),
    isError: failure !== undefined,
    body: (
      <>
        <Heading
          title={name}
          up={{ href: '/work/watches', text: 'Watches' }}
          lead={
            <>
              {subjectText(watch)} · <Status tone={isPaused ? 'mild' : 'good'}>{watch.status}</Status>
            </>
          }
        >
          <form method="post" action={`${watchPage(watch.id)}/test`}>
            <Csrf request={request} />
            <input type="hidden" name="once" value={props.once} />
            <Button>Send a test</Button>
          </form>
          <form method="post" action={`${watchPage(watch.id)}/pause`}>
            <Csrf request={request} />
            <input type="hidden" name="paused" value={isPaused ? 'off' : 'on'} />
            <Button primary={isPaused}>{isPaused ? 'Resume' : 'Pause'}</Button>
          </form>
        </Heading>
        {failure && <FailureNotice request={request} failure={failure} />}
        {said && !failure && <Notice tone="good">{said[1]}</Notice>}
        {isPaused && (
          <Notice tone="mild">
            While it is paused nothing is looked at. What changed meanwhile is told when it goes on.
          </Notice>
        )}
        <Live request={request} {...props} />
        <div class="columns">
          <SubjectCard watch={watch} />
          <WebhookCard request={request} {...props} />
        </div>
        <EditCard request={request} {...props} />
        <RemovalCard request={request} {...props} />
      </>
    ),
  });
}

export function watchFragment(request: SignedInRequest, props: WatchProps): Response {
  return fragment(<Live request={request} {...props} />);
}

/** Asked for again while a look or an attempt is about to be made. */
function Live(props: PartProps) {
  const { request, watch, events, nowMs } = props;
  const isSoon = (at: string | null) => at !== null && Date.parse(at) - nowMs < SOON_MS;
  const isPolling =
    watch.looks.some(({ due_at }) => isSoon(due_at)) ||
    events.events.some(({ delivery }) => isSoon(delivery.next_attempt_at));
  const after = request.url.searchParams.get('after');
  const address = `${watchPage(watch.id)}${after ? `?after=${encodeURIComponent(after)}` : ''}`;
  const polling = isPolling ? { 'hx-get': address, 'hx-trigger': POLL, 'hx-swap': 'outerHTML' } : {};
  return (
    <div id="watch-live" {...polling}>
      <LooksCard {...props} />
      <EventsCard {...props} isPolling={isPolling} />
    </div>
  );
}

function LooksCard({ watch: { looks } }: PartProps) {
  return (
    <Card id="looks-title" title="Runs">
      <Table label="Runs" stacked>
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col">Last run</th>
            <th scope="col">Outcome</th>
            <th scope="col">Next run</th>
          </tr>
        </thead>
        <tbody>
          {looks.map(({ store, looked_at, outcome, due_at }) => {
            const [text, tone] = outcomeOf(outcome);
            return (
              <tr key={store ?? ''}>
                <th scope="row">
                  <bdi>{store ?? 'All numbers'}</bdi>
                </th>
                <td data-label="Last run">
                  <Time at={looked_at} empty="not yet" />
                </td>
                <td data-label="Outcome">
                  <Status tone={tone}>{text}</Status>
                </td>
                <td data-label="Next run">
                  <Time at={due_at} empty="none while paused" />
                </td>
              </tr>
            );
          })}
        </tbody>
      </Table>
    </Card>
  );
}

function EventsCard({ request, watch, events, isPolling }: PartProps & { isPolling: boolean }) {
  const refresh = isPolling && (
    <a href={watchPage(watch.id)} class="refresh">
      Refresh
    </a>
  );
  return (
    <Card id="events-title" title="Events and deliveries" aside={refresh}>
      {events.events.length === 0 ? (
        <Empty title="Nothing told in the last 90 days">
          <p>
            {watch.webhook
              ? 'Send a test to see that your receiver gets it.'
              : 'Something is told here when it changes. Send a test to see how that looks.'}
          </p>
        </Empty>
      ) : (
        <EventTable request={request} page={events} maySend={watch.webhook?.state === 'on'} />
      )}
    </Card>
  );
}

function SubjectCard({ watch: { subject, audit_id, every, created_at, id } }: { watch: WatchShape }) {
  const parts = subject.codes ?? subject.stores ?? [];
  const title = subject.codes ? plural(parts.length, 'tariff number') : plural(parts.length, 'store');
  return (
    <Card id="subject-title" title={title}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard (WCAG 2.1.1). */}
      <ul class="watched" tabIndex={0} aria-labelledby="subject-title">
        {parts.map((part) => (
          <li key={part}>{part}</li>
        ))}
      </ul>
      <Facts
        facts={[
          ...(every ? ([['Scanned', `every ${every}`]] as const) : []),
          ...(audit_id
            ? ([
                [
                  'From the audit',
                  <a key="audit" href={`/work/tariff/audits/${audit_id}`}>
                    {audit_id}
                  </a>,
                ],
              ] as const)
            : []),
          ['Made', <Time key="made" at={created_at} />],
          ['Id', <code key="id">{id}</code>],
        ]}
      />
      <p class="hint">What is watched and how often cannot be changed. For something else, make another watch.</p>
    </Card>
  );
}

function WebhookCard({ request, watch: { id, webhook }, once }: PartProps) {
  if (!webhook) {
    return (
      <Card id="webhook-title" title="Webhook">
        <p class="quiet">None: events are only listed here. Set an address below to have them sent.</p>
      </Card>
    );
  }
  return (
    <Card id="webhook-title" title="Webhook">
      <Facts
        facts={[
          ['Address', webhook.url],
          [
            'State',
            <Status key="state" tone={webhook.state === 'on' ? 'good' : 'bad'}>
              {webhook.state}
            </Status>,
          ],
          ...(webhook.note ? ([['Why', webhook.note]] as const) : []),
          ...(webhook.old_secret_until
            ? ([['The old secret signs until', <Time key="old" at={webhook.old_secret_until} />]] as const)
            : []),
        ]}
      />
      {webhook.state === 'off' && <p>Nothing is sent. Save the watch below to switch it on again.</p>}
      <form method="post" action={`${watchPage(id)}/secret`} class="secret-form">
        <Csrf request={request} />
        <input type="hidden" name="once" value={once} />
        <Button>Make a new secret</Button>
        <p class="hint">
          The secret was shown when it was made. A new one is shown once; the old one signs too for a day.
        </p>
      </form>
    </Card>
  );
}

function EditCard({ request, watch, failure }: PartProps) {
  const value = (name: string, saved: string) => (failure ? (request.form.get(name) ?? '') : saved);
  return (
    <Card id="edit-title" title="Change">
      <form
        method="post"
        action={watchPage(watch.id)}
        class="form"
        data-draft={watch.id}
        data-returned={failure ? '' : undefined}
      >
        <Csrf request={request} />
        <div class="field-row">
          <TextField id="name" label="Name" maxLength={200} autocomplete="off" value={value('name', watch.name)} />
          <TextField
            id="webhook"
            type="url"
            label="Webhook"
            hint="Empty: nothing is sent. Another address keeps the secret."
            autocomplete="off"
            spellcheck={false}
            value={value('webhook', watch.webhook?.url ?? '')}
          />
        </div>
        <Button>Save</Button>
      </form>
    </Card>
  );
}

function RemovalCard({ request, watch }: PartProps) {
  return (
    <Card>
      <details class="danger-zone">
        <summary>Remove this watch</summary>
        <p>Nothing is looked at any more, and what waits to be sent is given up. Its events stay listed for 90 days.</p>
        <form method="post" action={`${watchPage(watch.id)}/removal`}>
          <Csrf request={request} />
          <Button danger>Remove</Button>
        </form>
      </details>
    </Card>
  );
}
