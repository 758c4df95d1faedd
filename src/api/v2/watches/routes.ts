/** `/api/v2/watches`: made, listed, changed and deleted by the keys of one lineage. */
import { Elysia } from 'elysia';
import type { Static } from 'typebox';
import { covers, type Product, type Scope } from '../../../domain/key.ts';
import type { WatchStore } from '../../../domain/watch-store.ts';
import { requireCaller } from '../../../http/caller.ts';
import { HttpError } from '../../../http/error-response.ts';
import { strictSchema } from '../../../http/standard-schema.ts';
import { withCaller } from '../../../http/with-caller.ts';
import type { WatchEdit as Edit, WatchRequest as Wanted, Watches } from '../../../watches/watches.ts';
import { required } from '../../../watches/watches.ts';
import { elysiaPath } from '../../v0/operation.ts';
import { timeOf } from '../certificates/representation.ts';
import { requireNothing } from '../empty-body.ts';
import { eventPage, eventView } from '../events/representation.ts';
import { EventQuery } from '../events/schema.ts';
import { idempotencyKeyOf } from '../idempotency-key.ts';
import { queryReader } from '../page-query.ts';
import { readSequenceCursor, sequenceCursor } from '../sequence-cursor.ts';
import { CHANGE, CREATE, DELETE, LIST, READ, ROTATE, TEST, WATCH_EVENTS } from './operations.ts';
import { watchSummary, watchView } from './representation.ts';
import { PAGE_DEFAULT, PageQuery, WatchEdit, WatchRequest } from './schema.ts';

export interface WatchRouteParts {
  watches: Watches;
  store: WatchStore;
}

const hidden = { detail: { hide: true } } as const;
const bare = { ...hidden, parse: 'none' } as const;
const create = { parse: 'json', body: strictSchema(WatchRequest) } as const;
const change = { parse: 'json', body: strictSchema(WatchEdit) } as const;
const readPage = queryReader(PageQuery);
const readEventPage = queryReader(EventQuery);

export function watchRoutes({ watches, store }: WatchRouteParts) {
  return new Elysia({ name: 'watches' })
    .use(withCaller)
    .post(
      CREATE.path,
      async ({ body, caller, request, set }) => {
        const { keyId, lineageId, scope } = requireCaller(caller);
        const wanted = body as Wanted;
        requireScope(scope, watches.kindOf(wanted));
        const watch = await watches.make({ keyId, lineageId }, wanted, idempotencyKeyOf(request));
        set.status = 201;
        return { ...watchView(watch, await store.looks(watch.id)), webhook_secret: watch.webhook?.secret ?? null };
      },
      create,
    )
    .get(
      LIST.path,
      async ({ caller, request }) => {
        const { cursor, limit = PAGE_DEFAULT } = readPage(request.url) as Static<typeof PageQuery>;
        const before = cursor === undefined ? undefined : readSequenceCursor('watches', cursor);
        // One more than a page holds tells whether there is a next page.
        const found = await store.list(requireCaller(caller).lineageId, before, limit + 1);
        const page = found.slice(0, limit);
        const next = found.length > page.length ? sequenceCursor('watches', page.at(-1)!.seq) : null;
        return { watches: page.map(watchSummary), next_cursor: next };
      },
      hidden,
    )
    .get(
      elysiaPath(READ.path),
      async ({ caller, params }) => {
        const watch = required(await store.find(requireCaller(caller).lineageId, params.id));
        return watchView(watch, await store.looks(watch.id));
      },
      hidden,
    )
    .patch(
      elysiaPath(CHANGE.path),
      async ({ body, caller, params }) => {
        const { watch, newSecret } = await watches.change(requireCaller(caller).lineageId, params.id, body as Edit);
        return { ...watchView(watch, await store.looks(watch.id)), webhook_secret: newSecret ?? null };
      },
      change,
    )
    .delete(
      elysiaPath(DELETE.path),
      async ({ caller, params }) => {
        const isRemoved = await store.remove(requireCaller(caller).lineageId, params.id);
        required(isRemoved || undefined);
        return { id: params.id, deleted: true };
      },
      bare,
    )
    .get(
      elysiaPath(WATCH_EVENTS.path),
      async ({ caller, params, request }) => {
        const { lineageId } = requireCaller(caller);
        const { cursor, limit = PAGE_DEFAULT, delivery } = readEventPage(request.url) as Static<typeof EventQuery>;
        const after = cursor === undefined ? 0 : readSequenceCursor('events', cursor);
        const { id: watchId } = required(await store.find(lineageId, params.id));
        const search = { lineageId, watchId, after, limit: limit + 1 };
        return eventPage(
          await store.events({ ...search, ...(delivery && { delivery: delivery as never }) }),
          limit,
          after,
        );
      },
      hidden,
    )
    .post(
      elysiaPath(TEST.path),
      async ({ caller, params, request, set }) => {
        const { lineageId } = requireCaller(caller);
        await requireNothing(request);
        set.status = 202;
        return eventView(await watches.test(lineageId, params.id, idempotencyKeyOf(request)));
      },
      bare,
    )
    .post(
      elysiaPath(ROTATE.path),
      async ({ caller, params, request, set }) => {
        const { lineageId } = requireCaller(caller);
        await requireNothing(request);
        const { webhook } = await watches.rotate(lineageId, params.id, idempotencyKeyOf(request));
        set.status = 201;
        return { webhook_secret: webhook!.secret, old_secret_until: timeOf(webhook!.oldSecretUntilMs!) };
      },
      bare,
    );
}

/** The guard lets a key of any scope in: what is watched decides which one is needed. */
function requireScope(scope: Scope, product: Product): void {
  if (covers(scope, product)) return;
  const challenge = `Bearer realm="portside", error="insufficient_scope", scope="${product}"`;
  throw new HttpError('scope', { 'www-authenticate': challenge });
}
