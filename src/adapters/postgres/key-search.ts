/** Searches keys for a page. A part of a name is searched in the whole table, which takes some 50 ms for 100,000 keys. */
import { and, count, eq, getTableColumns, or, type SQL, sql } from 'drizzle-orm';
import { utcDay } from '../../domain/clock.ts';
import { type KeyOrder, type KeyPage, type KeySearch, MATCHES_MAX, readKeyText } from '../../domain/key-store.ts';
import { displayFilter, keyStatusFilter } from '../key-filters.ts';
import { keys } from './schema.ts';
import type { Tables } from './tables.ts';

const name = sql`lower(${keys.name}) COLLATE "C"`;

export async function searchKeys(tables: Tables, search: KeySearch, nowMs: number): Promise<KeyPage> {
  const { order, scope, status, owner, tag, limit, offset, descending } = search;
  const filters = [
    textFilter(search.text),
    scope && eq(keys.scope, scope),
    status && keyStatusFilter(keys, status, nowMs),
    owner === undefined ? undefined : sql`lower(${keys.owner}) COLLATE "C" = lower(${owner})`,
    tag === undefined ? undefined : sql`strpos(' ' || ${keys.tags} || ' ', ${` ${tag} `}) > 0`,
  ];
  const select = () =>
    tables
      .select(getTableColumns(keys))
      .from(keys)
      .where(and(...filters))
      .$dynamic();
  /** Only for the page: counting needs no order. */
  const ordered = () =>
    order === 'today' ? select().leftJoin(usedToday(nowMs), sql`today.lineage = ${keys.lineageId}`) : select();
  const direction = descending ? sql`DESC NULLS LAST` : sql`ASC NULLS FIRST`;
  const columns = {
    created: [],
    name: [sql`${name} ${direction}`],
    used: [sql`${keys.lastUsedAt} ${direction}`],
    today: [sql`coalesce(today.requests, 0) ${direction}`],
  } satisfies Record<KeyOrder, SQL[]>;
  const rows = await ordered()
    .orderBy(...columns[order], sql`${keys.id} ${direction}`)
    .limit(limit)
    .offset(offset);
  const filtered = filters.some((filter) => filter !== undefined);
  const matching = (filtered ? select().limit(MATCHES_MAX) : select()).as('matching');
  const [matches] = await tables.select({ rows: count() }).from(matching);
  return { rows, matches: matches!.rows };
}

function usedToday(nowMs: number): SQL {
  return sql`(SELECT used.lineage_id AS lineage, sum(requests) AS requests FROM usage JOIN keys used ON used.id = key_id
    WHERE day = ${utcDay(nowMs)} GROUP BY used.lineage_id) AS today`;
}

function textFilter(text: string): SQL | undefined {
  const wanted = readKeyText(text);
  if (!wanted) return undefined;
  if (wanted.kind === 'id') return eq(keys.id, wanted.id);
  if (wanted.kind === 'display') return displayFilter(keys, wanted);
  if (wanted.kind === 'nameStart') return sql`starts_with(${name}, lower(${wanted.start}))`;
  const part = sql`lower(${wanted.part})`;
  const texts = [keys.name, keys.lastFour, keys.notes, keys.owner, keys.tags];
  return or(...texts.map((text) => sql`strpos(lower(${text}), ${part}) > 0`))!;
}
