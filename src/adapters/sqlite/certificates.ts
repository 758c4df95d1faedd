/** Certificates in the database file. Every write is one transaction, committed with `synchronous=FULL`. */
import { and, asc, desc, eq, getTableColumns, gte, inArray, or, sql } from 'drizzle-orm';
import { isNewRevocation } from '../../domain/certificate-life.ts';
import {
  type CertificateRecord,
  type CertificateStore,
  type IdempotencyRecord,
  revocationEntry,
  storedBytesOf,
} from '../../domain/certificate-store.ts';
import {
  certificateFilter,
  comesAfter,
  FORGOTTEN_DELETED_PER_INSERT,
  isForgotten,
  isRemembered,
  recordOf,
  revocationColumns,
  rowsOf,
} from '../certificate-rows.ts';
import { keyNumber } from '../resource-rows.ts';
import { recordActivity } from './activity-log.ts';
import { NONE, slicesOf } from './certificate-slices.ts';
import { certificateFiles, certificates, idempotency } from './schema/certificates.ts';
import { addStoredBytes } from './stored-bytes.ts';
import type { Tables } from './tables.ts';

export function certificateStore(records: Tables): CertificateStore {
  const { searchText: _, ...recordColumns } = getTableColumns(certificates);
  const { requestJson, signer, timestampedAtMs } = certificateFiles;
  const columns = { ...recordColumns, requestJson, signer, timestampedAtMs };
  const select = (tables: Tables = records) =>
    tables
      .select(columns)
      .from(certificates)
      .innerJoin(certificateFiles, eq(certificateFiles.gccId, certificates.gccId));

  return {
    async insert(certificate, pdf, idempotencyRecord, signature) {
      return records.transaction(
        (tables) => {
          if (idempotencyRecord) {
            const { lineage, idempotencyKey } = idempotencyRecord;
            const nowMs = certificate.issuedAtMs;
            const remembered = isRemembered(idempotency, lineage, idempotencyKey, nowMs);
            const earlier = tables.select().from(idempotency).where(remembered).get();
            if (earlier) return earlier;
            const forgotten = tables
              .select({ rowid: sql`rowid` })
              .from(idempotency)
              .where(isForgotten(idempotency, nowMs))
              .limit(FORGOTTEN_DELETED_PER_INSERT);
            tables.delete(idempotency).where(inArray(sql`rowid`, forgotten)).run();
            tables
              .insert(idempotency)
              .values(idempotencyRecord)
              .onConflictDoUpdate({
                target: [idempotency.lineage, idempotency.idempotencyKey],
                set: idempotencyRecord,
              })
              .run();
          }
          const keyId = keyNumber(certificate.keyId);
          if (keyId)
            addStoredBytes(tables, keyId, storedBytesOf(certificate, signature?.byteLength), certificate.issuedAtMs);
          const rows = rowsOf(certificate, pdf, signature);
          tables.insert(certificates).values(rows.certificate).run();
          tables.insert(certificateFiles).values(rows.file).run();
          return undefined;
        },
        { behavior: 'immediate' },
      );
    },

    async recall(lineage, idempotencyKey, nowMs): Promise<IdempotencyRecord | undefined> {
      return records
        .select()
        .from(idempotency)
        .where(isRemembered(idempotency, lineage, idempotencyKey, nowMs))
        .get();
    },

    async get(gccId) {
      const row = select().where(eq(certificates.gccId, gccId)).get();
      return row && recordOf(row);
    },

    async pdf(gccId) {
      const file = records
        .select({ pdf: certificateFiles.pdf })
        .from(certificateFiles)
        .where(eq(certificateFiles.gccId, gccId))
        .get();
      return file?.pdf;
    },

    async signature(gccId) {
      const { signature } = certificateFiles;
      const file = records.select({ signature }).from(certificateFiles).where(eq(certificateFiles.gccId, gccId)).get();
      return file?.signature ?? undefined;
    },

    async findBySha256(sha256) {
      const row = select().where(eq(certificates.sha256, sha256)).orderBy(asc(certificates.issuedAtMs)).get();
      return row && recordOf(row);
    },

    async list({ sinceMs, after, limit }) {
      const rows = select()
        .where(and(gte(certificates.issuedAtMs, sinceMs), after && comesAfter(certificates, after)))
        .orderBy(asc(certificates.issuedAtMs), asc(certificates.gccId))
        .limit(limit)
        .all();
      return rows.map(recordOf);
    },

    async search({ text, sku, limit, ...search }) {
      const wanted = text.toLowerCase();
      const { issuedAtMs } = certificates;
      const contains = (part: string) => sql`instr(${certificates.searchText}, ${part}) > 0`;
      const matches = and(
        or(contains(wanted), sql`substr(${certificates.gccId}, 1, ${wanted.length}) = ${wanted}`),
        // The search text has every SKU, and is read before the request is.
        sku === undefined ? undefined : and(contains(sku.toLowerCase()), hasSku(sku)),
      );
      const filter = certificateFilter(certificates, search);
      const found: CertificateRecord[] = [];
      for (const slice of slicesOf(records, { text, sku, ...search })) {
        if (slice !== NONE) {
          const rows = select()
            .where(and(matches, filter, slice))
            .orderBy(desc(issuedAtMs), asc(certificates.gccId))
            .limit(limit - found.length)
            .all();
          found.push(...rows.map(recordOf));
          if (found.length === limit) break;
        }
        await new Promise(setImmediate);
      }
      return found;
    },

    async countSince(sinceMs) {
      return records.$count(certificates, gte(certificates.issuedAtMs, sinceMs));
    },

    async revoke(revocation, by) {
      return records.transaction(
        (tables) => {
          const read = (gccId: string) => {
            const row = select(tables).where(eq(certificates.gccId, gccId)).get();
            return row && recordOf(row);
          };
          const { gccId, successorId } = revocation;
          const certificate = read(gccId);
          const successor = successorId === undefined ? undefined : read(successorId);
          if (!certificate || !isNewRevocation(certificate, successor, revocation)) return certificate;
          tables.update(certificates).set(revocationColumns(revocation)).where(eq(certificates.gccId, gccId)).run();
          recordActivity(tables, revocationEntry(revocation, by));
          return read(gccId);
        },
        { behavior: 'immediate' },
      );
    },
  };
}

/** Certificates with a SKU, as the product states it or as one of its identifiers. */
function hasSku(sku: string) {
  const { requestJson } = certificateFiles;
  return or(
    sql`json_extract(${requestJson}, '$.product_info.sku') = ${sku}`,
    sql`exists (
      SELECT 1 FROM json_each(${requestJson}, '$.identifiers')
      WHERE json_extract(value, '$.type') = 'sku' AND json_extract(value, '$.value') = ${sku}
    )`,
  );
}
