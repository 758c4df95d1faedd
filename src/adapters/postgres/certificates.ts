/** Certificates in PostgreSQL. A commit is durable before it resolves, because `synchronous_commit` keeps its default. */
import { and, asc, desc, eq, getTableColumns, gte, inArray, like, or, sql } from 'drizzle-orm';
import { isNewRevocation } from '../../domain/certificate-life.ts';
import {
  type CertificateRecord,
  type CertificateStore,
  revocationEntry,
  storedBytesOf,
} from '../../domain/certificate-store.ts';
import {
  type CertificateRow,
  certificateFilter,
  comesAfter,
  FORGOTTEN_DELETED_PER_INSERT,
  isForgotten,
  isRemembered,
  recordOf,
  revocationColumns,
  rowsOf,
  sameIdempotencyKey,
} from '../certificate-rows.ts';
import { escapeLike } from '../escape-like.ts';
import { keyNumber } from '../resource-rows.ts';
import { recordActivity } from './activity-log.ts';
import type { Connections } from './connections.ts';
import { addStoredBytes } from './resources.ts';
import { certificateFiles, certificates, idempotency } from './schema.ts';
import type { Tables } from './tables.ts';

export function certificateStore(connections: Connections): CertificateStore {
  const { searchText: _, ...recordColumns } = getTableColumns(certificates);
  const { requestJson, signer, timestampedAtMs } = certificateFiles;
  const columns = { ...recordColumns, requestJson, signer, timestampedAtMs };
  const select = (tables: Tables) =>
    tables
      .select(columns)
      .from(certificates)
      .innerJoin(certificateFiles, eq(certificateFiles.gccId, certificates.gccId))
      .$dynamic();
  const records = async (
    read: (query: ReturnType<typeof select>) => PromiseLike<CertificateRow[]>,
  ): Promise<CertificateRecord[]> => (await connections.read(async (tables) => read(select(tables)))).map(recordOf);

  return {
    insert: (certificate, pdf, idempotencyRecord, signature) =>
      connections.write(async (tables) => {
        if (idempotencyRecord) {
          const { lineage, idempotencyKey } = idempotencyRecord;
          const nowMs = certificate.issuedAtMs;
          // Waits while another transaction inserts the same key, and then sees the committed record.
          const inserted = await tables
            .insert(idempotency)
            .values(idempotencyRecord)
            .onConflictDoUpdate({
              target: [idempotency.lineage, idempotency.idempotencyKey],
              set: idempotencyRecord,
              setWhere: isForgotten(idempotency, nowMs),
            })
            .returning();
          if (inserted.length === 0) {
            const sameKey = sameIdempotencyKey(idempotency, lineage, idempotencyKey);
            const [earlier] = await tables.select().from(idempotency).where(sameKey);
            return earlier;
          }
          const forgotten = tables
            .select({ ctid: sql`ctid` })
            .from(idempotency)
            .where(isForgotten(idempotency, nowMs))
            .limit(FORGOTTEN_DELETED_PER_INSERT)
            .for('update', { skipLocked: true });
          await tables.delete(idempotency).where(inArray(sql`ctid`, forgotten));
        }
        const keyId = keyNumber(certificate.keyId);
        if (keyId)
          await addStoredBytes(
            tables,
            keyId,
            storedBytesOf(certificate, signature?.byteLength),
            certificate.issuedAtMs,
          );
        const rows = rowsOf(certificate, pdf, signature);
        await tables.insert(certificates).values(rows.certificate);
        await tables.insert(certificateFiles).values(rows.file);
        return undefined;
      }),

    async recall(lineage, idempotencyKey, nowMs) {
      const remembered = isRemembered(idempotency, lineage, idempotencyKey, nowMs);
      const [row] = await connections.read((tables) => tables.select().from(idempotency).where(remembered));
      return row;
    },

    async get(gccId) {
      return (await records((query) => query.where(eq(certificates.gccId, gccId))))[0];
    },

    async pdf(gccId) {
      const { pdf } = certificateFiles;
      const [file] = await connections.read((tables) =>
        tables.select({ pdf }).from(certificateFiles).where(eq(certificateFiles.gccId, gccId)),
      );
      return file?.pdf;
    },

    async signature(gccId) {
      const { signature } = certificateFiles;
      const [file] = await connections.read((tables) =>
        tables.select({ signature }).from(certificateFiles).where(eq(certificateFiles.gccId, gccId)),
      );
      return file?.signature ?? undefined;
    },

    async findBySha256(sha256) {
      const oldest = asc(certificates.issuedAtMs);
      return (await records((query) => query.where(eq(certificates.sha256, sha256)).orderBy(oldest).limit(1)))[0];
    },

    list({ sinceMs, after, limit }) {
      const { issuedAtMs, gccId } = certificates;
      return records((query) =>
        query
          .where(and(gte(issuedAtMs, sinceMs), after && comesAfter(certificates, after)))
          .orderBy(asc(issuedAtMs), asc(gccId))
          .limit(limit),
      );
    },

    search({ text, sku, limit, ...search }) {
      // A NUL was stored as U+FFFD.
      const wanted = text.toLowerCase().replaceAll('\0', '\uFFFD');
      // Both conditions have an index, if pg_trgm is there.
      const contains = (part: string) => like(certificates.searchText, `%${escapeLike(part)}%`);
      const found = and(
        or(contains(wanted), like(certificates.gccId, `${escapeLike(wanted)}%`)),
        sku === undefined ? undefined : and(contains(sku.toLowerCase().replaceAll('\0', '\uFFFD')), hasSku(sku)),
      );
      return records((query) =>
        query
          .where(and(found, certificateFilter(certificates, search)))
          .orderBy(desc(certificates.issuedAtMs), asc(certificates.gccId))
          .limit(limit),
      );
    },

    countSince: (sinceMs) =>
      connections.read((tables) => tables.$count(certificates, gte(certificates.issuedAtMs, sinceMs))),

    revoke: (revocation, by) =>
      connections.write(async (tables) => {
        const { gccId, successorId } = revocation;
        const concerned = [gccId, ...(successorId === undefined ? [] : [successorId])];
        // Both are locked, in order of their ids: otherwise each of two certificates could be made the other's successor.
        await tables
          .select({ gccId: certificates.gccId })
          .from(certificates)
          .where(inArray(certificates.gccId, concerned))
          .orderBy(asc(certificates.gccId))
          .for('update');
        const read = async (id: string) => (await select(tables).where(eq(certificates.gccId, id))).map(recordOf)[0];
        const certificate = await read(gccId);
        const successor = successorId === undefined ? undefined : await read(successorId);
        if (!certificate || !isNewRevocation(certificate, successor, revocation)) return certificate;
        await tables.update(certificates).set(revocationColumns(revocation)).where(eq(certificates.gccId, gccId));
        await recordActivity(tables, revocationEntry(revocation, by));
        return read(gccId);
      }),
  };
}

/** Certificates with a SKU, as the product states it or as one of its identifiers. */
function hasSku(sku: string) {
  const request = sql`${certificateFiles.requestJson}::jsonb`;
  const ofProduct = JSON.stringify({ product_info: { sku } });
  const ofIdentifiers = JSON.stringify({ identifiers: [{ type: 'sku', value: sku }] });
  return or(sql`${request} @> ${ofProduct}::jsonb`, sql`${request} @> ${ofIdentifiers}::jsonb`);
}
