/** `/api/v2/watches`: made, listed, changed and deleted by the keys of one lineage. */
import { covers, type Product, type Scope } from '../../../domain/key.ts';
import type { WatchStore } from '../../../domain/watch-store.ts';
import { requireCaller } from '../../../http/caller.ts';
import { HttpError } from '../../../http/error-response.ts';
import { KEYED_BODY_ERRORS, KEYED_READ_ERRORS } from '../../../http/openapi/operation-text.ts';
import { operation } from '../../../http/operation.ts';
import { strictSchema } from '../../../http/standard-schema.ts';
import type { WatchEdit as Edit, WatchRequest as Wanted, Watches } from '../../../watches/watches.ts';
import { required } from '../../../watches/watches.ts';
import { timeOf } from '../certificates/representation.ts';
import { requireNothing } from '../empty-body.ts';
import { eventPage, eventView } from '../events/representation.ts';
import { EventList, EventQuery, WatchEventShape } from '../events/schema.ts';
import { idempotencyKeyOf } from '../idempotency-key.ts';
import { queryReader } from '../query-reader.ts';
import { readSequenceCursor, sequenceCursor } from '../sequence-cursor.ts';
import { watchSummary, watchView } from './representation.ts';
import {
  DeletedWatch,
  MadeWatch,
  PAGE_DEFAULT,
  PageQuery,
  Watch,
  WatchEdit,
  WatchHeaders,
  WatchList,
  WatchParams,
  WatchRequest,
  WatchSecret,
} from './schema.ts';

export interface WatchParts {
  watches: Watches;
  watchStore: WatchStore;
}

const COLLECTION = '/api/v2/watches';
const ONE = `${COLLECTION}/{id}`;
/** Of a POST whose body may be absent. */
export const EMPTY_POST_ERRORS = [...KEYED_BODY_ERRORS, 'not_found', 'conflict'] as const;
const common = { product: 'tariff', anyScope: true } as const;
const tag = 'watches';
const readPage = queryReader(PageQuery);
const readEventPage = queryReader(EventQuery);

export const CREATE = operation({
  ...common,
  path: COLLECTION,
  method: 'post',
  headers: WatchHeaders,
  body: strictSchema(WatchRequest),
  text: {
    operationId: 'createWatch',
    tag,
    summary: 'Be told when duties or stores change',
    description:
      'Tariff numbers: one event when a list revision changes any of them, and one 30 days before an announced change. ' +
      'Stores: scanned every day or week, each scan costing a request of the day, with an event when findings, tags, container ' +
      'versions or the state change. Needs the scope of what is watched. With a webhook the answer has the secret that signs.',
    answer: { status: 201, description: 'The watch.', schema: MadeWatch },
    errors: [...KEYED_BODY_ERRORS, 'not_found', 'conflict'],
    examples: {
      numbers: { summary: 'Two tariff numbers', body: { name: 'Sofas', codes: ['9401.61.4011', '9401.61.6011'] } },
      stores: { summary: 'Two stores, each week', body: { stores: ['https://shop.example.com/'], every: 'week' } },
    },
  },
  handler:
    ({ watches, watchStore }: WatchParts) =>
    async ({ body, caller, request, set }) => {
      const { keyId, lineageId, scope } = requireCaller(caller);
      const wanted = body as Wanted;
      requireScope(scope, watches.kindOf(wanted));
      const watch = await watches.make({ keyId, lineageId }, wanted, idempotencyKeyOf(request));
      set.status = 201;
      return { ...watchView(watch, await watchStore.looks(watch.id)), webhook_secret: watch.webhook?.secret ?? null };
    },
});

const LIST = operation({
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
    errors: [...KEYED_READ_ERRORS, 'invalid_request'],
    examples: { first_page: { summary: 'The first page', parameters: { limit: '20' } } },
  },
  handler:
    ({ watchStore }: WatchParts) =>
    async ({ caller, request }) => {
      const { cursor, limit = PAGE_DEFAULT } = readPage(request.url);
      const before = cursor === undefined ? undefined : readSequenceCursor('watches', cursor);
      // One more than a page holds tells whether there is a next page.
      const found = await watchStore.list(requireCaller(caller).lineageId, before, limit + 1);
      const page = found.slice(0, limit);
      const next = found.length > page.length ? sequenceCursor('watches', page.at(-1)!.seq) : null;
      return { watches: page.map(watchSummary), next_cursor: next };
    },
});

const READ = operation({
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
    errors: [...KEYED_READ_ERRORS, 'not_found'],
  },
  handler:
    ({ watchStore }: WatchParts) =>
    async ({ caller, params }) => {
      const watch = required(await watchStore.find(requireCaller(caller).lineageId, params.id));
      return watchView(watch, await watchStore.looks(watch.id));
    },
});

const CHANGE = operation({
  ...common,
  path: ONE,
  method: 'patch',
  params: WatchParams,
  body: strictSchema(WatchEdit),
  text: {
    operationId: 'changeWatch',
    tag,
    summary: 'Pause, rename or redirect a watch',
    description: 'Changes what is sent. A webhook that a watch gets for the first time comes with its secret.',
    answer: { description: 'The watch as it is now.', schema: MadeWatch },
    errors: [...KEYED_BODY_ERRORS, 'not_found'],
    examples: { pause: { summary: 'Pause it', body: { paused: true } } },
  },
  handler:
    ({ watches, watchStore }: WatchParts) =>
    async ({ body, caller, params }) => {
      const { watch, newSecret } = await watches.change(requireCaller(caller).lineageId, params.id, body as Edit);
      return { ...watchView(watch, await watchStore.looks(watch.id)), webhook_secret: newSecret ?? null };
    },
});

const DELETE = operation({
  ...common,
  path: ONE,
  method: 'delete',
  params: WatchParams,
  text: {
    operationId: 'deleteWatch',
    tag,
    summary: 'Delete a watch',
    description:
      'What waits to be sent is given up. Its events stay in the list until they are 90 days old; test events go with it.',
    answer: { description: 'It is gone.', schema: DeletedWatch },
    errors: [...KEYED_READ_ERRORS, 'not_found', 'payload_too_large', 'unsupported_media_type'],
  },
  handler:
    ({ watchStore }: WatchParts) =>
    async ({ caller, params }) => {
      const isRemoved = await watchStore.remove(requireCaller(caller).lineageId, params.id);
      required(isRemoved || undefined);
      return { id: params.id, deleted: true };
    },
});

const WATCH_EVENTS = operation({
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
    errors: [...KEYED_READ_ERRORS, 'not_found', 'invalid_request'],
  },
  handler:
    ({ watchStore }: WatchParts) =>
    async ({ caller, params, request }) => {
      const { lineageId } = requireCaller(caller);
      const { cursor, limit = PAGE_DEFAULT, delivery } = readEventPage(request.url);
      const after = cursor === undefined ? 0 : readSequenceCursor('events', cursor);
      const { id: watchId } = required(await watchStore.find(lineageId, params.id));
      const search = { lineageId, watchId, after, limit: limit + 1, ...(delivery && { delivery: delivery as never }) };
      return eventPage(await watchStore.events(search), limit, after);
    },
});

const TEST = operation({
  ...common,
  path: `${ONE}/tests`,
  method: 'post',
  params: WatchParams,
  headers: WatchHeaders,
  text: {
    operationId: 'testWatch',
    tag,
    summary: 'Ask for a test event',
    description:
      'Stores an event that says that it is a test, and sends it like any other. A watch keeps the latest 50, and they go with it.',
    answer: { status: 202, description: 'The event.', schema: WatchEventShape },
    errors: EMPTY_POST_ERRORS,
  },
  handler:
    ({ watches }: WatchParts) =>
    async ({ caller, params, request, set }) => {
      const { lineageId } = requireCaller(caller);
      await requireNothing(request);
      set.status = 202;
      return eventView(await watches.test(lineageId, params.id, idempotencyKeyOf(request)));
    },
});

const ROTATE = operation({
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
  handler:
    ({ watches }: WatchParts) =>
    async ({ caller, params, request, set }) => {
      const { lineageId } = requireCaller(caller);
      await requireNothing(request);
      const { webhook } = await watches.rotate(lineageId, params.id, idempotencyKeyOf(request));
      set.status = 201;
      return { webhook_secret: webhook!.secret, old_secret_until: timeOf(webhook!.oldSecretUntilMs!) };
    },
});

export const WATCH_OPERATIONS = [CREATE, LIST, READ, CHANGE, DELETE, WATCH_EVENTS, TEST, ROTATE];

/** The guard lets a key of any scope in: what is watched decides which one is needed. */
function requireScope(scope: Scope, product: Product): void {
  if (covers(scope, product)) return;
  const challenge = `Bearer realm="portside", error="insufficient_scope", scope="${product}"`;
  throw new HttpError('scope', { 'www-authenticate': challenge });
}
