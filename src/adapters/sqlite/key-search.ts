/** Searches keys for a page. SQLite filters, sorts and cuts, each along an index. */
import { and, asc, desc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import { utcDay } from '../../domain/clock.ts';
import { type KeyOrder, type KeyPage, type KeySearch, MATCHES_MAX, readKeyText } from '../../domain/key-store.ts';
import { displayFilter, keyStatusFilter } from '../key-filters.ts';
import { keys } from './schema/keys.ts';
import type { Tables } from './tables.ts';

export function searchKeys(records: Tables, search: KeySearch, nowMs: number): KeyPage {
  const { order, scope, status, owner, tag, limit, offset } = search;
  const text = textFilter(search.text);
  const filters = [
    text?.filter,
    scope && eq(keys.scope, scope),
    status && keyStatusFilter(keys, status, nowMs),
    owner === undefined ? undefined : sql`${keys.owner} COLLATE NOCASE = ${owner}`,
    tag === undefined ? undefined : sql`instr(' ' || ${keys.tags} || ' ', ${` ${tag} `}) > 0`,
  ];
  const select = () => {
    const all = records.select(getTableColumns(keys)).from(keys).$dynamic();
    // A join, not a subquery: the text index returns its matches in order of id, so that reading ends with the first page.
    const source = text?.joined ? all.innerJoin(sql`key_search`, sql`key_search.rowid = ${keys.id}`) : all;
    return source.where(and(...filters));
  };
  const direction = search.descending ? desc : asc;
  const columns = {
    created: [],
    name: [direction(sql`${keys.name} COLLATE NOCASE`)],
    used: [direction(keys.lastUsedAt)],
    today: [direction(usedToday(nowMs))],
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

/** From the keys of the lineage to their usage. In the other order SQLite reads the usage of all keys for each key. */
function usedToday(nowMs: number): SQL {
  return sql`(SELECT coalesce(sum(requests), 0) FROM keys AS relative CROSS JOIN usage ON key_id = relative.id AND day = ${utcDay(nowMs)}
    WHERE relative.lineage_id = ${keys.lineageId})`;
}

interface TextFilter {
  filter: SQL;
  /** The filter uses the text index `key_search`, which must then be joined. */
  joined: boolean;
}

function textFilter(text: string): TextFilter | undefined {
  const wanted = readKeyText(text);
  if (!wanted) return undefined;
  if (wanted.kind === 'id') return { filter: eq(keys.id, wanted.id), joined: false };
  if (wanted.kind === 'display') return { filter: displayFilter(keys, wanted), joined: false };
  if (wanted.kind === 'nameStart') {
    const name = sql`${keys.name} COLLATE NOCASE`;
    const { start } = wanted;
    return { filter: sql`(${name} >= ${start} AND ${name} < ${start} || char(1114111))`, joined: false };
  }
  // In quotes the text is one phrase: none of its characters is an operator.
  const phrase = `"${wanted.part.replaceAll('"', '""')}"`;
  return { filter: sql`key_search MATCH ${phrase}`, joined: true };
}
