/** @jsxImportSource preact */
import { ButtonLink, Card, Empty, Heading, Notice } from '../shell/elements.tsx';
import { Button, SelectField } from '../shell/fields.tsx';
import { page } from '../shell/layout.tsx';
import type { SignedInRequest } from '../workbench-request.ts';
import { WATCH_STYLE } from './assets.ts';
import { EventTable } from './event-list.tsx';
import type { EventPage } from './read-watches.ts';
import { DELIVERIES } from './words.ts';

interface EventsProps {
  page: EventPage;
  /** The state that the events are limited to; empty for all. */
  delivery: string;
}

export function eventsPage(request: SignedInRequest, { page: shown, delivery }: EventsProps): Response {
  return page(request, {
    title: 'Events',
    section: 'watches',
    styles: [WATCH_STYLE],
    body: (
      <>
        <Heading
          title="Events"
          lead="What all watches of this key told in the last 90 days, newest first, and how it was delivered."
          up={{ href: '/work/watches', text: 'Watches' }}
        />
        {request.url.searchParams.has('sent') && <Notice tone="good">The event is sent again now.</Notice>}
        <form method="get" action="/work/events" class="filters">
          <SelectField
            id="delivery"
            label="Delivery"
            value={delivery}
            options={[['', 'all'], ...[...DELIVERIES].map(([state, [text]]) => [state, text] as const)]}
          />
          <Button>Show</Button>
        </form>
        {shown.events.length === 0 ? (
          <Card>
            <Empty title={delivery ? 'No event with this delivery' : 'No events in the last 90 days'}>
              <p>
                {delivery
                  ? 'Events with another delivery may exist.'
                  : 'A watch tells something when a duty or a store changes. Its page has a button that makes a test event.'}
              </p>
              <ButtonLink href={delivery ? '/work/events' : '/work/watches'}>
                {delivery ? 'All events' : 'Watches'}
              </ButtonLink>
            </Empty>
          </Card>
        ) : (
          <EventTable request={request} page={shown} isOfAll />
        )}
      </>
    ),
  });
}
