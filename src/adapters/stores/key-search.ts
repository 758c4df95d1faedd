/** Searches keys for a page. */
import { and, asc, count, desc, eq, getTableColumns, gt, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import { utcDay } from '../../domain/clock.ts';
import { type KeyStatus, STATUS_TRAITS } from '../../domain/key.ts';
import { type KeyOrder, type KeyPage, type KeySearch, MATCHES_MAX, readKeyText } from '../../domain/key-store.ts';
import type { Database, Tables } from '../database.ts';

/** An index of the name, owner, tags, notes and last four characters of all keys. */
export interface KeyTextIndex {
  table: SQL;
  keyId: SQL;
  /** The condition that one of the texts has `part` in it. */
  contains(part: string): SQL;
}

export async function searchKeys(
  database: Database,
  tables: Tables,
  search: KeySearch,
  nowMs: number,
  textIndex: KeyTextIndex | undefined,
): Promise<KeyPage> {
  const { keys } = database.schema;
  const { scope, status, owner, tag, limit, offset, descending } = search;
  const text = readKeyText(search.text);
  const index = text?.kind === 'part' ? textIndex : undefined;
  const filters = [
    text && textFilter(database, text, index),
    scope && eq(keys.scope, scope),
    status && statusFilter(database, status, nowMs),
    owner === undefined ? undefined : sql`${database.caseless(keys.owner)} = ${database.caseless(sql`${owner}`)}`,
    tag === undefined ? undefined : database.contains(sql`' ' || ${keys.tags} || ' '`, ` ${tag} `),
  ];
  const select = () => {
    const all = tables.select(getTableColumns(keys)).from(keys).$dynamic();
    // A join, not a subquery: the index gives its matches in order of id, so that reading ends with the first page.
    const source = index ? all.innerJoin(index.table, eq(index.keyId, keys.id)) : all;
    return source.where(and(...filters));
  };
  const direction = descending ? desc : asc;
  const columns = {
    created: [],
    name: [direction(database.caseless(keys.name))],
    used: [sql`${keys.lastUsedAt} ${descending ? sql`DESC NULLS LAST` : sql`ASC NULLS FIRST`}`],
    today: [direction(usedToday(database, nowMs))],
  } satisfies Record<KeyOrder, SQL[]>;
  const rows = await select()
    .orderBy(...columns[search.order], direction(index?.keyId ?? keys.id))
    .limit(limit)
    .offset(offset);
  const filtered = filters.some((filter) => filter !== undefined);
  const matching = (filtered ? select().limit(MATCHES_MAX) : select()).as('matching');
  const [matches] = await tables.select({ rows: count() }).from(matching);
  return { rows, matches: matches!.rows };
}

/** LEFT JOIN goes from the keys of the lineage to their usage. In the other order the usage of all keys would be read for each key. */
function usedToday({ schema: { keys } }: Database, nowMs: number): SQL {
  return sql`(SELECT coalesce(sum(requests), 0) FROM keys AS relative LEFT JOIN usage ON key_id = relative.id AND day = ${utcDay(nowMs)}
    WHERE relative.lineage_id = ${keys.lineageId})`;
}

function textFilter(
  database: Database,
  text: NonNullable<ReturnType<typeof readKeyText>>,
  index: KeyTextIndex | undefined,
): SQL {
  const { keys } = database.schema;
  if (text.kind === 'id') return eq(keys.id, text.id);
  if (text.kind === 'display') {
    const { prefix, lastFour } = text;
    return and(prefix ? eq(keys.prefix, prefix) : undefined, lastFour ? eq(keys.lastFour, lastFour) : undefined)!;
  }
  if (text.kind === 'nameStart') {
    const [name, start, end] = [keys.name, sql`${text.start}`, sql`${`${text.start}\u{10FFFF}`}`].map((part) =>
      database.caseless(part),
    );
    return sql`(${name} >= ${start} AND ${name} < ${end})`;
  }
  if (index) return index.contains(text.part);
  const texts = [keys.name, keys.lastFour, keys.notes, keys.owner, keys.tags];
  return or(...texts.map((column) => database.contains(sql`lower(${column})`, sql`lower(${text.part})`)))!;
}

/** Built from `STATUS_TRAITS`. */
function statusFilter({ schema: { keys } }: Database, status: KeyStatus, nowMs: number): SQL {
  const { expiresAt, revokedAt, successorId } = keys;
  const { revoked, expired, rotated } = STATUS_TRAITS[status];
  // A rotated key always has an expiry. Without the test for null the database uses the index on `expires_at`.
  const unexpired = rotated ? gt(expiresAt, nowMs) : or(isNull(expiresAt), gt(expiresAt, nowMs));
  return and(
    revoked ? isNotNull(revokedAt) : isNull(revokedAt),
    expired === undefined ? undefined : expired ? lte(expiresAt, nowMs) : unexpired,
    rotated === undefined ? undefined : rotated ? isNotNull(successorId) : isNull(successorId),
  )!;
}
