/** Certificates, as `sqlite/certificates.ts` keeps them. A commit is durable before it resolves (`synchronous_commit`, the default). */
import { and, asc, desc, eq, getTableColumns, gt, gte, inArray, lte, or, sql } from 'drizzle-orm';
import {
  type CertificateRecord,
  type CertificateStore,
  revocationEntry,
  searchTextOf,
} from '../../domain/certificate-store.ts';
import { recordAudit } from './audit.ts';
import type { Connections } from './connections.ts';
import { certificateFiles, certificates, idempotency } from './schema.ts';
import type { Tables } from './tables.ts';

/** Forgotten idempotency rows that one insert clears away: more than it adds, so that they never pile up. */
const CLEARED_PER_INSERT = 4;

export function certificateStore(connections: Connections): CertificateStore {
  const ofKey = (lineage: string, idempotencyKey: string) =>
    and(eq(idempotency.lineage, lineage), eq(idempotency.idempotencyKey, idempotencyKey));
  const { searchText: _, ...narrow } = getTableColumns(certificates);
  const columns = { ...narrow, requestJson: certificateFiles.requestJson };
  const select = (tables: Tables) =>
    tables
      .select(columns)
      .from(certificates)
      .innerJoin(certificateFiles, eq(certificateFiles.gccId, certificates.gccId))
      .$dynamic();
  const records = async (
    read: (query: ReturnType<typeof select>) => PromiseLike<Row[]>,
  ): Promise<CertificateRecord[]> => (await connections.read(async (tables) => read(select(tables)))).map(toRecord);

  return {
    insert: (certificate, pdf, once) =>
      connections.write(async (tables) => {
        if (once) {
          const nowMs = certificate.issuedAtMs;
          // Waits for another that inserts the same key, and then sees what that one has committed.
          const claimed = await tables
            .insert(idempotency)
            .values(once)
            .onConflictDoUpdate({
              target: [idempotency.lineage, idempotency.idempotencyKey],
              set: once,
              setWhere: lte(idempotency.forgottenAtMs, nowMs),
            })
            .returning();
          if (claimed.length === 0) {
            const [earlier] = await tables.select().from(idempotency).where(ofKey(once.lineage, once.idempotencyKey));
            return earlier;
          }
          const forgotten = tables
            .select({ place: sql`ctid` })
            .from(idempotency)
            .where(lte(idempotency.forgottenAtMs, nowMs))
            .limit(CLEARED_PER_INSERT)
            .for('update', { skipLocked: true });
          await tables.delete(idempotency).where(inArray(sql`ctid`, forgotten));
        }
        const { requestJson, ...record } = certificate;
        await tables.insert(certificates).values({ ...record, searchText: searchTextOf(requestJson) });
        await tables.insert(certificateFiles).values({ gccId: record.gccId, requestJson, pdf: Buffer.from(pdf) });
        return undefined;
      }),

    async recall(lineage, idempotencyKey, nowMs) {
      const remembered = and(ofKey(lineage, idempotencyKey), gt(idempotency.forgottenAtMs, nowMs));
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

    async findBySha256(sha256) {
      const oldest = asc(certificates.issuedAtMs);
      return (await records((query) => query.where(eq(certificates.sha256, sha256)).orderBy(oldest).limit(1)))[0];
    },

    list({ sinceMs, after, limit }) {
      const { issuedAtMs, gccId } = certificates;
      const later =
        after && or(gt(issuedAtMs, after.issuedAtMs), and(eq(issuedAtMs, after.issuedAtMs), gt(gccId, after.gccId)));
      return records((query) =>
        query
          .where(and(gte(issuedAtMs, sinceMs), later))
          .orderBy(asc(issuedAtMs), asc(gccId))
          .limit(limit),
      );
    },

    search(text, limit) {
      const wanted = text.toLowerCase().replaceAll('\0', '\uFFFD');
      const found = or(
        sql`strpos(${certificates.searchText}, ${wanted}) > 0`,
        sql`starts_with(${certificates.gccId}, ${wanted})`,
      );
      return records((query) =>
        query.where(found).orderBy(desc(certificates.issuedAtMs), asc(certificates.gccId)).limit(limit),
      );
    },

    revoke: (gccId, atMs, by) =>
      connections.write(async (tables) => {
        const { revokedAtMs } = certificates;
        const [certificate] = await tables
          .select({ revokedAtMs })
          .from(certificates)
          .where(eq(certificates.gccId, gccId))
          .for('update');
        if (certificate?.revokedAtMs === null) {
          await tables.update(certificates).set({ revokedAtMs: atMs }).where(eq(certificates.gccId, gccId));
          await recordAudit(tables, revocationEntry(gccId, atMs, by));
        }
        return certificate !== undefined;
      }),
  };
}

type Row = Omit<CertificateRecord, 'revokedAtMs'> & { revokedAtMs: number | null };

function toRecord({ revokedAtMs, ...record }: Row): CertificateRecord {
  return revokedAtMs === null ? record : { ...record, revokedAtMs };
}
