/** The operations on events, as the document describes them. `routes.ts` answers them. */
import type { V2Operation } from '../operation.ts';
import { EMPTY_POST_ERRORS, READ_ERRORS } from '../watches/operations.ts';
import { EventList, EventParams, EventQuery, WatchEventShape } from './schema.ts';

const common = { product: 'tariff', anyScope: true } as const;
const tag = 'watches';

export const EVENTS = {
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
    errors: [...READ_ERRORS, 'invalid_request'],
    examples: { dead: { summary: 'Those that could not be delivered', parameters: { delivery: 'dead' } } },
  },
} as const satisfies V2Operation;

export const REDELIVER = {
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
} as const satisfies V2Operation;

export const EVENT_OPERATIONS = [EVENTS, REDELIVER] as const;
