/**
 * Issues, rotates, revokes and lists keys. Every change is one transaction with its audit entry and an announcement, after which
 * running servers read keys again. The text of a key is returned only by the call that made it, and is not stored.
 */
import type { Actor, AuditEntry } from '../domain/audit.ts';
import type { Clock } from '../domain/clock.ts';
import { type ApiKey, DEFAULT_LIMITS, type KeyStatus, type Scope, statusOf } from '../domain/key.ts';
import type { KeyChange, KeyStore, NewApiKey } from '../domain/key-store.ts';
import type { ResourceLedger } from '../domain/resource-ledger.ts';
import { resourceText } from '../domain/resource-text.ts';
import {
  RESOURCE_LIMIT_MAX,
  RESOURCE_LIMITS_MIN,
  RESOURCES,
  type Resource,
  type ResourceOverrides,
} from '../domain/resources.ts';
import { NETWORKS_MAX, parseNetwork } from './allowed-networks.ts';
import { hashKeyText, makeKeyText } from './key-text.ts';

export const NAME_LENGTH_MAX = 200;
export const NOTES_LENGTH_MAX = 2000;
/** Room for 32 networks of IPv6, each on its own line. */
export const NETWORKS_LENGTH_MAX = 2000;
const OVERLAP_MS_MAX = 90 * 86_400_000;

export interface NewKey {
  name: string;
  scope: Scope;
  notes?: string;
  perMinute?: number;
  perDay?: number;
  /** Limits of its resources that are not the defaults. */
  resources?: ResourceOverrides;
  /** Unix milliseconds. */
  expiresAt?: number;
  /** Addresses and CIDRs, separated by commas or white space. */
  networks?: string;
}

/** The input or the state of the key does not allow a change. The message is for the user. */
export class KeyError extends Error {}

export interface IssuedKey {
  row: ApiKey;
  /** The text of the key. It cannot be read again. */
  key: string;
}

export class KeyIssuer {
  readonly #keys: KeyStore;
  readonly #resources: ResourceLedger;
  readonly #clock: Clock;

  constructor({ keys, resources }: { keys: KeyStore; resources: ResourceLedger }, clock: Clock) {
    this.#keys = keys;
    this.#resources = resources;
    this.#clock = clock;
  }

  /** @throws KeyError if name, notes, limits or networks are out of bounds, or the expiry is in the past. */
  async issue(input: NewKey, actor: Actor): Promise<IssuedKey> {
    const name = input.name.trim();
    if (!name || name.length > NAME_LENGTH_MAX) throw new KeyError(`A name has 1 to ${NAME_LENGTH_MAX} characters.`);
    if (input.expiresAt !== undefined && input.expiresAt <= this.#clock.now()) {
      throw new KeyError('The expiry is in the past. Choose a later time.');
    }
    const key = makeKeyText(this.#clock);
    const row = this.#newRow(key, {
      name,
      scope: input.scope,
      notes: checkNotes(input.notes ?? ''),
      expiresAt: input.expiresAt ?? null,
      perMinute: checkLimit(input.perMinute ?? DEFAULT_LIMITS.perMinute),
      perDay: checkLimit(input.perDay ?? DEFAULT_LIMITS.perDay),
      networks: checkNetworks(input.networks ?? ''),
    });
    const limits = checkResources(input.resources ?? {});
    const ownLimits = Object.values(limits).some((limit) => limit !== undefined) ? limits : undefined;
    const detail = row.networks && `only from ${row.networks}`;
    const audit = (issued: ApiKey) => this.#audit(actor, 'key.issue', issued, detail);
    return { key, row: await this.#keys.insert(row, audit, ownLimits) };
  }

  /**
   * Issues a successor with the same name, scope, notes, limits, networks and expiry. The old key works for another `overlapMs`.
   * @throws KeyError if the key is unknown or not active, or the overlap is out of bounds.
   */
  async rotate(id: number, overlapMs: number, actor: Actor): Promise<IssuedKey & { old: ApiKey }> {
    if (!(overlapMs >= 0 && overlapMs <= OVERLAP_MS_MAX)) throw new KeyError('The overlap must be 0 to 90 days.');
    const key = makeKeyText(this.#clock);
    const overlapEnd = this.#clock.now() + overlapMs;
    const { row: old, successor } = await this.#change(id, ['active'], (before) => ({
      set: { expiresAt: Math.min(before.expiresAt ?? overlapEnd, overlapEnd) },
      successor: this.#newRow(key, before),
      audit: (row) => this.#audit(actor, 'key.rotate', row, `into ${row.successorId}, overlap ${overlapMs / 1000} s`),
    }));
    return { key, row: successor!, old };
  }

  /** The key stops working at once. @throws KeyError if it is unknown or already revoked. */
  async revoke(id: number, actor: Actor): Promise<ApiKey> {
    const { row } = await this.#change(id, ['active', 'rotating', 'expired'], () => ({
      set: { revokedAt: this.#clock.now() },
      audit: (changed) => this.#audit(actor, 'key.revoke', changed),
    }));
    return row;
  }

  /** @throws KeyError if the key is unknown or the notes are too long. */
  async setNotes(id: number, notes: string, actor: Actor): Promise<ApiKey> {
    const { row } = await this.#change(id, ['active', 'rotating', 'expired', 'revoked'], () => ({
      set: { notes: checkNotes(notes) },
      audit: (changed) => this.#audit(actor, 'key.notes', changed),
    }));
    return row;
  }

  /**
   * Sets the limits of the resources that the key shares with its lineage; those that are absent become the defaults.
   * @throws KeyError if the key is unknown or a limit is out of bounds.
   */
  async setResourceLimits(id: number, limits: ResourceOverrides, actor: Actor): Promise<void> {
    const row = await this.#keys.find(id);
    if (!row) throw new KeyError(`There is no key ${id}.`);
    const checked = checkResources(limits);
    const detail = RESOURCES.map((resource) => `${resource} ${checked[resource] ?? 'default'}`).join(', ');
    await this.#resources.setLimits(row.lineageId, checked, this.#audit(actor, 'key.resources', row, detail));
  }

  /**
   * Sets where the key may be used.
   * @param networks addresses and CIDRs, separated by commas or white space; empty for everywhere
   * @throws KeyError if the key is unknown or revoked, or an entry is not a network
   */
  async setNetworks(id: number, networks: string, actor: Actor): Promise<ApiKey> {
    const { row } = await this.#change(id, ['active', 'rotating', 'expired'], () => ({
      set: { networks: checkNetworks(networks) },
      audit: (changed) =>
        this.#audit(
          actor,
          'key.networks',
          changed,
          changed.networks ? `only from ${changed.networks}` : 'from any address',
        ),
    }));
    return row;
  }

  find(id: number): Promise<ApiKey | undefined> {
    return this.#keys.find(id);
  }

  findByHash(hash: string): Promise<ApiKey | undefined> {
    return this.#keys.findByHash(hash);
  }

  /** Newest first. */
  list(limit: number, offset = 0): Promise<ApiKey[]> {
    return this.#keys.list(limit, offset);
  }

  /** The other keys of the same lineage, oldest first. */
  relatives(row: ApiKey): Promise<ApiKey[]> {
    return this.#keys.relatives(row);
  }

  #change(id: number, allowed: KeyStatus[], decide: (row: ApiKey) => KeyChange) {
    return this.#keys.change(id, (row) => {
      if (!row) throw new KeyError(`There is no key ${id}.`);
      const status = statusOf(row, this.#clock.now());
      if (!allowed.includes(status)) throw new KeyError(`Key ${id} is ${status}, so this change is not possible.`);
      return decide(row);
    });
  }

  #newRow(key: string, { name, scope, notes, perMinute, perDay, expiresAt, networks }: InheritedFields): NewApiKey {
    const own = {
      hash: hashKeyText(key),
      prefix: key.slice(0, 8),
      lastFour: key.slice(-4),
      createdAt: this.#clock.now(),
    };
    return { name, scope, notes, perMinute, perDay, expiresAt, networks, ...own };
  }

  #audit(actor: Actor, action: string, row: ApiKey, detail = ''): AuditEntry {
    const subject = `key ${row.id} (${row.name})`;
    return { atMs: this.#clock.now(), actor: actor.name, origin: actor.origin, action, subject, detail };
  }
}

/** The fields that a successor takes over. */
type InheritedFields = Omit<NewApiKey, 'hash' | 'prefix' | 'lastFour' | 'createdAt'>;

function checkLimit(limit: number): number {
  if (!Number.isSafeInteger(limit) || limit < 1 || limit > 1_000_000_000) {
    throw new KeyError('A limit is a whole number from 1 to 1,000,000,000.');
  }
  return limit;
}

const RESOURCE_NAMES: Record<Resource, string> = {
  storedBytes: 'stored bytes',
  cpuMs: 'processor time a day',
  bytesFetched: 'bytes fetched a day',
};

function checkResources(limits: ResourceOverrides): ResourceOverrides {
  for (const resource of RESOURCES) {
    const limit = limits[resource];
    const min = RESOURCE_LIMITS_MIN[resource];
    if (limit === undefined || (Number.isSafeInteger(limit) && limit >= min && limit <= RESOURCE_LIMIT_MAX)) continue;
    const bounds = `${resourceText(resource, min)} to ${resourceText(resource, RESOURCE_LIMIT_MAX)}`;
    throw new KeyError(`The limit of ${RESOURCE_NAMES[resource]} must be ${bounds}.`);
  }
  return limits;
}

/** The list as it is stored: each network once. */
function checkNetworks(text: string): string {
  if (text.length > NETWORKS_LENGTH_MAX) {
    throw new KeyError(`A list of networks has at most ${NETWORKS_LENGTH_MAX} characters.`);
  }
  const networks = new Set<string>();
  for (const entry of text.split(/[\s,]+/).filter(Boolean)) {
    const network = parseNetwork(entry);
    if (!network) {
      const shown = entry.replace(/\p{C}/gu, '�').slice(0, 60);
      throw new KeyError(
        `"${shown}" is not a network. Write an address, or a CIDR such as 203.0.113.0/24 or 2001:db8::/32.`,
      );
    }
    networks.add(network);
  }
  if (networks.size > NETWORKS_MAX) throw new KeyError(`A key has at most ${NETWORKS_MAX} networks.`);
  return [...networks].join(' ');
}

function checkNotes(notes: string): string {
  if (notes.length > NOTES_LENGTH_MAX) throw new KeyError(`Notes have at most ${NOTES_LENGTH_MAX} characters.`);
  return notes.trim();
}
