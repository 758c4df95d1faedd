/** What the pages of watches ask the API. */
import type { Static } from 'typebox';
import type { EventList, WatchEventShape } from '../../../api/v2/events/schema.ts';
import type { Watch, WatchList } from '../../../api/v2/watches/schema.ts';
import type { ApiFailure } from '../ask/api-failure.ts';
import type { Ask } from '../ask/ask.ts';
import { orFailure } from '../ask/settle.ts';

export type WatchShape = Static<typeof Watch>;
export type WatchEvent = Static<typeof WatchEventShape>;
type WatchSummary = Static<typeof WatchList>['watches'][number];
/** Where events are listed: of one watch, or of all. */
export type EventsPath = '/api/v2/events' | `/api/v2/watches/${string}/events`;

const API_PAGE = 100;
/** Enough for all events of a watch, which has at most 1,000. Of all watches together no more are read for a page. */
const API_PAGES_MAX = 10;
/** Watches of a page. Each is asked for by itself: the list does not say when a watch was looked at. */
const WATCHES_SHOWN = 25;

const EVENTS_SHOWN = 20;

export interface Events {
  /** Newest first. */
  events: WatchEvent[];
  /** There are newer ones, which were not read: they begin here. */
  newer?: string;
}

interface EventSearch {
  delivery?: string;
  /** `newer` of an earlier answer. */
  cursor?: string | undefined;
}

/** The API lists events oldest first; people want the newest. */
export async function readEvents(ask: Ask, path: EventsPath, search: EventSearch = {}): Promise<Events> {
  const events: WatchEvent[] = [];
  let { cursor } = search;
  for (let page = 0; page < API_PAGES_MAX; page++) {
    const query = new URLSearchParams({ limit: String(API_PAGE) });
    if (cursor) query.set('cursor', cursor);
    if (search.delivery) query.set('delivery', search.delivery);
    const list = await ask.json<Static<typeof EventList>>('GET', `${path}?${query}`);
    events.push(...list.events);
    if (!list.has_more) return { events: events.toReversed() };
    cursor = list.next_cursor;
  }
  return { events: events.toReversed(), ...(cursor && { newer: cursor }) };
}

export interface EventPage {
  events: readonly WatchEvent[];
  /** Newest of the next page is the one after it. Undefined on the last page. */
  nextAfter?: string;
  newer?: string;
}

/** @param after id of the last event of the page before; null for the first page. An unknown one gives the first page. */
export function eventPageOf({ events, newer }: Events, after: string | null): EventPage {
  const start = events.findIndex(({ id }) => id === after) + 1;
  const shown = events.slice(start, start + EVENTS_SHOWN);
  const last = shown.at(-1);
  return {
    events: shown,
    ...(newer && { newer }),
    ...(last && start + EVENTS_SHOWN < events.length && { nextAfter: last.id }),
  };
}

export interface WatchRow {
  watch: WatchSummary;
  /** How the looks went. */
  looks: WatchShape['looks'] | ApiFailure;
  lastEvent?: WatchEvent;
}

export interface WatchRows {
  rows: WatchRow[];
  next: string | null;
  /** Whether the last event of a watch is known: not if there are too many events, or they could not be read. */
  areEventsKnown: boolean;
}

export async function readWatches(ask: Ask, cursor: string | null): Promise<WatchRows> {
  const query = new URLSearchParams({ limit: String(WATCHES_SHOWN), ...(cursor && { cursor }) });
  const { watches, next_cursor } = await ask.json<Static<typeof WatchList>>('GET', `/api/v2/watches?${query}`);
  const none: Events = { events: [] };
  const [events, looks] = await Promise.all([
    watches.length > 0 ? orFailure(readEvents(ask, '/api/v2/events')) : none,
    Promise.all(watches.map(({ id }) => orFailure(readWatch(ask, id)))),
  ]);
  const areEventsKnown = !(events instanceof Error) && events.newer === undefined;
  const newest = new Map<string, WatchEvent>();
  if (areEventsKnown) {
    for (const event of events.events) if (!newest.has(event.watch_id)) newest.set(event.watch_id, event);
  }
  const rows = watches.map((watch, i) => {
    const read = looks[i]!;
    const lastEvent = newest.get(watch.id);
    return { watch, looks: read instanceof Error ? read : read.looks, ...(lastEvent && { lastEvent }) };
  });
  return { rows, next: next_cursor, areEventsKnown };
}

export function readWatch(ask: Ask, id: string): Promise<WatchShape> {
  return ask.json<WatchShape>('GET', `/api/v2/watches/${id}`);
}
