/**
 * In which certificates to look for a text: conditions that together leave out none that contains it, newest first, so that requests
 * are answered between two of them. A trigram index narrows them. What they let through is compared with the text itself.
 */
import { and, desc, gte, inArray, lt, type SQL, sql } from 'drizzle-orm';
import type { CertificateSearch } from '../../domain/certificate-store.ts';
import migration from './migrations/0018_certificate_texts.sql' with { type: 'text' };
import { certificates } from './schema/certificates.ts';
import type { Tables } from './tables.ts';

/** Certificates compared in one turn of the event loop without the index. It takes about a millisecond. */
const COMPARED_PER_TURN = 5000;
/** Certificates that the index names in one turn, as long as it names so many. After that it is of no use, and all are compared. */
const NAMED_PER_TURN = [100, 400, 3200];
/** Ids that begin with the text. If there are more, the newest certificates are compared one by one: many of them match. */
const IDS_MAX = 2000;
/** The index takes up to a millisecond to find its place in a list of a million. */
const TRIGRAMS_MAX = 8;
/** The time from the first certificate to the newest is looked at in so many parts, and in longer ones while that is quick. */
const PARTS = 16;
const PART_S_MIN = 86_400;
const QUICK_MS = 8;
/** The next part may take so long, if it takes as long a day as the one before. */
const PART_MS_MAX = 32;
const GROWTH_MAX = 16;
/** A trigram is left out at first if the newest certificate with another one is this many times as old. */
const RARER = 64;

/** The ids in `certificate_texts` of the certificates of one second are this many, from the second times this many on. */
const SECOND = 2 ** 20;

/** The condition of a turn in which no certificate may match. */
export const NONE = Symbol('none');
export type Slice = SQL | undefined | typeof NONE;

/** The row of a text that is too long for the index. Every search asks for it too. */
const LONG_TEXT = '\u0001\u0001\u0001';

/** Makes the index again from the certificates, with the statement of the migration. */
export const REBUILD_CERTIFICATE_TEXTS = [
  "INSERT INTO certificate_texts (certificate_texts) VALUES ('delete-all')",
  migration.split('--> statement-breakpoint')[1]!,
];

/** @returns a condition for each turn; undefined stands for all certificates, `NONE` for none of them */
export function slicesOf(tables: Tables, search: Omit<CertificateSearch, 'limit'>): Iterable<Slice> {
  const { text, sku = '', lineageId } = search;
  const wanted = text.toLowerCase();
  const trigrams = some([...new Set([...trigramsOf(wanted), ...trigramsOf(sku.toLowerCase())])]);
  // The certificates of a lineage have an index of their own.
  if (trigrams.length === 0 || lineageId !== undefined) return slicesByTime(tables, search, newestMs(search));
  const seconds = text === '' ? [] : secondsOfIds(tables, wanted);
  return seconds ? slicesByTrigrams(tables, search, trigrams, seconds) : slicesByTime(tables, search, newestMs(search));
}

/** Every certificate issued before `newest`, some thousand at a time. */
function* slicesByTime(tables: Tables, search: Omit<CertificateSearch, 'limit'>, newest: number): Generator<Slice> {
  const { issuedAtMs, lineageId } = certificates;
  const ofLineage = search.lineageId === undefined ? undefined : sql`${lineageId} = ${search.lineageId}`;
  for (let before = newest; ; ) {
    const older = lt(issuedAtMs, before);
    const next = tables
      .select({ issuedAtMs })
      .from(certificates)
      .where(and(ofLineage, older, gte(issuedAtMs, search.sinceMs ?? 0)))
      .orderBy(desc(issuedAtMs))
      .limit(1)
      .offset(COMPARED_PER_TURN)
      .get();
    yield and(older, next && gte(issuedAtMs, next.issuedAtMs));
    if (!next) return;
    before = next.issuedAtMs;
  }
}

/**
 * The certificates of each second in which the index names one with all trigrams, or one with a long text.
 * @param idSeconds seconds in which a certificate was issued whose id begins with the text
 */
function* slicesByTrigrams(
  tables: Tables,
  search: Omit<CertificateSearch, 'limit'>,
  trigrams: string[],
  idSeconds: number[],
): Generator<Slice> {
  const [range] = tables.values<[number | null, number | null]>(
    sql`SELECT (SELECT min(issued_at_ms) FROM certificates), (SELECT max(issued_at_ms) FROM certificates)`,
  );
  const [oldest, newest] = range!;
  if (oldest === null || newest === null) return;
  const first = Math.floor(Math.max(oldest, search.sinceMs ?? 0) / 1000);
  const quoted = trigrams.map((trigram) => `"${trigram.replaceAll('"', '""')}"`);
  const end = Math.floor(Math.min(newest, newestMs(search) - 1) / 1000) + 1;
  const part = Math.max(PART_S_MIN, Math.ceil((end - first) / PARTS));
  let span = part;
  let full = 0;
  // The seconds from `from` on and before `to` are looked at in one turn.
  for (let to = end; ; ) {
    // Nothing newer than the newest certificate with each trigram has them all.
    const [newestLong, ...newestWith] = newestNamed(tables, [`"${LONG_TEXT}"`, ...quoted], first, to);
    const next = Math.max(Math.min(...newestWith), newestLong!, ...idSeconds.filter((second) => second < to));
    if (next < first) return;
    to = next + 1;
    const most = NAMED_PER_TURN[full];
    if (most === undefined) return yield* slicesByTime(tables, search, to * 1000);
    // Finding its place in the list of a frequent trigram takes the index longest. If the rare ones name too many, all are asked for.
    const rarest = Math.min(...newestWith);
    const asked = quoted.filter((_, i) => full > 0 || (end - newestWith[i]!) * RARER > end - rarest);
    const match = `(${asked.join(' AND ')}) OR "${LONG_TEXT}"`;
    let from = Math.max(first, to - Math.ceil(span));
    const startedMs = performance.now();
    const named = tables
      .values<[number]>(
        sql`SELECT rowid FROM certificate_texts WHERE certificate_texts MATCH ${match}
          AND rowid >= ${from * SECOND} AND rowid < ${to * SECOND} ORDER BY rowid DESC LIMIT ${most}`,
      )
      .map(([id]) => Math.floor(id / SECOND));
    const tookMs = performance.now() - startedMs;
    span = tookMs < QUICK_MS ? span * Math.min(GROWTH_MAX, PART_MS_MAX / tookMs) : part;
    if (named.length === most) {
      // There may be more, all of them in this second or before it.
      from = named.at(-1)!;
      full++;
    }
    const seconds = new Set([...named, ...idSeconds.filter((second) => second >= from && second < to)]);
    yield seconds.size > 0 ? inSeconds([...seconds]) : NONE;
    to = from;
  }
}

/** For each trigram, the second of the newest certificate with it, from `from` on and before `to`; -1 if there is none. */
function newestNamed(tables: Tables, trigrams: string[], from: number, to: number): number[] {
  const rows = tables.values<[number | null]>(
    sql`SELECT (SELECT rowid FROM certificate_texts WHERE certificate_texts MATCH trigram.value
      AND rowid >= ${from * SECOND} AND rowid < ${to * SECOND} ORDER BY rowid DESC LIMIT 1)
      FROM json_each(${JSON.stringify(trigrams.map((trigram) => trigram.toWellFormed()))}) AS trigram ORDER BY trigram.key`,
  );
  return rows.map(([id]) => (id === null ? -1 : Math.floor(id / SECOND)));
}

/** Before this time every certificate that is wanted was issued. */
function newestMs({ untilMs, after }: Omit<CertificateSearch, 'limit'>): number {
  return Math.min(untilMs ?? Number.MAX_SAFE_INTEGER, (after?.issuedAtMs ?? Number.MAX_SAFE_INTEGER - 1) + 1);
}

function inSeconds(seconds: number[]): SQL {
  // CROSS JOIN keeps the order of the two: one search of the index for each second.
  return inArray(
    certificates.gccId,
    sql`(SELECT issued.gcc_id FROM json_each(${JSON.stringify(seconds)}) AS second
      CROSS JOIN certificates AS issued ON issued.issued_at_ms >= second.value * 1000 AND issued.issued_at_ms < second.value * 1000 + 1000)`,
  );
}

/** The seconds of issue of the certificates whose id begins with the text; undefined if they are many. */
function secondsOfIds(tables: Tables, text: string): number[] | undefined {
  const rows = tables.values<[number]>(
    sql`SELECT issued_at_ms FROM certificates WHERE gcc_id >= ${text} AND gcc_id < ${`${text}\u{10FFFF}`} LIMIT ${IDS_MAX + 1}`,
  );
  return rows.length > IDS_MAX ? undefined : rows.map(([issuedAtMs]) => Math.floor(issuedAtMs / 1000));
}

/** At most `TRIGRAMS_MAX`, from all over the text. */
function some(trigrams: string[]): string[] {
  const step = Math.max(1, trigrams.length / TRIGRAMS_MAX);
  return trigrams.filter((_, i) => Math.floor(i / step) !== Math.floor((i - 1) / step));
}

/** Every three characters that follow each other. SQLite's trigrams leave a NUL out. */
function trigramsOf(text: string): string[] {
  return text.split('\0').flatMap((part) => {
    const characters = [...part];
    return characters.slice(2).map((_, i) => characters.slice(i, i + 3).join(''));
  });
}
