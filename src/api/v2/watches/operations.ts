/** The operations on watches, as the document describes them. `routes.ts` answers them. */
import { V1_ERRORS } from '../../../http/openapi/operation.ts';
import { EventList, EventQuery, WatchEventShape } from '../events/schema.ts';
import type { V2Operation } from '../operation.ts';
import {
  DeletedWatch,
  MadeWatch,
  PageQuery,
  Watch,
  WatchEdit,
  WatchHeaders,
  WatchList,
  WatchParams,
  WatchRequest,
  WatchSecret,
} from './schema.ts';

const COLLECTION = '/api/v2/watches';
const ONE = `${COLLECTION}/{id}`;
export const READ_ERRORS = [
  'unauthorized',
  'scope',
  'beta',
  'method_not_allowed',
  'rate_limited',
  'unavailable',
  'internal',
] as const;
/** Of a POST whose body may be absent. */
export const EMPTY_POST_ERRORS = [...V1_ERRORS, 'not_found', 'conflict'] as const;
const common = { product: 'tariff', anyScope: true } as const;
const tag = 'watches';

export const CREATE = {
  ...common,
  path: COLLECTION,
  method: 'post',
  headers: WatchHeaders,
  body: WatchRequest,
  text: {
    operationId: 'createWatch',
    tag,
    summary: 'Be told when duties or stores change',
    description:
      'Tariff numbers: one event when a list revision changes any of them, and one 30 days before an announced change. ' +
      'Stores: scanned every day or week, each scan costing a request of the day, with an event when findings, tags, container ' +
      'versions or the state change. Needs the scope of what is watched. With a webhook the answer has the secret that signs.',
    answer: { status: 201, description: 'The watch.', schema: MadeWatch },
    errors: [...V1_ERRORS, 'not_found', 'conflict'],
    examples: {
      numbers: { summary: 'Two tariff numbers', body: { name: 'Sofas', codes: ['9401.61.4011', '9401.61.6011'] } },
      stores: { summary: 'Two stores, each week', body: { stores: ['https://shop.example.com/'], every: 'week' } },
    },
  },
} as const satisfies V2Operation;

export const LIST = {
  ...common,
  path: COLLECTION,
  method: 'get',
  query: PageQuery,
  text: {
    operationId: 'listWatches',
    tag,
    summary: 'List watches',
    description: 'The watches that this key made, or a key it was rotated from or to, newest first.',
    answer: { description: 'A page of watches.', schema: WatchList },
    errors: [...READ_ERRORS, 'invalid_request'],
    examples: { first_page: { summary: 'The first page', parameters: { limit: '20' } } },
  },
} as const satisfies V2Operation;

export const READ = {
  ...common,
  path: ONE,
  method: 'get',
  params: WatchParams,
  text: {
    operationId: 'readWatch',
    tag,
    summary: 'Read a watch',
    description: 'What it watches, how the latest look at each part went, and its webhook without the secret.',
    answer: { description: 'The watch.', schema: Watch },
    errors: [...READ_ERRORS, 'not_found'],
  },
} as const satisfies V2Operation;

export const CHANGE = {
  ...common,
  path: ONE,
  method: 'patch',
  params: WatchParams,
  body: WatchEdit,
  text: {
    operationId: 'changeWatch',
    tag,
    summary: 'Pause, rename or redirect a watch',
    description: 'Changes what is sent. A webhook that a watch gets for the first time comes with its secret.',
    answer: { description: 'The watch as it is now.', schema: MadeWatch },
    errors: [...V1_ERRORS, 'not_found'],
    examples: { pause: { summary: 'Pause it', body: { paused: true } } },
  },
} as const satisfies V2Operation;

export const DELETE = {
  ...common,
  path: ONE,
  method: 'delete',
  params: WatchParams,
  text: {
    operationId: 'deleteWatch',
    tag,
    summary: 'Delete a watch',
    description: 'What waits to be sent is given up. Its events stay in the list until they are 90 days old.',
    answer: { description: 'It is gone.', schema: DeletedWatch },
    errors: [...READ_ERRORS, 'not_found', 'payload_too_large', 'unsupported_media_type'],
  },
} as const satisfies V2Operation;

export const WATCH_EVENTS = {
  ...common,
  path: `${ONE}/events`,
  method: 'get',
  params: WatchParams,
  query: EventQuery,
  text: {
    operationId: 'listWatchEvents',
    tag,
    summary: 'List the events of a watch',
    description: 'Oldest first, for 90 days, at most the latest 1,000.',
    answer: { description: 'A page of events.', schema: EventList },
    errors: [...READ_ERRORS, 'not_found', 'invalid_request'],
  },
} as const satisfies V2Operation;

export const TEST = {
  ...common,
  path: `${ONE}/tests`,
  method: 'post',
  params: WatchParams,
  headers: WatchHeaders,
  text: {
    operationId: 'testWatch',
    tag,
    summary: 'Ask for a test event',
    description: 'Stores an event that says that it is a test, and sends it like any other.',
    answer: { status: 202, description: 'The event.', schema: WatchEventShape },
    errors: EMPTY_POST_ERRORS,
  },
} as const satisfies V2Operation;

export const ROTATE = {
  ...common,
  path: `${ONE}/secrets`,
  method: 'post',
  params: WatchParams,
  headers: WatchHeaders,
  text: {
    operationId: 'rotateWatchSecret',
    tag,
    summary: 'Rotate the secret of a webhook',
    description:
      'Makes a new secret. For a day each event has a signature of the old one as well. 409 without a webhook.',
    answer: { status: 201, description: 'The new secret.', schema: WatchSecret },
    errors: EMPTY_POST_ERRORS,
  },
} as const satisfies V2Operation;

export const WATCH_OPERATIONS = [CREATE, LIST, READ, CHANGE, DELETE, WATCH_EVENTS, TEST, ROTATE] as const;
