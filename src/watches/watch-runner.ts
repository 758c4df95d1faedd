/** What a server does for watches, one piece at a time: looks at what is due, and delivers events. Each piece is leased. */
import { type Clock, DAY_MS, HOUR_MS } from '../domain/clock.ts';
import { covers, isDelegate, isUsable, type Product } from '../domain/key.ts';
import type { KeyStore } from '../domain/key-store.ts';
import type { LimitDecision, Limits } from '../domain/limits.ts';
import type { WatchedTariff } from '../domain/tariff-outlook.ts';
import { EVENTS_KEPT_MS, type Watch } from '../domain/watch.ts';
import type { ClaimedDelivery, ClaimedLook, LookResult, WatchStore } from '../domain/watch-store.ts';
import type { WatchedStores } from '../domain/watched-stores.ts';
import type { WebhookPost } from '../domain/webhook.ts';
import { afterAttempt } from './retry-schedule.ts';
import { lookAtStore, skippedEvent } from './store-look.ts';
import { lookAtTariff } from './tariff-look.ts';
import { signedHeaders } from './webhook-secret.ts';

/** Longer than a look or an attempt can take. After a crash another process goes on when it has passed. */
const LEASE_MS = 3 * 60_000;
/** How long a look waits when our side was too busy for it. */
const BUSY_PAUSE_MS = 5 * 60_000;
/** A store that could not be judged is looked at again sooner than usual. */
const NOT_JUDGED_PAUSE_MS = 6 * HOUR_MS;
/** Looks are spread over this part of their pace, so that no store is asked at the same minute each time. */
const JITTER = 0.1;

export interface WatchRunnerParts {
  store: WatchStore;
  keys: Pick<KeyStore, 'find' | 'relatives'>;
  /** Counts a scan as a request of the key. */
  admit(request: { keyId: number; lineageId: number; limits: Limits; product: Product }): Promise<LimitDecision>;
  tariff: WatchedTariff;
  stores: Pick<WatchedStores, 'scan'>;
  post: Pick<WebhookPost, 'send'>;
  clock: Pick<Clock, 'now' | 'random'>;
  /** Whether keys must be enrolled in the beta. */
  beta: boolean;
}

export class WatchRunner {
  /** For the metrics: looks and attempts by what came of them. */
  readonly looks = new Map<string, number>();
  readonly attempts = new Map<string, number>();

  constructor(private readonly parts: WatchRunnerParts) {}

  /** Makes looks at numbers due whose data is not that of this process. Call it at the start and after an import. */
  async wake(): Promise<void> {
    const { store, tariff, clock } = this.parts;
    await store.wakeTariff(tariff.outlook().basis.digest, clock.now());
  }

  /** Does the look that is due longest. False if none is due. */
  async look(kind: Watch['subject']['kind']): Promise<boolean> {
    const { store, clock } = this.parts;
    const nowMs = clock.now();
    const claimed = await store.claimLook(kind, nowMs, nowMs + LEASE_MS, this.#lease());
    if (!claimed) return false;
    const result = await this.#resultOf(claimed);
    count(this.looks, `${kind} ${result.outcome}`);
    await store.finishLook(claimed, result, clock.now());
    return true;
  }

  /** Makes the attempt that is due longest. False if none is due. */
  async deliver(): Promise<boolean> {
    const { store, clock, post } = this.parts;
    const nowMs = clock.now();
    const claimed = await store.claimDelivery(nowMs, nowMs + LEASE_MS, this.#lease());
    if (!claimed) return false;
    const { event, webhook } = claimed satisfies ClaimedDelivery;
    const headers = signedHeaders(webhook, event.id, event.body, clock.now());
    const answer = await post.send({ url: webhook.url, headers, body: event.body });
    const result = afterAttempt(answer, event.delivery.attempts + 1, clock.now(), this.#random());
    count(this.attempts, result.state === 'pending' ? 'failed' : result.state);
    await store.finishDelivery(claimed, result);
    return true;
  }

  /** Forgets events that are too old. */
  async prune(): Promise<void> {
    const { store, clock } = this.parts;
    while ((await store.prune(clock.now() - EVENTS_KEPT_MS)) > 0);
  }

  async #resultOf(claimed: ClaimedLook): Promise<LookResult> {
    const key = await this.#keyOf(claimed.watch);
    // Nobody could read what is told. It is told when the key works again.
    if (!key) return this.#later(claimed, 'no_key', DAY_MS);
    return claimed.watch.subject.kind === 'tariff' ? this.#tariffResult(claimed) : this.#storeResult(claimed, key);
  }

  async #tariffResult(claimed: ClaimedLook): Promise<LookResult> {
    const found = await lookAtTariff(claimed, this.parts.tariff, this.parts);
    if (!found) return this.#later(claimed, 'newer_data', HOUR_MS);
    return { failures: 0, dueAtMs: this.#after(DAY_MS / 2), ...found };
  }

  async #storeResult(claimed: ClaimedLook, key: { keyId: number; limits: Limits }): Promise<LookResult> {
    const { watch, part } = claimed;
    const { lineageId } = watch;
    const { admitted, dayLeft, dayResetS } = await this.parts.admit({ ...key, lineageId, product: 'pixel' });
    if (!admitted && dayLeft > 0) return this.#later(claimed, 'busy', BUSY_PAUSE_MS);
    if (!admitted) return this.#skipped(claimed, 'the requests of your key for the day are spent.', dayResetS);
    const scan = await this.parts.stores.scan(lineageId, part);
    if ('spent' in scan) return this.#skipped(claimed, scan.spent, dayResetS);
    if ('busy' in scan) return this.#later(claimed, 'busy', BUSY_PAUSE_MS);
    const found = lookAtStore(claimed, scan, this.parts);
    const isJudged = found.outcome !== 'not_judged';
    const pace = watch.subject.kind === 'pixel' && watch.subject.every === 'week' ? 7 * DAY_MS : DAY_MS;
    return {
      basis: '',
      failures: isJudged ? 0 : claimed.failures + 1,
      dueAtMs: this.#after(isJudged ? pace : Math.min(pace, NOT_JUDGED_PAUSE_MS * 2 ** Math.min(claimed.failures, 8))),
      ...found,
    };
  }

  #skipped(claimed: ClaimedLook, reason: string, resetS: number): LookResult {
    const events = [skippedEvent(claimed.watch, reason, this.parts)];
    return { ...this.#later(claimed, 'skipped', resetS * 1000 + HOUR_MS), events };
  }

  #later({ seen, basis, failures }: ClaimedLook, outcome: string, pauseMs: number): LookResult {
    return { ...(seen !== undefined && { seen }), basis, failures, outcome, dueAtMs: this.#after(pauseMs), events: [] };
  }

  /** A key of the lineage that works and covers what is watched. */
  async #keyOf({ keyId, subject }: Watch): Promise<{ keyId: number; limits: Limits } | undefined> {
    const { keys, clock, beta } = this.parts;
    const own = await keys.find(keyId);
    if (!own) return undefined;
    const works = (row: typeof own) =>
      isUsable(row, clock.now()) && covers(row.scope, subject.kind) && (!beta || isDelegate(row.notes));
    const key = works(own) ? own : (await keys.relatives(own)).findLast(works);
    return key && { keyId: key.id, limits: { perMinute: key.perMinute, perDay: key.perDay } };
  }

  #after(pauseMs: number): number {
    return Math.round(this.parts.clock.now() + pauseMs * (1 + JITTER * this.#random()));
  }

  #lease(): string {
    return Buffer.from(this.parts.clock.random(12)).toString('base64url');
  }

  /** From 0 to 1. */
  #random(): number {
    return Buffer.from(this.parts.clock.random(4)).readUInt32LE() / 2 ** 32;
  }
}

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}
