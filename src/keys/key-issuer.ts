/**
 * Issues, rotates, revokes and lists keys. Every change is one transaction with its audit entry and an announcement, after which
 * running servers read keys again. The text of a key is returned only by the call that made it, and is not stored.
 */
import type { ActivityEntry, Actor } from '../domain/activity-log.ts';
import type { Clock } from '../domain/clock.ts';
import { type ApiKey, type KeyStatus, type Scope, statusOf, withDelegate } from '../domain/key.ts';
import type { KeyChange, KeyInsert, KeyStore, NewApiKey } from '../domain/key-store.ts';
import { RESOURCES, type ResourceOverrides } from '../domain/resources.ts';
import { decideEdit, describeIssue, type KeyEdit, OVERLAP_MS_MAX } from './key-edit.ts';
import {
  checkLimit,
  checkName,
  checkNetworks,
  checkNotes,
  checkOwner,
  checkResources,
  checkTags,
  KeyError,
} from './key-fields.ts';
import { hashKeyText, makeKeyText } from './key-text.ts';

/** Keys that one call may issue, edit or revoke. Servers wait for its transaction: about a tenth of a second for so many. */
export const BULK_KEYS_MAX = 200;

export interface NewKey {
  name: string;
  scope: Scope;
  /** Who answers for the key. */
  owner?: string | undefined;
  /** Words separated by spaces or commas. */
  tags?: string | undefined;
  notes?: string | undefined;
  /** Sets the words `delegate:on` in the notes, or removes them. */
  delegate?: boolean | undefined;
  perMinute?: number | undefined;
  perDay?: number | undefined;
  /** Limits of its resources that are not the defaults. */
  resources?: ResourceOverrides | undefined;
  /** Unix milliseconds. */
  expiresAt?: number | undefined;
  /** Addresses and CIDRs, separated by commas or white space. */
  networks?: string | undefined;
}

export interface IssuedKey {
  row: ApiKey;
  /** The text of the key. It cannot be read again. */
  key: string;
}

export class KeyIssuer {
  readonly #keys: KeyStore;
  readonly #clock: Clock;

  constructor({ keys }: { keys: KeyStore }, clock: Clock) {
    this.#keys = keys;
    this.#clock = clock;
  }

  /** @throws KeyError if a field is out of bounds, or the expiry is in the past. */
  async issue(input: NewKey, actor: Actor): Promise<IssuedKey> {
    const [issued] = await this.issueAll([input], actor);
    return issued!;
  }

  /** Issues all keys or none, in one transaction. @throws KeyError as `issue` does, or for more than `BULK_KEYS_MAX` keys */
  async issueAll(inputs: readonly NewKey[], actor: Actor): Promise<IssuedKey[]> {
    if (inputs.length > BULK_KEYS_MAX) throw new KeyError(`At most ${BULK_KEYS_MAX} keys can be issued at once.`);
    const prepared = inputs.map((input) => this.#prepare(input, actor));
    const rows = await this.#keys.insert(prepared.map(({ insert }) => insert));
    return rows.map((row, at) => ({ row, key: prepared[at]!.key }));
  }

  /** Checks a key that is not issued yet. @throws KeyError as `issue` does */
  check(input: NewKey): void {
    this.#checked(input);
  }

  #prepare(input: NewKey, actor: Actor): { key: string; insert: KeyInsert } {
    const fields = this.#checked(input);
    const resources = checkResources(input.resources ?? {}) as ResourceOverrides;
    const hasOwn = RESOURCES.some((resource) => resources[resource] !== undefined);
    const key = makeKeyText(this.#clock);
    const activity = (issued: ApiKey) => this.#activity(actor, 'key.issue', issued, describeIssue(issued, resources));
    return { key, insert: { row: this.#newRow(key, fields), activity, ...(hasOwn && { resources }) } };
  }

  #checked(input: NewKey): InheritedFields {
    const { notes = '', delegate, expiresAt } = input;
    if (expiresAt !== undefined && !(expiresAt > this.#clock.now())) {
      throw new KeyError('The expiry is in the past. Choose a later time.', 'expiresAt');
    }
    checkResources(input.resources ?? {});
    return {
      name: checkName(input.name),
      scope: input.scope,
      owner: checkOwner(input.owner ?? ''),
      tags: checkTags(input.tags ?? ''),
      notes: checkNotes(delegate === undefined ? notes : withDelegate(notes, delegate)),
      expiresAt: expiresAt ?? null,
      perMinute: checkLimit('perMinute', input.perMinute ?? null),
      perDay: checkLimit('perDay', input.perDay ?? null),
      networks: checkNetworks(input.networks ?? ''),
    };
  }

  /**
   * Issues a successor that takes over everything that can be set: also limits, networks and expiry. The old key works for another `overlapMs`.
   * @param key the text of the successor, which nobody can guess
   * @throws KeyError if the key is unknown or not active, or the overlap is out of bounds.
   */
  async rotate(
    id: number,
    overlapMs: number,
    actor: Actor,
    key = makeKeyText(this.#clock),
  ): Promise<IssuedKey & { old: ApiKey }> {
    if (!(overlapMs >= 0 && overlapMs <= OVERLAP_MS_MAX)) throw new KeyError('The overlap must be 0 to 90 days.');
    const overlapEnd = this.#clock.now() + overlapMs;
    const { row: old, successor } = await this.#change(id, ['active'], (before) => ({
      set: { expiresAt: Math.min(before.expiresAt ?? overlapEnd, overlapEnd) },
      successor: this.#newRow(key, before),
      activity: (row) =>
        this.#activity(actor, 'key.rotate', row, `into ${row.successorId}, overlap ${overlapMs / 1000} s`),
    }));
    return { key, row: successor!, old };
  }

  /** The key stops working at once. @throws KeyError if it is unknown or already revoked. */
  async revoke(id: number, actor: Actor): Promise<ApiKey> {
    const { row } = await this.#change(id, ['active', 'rotating', 'expired'], (before) => ({
      set: { revokedAt: this.#clock.now() },
      activity: (changed) => this.#activity(actor, 'key.revoke', changed, `was ${statusOf(before, this.#clock.now())}`),
    }));
    return row;
  }

  /**
   * Revokes all keys or none, in one transaction. Keys that are revoked already stay as they are.
   * @throws KeyError if a key is unknown, or for more than `BULK_KEYS_MAX` keys
   */
  async revokeAll(ids: readonly number[], actor: Actor): Promise<ApiKey[]> {
    if (ids.length > BULK_KEYS_MAX) throw new KeyError(`At most ${BULK_KEYS_MAX} keys can be revoked at once.`);
    return this.#keys.changeAll(ids, (row, _, id) => {
      if (!row) throw new KeyError(`There is no key ${id}. Nothing was revoked.`);
      if (row.revokedAt !== null) return undefined;
      return {
        set: { revokedAt: this.#clock.now() },
        activity: (changed) => this.#activity(actor, 'key.revoke', changed, `was ${statusOf(row, this.#clock.now())}`),
      };
    });
  }

  /**
   * Changes what an edit names, with one audit entry that says from what to what. Limits are those of the whole lineage,
   * everything else of this key alone. Nothing happens if nothing differs.
   * @returns the row as it is now, and what changed in words; empty if nothing did
   * @throws KeyError if the key is unknown, a value is out of bounds, or the state of the key does not allow the change
   */
  async edit(id: number, edit: KeyEdit, actor: Actor): Promise<{ row: ApiKey; changes: string }> {
    const { row, entry } = await this.#keys.change(id, (before, resources) => {
      if (!before) throw new KeyError(`There is no key ${id}.`);
      const edited = decideEdit(before, resources, edit, this.#clock.now());
      if (!edited) return undefined;
      const { detail, ...change } = edited;
      return { ...change, activity: (changed) => this.#activity(actor, 'key.edit', changed, detail) };
    });
    return { row, changes: entry?.detail ?? '' };
  }

  /**
   * Edits all keys or none, in one transaction, each with its audit entry. A key that an edit does not change stays as it is.
   * @throws KeyError as `edit` does, or for more than `BULK_KEYS_MAX` keys
   */
  async editAll(edits: ReadonlyMap<number, KeyEdit>, actor: Actor): Promise<ApiKey[]> {
    if (edits.size > BULK_KEYS_MAX) throw new KeyError(`At most ${BULK_KEYS_MAX} keys can be edited at once.`);
    return this.#keys.changeAll([...edits.keys()], (before, resources, id) => {
      if (!before) throw new KeyError(`There is no key ${id}. Nothing was changed.`);
      const edited = decideEdit(before, resources, edits.get(id)!, this.#clock.now());
      if (!edited) return undefined;
      const { detail, ...change } = edited;
      return { ...change, activity: (changed) => this.#activity(actor, 'key.edit', changed, detail) };
    });
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

  #newRow(key: string, fields: InheritedFields): NewApiKey {
    const own = {
      hash: hashKeyText(key),
      prefix: key.slice(0, 8),
      lastFour: key.slice(-4),
      createdAt: this.#clock.now(),
    };
    const { name, scope, owner, tags, notes, perMinute, perDay, expiresAt, networks } = fields;
    return { name, scope, owner, tags, notes, perMinute, perDay, expiresAt, networks, ...own };
  }

  #activity(actor: Actor, action: string, row: ApiKey, detail = ''): ActivityEntry {
    const subject = `key ${row.id} (${row.name})`;
    return { atMs: this.#clock.now(), actor: actor.name, origin: actor.origin, action, subject, detail };
  }
}

/** The fields that a successor takes over. */
type InheritedFields = Omit<NewApiKey, 'hash' | 'prefix' | 'lastFour' | 'createdAt'>;
