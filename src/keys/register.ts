/**
 * Issues, rotates, revokes and lists keys. Every change is one transaction with its audit row and the announcement that
 * makes running servers look again; a key's text is returned by the call that made it and is nowhere afterwards.
 */
import { and, desc, eq, sql } from 'drizzle-orm';
import type { Clock } from '../clock.ts';
import { announce } from '../storage/changes.ts';
import type { Storage, Tables } from '../storage/open.ts';
import { audit, keys } from '../storage/schema.ts';
import { hashKeyText, makeKeyText } from './format.ts';
import { DEFAULT_LIMITS, type KeyRow, type Scope, statusOf } from './key.ts';

export const NAME_LENGTH_MAX = 200;
export const NOTES_LENGTH_MAX = 2000;
export const OVERLAP_MS_MAX = 90 * 86_400_000;

export interface NewKey {
  name: string;
  scope: Scope;
  notes?: string;
  perMinute?: number;
  perDay?: number;
  /** Unix milliseconds. */
  expiresAt?: number;
}

/** Who acts, for the audit: `cli` or `operator`, and from where. */
export interface Actor {
  name: string;
  origin: string;
}

/** A change that the key's state or the input does not allow. */
export class KeyError extends Error {}

export interface IssuedKey {
  row: KeyRow;
  /** The key itself, this once. */
  key: string;
}

export class KeyRegister {
  readonly #storage: Storage;
  readonly #clock: Clock;
  readonly #byHash;

  constructor(storage: Storage, clock: Clock) {
    this.#storage = storage;
    this.#clock = clock;
    // Prepared: every key in use is looked up again after any key changed.
    this.#byHash = storage.records
      .select()
      .from(keys)
      .where(eq(keys.hash, sql.placeholder('hash')))
      .prepare();
  }

  /** @throws KeyError when name, notes or limits are out of bounds. */
  issue(input: NewKey, actor: Actor): IssuedKey {
    const name = input.name.trim();
    if (!name || name.length > NAME_LENGTH_MAX) throw new KeyError(`A name has 1 to ${NAME_LENGTH_MAX} characters.`);
    const nowMs = this.#clock.now();
    if (input.expiresAt !== undefined && input.expiresAt <= nowMs) throw new KeyError('The expiry lies in the past.');
    const limits = {
      perMinute: checkLimit(input.perMinute ?? DEFAULT_LIMITS.perMinute),
      perDay: checkLimit(input.perDay ?? DEFAULT_LIMITS.perDay),
    };
    return this.#change((tables) => {
      const issued = this.#insert(tables, {
        name,
        scope: input.scope,
        notes: checkNotes(input.notes ?? ''),
        expiresAt: input.expiresAt ?? null,
        lineageId: 0,
        ...limits,
      });
      tables.update(keys).set({ lineageId: issued.row.id }).where(eq(keys.id, issued.row.id)).run();
      issued.row.lineageId = issued.row.id;
      this.#record(tables, actor, 'key.issue', issued.row);
      return issued;
    });
  }

  /**
   * Issues a successor with the same name, scope, notes and limits; the old key works for `overlapMs` more.
   * @throws KeyError when the key is not active.
   */
  rotate(id: number, overlapMs: number, actor: Actor): IssuedKey & { old: KeyRow } {
    if (!(overlapMs >= 0 && overlapMs <= OVERLAP_MS_MAX)) throw new KeyError('An overlap is 0 to 90 days.');
    return this.#change((tables) => {
      const old = this.#require(tables, id, ['active']);
      const { name, scope, notes, perMinute, perDay, lineageId, expiresAt } = old;
      const issued = this.#insert(tables, { name, scope, notes, perMinute, perDay, lineageId, expiresAt });
      const overlapEnd = this.#clock.now() + overlapMs;
      old.expiresAt = expiresAt === null ? overlapEnd : Math.min(expiresAt, overlapEnd);
      old.successorId = issued.row.id;
      tables.update(keys).set({ expiresAt: old.expiresAt, successorId: old.successorId }).where(eq(keys.id, id)).run();
      this.#record(tables, actor, 'key.rotate', old, `into ${issued.row.id}, overlap ${overlapMs / 1000} s`);
      return { ...issued, old };
    });
  }

  /** The key stops working at once. @throws KeyError when it was revoked before. */
  revoke(id: number, actor: Actor): KeyRow {
    return this.#change((tables) => {
      const row = this.#require(tables, id, ['active', 'rotating', 'expired']);
      row.revokedAt = this.#clock.now();
      tables.update(keys).set({ revokedAt: row.revokedAt }).where(eq(keys.id, id)).run();
      this.#record(tables, actor, 'key.revoke', row);
      return row;
    });
  }

  /** @throws KeyError when the key is unknown or the notes are too long. */
  setNotes(id: number, notes: string, actor: Actor): KeyRow {
    return this.#change((tables) => {
      const row = this.#require(tables, id, ['active', 'rotating', 'expired', 'revoked']);
      row.notes = checkNotes(notes);
      tables.update(keys).set({ notes: row.notes }).where(eq(keys.id, id)).run();
      this.#record(tables, actor, 'key.notes', row);
      return row;
    });
  }

  find(id: number): KeyRow | undefined {
    return this.#storage.records.select().from(keys).where(eq(keys.id, id)).get();
  }

  findByHash(hash: string): KeyRow | undefined {
    return this.#byHash.get({ hash });
  }

  /** Newest first. */
  list(limit: number, offset = 0): KeyRow[] {
    return this.#storage.records.select().from(keys).orderBy(desc(keys.id)).limit(limit).offset(offset).all();
  }

  count(): number {
    return this.#storage.records.select({ n: sql<number>`count(*)` }).from(keys).get()?.n ?? 0;
  }

  /** The other keys of its line of rotations, oldest first. */
  relatives(row: KeyRow): KeyRow[] {
    const related = and(eq(keys.lineageId, row.lineageId), sql`${keys.id} <> ${row.id}`);
    return this.#storage.records.select().from(keys).where(related).orderBy(keys.id).all();
  }

  #change<T>(work: (tables: Tables) => T): T {
    return this.#storage.records.transaction(
      (tables) => {
        const result = work(tables as unknown as Tables);
        announce(tables, 'keys');
        return result;
      },
      { behavior: 'immediate' },
    );
  }

  #insert(
    tables: Tables,
    values: Pick<KeyRow, 'name' | 'scope' | 'notes' | 'perMinute' | 'perDay' | 'lineageId' | 'expiresAt'>,
  ): IssuedKey {
    const key = makeKeyText(this.#clock);
    const row = tables
      .insert(keys)
      .values({
        ...values,
        hash: hashKeyText(key),
        prefix: key.slice(0, 8),
        lastFour: key.slice(-4),
        createdAt: this.#clock.now(),
      })
      .returning()
      .get();
    return { row, key };
  }

  #require(tables: Tables, id: number, allowed: string[]): KeyRow {
    const row = tables.select().from(keys).where(eq(keys.id, id)).get();
    if (!row) throw new KeyError(`There is no key ${id}.`);
    const status = statusOf(row, this.#clock.now());
    if (!allowed.includes(status)) throw new KeyError(`Key ${id} is ${status}.`);
    return row;
  }

  #record(tables: Tables, actor: Actor, action: string, row: KeyRow, detail = ''): void {
    tables
      .insert(audit)
      .values({
        atMs: this.#clock.now(),
        actor: actor.name,
        origin: actor.origin,
        action,
        subject: `key ${row.id} (${row.name})`,
        detail,
      })
      .run();
  }
}

function checkLimit(limit: number): number {
  if (!Number.isSafeInteger(limit) || limit < 1 || limit > 1_000_000_000) {
    throw new KeyError('A limit is a whole number from 1 to 1,000,000,000.');
  }
  return limit;
}

function checkNotes(notes: string): string {
  if (notes.length > NOTES_LENGTH_MAX) throw new KeyError(`Notes have at most ${NOTES_LENGTH_MAX} characters.`);
  return notes.trim();
}
