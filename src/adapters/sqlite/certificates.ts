/** Certificates in the database file. Every write is one transaction on the connection that commits with `synchronous=FULL`. */
import { and, asc, desc, eq, getTableColumns, gt, gte, lt, or, sql } from 'drizzle-orm';
import {
  type CertificateRecord,
  type CertificateStore,
  type IdempotencyRecord,
  revocationEntry,
  searchTextOf,
} from '../../domain/certificate-store.ts';
import { recordAudit } from './audit.ts';
import { certificateFiles, certificates, idempotency } from './schema.ts';
import type { Tables } from './tables.ts';

/** Forgotten idempotency rows that one insert clears away: more than it adds, so that they never pile up. */
const CLEARED_PER_INSERT = 4;
/** Certificates whose text is looked through in one turn of the event loop: about a millisecond. */
const SEARCHED_AT_ONCE = 5000;

export function certificateStore(records: Tables): CertificateStore {
  const remembered = (lineage: string, idempotencyKey: string, nowMs: number) =>
    and(
      eq(idempotency.lineage, lineage),
      eq(idempotency.idempotencyKey, idempotencyKey),
      gt(idempotency.forgottenAtMs, nowMs),
    );

  const { searchText: _, ...narrow } = getTableColumns(certificates);
  const columns = { ...narrow, requestJson: certificateFiles.requestJson };
  const select = () =>
    records
      .select(columns)
      .from(certificates)
      .innerJoin(certificateFiles, eq(certificateFiles.gccId, certificates.gccId));

  return {
    async insert(certificate, pdf, once) {
      return records.transaction(
        (tables) => {
          if (once) {
            const nowMs = certificate.issuedAtMs;
            const earlier = tables
              .select()
              .from(idempotency)
              .where(remembered(once.lineage, once.idempotencyKey, nowMs))
              .get();
            if (earlier) return earlier;
            tables
              .delete(idempotency)
              .where(
                sql`rowid IN (SELECT rowid FROM idempotency WHERE forgotten_at_ms <= ${nowMs} LIMIT ${CLEARED_PER_INSERT})`,
              )
              .run();
            tables
              .insert(idempotency)
              .values(once)
              .onConflictDoUpdate({ target: [idempotency.lineage, idempotency.idempotencyKey], set: once })
              .run();
          }
          const { requestJson, ...record } = certificate;
          tables
            .insert(certificates)
            .values({ ...record, searchText: searchTextOf(requestJson) })
            .run();
          tables
            .insert(certificateFiles)
            .values({ gccId: record.gccId, requestJson, pdf: Buffer.from(pdf) })
            .run();
          return undefined;
        },
        { behavior: 'immediate' },
      );
    },

    async recall(lineage, idempotencyKey, nowMs): Promise<IdempotencyRecord | undefined> {
      return records
        .select()
        .from(idempotency)
        .where(remembered(lineage, idempotencyKey, nowMs))
        .get();
    },

    async get(gccId) {
      return toRecord(select().where(eq(certificates.gccId, gccId)).get());
    },

    async pdf(gccId) {
      const file = records
        .select({ pdf: certificateFiles.pdf })
        .from(certificateFiles)
        .where(eq(certificateFiles.gccId, gccId))
        .get();
      return file?.pdf;
    },

    async findBySha256(sha256) {
      return toRecord(select().where(eq(certificates.sha256, sha256)).orderBy(asc(certificates.issuedAtMs)).get());
    },

    async list({ sinceMs, after, limit }) {
      const later =
        after &&
        or(
          gt(certificates.issuedAtMs, after.issuedAtMs),
          and(eq(certificates.issuedAtMs, after.issuedAtMs), gt(certificates.gccId, after.gccId)),
        );
      const rows = select()
        .where(and(gte(certificates.issuedAtMs, sinceMs), later))
        .orderBy(asc(certificates.issuedAtMs), asc(certificates.gccId))
        .limit(limit)
        .all();
      return rows.map((row) => toRecord(row)!);
    },

    async search(text, limit) {
      const wanted = text.toLowerCase();
      const { issuedAtMs } = certificates;
      const matches = or(
        sql`instr(${certificates.searchText}, ${wanted}) > 0`,
        sql`substr(${certificates.gccId}, 1, ${wanted.length}) = ${wanted}`,
      );
      const found: CertificateRecord[] = [];
      // Newest first, a slice at a time: a text that is nowhere is looked for in every row, and requests come between.
      for (let before = Number.MAX_SAFE_INTEGER; ; ) {
        const older = lt(issuedAtMs, before);
        const next = records
          .select({ issuedAtMs })
          .from(certificates)
          .where(older)
          .orderBy(desc(issuedAtMs))
          .limit(1)
          .offset(SEARCHED_AT_ONCE)
          .get();
        const rows = select()
          .where(and(matches, older, next && gte(issuedAtMs, next.issuedAtMs)))
          .orderBy(desc(issuedAtMs), asc(certificates.gccId))
          .limit(limit - found.length)
          .all();
        found.push(...rows.map((row) => toRecord(row)!));
        if (!next || found.length === limit) return found;
        before = next.issuedAtMs;
        await new Promise(setImmediate);
      }
    },

    async revoke(gccId, atMs, by) {
      return records.transaction(
        (tables) => {
          const { revokedAtMs } = certificates;
          const certificate = tables
            .select({ revokedAtMs })
            .from(certificates)
            .where(eq(certificates.gccId, gccId))
            .get();
          if (certificate?.revokedAtMs === null) {
            tables.update(certificates).set({ revokedAtMs: atMs }).where(eq(certificates.gccId, gccId)).run();
            recordAudit(tables, revocationEntry(gccId, atMs, by));
          }
          return certificate !== undefined;
        },
        { behavior: 'immediate' },
      );
    },
  };
}

function toRecord(row: (Omit<CertificateRecord, 'revokedAtMs'> & { revokedAtMs: number | null }) | undefined) {
  if (!row) return undefined;
  const { revokedAtMs, ...record } = row;
  return revokedAtMs === null ? record : { ...record, revokedAtMs };
}
