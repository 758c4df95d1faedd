import { seeOther } from '../../../http/browser/see-other.ts';
import { watchPage } from '../shell/links.ts';
import type { SignedInRequest } from '../workbench-request.ts';
import { eventsPage } from './events-view.tsx';
import { eventPageOf, readEvents } from './read-watches.ts';
import { DELIVERIES } from './words.ts';

export async function showEvents(request: SignedInRequest): Promise<Response> {
  const { searchParams } = request.url;
  const asked = searchParams.get('delivery') ?? '';
  const delivery = DELIVERIES.has(asked) ? asked : '';
  const events = await readEvents(request.ask, '/api/v2/events', {
    delivery,
    cursor: searchParams.get('cursor') ?? undefined,
  });
  return eventsPage(request, { page: eventPageOf(events, searchParams.get('after')), delivery });
}

/** Returns to the watch if the form names one, otherwise to all events. */
export async function redeliverEvent({ ask, params, form }: SignedInRequest): Promise<Response> {
  await ask.json('POST', `/api/v2/events/${params.id}/redelivery`);
  const watch = form.get('watch') ?? '';
  return seeOther(`${/^wat_[0-9A-Za-z]{24}$/.test(watch) ? watchPage(watch) : '/work/events'}?sent=1`);
}
