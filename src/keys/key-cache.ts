/**
 * Answers "whose key is this?" for every request: a bounded copy in memory of the keys in use, by hash, with what the edge
 * needs worked out once. A miss is looked up; any change to the keys empties the copy.
 */
import { LRUCache } from 'lru-cache';
import type { Clock } from '../domain/clock.ts';
import { isDelegate, isUsable, type KeyRow, type Scope } from '../domain/key.ts';
import type { Limits } from '../domain/limits.ts';
import { hashKeyText, isKeyText } from './key-text.ts';

const KEYS_MAX = 100_000;

/** A key as the edge uses it. */
export interface Caller {
  keyId: number;
  lineageId: number;
  scope: Scope;
  delegate: boolean;
  limits: Limits;
  expiresAt: number | null;
}

export class KeyCache {
  /** For the metrics: how often a key was asked for, and how often it was not in memory. */
  lookups = 0;
  misses = 0;
  readonly #callers = new LRUCache<string, Caller>({ max: KEYS_MAX });
  /** Look-ups under way: a key that many requests bring at once is looked up once. */
  readonly #lookUps = new Map<string, Promise<Caller | undefined>>();
  readonly #findByHash: (hash: string) => Promise<KeyRow | undefined>;
  readonly #clock: Clock;
  #generation = 0;

  constructor(findByHash: (hash: string) => Promise<KeyRow | undefined>, clock: Clock) {
    this.#findByHash = findByHash;
    this.#clock = clock;
  }

  /** The caller of a usable key; undefined when it is misspelt, unknown, expired or revoked. At once for a key in use. */
  verify(keyText: string): Caller | undefined | Promise<Caller | undefined> {
    this.lookups++;
    // Only hashes are kept: a dump of this process's memory shows no keys but those of requests in flight.
    const hash = hashKeyText(keyText);
    // `peek`: to keep the order of use would cost more than the hash. The oldest leaves first, and comes back at its next use.
    const caller = this.#callers.peek(hash);
    if (caller) return caller.expiresAt !== null && caller.expiresAt <= this.#clock.now() ? undefined : caller;
    this.misses++;
    if (!isKeyText(keyText)) return undefined;
    const underWay = this.#lookUps.get(hash);
    if (underWay) return underWay;
    const lookUp = this.#lookUp(hash).finally(() => {
      if (this.#lookUps.get(hash) === lookUp) this.#lookUps.delete(hash);
    });
    this.#lookUps.set(hash, lookUp);
    return lookUp;
  }

  /** Call when any key changed. */
  forget(): void {
    this.#generation++;
    this.#callers.clear();
    this.#lookUps.clear();
  }

  async #lookUp(hash: string): Promise<Caller | undefined> {
    const generation = this.#generation;
    const row = await this.#findByHash(hash);
    if (!row || !isUsable(row, this.#clock.now())) return undefined;
    const caller: Caller = {
      keyId: row.id,
      lineageId: row.lineageId,
      scope: row.scope,
      delegate: isDelegate(row.notes),
      limits: { perMinute: row.perMinute, perDay: row.perDay },
      expiresAt: row.expiresAt,
    };
    // A change that came while this was read may have revoked it: such an answer is not kept.
    if (generation === this.#generation) this.#callers.set(hash, caller);
    return caller;
  }
}
