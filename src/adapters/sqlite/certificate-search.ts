/**
 * Splits a text search into slices, newest first, so that other work runs between two of them. Together the slices cover every certificate
 * that may contain the text. A trigram index narrows them. What they let through is compared with the text itself.
 */
import { and, desc, eq, gte, inArray, lt, max, min, or, type SQL, sql } from 'drizzle-orm';
import type { CertificateSearch } from '../../domain/certificate-store.ts';
import type { Database } from '../database.ts';
import type { CertificateConditions } from '../stores/certificates.ts';
import migration from './migrations/0018_certificate_texts.sql' with { type: 'text' };
import { certificateFiles, certificates } from './schema.ts';

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
const SECOND_OF_ROW = sql<number>`rowid / ${sql.raw(String(SECOND))}`;
const TEXTS = sql`certificate_texts`;

/** Conditions on certificates, newest first. Undefined covers all. */
type Slices = AsyncGenerator<SQL | undefined>;

/** The row of a text that is too long for the index. Every search asks for it too. */
const LONG_TEXT = '\u0001\u0001\u0001';

/** Makes the index again from the certificates, with the statement of the migration. */
export const REBUILD_CERTIFICATE_TEXTS = [
  "INSERT INTO certificate_texts (certificate_texts) VALUES ('delete-all')",
  migration.split('--> statement-breakpoint')[1]!,
];

export function certificateConditions(database: Database): CertificateConditions {
  const { searchText, gccId } = certificates;
  const { requestJson } = certificateFiles;
  const contains = (part: string) => database.contains(searchText, part);
  return {
    matches: (text) => or(contains(text), sql`substr(${gccId}, 1, ${text.length}) = ${text}`),
    // The search text has every SKU, and is read before the request is.
    hasSku: (sku) =>
      and(
        contains(sku.toLowerCase()),
        or(
          sql`json_extract(${requestJson}, '$.product_info.sku') = ${sku}`,
          sql`exists (
            SELECT 1 FROM json_each(${requestJson}, '$.identifiers')
            WHERE json_extract(value, '$.type') = 'sku' AND json_extract(value, '$.value') = ${sku}
          )`,
        ),
      ),
    async *slices(search) {
      for await (const slice of slicesOf(database, search)) {
        yield slice;
        await new Promise(setImmediate);
      }
    },
  };
}

async function* slicesOf(database: Database, search: CertificateSearch): Slices {
  const { text, sku = '', lineageId } = search;
  const wanted = text.toLowerCase();
  const trigrams = some([...new Set([...trigramsOf(wanted), ...trigramsOf(sku.toLowerCase())])]);
  // The certificates of a lineage have an index of their own.
  const isIndexed = trigrams.length > 0 && lineageId === undefined;
  const seconds = isIndexed ? await secondsOfIds(database, wanted) : undefined;
  if (seconds) yield* slicesByTrigrams(database, search, trigrams, seconds);
  else yield* slicesByTime(database, search, newestMs(search));
}

/** Every certificate issued before `newest`, some thousand at a time. */
async function* slicesByTime(database: Database, search: CertificateSearch, newest: number): Slices {
  const { issuedAtMs, lineageId } = certificates;
  const ofLineage = search.lineageId === undefined ? undefined : eq(lineageId, search.lineageId);
  for (let before = newest; ; ) {
    const older = lt(issuedAtMs, before);
    const [next] = await database.read((tables) =>
      tables
        .select({ issuedAtMs })
        .from(certificates)
        .where(and(ofLineage, older, gte(issuedAtMs, search.sinceMs ?? 0)))
        .orderBy(desc(issuedAtMs))
        .limit(1)
        .offset(COMPARED_PER_TURN),
    );
    yield and(older, next && gte(issuedAtMs, next.issuedAtMs));
    if (!next) return;
    before = next.issuedAtMs;
  }
}

/**
 * The certificates of each second in which the index names one with all trigrams, or one with a long text.
 * @param idSeconds seconds in which a certificate was issued whose id begins with the text
 */
async function* slicesByTrigrams(
  database: Database,
  search: CertificateSearch,
  trigrams: string[],
  idSeconds: number[],
): Slices {
  const { issuedAtMs } = certificates;
  // One query each, which SQLite answers from the ends of an index.
  const [[first], [last]] = await database.read(async (tables) => [
    await tables.select({ ms: min(issuedAtMs) }).from(certificates),
    await tables.select({ ms: max(issuedAtMs) }).from(certificates),
  ]);
  const [oldest, newest] = [first!.ms, last!.ms];
  if (oldest === null || newest === null) return;
  const start = Math.floor(Math.max(oldest, search.sinceMs ?? 0) / 1000);
  const quoted = trigrams.map((trigram) => `"${trigram.replaceAll('"', '""')}"`);
  const end = Math.floor(Math.min(newest, newestMs(search) - 1) / 1000) + 1;
  const part = Math.max(PART_S_MIN, Math.ceil((end - start) / PARTS));
  let span = part;
  let full = 0;
  // The seconds from `from` on and before `to` are looked at in one turn.
  for (let to = end; ; ) {
    // Nothing newer than the newest certificate with each trigram has them all.
    const [newestLong, ...newestWith] = await newestNamed(database, [`"${LONG_TEXT}"`, ...quoted], start, to);
    const next = Math.max(Math.min(...newestWith), newestLong!, ...idSeconds.filter((second) => second < to));
    if (next < start) return;
    to = next + 1;
    const most = NAMED_PER_TURN[full];
    if (most === undefined) return yield* slicesByTime(database, search, to * 1000);
    // Finding its place in the list of a frequent trigram takes the index longest. If the rare ones name too many, all are asked for.
    const rarest = Math.min(...newestWith);
    const asked = quoted.filter((_, i) => full > 0 || (end - newestWith[i]!) * RARER > end - rarest);
    const match = `(${asked.join(' AND ')}) OR "${LONG_TEXT}"`;
    let from = Math.max(start, to - Math.ceil(span));
    const { named, tookMs } = await database.read(async (tables) => {
      const startedMs = performance.now();
      const rows = await tables
        .select({ second: SECOND_OF_ROW })
        .from(TEXTS)
        .where(isNamed(sql`${match}`, from, to))
        .orderBy(sql`rowid DESC`)
        .limit(most);
      return { named: rows.map(({ second }) => second), tookMs: performance.now() - startedMs };
    });
    span = tookMs < QUICK_MS ? span * Math.min(GROWTH_MAX, PART_MS_MAX / tookMs) : part;
    if (named.length === most) {
      // There may be more, all of them in this second or before it.
      from = named.at(-1)!;
      full++;
    }
    const seconds = new Set([...named, ...idSeconds.filter((second) => second >= from && second < to)]);
    yield inSeconds([...seconds]);
    to = from;
  }
}

const isNamed = (match: SQL, from: number, to: number) =>
  sql`certificate_texts MATCH ${match} AND rowid >= ${from * SECOND} AND rowid < ${to * SECOND}`;

/** For each trigram, the second of the newest certificate with it, from `from` on and before `to`; -1 if there is none. */
async function newestNamed(database: Database, trigrams: string[], from: number, to: number): Promise<number[]> {
  const values = JSON.stringify(trigrams.map((trigram) => trigram.toWellFormed()));
  const newest = sql<number | null>`(SELECT ${SECOND_OF_ROW} FROM ${TEXTS}
    WHERE ${isNamed(sql`trigram.value`, from, to)} ORDER BY rowid DESC LIMIT 1)`;
  const rows = await database.read((tables) =>
    tables.select({ newest }).from(sql`json_each(${values}) AS trigram`).orderBy(sql`trigram.key`),
  );
  return rows.map((row) => row.newest ?? -1);
}

/** Before this time every certificate that is wanted was issued. */
function newestMs({ untilMs, after }: CertificateSearch): number {
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
async function secondsOfIds(database: Database, text: string): Promise<number[] | undefined> {
  if (text === '') return [];
  const { gccId, issuedAtMs } = certificates;
  const rows = await database.read((tables) =>
    tables
      .select({ issuedAtMs })
      .from(certificates)
      .where(and(gte(gccId, text), lt(gccId, `${text}\u{10FFFF}`)))
      .limit(IDS_MAX + 1),
  );
  return rows.length > IDS_MAX ? undefined : rows.map((row) => Math.floor(row.issuedAtMs / 1000));
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
