/** Finds keys for a page. Parts of names are looked for along the table: 100,000 names are read in some 50 ms. */
import { and, count, eq, type SQL, sql } from 'drizzle-orm';
import { type KeyOrder, type KeyPage, type KeySearch, MATCHES_MAX } from '../../domain/key-store.ts';
import { keyStatusFilter } from '../key-status-filter.ts';
import { keys } from './schema.ts';
import type { Tables } from './tables.ts';

/** Shorter texts are the beginning of a name, as they are for SQLite, whose index knows no shorter part. */
const PART_LENGTH_MIN = 3;
const name = sql`lower(${keys.name}) COLLATE "C"`;

export async function searchKeys(tables: Tables, search: KeySearch, nowMs: number): Promise<KeyPage> {
  const { order, scope, status, limit, offset, descending } = search;
  const text = readText(search.text.replaceAll('\0', '').trim());
  const filters = [text, scope && eq(keys.scope, scope), status && keyStatusFilter(keys, status, nowMs)];
  const select = () =>
    tables
      .select()
      .from(keys)
      .where(and(...filters))
      .$dynamic();
  const direction = descending ? sql`DESC NULLS LAST` : sql`ASC NULLS FIRST`;
  const columns = {
    created: [],
    name: [sql`${name} ${direction}`],
    used: [sql`${keys.lastUsedAt} ${direction}`],
  } satisfies Record<KeyOrder, SQL[]>;
  const rows = await select()
    .orderBy(...columns[order], sql`${keys.id} ${direction}`)
    .limit(limit)
    .offset(offset);
  const filtered = filters.some((filter) => filter !== undefined);
  const matching = (filtered ? select().limit(MATCHES_MAX) : select()).as('matching');
  const [matches] = await tables.select({ rows: count() }).from(matching);
  return { rows, matches: matches!.rows };
}

function readText(text: string): SQL | undefined {
  if (!text) return undefined;
  const id = /^#(\d{1,15})$/.exec(text)?.[1];
  if (id) return eq(keys.id, Number(id));
  const wanted = sql`lower(${text})`;
  if ([...text].length < PART_LENGTH_MIN) return sql`starts_with(${name}, ${wanted})`;
  return sql`(strpos(lower(${keys.name}), ${wanted}) > 0 OR strpos(lower(${keys.lastFour}), ${wanted}) > 0)`;
}
