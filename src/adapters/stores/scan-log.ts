import { and, asc, desc, eq, gt, gte, inArray, isNotNull, isNull, lt, lte, ne, type SQL, sql } from 'drizzle-orm';
import {
  type LoggedScan,
  SCANS_KEPT,
  type ScanLogRow,
  type ScanLogStore,
  type ScanOutcome,
} from '../../domain/scan-log.ts';
import type { Database } from '../database.ts';
import type { Schema } from '../schema/tables.ts';

/** Few at a time, because SQLite blocks the event loop meanwhile. */
const PRUNED_AT_ONCE = 100;

export function scanLogStore(database: Database): ScanLogStore {
  const { scanLog } = database.schema;
  const { address, atMs, id } = scanLog;
  return {
    async add(scans) {
      if (scans.length === 0) return;
      await database.write((tables) => tables.insert(scanLog).values(scans.map(rowOf)));
    },

    search: ({ text, outcome, sinceMs, untilMs, before, limit }) =>
      database.read(async (tables) => {
        const filter = and(
          before === undefined ? undefined : lt(id, before),
          sinceMs === undefined ? undefined : gte(atMs, sinceMs),
          untilMs === undefined ? undefined : lt(atMs, untilMs),
          text ? database.contains(sql`lower(${address})`, text.toLowerCase()) : undefined,
          outcome && outcomeFilter(scanLog, outcome),
        );
        const rows = await tables.select().from(scanLog).where(filter).orderBy(desc(id)).limit(limit);
        return rows.map(scanOf);
      }),

    find: (wanted) =>
      database.read(async (tables) => {
        const [row] = await tables.select().from(scanLog).where(eq(id, wanted));
        return row && scanOf(row);
      }),

    async prune() {
      const [newest] = await database.read((tables) =>
        tables.select({ id }).from(scanLog).orderBy(desc(id)).limit(1).offset(SCANS_KEPT),
      );
      if (!newest) return false;
      return database.write(async (tables) => {
        const ids = database.claim(
          tables.select({ id }).from(scanLog).where(lte(id, newest.id)).orderBy(asc(id)).limit(PRUNED_AT_ONCE),
        );
        return (await tables.delete(scanLog).where(inArray(id, ids)).returning({ id })).length > 0;
      });
    },
  };
}

function outcomeFilter({ errors, warnings, code, score }: Schema['scanLog'], outcome: ScanOutcome): SQL | undefined {
  if (outcome === 'failed') return ne(code, '');
  if (outcome === 'not_judged') return and(eq(code, ''), isNull(score));
  const found = {
    error: gt(errors, 0),
    warn: and(eq(errors, 0), gt(warnings, 0)),
    clean: and(eq(errors, 0), eq(warnings, 0)),
  };
  return and(isNotNull(score), found[outcome]);
}

type Row = Schema['scanLog']['$inferSelect'];

function rowOf({ severityCounts, findings, ...scan }: LoggedScan): Omit<Row, 'id'> {
  const { error: errors, warn: warnings, info: infos } = severityCounts;
  return { ...scan, errors, warnings, infos, findings: JSON.stringify(findings) };
}

function scanOf({ errors, warnings, infos, findings, ...row }: Row): ScanLogRow {
  return {
    ...row,
    severityCounts: { error: errors, warn: warnings, info: infos },
    findings: JSON.parse(findings) as LoggedScan['findings'],
  };
}
