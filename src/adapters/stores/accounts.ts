/** Accounts of resources (`domain/resources.ts`), for the transactions of keys, certificates and jobs that change them. */
import { eq, sql } from 'drizzle-orm';
import type { ResourceOverrides } from '../../domain/resources.ts';
import type { Database, Tables } from '../database.ts';
import { accountOf, type limitColumns, type ResourceRow, requireRoom } from '../resource-rows.ts';

/** The limits that the lineage was given. */
export async function readLimits(database: Database, tables: Tables, lineageId: number): Promise<ResourceOverrides> {
  const { resources } = database.schema;
  const [row] = await tables.select().from(resources).where(eq(resources.lineageId, lineageId));
  return accountOf(row, undefined).overrides;
}

export async function writeLimits(
  database: Database,
  tables: Tables,
  lineageId: number,
  limits: ReturnType<typeof limitColumns>,
): Promise<void> {
  const { resources } = database.schema;
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
  database: Database,
  tables: Tables,
  keyId: number,
  bytes: number,
  nowMs: number,
): Promise<void> {
  const { keys } = database.schema;
  const [key] = await tables.select({ lineageId: keys.lineageId }).from(keys).where(eq(keys.id, keyId));
  if (!key) return;
  requireRoom(await addToLineage(database, tables, key.lineageId, bytes), bytes, nowMs);
}

/** Adds stored bytes to the account of a lineage, or takes them off, and returns the account. */
export async function addToLineage(
  database: Database,
  tables: Tables,
  lineageId: number,
  bytes: number,
): Promise<ResourceRow> {
  const { resources } = database.schema;
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
