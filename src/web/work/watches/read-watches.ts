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
/** A watch has at most 1,000 events. Of all watches together no more than these are read for a page. */
const API_PAGES_MAX = 20;
/** Watches of a page. Each is asked for by itself: the list does not say when a watch was looked at. */
const WATCHES_SHOWN = 25;

const EVENTS_SHOWN = 20;

export interface Events {
  /** Newest first. */
  events: WatchEvent[];
  /** There are newer ones, which were not read. */
  isCut: boolean;
}

/** The API lists events oldest first; people want the newest. */
export async function readEvents(ask: Ask, path: EventsPath, delivery?: string): Promise<Events> {
  const events: WatchEvent[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < API_PAGES_MAX; page++) {
    const query = new URLSearchParams({ limit: String(API_PAGE) });
    if (cursor !== undefined) query.set('cursor', cursor);
    if (delivery) query.set('delivery', delivery);
    const list = await ask.json<Static<typeof EventList>>('GET', `${path}?${query}`);
    events.push(...list.events);
    if (!list.has_more) return { events: events.toReversed(), isCut: false };
    cursor = list.next_cursor;
  }
  return { events: events.toReversed(), isCut: true };
}

export interface EventPage {
  events: readonly WatchEvent[];
  /** Newest of the next page is the one after it. Undefined on the last page. */
  nextAfter?: string;
  isCut: boolean;
}

/** @param after id of the last event of the page before; null for the first page. An unknown one gives the first page. */
export function eventPageOf({ events, isCut }: Events, after: string | null): EventPage {
  const start = events.findIndex(({ id }) => id === after) + 1;
  const shown = events.slice(start, start + EVENTS_SHOWN);
  const last = shown.at(-1);
  return { events: shown, isCut, ...(last && start + EVENTS_SHOWN < events.length && { nextAfter: last.id }) };
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
  const [events, looks] = await Promise.all([
    watches.length > 0 ? orFailure(readEvents(ask, '/api/v2/events')) : { events: [], isCut: false },
    Promise.all(watches.map(({ id }) => orFailure(readWatch(ask, id)))),
  ]);
  const areEventsKnown = !(events instanceof Error) && !events.isCut;
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
