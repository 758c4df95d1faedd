/**
 * The account of resources. Each decision first locks the rows of its lineages in `resources`, in order of their ids, so that
 * two groups cannot deadlock and each sees all that was booked before.
 */
import { eq, sql } from 'drizzle-orm';
import { RESOURCE_DAYS_DROPPED, type ResourceLedger } from '../../domain/resource-ledger.ts';
import { decideBookings, type ResourceAccount } from '../../domain/resources.ts';
import { accountOf, type DayRow, type ResourceRow, requireRoom } from '../resource-rows.ts';
import type { Connection, Connections } from './connections.ts';
import { keys, resources } from './schema.ts';
import type { Tables } from './tables.ts';

const TOTALS = `SELECT lineage_id AS "lineageId", stored_bytes AS "storedBytes", stored_bytes_max AS "storedBytesMax",
  cpu_ms_max AS "cpuMsMax", bytes_fetched_max AS "bytesFetchedMax" FROM resources WHERE lineage_id = ANY ($1::bigint[])`;

const DAYS = `SELECT lineage_id AS "lineageId", day, cpu_ms AS "cpuMs", bytes_fetched AS "bytesFetched"
  FROM resource_days WHERE lineage_id = ANY ($1::bigint[]) AND day = ANY ($2::int[])`;

const MAKE_ROWS = `INSERT INTO resources (lineage_id) SELECT id FROM unnest($1::bigint[]) AS t(id) ORDER BY id
  ON CONFLICT DO NOTHING`;

const ADD_DAYS = `INSERT INTO resource_days (lineage_id, day, cpu_ms, bytes_fetched)
  SELECT * FROM unnest($1::bigint[], $2::int[], $3::bigint[], $4::bigint[])
  ON CONFLICT (lineage_id, day) DO UPDATE
  SET cpu_ms = resource_days.cpu_ms + excluded.cpu_ms, bytes_fetched = resource_days.bytes_fetched + excluded.bytes_fetched`;

const DROP_DAYS = `DELETE FROM resource_days WHERE ctid IN
  (SELECT ctid FROM resource_days WHERE day < $1 LIMIT ${RESOURCE_DAYS_DROPPED} FOR UPDATE SKIP LOCKED)`;

type Accounts = (lineageId: number, day: number) => ResourceAccount;

export function resourceLedger(connections: Connections): ResourceLedger {
  return {
    book: (bookings) =>
      connections.use(async (connection) => {
        const lineageIds = [...new Set(bookings.map(({ lineageId }) => lineageId))].sort((a, b) => a - b);
        const days = [...new Set(bookings.map(({ day }) => day))];
        await connection.query('BEGIN');
        await connection.query(MAKE_ROWS, [lineageIds]);
        const totals = await connection.query(`${TOTALS} ORDER BY lineage_id FOR UPDATE`, [lineageIds]);
        // A statement of its own, so that it sees what was committed while the one before waited for its locks.
        const decided = decideBookings(bookings, await readDays(connection, totals.rows, lineageIds, days));
        const column = (name: keyof (typeof decided.days)[number]) => decided.days.map((day) => day[name]);
        await connection.query(ADD_DAYS, [column('lineageId'), column('day'), column('cpuMs'), column('bytesFetched')]);
        await connection.query('COMMIT');
        return decided.refusals;
      }),

    account: (lineageId, day) =>
      connections.use(async (connection) => {
        const totals = await connection.query(TOTALS, [[lineageId]]);
        return (await readDays(connection, totals.rows, [lineageId], [day]))(lineageId, day);
      }),

    async dropDays(beforeDay) {
      const { rowCount } = await connections.use((connection) => connection.query(DROP_DAYS, [beforeDay]));
      return rowCount === RESOURCE_DAYS_DROPPED;
    },
  };
}

async function readDays(
  connection: Connection,
  totals: (ResourceRow & { lineageId: number })[],
  lineageIds: number[],
  days: number[],
): Promise<Accounts> {
  const rows: (DayRow & { lineageId: number; day: number })[] = (await connection.query(DAYS, [lineageIds, days])).rows;
  const totalOf = new Map(totals.map((row) => [row.lineageId, row]));
  const dayOf = new Map(rows.map((row) => [`${row.lineageId} ${row.day}`, row]));
  return (lineageId, day) => accountOf(totalOf.get(lineageId), dayOf.get(`${lineageId} ${day}`));
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
export async function addToLineage(
  tables: Pick<Tables, 'insert'>,
  lineageId: number,
  bytes: number,
): Promise<ResourceRow> {
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
