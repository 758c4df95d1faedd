/** @jsxImportSource preact */
/** Events and their deliveries, of one watch or of all. */
import { Notice, Pages, Status, Table, Time } from '../shell/elements.tsx';
import { Button, Csrf } from '../shell/fields.tsx';
import { formatCount, plural } from '../shell/format.ts';
import { watchPage } from '../shell/links.ts';
import type { SignedInRequest } from '../workbench-request.ts';
import { EventFacts } from './event-facts.tsx';
import type { EventPage, WatchEvent } from './read-watches.ts';
import { DELIVERIES, eventTypeText } from './words.ts';

interface EventTableProps {
  request: SignedInRequest;
  page: EventPage;
  /** Whether each event names its watch. */
  isOfAll?: boolean;
  /** Whether an event can be sent again: its watch has a webhook that is on. Undefined where that is not known. */
  maySend?: boolean;
}

export function EventTable({ request, page, isOfAll, maySend = true }: EventTableProps) {
  const { events, nextAfter, newer } = page;
  const link = (after?: string) => {
    const query = new URLSearchParams(request.url.search);
    for (const name of ['after', 'made', 'sent', 'saved']) query.delete(name);
    if (after) query.set('after', after);
    return `${request.url.pathname}${query.size > 0 ? `?${query}` : ''}`;
  };
  return (
    <>
      {newer && (
        <Notice tone="mild">
          There are more events than one list can show: these are the older ones.{' '}
          <a href={newerAddress(request, newer)}>Newer events</a>
        </Notice>
      )}
      <div class="events">
        <Table label="Events" stacked>
          <thead>
            <tr>
              <th scope="col">When</th>
              <th scope="col">Event</th>
              <th scope="col">Delivery</th>
            </tr>
          </thead>
          <tbody>
            {events.map((event) => (
              <tr key={event.id}>
                <td data-label="When">
                  <Time at={event.created_at} />
                </td>
                <td>
                  <Words event={event} isOfAll={isOfAll} />
                </td>
                <td data-label="Delivery">
                  <Delivery request={request} event={event} isOfAll={isOfAll} maySend={maySend} />
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
      <Pages
        label="Pages of events"
        first={request.url.searchParams.has('after') ? link() : undefined}
        next={nextAfter && link(nextAfter)}
      />
    </>
  );
}

function newerAddress({ url }: SignedInRequest, cursor: string): string {
  const query = new URLSearchParams(url.search);
  query.delete('after');
  query.set('cursor', cursor);
  return `${url.pathname}?${query}`;
}

function Words({ event, isOfAll }: { event: WatchEvent; isOfAll: boolean | undefined }) {
  const { id, type, watch_id, body } = event;
  return (
    <div class="event-words">
      <strong>{eventTypeText(type)}</strong>
      {isOfAll && (
        <>
          {' · '}
          <a href={watchPage(watch_id)}>{body.data.watch_name || 'Watch without a name'}</a>
        </>
      )}
      <br />
      {body.data.summary}
      <details id={`body-${id}`} hx-preserve>
        <summary>All of it</summary>
        <EventFacts event={event} />
      </details>
    </div>
  );
}

interface DeliveryProps {
  request: SignedInRequest;
  event: WatchEvent;
  isOfAll: boolean | undefined;
  maySend: boolean;
}

function Delivery({ request, event: { id, watch_id, delivery }, isOfAll, maySend }: DeliveryProps) {
  const { state, attempts, next_attempt_at, log } = delivery;
  const [text, tone] = DELIVERIES.get(state) ?? [state, 'dim' as const];
  return (
    <div>
      <Status tone={tone}>{text}</Status>
      {attempts > 0 && <span class="under">{plural(attempts, 'attempt')}</span>}
      {log.length > 0 && (
        <ol class="attempts" aria-label="Attempts, oldest first">
          {log.map(({ at, status, error }, i) => (
            <li key={`${at} ${formatCount(i)}`}>
              <Time at={at} /> {status === null ? (error ?? 'no answer') : `answered ${status}`}
            </li>
          ))}
        </ol>
      )}
      {next_attempt_at !== null && (
        <span class="under">
          next attempt <Time at={next_attempt_at} />
        </span>
      )}
      {maySend && (
        <form method="post" action={`/work/events/${id}/redelivery`} class="row-form">
          <Csrf request={request} />
          <input type="hidden" name="watch" value={isOfAll ? '' : watch_id} />
          <Button id={`send-${id}`}>
            {state === 'none' ? 'Send now' : 'Send again'}
            <span class="visually-hidden">: event {id}</span>
          </Button>
        </form>
      )}
    </div>
  );
}
