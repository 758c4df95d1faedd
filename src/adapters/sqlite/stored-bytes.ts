/** What is written of the account of resources in the transactions of certificates and keys. */
import { eq, sql } from 'drizzle-orm';
import type { ResourceOverrides } from '../../domain/resources.ts';
import { accountOf, type limitColumns, type ResourceRow, requireRoom } from '../resource-rows.ts';
import { keys } from './schema/keys.ts';
import { resources } from './schema/resources.ts';
import type { Tables } from './tables.ts';

/** The limits that the lineage was given. */
export function readLimits(tables: Pick<Tables, 'select'>, lineageId: number): ResourceOverrides {
  const row = tables.select().from(resources).where(eq(resources.lineageId, lineageId)).get();
  return accountOf(row, undefined).overrides;
}

/** Call inside a transaction. */
export function writeLimits(
  tables: Pick<Tables, 'insert'>,
  lineageId: number,
  limits: ReturnType<typeof limitColumns>,
): void {
  tables
    .insert(resources)
    .values({ lineageId, ...limits })
    .onConflictDoUpdate({ target: resources.lineageId, set: limits })
    .run();
}

/**
 * Adds stored bytes to the account of the key's lineage; nothing if there is no such key. Call inside the transaction that
 * stores them. @throws ResourceSpent, which undoes that transaction
 */
export function addStoredBytes(tables: Pick<Tables, 'insert' | 'select'>, keyId: number, bytes: number, nowMs: number) {
  const key = tables.select({ lineageId: keys.lineageId }).from(keys).where(eq(keys.id, keyId)).get();
  if (!key) return;
  requireRoom(addToLineage(tables, key.lineageId, bytes), bytes, nowMs);
}

/** Adds stored bytes to the account of a lineage, or takes them off, and returns the account. Call inside a transaction. */
function addToLineage(tables: Pick<Tables, 'insert'>, lineageId: number, bytes: number): ResourceRow {
  return tables
    .insert(resources)
    .values({ lineageId, storedBytes: bytes })
    .onConflictDoUpdate({
      target: resources.lineageId,
      set: { storedBytes: sql`${resources.storedBytes} + excluded.stored_bytes` },
    })
    .returning()
    .get();
}
