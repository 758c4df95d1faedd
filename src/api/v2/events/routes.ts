/** `/api/v2/events`: what the watches of a lineage told. */
import { requireCaller } from '../../../http/caller.ts';
import { KEYED_READ_ERRORS } from '../../../http/openapi/operation-text.ts';
import { operation } from '../../../http/operation.ts';
import { requireNothing } from '../empty-body.ts';
import { queryReader } from '../query-reader.ts';
import { readSequenceCursor } from '../sequence-cursor.ts';
import { EMPTY_POST_ERRORS, type WatchParts } from '../watches/routes.ts';
import { PAGE_DEFAULT } from '../watches/schema.ts';
import { eventPage, eventView } from './representation.ts';
import { EventList, EventParams, EventQuery, WatchEventShape } from './schema.ts';

const common = { product: 'tariff', anyScope: true } as const;
const tag = 'watches';
const readPage = queryReader(EventQuery);

const EVENTS = operation({
  ...common,
  path: '/api/v2/events',
  method: 'get',
  query: EventQuery,
  text: {
    operationId: 'listEvents',
    tag,
    summary: 'List events',
    description:
      'What all watches of this key told, and of keys it was rotated from or to: oldest first, for 90 days. Ask again with ' +
      '`next_cursor` for what came since.',
    answer: { description: 'A page of events.', schema: EventList },
    errors: [...KEYED_READ_ERRORS, 'invalid_request'],
    examples: { dead: { summary: 'Those that could not be delivered', parameters: { delivery: 'dead' } } },
  },
  handler:
    ({ watchStore }: WatchParts) =>
    async ({ caller, request }) => {
      const { lineageId } = requireCaller(caller);
      const { cursor, limit = PAGE_DEFAULT, delivery } = readPage(request.url);
      const after = cursor === undefined ? 0 : readSequenceCursor('events', cursor);
      const search = { lineageId, after, limit: limit + 1, ...(delivery && { delivery: delivery as never }) };
      return eventPage(await watchStore.events(search), limit, after);
    },
});

const REDELIVER = operation({
  ...common,
  path: '/api/v2/events/{id}/redelivery',
  method: 'post',
  params: EventParams,
  text: {
    operationId: 'redeliverEvent',
    tag,
    summary: 'Send an event again',
    description:
      'Now, with a new schedule of attempts, also one that was delivered. The id and the body are the same, the timestamp and ' +
      'the signature are fresh. 409 if its watch has no webhook that is on.',
    answer: { status: 202, description: 'The event.', schema: WatchEventShape },
    errors: EMPTY_POST_ERRORS,
  },
  handler:
    ({ watches }: WatchParts) =>
    async ({ caller, params, request, set }) => {
      await requireNothing(request);
      set.status = 202;
      return eventView(await watches.redeliver(requireCaller(caller).lineageId, params.id));
    },
});

export const EVENT_OPERATIONS = [EVENTS, REDELIVER];
