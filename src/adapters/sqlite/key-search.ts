/** Finds keys for a page: filtered, sorted and cut in the database, each way along an index. */
import { and, asc, desc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import { type KeyOrder, type KeyPage, type KeySearch, MATCHES_MAX } from '../../domain/key-store.ts';
import { keyStatusFilter } from '../key-status-filter.ts';
import { keys } from './schema.ts';
import type { Tables } from './tables.ts';

/** The index of parts of names knows nothing shorter. */
const TRIGRAM_LENGTH = 3;

export function searchKeys(records: Tables, search: KeySearch, nowMs: number): KeyPage {
  const { order, scope, status, limit, offset } = search;
  // The text index reads its query up to a NUL.
  const text = readText(search.text.replaceAll('\0', '').trim());
  const filters = [text?.filter, scope && eq(keys.scope, scope), status && keyStatusFilter(keys, status, nowMs)];
  const select = () => {
    const all = records.select(getTableColumns(keys)).from(keys).$dynamic();
    // Joined and not looked up: the text index gives its matches in order of id, and the first page ends the reading.
    const source = text?.joined ? all.innerJoin(sql`key_search`, sql`key_search.rowid = ${keys.id}`) : all;
    return source.where(and(...filters));
  };
  const direction = search.descending ? desc : asc;
  const columns = {
    created: [],
    name: [direction(sql`${keys.name} COLLATE NOCASE`)],
    used: [direction(keys.lastUsedAt)],
  } satisfies Record<KeyOrder, SQL[]>;
  const id = text?.joined ? sql`key_search.rowid` : keys.id;
  const rows = select()
    .orderBy(...columns[order], direction(id))
    .limit(limit)
    .offset(offset)
    .all();
  const filtered = filters.some((filter) => filter !== undefined);
  const matching = select()
    .limit(filtered ? MATCHES_MAX : -1)
    .as('matching');
  const matches = records.select({ n: sql<number>`count(*)` }).from(matching).get()!.n;
  return { rows, matches };
}

interface TextFilter {
  filter: SQL;
  /** It asks the index of parts of names, which must then be joined. */
  joined: boolean;
}

function readText(text: string): TextFilter | undefined {
  if (!text) return undefined;
  const id = /^#(\d{1,15})$/.exec(text)?.[1];
  if (id) return { filter: eq(keys.id, Number(id)), joined: false };
  if ([...text].length < TRIGRAM_LENGTH) {
    const name = sql`${keys.name} COLLATE NOCASE`;
    return { filter: sql`(${name} >= ${text} AND ${name} < ${text} || char(1114111))`, joined: false };
  }
  // Quoted, the text is one phrase and none of its characters is an operator.
  const phrase = `"${text.replaceAll('"', '""')}"`;
  return { filter: sql`key_search MATCH ${phrase}`, joined: true };
}
