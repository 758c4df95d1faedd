/** `/api/v2/events`: what the watches of a lineage told. */
import { Elysia } from 'elysia';
import type { Static } from 'typebox';
import type { WatchStore } from '../../../domain/watch-store.ts';
import { requireCaller } from '../../../http/caller.ts';
import { withCaller } from '../../../http/with-caller.ts';
import type { Watches } from '../../../watches/watches.ts';
import { elysiaPath } from '../../v0/operation.ts';
import { requireNothing } from '../empty-body.ts';
import { queryReader } from '../page-query.ts';
import { readSequenceCursor } from '../sequence-cursor.ts';
import { PAGE_DEFAULT } from '../watches/schema.ts';
import { EVENTS, REDELIVER } from './operations.ts';
import { eventPage, eventView } from './representation.ts';
import { EventQuery } from './schema.ts';

const readPage = queryReader(EventQuery);

export function eventRoutes({ watches, store }: { watches: Watches; store: WatchStore }) {
  return new Elysia({ name: 'events' })
    .use(withCaller)
    .get(
      EVENTS.path,
      async ({ caller, request }) => {
        const { lineageId } = requireCaller(caller);
        const { cursor, limit = PAGE_DEFAULT, delivery } = readPage(request.url) as Static<typeof EventQuery>;
        const after = cursor === undefined ? 0 : readSequenceCursor('events', cursor);
        const search = { lineageId, after, limit: limit + 1, ...(delivery && { delivery: delivery as never }) };
        return eventPage(await store.events(search), limit, after);
      },
      { detail: { hide: true } },
    )
    .post(
      elysiaPath(REDELIVER.path),
      async ({ caller, params, request, set }) => {
        await requireNothing(request);
        set.status = 202;
        return eventView(await watches.redeliver(requireCaller(caller).lineageId, params.id));
      },
      { detail: { hide: true }, parse: 'none' },
    );
}
