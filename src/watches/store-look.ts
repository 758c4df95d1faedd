/** A look at one store of a watch: a scan at the expense of the key, compared with what was told last. */
import { utcDay } from '../domain/clock.ts';
import type { NewEvent, Watch } from '../domain/watch.ts';
import type { ClaimedLook, LookResult } from '../domain/watch-store.ts';
import type { WatchedScan } from '../domain/watched-stores.ts';
import { type EventParts, makeEvent } from './event.ts';
import { compareStores, isOfShop, type StoreChange, type Substance, substanceOf } from './store-substance.ts';

/** What was told last. */
interface Told {
  /** Of the last scan that was judged at least partly; absent before the first. */
  substance?: Substance;
  /** The last scan was not judged, and this was told. */
  notJudged?: string;
}

type Outcome = Pick<LookResult, 'seen' | 'outcome' | 'events'>;

export function lookAtStore(
  { watch, part: store, seen }: Pick<ClaimedLook, 'watch' | 'part' | 'seen'>,
  scan: Exclude<WatchedScan, { spent: string } | { busy: true }>,
  parts: EventParts,
): Outcome {
  const told = (seen === undefined ? {} : JSON.parse(seen)) as Told;
  if ('notJudged' in scan) return notJudged(watch, store, told, scan.notJudged, parts);
  const { report } = scan;
  if (report.state === 'not_judged') {
    const reason = report.not_looked_at[0]?.reason ?? `The page is ${words(report.page_kind)}: its tags were not seen.`;
    return notJudged(watch, store, told, reason, parts);
  }
  const is = substanceOf(report);
  const was = told.substance;
  // Its tags are not gone: the page is parked, or a notice in place of the shop.
  if (was && isOfShop(was) && !isOfShop(is)) return notJudged(watch, store, told, NO_SHOP, parts);
  // The first scan is what later ones are compared with.
  if (!was && told.notJudged === undefined)
    return { seen: JSON.stringify({ substance: is }), outcome: 'told', events: [] };
  const { change, next } = was ? compareStores(was, is) : { change: undefined, next: is };
  const events: NewEvent[] = [];
  if (change || told.notJudged !== undefined) {
    events.push(
      makeEvent(parts, watch, 'pixel.changed', {
        summary: summaryOf(store, change, told.notJudged !== undefined),
        store,
        state: is.state,
        score: report.score,
        judged_again: told.notJudged !== undefined,
        ...(change ?? NOTHING),
      }),
    );
  }
  return {
    seen: JSON.stringify({ substance: next }),
    outcome: events.length > 0 ? 'told' : 'unchanged',
    events,
  };
}

/** A day of the key that is spent is told once a day for each watch. */
export function skippedEvent(watch: Watch, reason: string, parts: EventParts): NewEvent {
  const data = { summary: `Stores were not scanned today: ${reason}`, reason };
  const once = `skipped ${watch.id} ${utcDay(parts.clock.now())}`;
  return makeEvent(parts, watch, 'pixel.skipped', data, once);
}

/** Nothing is said about the tags, and nothing that was seen is forgotten. Told when it begins. */
function notJudged(watch: Watch, store: string, told: Told, reason: string, parts: EventParts): Outcome {
  const events =
    told.notJudged === undefined
      ? [
          makeEvent(parts, watch, 'pixel.not_judged', {
            summary: `${store} could not be judged: ${reason} Nothing is known about its tags today.`,
            store,
            reason,
          }),
        ]
      : [];
  return { seen: JSON.stringify({ ...told, notJudged: reason }), outcome: 'not_judged', events };
}

const NO_SHOP = 'The page shows no sign of the shop any more.';

const NOTHING: StoreChange = {
  findings_added: [],
  findings_gone: [],
  findings_changed: [],
  tags_added: [],
  tags_gone: [],
  containers: [],
  state_change: null,
  no_longer_read: [],
};

function summaryOf(store: string, change: StoreChange | undefined, again: boolean): string {
  const parts = [
    ...(again ? ['it can be judged again'] : []),
    ...(change
      ? [
          counted(change.findings_added.length, 'new finding'),
          counted(change.findings_gone.length, 'finding', ' gone'),
          counted(change.findings_changed.length, 'finding', ' changed'),
          counted(change.tags_added.length, 'new tag'),
          counted(change.tags_gone.length, 'tag', ' gone'),
          ...change.containers.map(containerWords),
          change.state_change ? `${words(change.state_change.from)} before, ${words(change.state_change.to)} now` : '',
          change.no_longer_read.length > 0 ? `${change.no_longer_read.join(', ')} could not be read this time` : '',
        ]
      : []),
  ].filter((part) => part !== '');
  return `${store}: ${parts.join(', ')}.`;
}

function counted(count: number, noun: string, after = ''): string {
  return count === 0 ? '' : `${count} ${noun}${count === 1 ? '' : 's'}${after}`;
}

function containerWords({ id, from, to }: StoreChange['containers'][number]): string {
  if (from === null) return `container ${id} is new`;
  return to === null ? `container ${id} is gone` : `container ${id} went from version ${from} to ${to}`;
}

function words(name: string): string {
  return name.replaceAll('_', ' ');
}
