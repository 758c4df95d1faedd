/**
 * Finds the caller of every request: a bounded cache of the keys in use, by hash. A miss is looked up in the database. Any change
 * of a key clears the cache.
 */
import { LRUCache } from 'lru-cache';
import type { Clock } from '../domain/clock.ts';
import { type ApiKey, isDelegate, isExpired, isUsable, type Scope } from '../domain/key.ts';
import type { Limits } from '../domain/limits.ts';
import { AllowedNetworks } from './allowed-networks.ts';
import { hashKeyText, isKeyText } from './key-text.ts';

const KEYS_MAX = 100_000;

/** Who sent a request: the part of a verified key that the API guard and the handlers need. */
export interface Caller {
  keyId: number;
  lineageId: number;
  scope: Scope;
  /** Whether the key is enrolled in the beta. */
  delegate: boolean;
  limits: Limits;
  /** Unix milliseconds. */
  expiresAt: number | null;
  /** Where the key may be used; undefined for everywhere. */
  networks: AllowedNetworks | undefined;
}

export class KeyCache {
  /** For the metrics: verified keys, and those that were not in the cache. */
  lookups = 0;
  misses = 0;
  readonly #callers: LRUCache<string, Caller>;
  /** Look-ups in progress, so that many simultaneous requests with one key cause one look-up. */
  readonly #lookUps = new Map<string, Promise<Caller | undefined>>();
  readonly #findByHash: (hash: string) => Promise<ApiKey | undefined>;
  readonly #clock: Clock;
  #generation = 0;

  /** @param keysMax only tests pass another one */
  constructor(findByHash: (hash: string) => Promise<ApiKey | undefined>, clock: Clock, keysMax = KEYS_MAX) {
    this.#findByHash = findByHash;
    this.#clock = clock;
    this.#callers = new LRUCache({ max: keysMax });
  }

  /** The caller of a key; undefined if the key is mistyped, unknown, expired or revoked. A cached key needs no promise. */
  verify(keyText: string): Caller | undefined | Promise<Caller | undefined> {
    this.lookups++;
    // The cache holds only hashes, so a memory dump shows no keys but those of requests in progress.
    const hash = hashKeyText(keyText);
    const caller = this.#callers.get(hash);
    if (caller) return isExpired(caller, this.#clock.now()) ? undefined : caller;
    this.misses++;
    return isKeyText(keyText) ? this.#find(hash) : undefined;
  }

  /** The caller of a key that was verified before, by its hash. As `verify`, but not counted in the metrics. */
  callerOf(hash: string): Caller | undefined | Promise<Caller | undefined> {
    const caller = this.#callers.get(hash);
    if (caller) return isExpired(caller, this.#clock.now()) ? undefined : caller;
    return this.#find(hash);
  }

  #find(hash: string): Promise<Caller | undefined> {
    const pending = this.#lookUps.get(hash);
    if (pending) return pending;
    const lookUp = this.#lookUp(hash).finally(() => {
      if (this.#lookUps.get(hash) === lookUp) this.#lookUps.delete(hash);
    });
    this.#lookUps.set(hash, lookUp);
    return lookUp;
  }

  /** Call this after any key has changed. */
  clear(): void {
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
      networks: row.networks ? new AllowedNetworks(row.networks) : undefined,
    };
    // Do not cache the result if a key changed while this one was read: it may have been revoked.
    if (generation === this.#generation) this.#callers.set(hash, caller);
    return caller;
  }
}
