/** Where watches, their looks and their events are kept. `test/support/watch-store-contract.ts` tests both databases. */
import type { Attempt, DeliveryState, LookState, NewEvent, Watch, WatchEvent } from './watch.ts';

export interface NewWatch extends Omit<Watch, 'seq'> {
  /** Of the `Idempotency-Key`, if one was sent: SHA-256 of the request. */
  idempotency?: { key: string; fingerprint: string };
  /** One look each: `''` for numbers, or the addresses of stores. */
  parts: readonly { part: string; dueAtMs: number; seen?: string; basis?: string }[];
}

export type WatchInsertion =
  | { outcome: 'made' | 'repeated'; watch: Watch }
  /** The same `Idempotency-Key` came with another request. */
  | { outcome: 'conflict' }
  | { outcome: 'too_many_watches' | 'too_many_stores' };

/** What may change. A null webhook takes it away; undefined leaves it. */
export interface WatchChange {
  name?: string;
  isPaused?: boolean;
  webhook?: Watch['webhook'] | null;
}

/** A part of a watch that this process looks at until its lease ends. Nobody else does meanwhile. */
export interface ClaimedLook {
  lookId: number;
  watch: Watch;
  part: string;
  /** What was told last, as the look wrote it; undefined before the first. */
  seen?: string;
  basis: string;
  failures: number;
  dueAtMs: number;
  lease: string;
}

/** What a look came to. All of it is stored in one transaction, with its events. */
export interface LookResult {
  seen?: string;
  basis: string;
  failures: number;
  outcome: NonNullable<LookState['outcome']>;
  dueAtMs: number;
  events: readonly NewEvent[];
}

export interface ClaimedDelivery {
  event: WatchEvent;
  webhook: NonNullable<Watch['webhook']>;
  lease: string;
}

export interface DeliveryResult {
  state: Exclude<DeliveryState, 'none'>;
  attempt: Attempt;
  /** The next attempt of a pending one. */
  dueAtMs?: number;
  /** Switches the webhook of the watch off, and gives up what waits for it. */
  off?: string;
}

interface EventSearch {
  lineageId: number;
  watchId?: string;
  delivery?: DeliveryState;
  /** `seq` of the last of the page before; 0 from the first. */
  after: number;
  limit: number;
}

export interface WatchStore {
  /** Counts and stores in one transaction. */
  insert(watch: NewWatch): Promise<WatchInsertion>;
  find(lineageId: number, id: string): Promise<Watch | undefined>;
  /** Newest first. @param before `seq` of the last of the page before */
  list(lineageId: number, before: number | undefined, limit: number): Promise<Watch[]>;
  looks(watchId: string): Promise<LookState[]>;
  /** `decide` runs inside the transaction and must not await. A watch that is resumed is looked at now. */
  change(
    lineageId: number,
    id: string,
    nowMs: number,
    decide: (watch: Watch) => WatchChange | undefined,
  ): Promise<Watch | undefined>;
  /** What waits to be delivered is given up. Its events stay. */
  remove(lineageId: number, id: string): Promise<boolean>;

  /** Makes every look at numbers due that was made with other data. */
  wakeTariff(basis: string, nowMs: number): Promise<void>;
  /** The look that is due longest. */
  claimLook(
    kind: Watch['subject']['kind'],
    nowMs: number,
    untilMs: number,
    lease: string,
  ): Promise<ClaimedLook | undefined>;
  /** False when the lease was lost or the watch removed: nothing was stored. */
  finishLook(look: ClaimedLook, result: LookResult, nowMs: number): Promise<boolean>;

  /** Stores an event of an existing watch; of one with a known `once` the stored one is returned. Undefined without the watch. */
  addEvent(lineageId: number, watchId: string, event: NewEvent): Promise<WatchEvent | undefined>;
  /** Oldest first. No event is ever added before one that was returned. */
  events(search: EventSearch): Promise<WatchEvent[]>;
  findEvent(lineageId: number, id: string): Promise<WatchEvent | undefined>;
  /** Due now, with a new schedule. Undefined if there is no such event or no webhook to send it to. */
  redeliver(lineageId: number, id: string, nowMs: number): Promise<WatchEvent | undefined>;

  /** The delivery that is due longest, of a lineage with fewer than two under way. */
  claimDelivery(nowMs: number, untilMs: number, lease: string): Promise<ClaimedDelivery | undefined>;
  finishDelivery(delivery: ClaimedDelivery, result: DeliveryResult): Promise<boolean>;
  /** For the metrics. */
  waiting(nowMs: number): Promise<{ looksDue: number; deliveriesPending: number; deliveriesDead: number }>;
  /** Deletes events older than that, up to a bound. Returns how many. */
  prune(beforeMs: number): Promise<number>;
}
