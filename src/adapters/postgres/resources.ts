/** What the transactions of keys and certificates write of the accounts of resources. */
import { eq, sql } from 'drizzle-orm';
import type { ResourceOverrides } from '../../domain/resources.ts';
import { accountOf, type limitColumns, type ResourceRow, requireRoom } from '../resource-rows.ts';
import { keys, resources } from './schema.ts';
import type { Tables } from './tables.ts';

/** The limits that the lineage was given. */
export async function readLimits(tables: Pick<Tables, 'select'>, lineageId: number): Promise<ResourceOverrides> {
  const [row] = await tables.select().from(resources).where(eq(resources.lineageId, lineageId));
  return accountOf(row, undefined).overrides;
}

/** Call inside a transaction. */
export async function writeLimits(
  tables: Pick<Tables, 'insert'>,
  lineageId: number,
  limits: ReturnType<typeof limitColumns>,
): Promise<void> {
  await tables
    .insert(resources)
    .values({ lineageId, ...limits })
    .onConflictDoUpdate({ target: resources.lineageId, set: limits });
}

/**
 * Adds stored bytes to the account of the key's lineage; nothing if there is no such key. Call inside the transaction that
 * stores them. @throws ResourceSpent, which undoes that transaction
 */
export async function addStoredBytes(
  tables: Pick<Tables, 'insert' | 'select'>,
  keyId: number,
  bytes: number,
  nowMs: number,
): Promise<void> {
  const [key] = await tables.select({ lineageId: keys.lineageId }).from(keys).where(eq(keys.id, keyId));
  if (!key) return;
  requireRoom(await addToLineage(tables, key.lineageId, bytes), bytes, nowMs);
}

/** Adds stored bytes to the account of a lineage, or takes them off, and returns the account. Call inside a transaction. */
async function addToLineage(tables: Pick<Tables, 'insert'>, lineageId: number, bytes: number): Promise<ResourceRow> {
  const [row] = await tables
    .insert(resources)
    .values({ lineageId, storedBytes: bytes })
    .onConflictDoUpdate({
      target: resources.lineageId,
      set: { storedBytes: sql`${resources.storedBytes} + excluded.stored_bytes` },
    })
    .returning();
  return row!;
}
