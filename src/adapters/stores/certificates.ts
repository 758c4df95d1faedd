/** Certificates. A commit is durable before it resolves: `synchronous=FULL` in SQLite, the default of `synchronous_commit` in PostgreSQL. */
import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  or,
  type SQL,
} from 'drizzle-orm';
import { type CertificateStatus, isNewRevocation } from '../../domain/certificate-life.ts';
import {
  type CertificateRecord,
  type CertificateSearch,
  type CertificateStore,
  publicityEntry,
  revocationEntry,
  searchTextOf,
  storedBytesOf,
} from '../../domain/certificate-store.ts';
import { sha256Hex } from '../../domain/sha256.ts';
import type { Database, Tables } from '../database.ts';
import { DamagedBytes } from '../faults.ts';
import { keyNumber } from '../resource-rows.ts';
import type { Schema } from '../schema/tables.ts';
import { addStoredBytes } from './accounts.ts';
import { recordActivity } from './activity-log.ts';

/** More than certificates that one replaces in practice. */
const SUPERSEDED_MAX = 20;
/** Forgotten idempotency records that one insert deletes. It adds one, so they cannot accumulate. */
const FORGOTTEN_DELETED_PER_INSERT = 4;

/** Conditions that each database writes in its own way, for its own indexes. */
export interface CertificateConditions {
  /** The search text contains a text in lower case, or the id begins with it. */
  matches(text: string): SQL | undefined;
  /** The product or one of its identifiers has this SKU. */
  hasSku(sku: string): SQL | undefined;
  /**
   * Splits a search into conditions, newest certificates first. Together they cover every certificate that may be found.
   * Other work runs between two of them.
   */
  slices(search: CertificateSearch): Iterable<SQL | undefined> | AsyncIterable<SQL | undefined>;
}

export function certificateStore(database: Database, conditions: CertificateConditions): CertificateStore {
  const { certificates, certificateFiles, idempotency } = database.schema;
  const { gccId: id, issuedAtMs } = certificates;
  const { searchText: _, ...recordColumns } = getTableColumns(certificates);
  const { requestJson, signer, timestampedAtMs } = certificateFiles;
  const columns = { ...recordColumns, requestJson, signer, timestampedAtMs };
  const select = (tables: Tables) =>
    tables.select(columns).from(certificates).innerJoin(certificateFiles, eq(certificateFiles.gccId, id));
  const find = async (tables: Tables, gccId: string) => (await select(tables).where(eq(id, gccId))).map(recordOf)[0];
  /** The one record of an idempotency key, forgotten or not. */
  const isSameKey = ({ lineage, idempotencyKey }: { lineage: string; idempotencyKey: string }) =>
    and(eq(idempotency.lineage, lineage), eq(idempotency.idempotencyKey, idempotencyKey));
  const isForgotten = (nowMs: number) => lte(idempotency.forgottenAtMs, nowMs);

  /** Deletes some of the forgotten idempotency records, without waiting for those that another transaction deletes. */
  async function deleteForgotten(tables: Tables, nowMs: number): Promise<void> {
    const { lineage, idempotencyKey } = idempotency;
    const forgotten = await database.claim(
      tables
        .select({ lineage, idempotencyKey })
        .from(idempotency)
        .where(isForgotten(nowMs))
        .limit(FORGOTTEN_DELETED_PER_INSERT),
    );
    if (forgotten.length > 0) await tables.delete(idempotency).where(or(...forgotten.map(isSameKey)));
  }

  return {
    insert: (certificate, pdf, idempotencyRecord, signature) =>
      database.write(async (tables) => {
        const nowMs = certificate.issuedAtMs;
        if (idempotencyRecord) {
          // Waits while another transaction inserts the same key, and then sees the committed record.
          const inserted = await tables
            .insert(idempotency)
            .values(idempotencyRecord)
            .onConflictDoUpdate({
              target: [idempotency.lineage, idempotency.idempotencyKey],
              set: idempotencyRecord,
              setWhere: isForgotten(nowMs),
            })
            .returning();
          if (inserted.length === 0) {
            const [earlier] = await tables.select().from(idempotency).where(isSameKey(idempotencyRecord));
            return earlier;
          }
          await deleteForgotten(tables, nowMs);
        }
        const keyId = keyNumber(certificate.keyId);
        const bytes = storedBytesOf(certificate, signature?.byteLength);
        if (keyId) await addStoredBytes(database, tables, keyId, bytes, nowMs);
        const { requestJson, signer, timestampedAtMs, ...record } = certificate;
        const { gccId } = certificate;
        await tables.insert(certificates).values({ ...record, searchText: searchTextOf(requestJson) });
        await tables.insert(certificateFiles).values({ gccId, requestJson, pdf, signature, signer, timestampedAtMs });
        return undefined;
      }),

    recall: (lineage, idempotencyKey, nowMs) =>
      database.read(async (tables) => {
        const remembered = and(isSameKey({ lineage, idempotencyKey }), gt(idempotency.forgottenAtMs, nowMs));
        return (await tables.select().from(idempotency).where(remembered))[0];
      }),

    get: (gccId) => database.read((tables) => find(tables, gccId)),

    pdf: (gccId) =>
      database.read(async (tables) => {
        const { pdf } = certificateFiles;
        const { sha256 } = certificates;
        const [file] = await tables
          .select({ pdf, sha256 })
          .from(certificateFiles)
          .innerJoin(certificates, eq(certificates.gccId, certificateFiles.gccId))
          .where(eq(certificateFiles.gccId, gccId));
        if (file && sha256Hex(file.pdf) !== file.sha256) throw new DamagedBytes(`certificate ${gccId}`);
        return file?.pdf;
      }),

    signature: (gccId) =>
      database.read(async (tables) => {
        const { signature } = certificateFiles;
        const ofCertificate = eq(certificateFiles.gccId, gccId);
        const [file] = await tables.select({ signature }).from(certificateFiles).where(ofCertificate);
        return file?.signature ?? undefined;
      }),

    findBySha256: (sha256) =>
      database.read(async (tables) => {
        const same = eq(certificates.sha256, sha256);
        return (await select(tables).where(same).orderBy(asc(issuedAtMs)).limit(1)).map(recordOf)[0];
      }),

    list: ({ sinceMs, after, limit }) =>
      database.read(async (tables) => {
        const later =
          after && or(gt(issuedAtMs, after.issuedAtMs), and(eq(issuedAtMs, after.issuedAtMs), gt(id, after.gccId)));
        const rows = await select(tables)
          .where(and(gte(issuedAtMs, sinceMs), later))
          .orderBy(asc(issuedAtMs), asc(id))
          .limit(limit);
        return rows.map(recordOf);
      }),

    async search(search) {
      const { text, sku, limit } = search;
      const matches = and(
        conditions.matches(text.toLowerCase()),
        sku === undefined ? undefined : conditions.hasSku(sku),
        filterOf(certificates, search),
      );
      const found: CertificateRecord[] = [];
      for await (const slice of conditions.slices(search)) {
        const rows = await database.read((tables) =>
          select(tables)
            .where(and(matches, slice))
            .orderBy(desc(issuedAtMs), asc(id))
            .limit(limit - found.length),
        );
        found.push(...rows.map(recordOf));
        if (found.length === limit) break;
      }
      return found;
    },

    countSince: (sinceMs) => database.read((tables) => tables.$count(certificates, gte(issuedAtMs, sinceMs))),

    revoke: (revocation, by) =>
      database.write(async (tables) => {
        const { gccId, atMs, reason, successorId } = revocation;
        const concerned = [gccId, ...(successorId === undefined ? [] : [successorId])];
        // Both are locked, in order of their ids: otherwise each of two certificates could be made the other's successor.
        await database.forUpdate(
          tables.select({ id }).from(certificates).where(inArray(id, concerned)).orderBy(asc(id)),
        );
        const certificate = await find(tables, gccId);
        const successor = successorId === undefined ? undefined : await find(tables, successorId);
        if (!certificate || !isNewRevocation(certificate, successor, revocation)) return certificate;
        const revoked = { revokedAtMs: atMs, revocationReason: reason, successorId };
        await tables.update(certificates).set(revoked).where(eq(id, gccId));
        await recordActivity(database, tables, revocationEntry(revocation, by));
        return find(tables, gccId);
      }),

    supersededBy: (gccId) =>
      database.read(async (tables) => {
        const rows = await select(tables)
          .where(eq(certificates.successorId, gccId))
          .orderBy(desc(issuedAtMs), asc(id))
          .limit(SUPERSEDED_MAX);
        return rows.map(recordOf);
      }),

    setPublic: (gccId, sinceMs, by) =>
      database.write(async (tables) => {
        await database.forUpdate(tables.select({ id }).from(certificates).where(eq(id, gccId)));
        const certificate = await find(tables, gccId);
        const isPublic = sinceMs !== undefined;
        if (!certificate || (certificate.publicSinceMs !== undefined) === isPublic) return certificate;
        await tables
          .update(certificates)
          .set({ publicSinceMs: sinceMs ?? null })
          .where(eq(id, gccId));
        await recordActivity(database, tables, publicityEntry(gccId, isPublic, by));
        return find(tables, gccId);
      }),
  };
}

/** The filters of a search besides its texts. The order is newest first, then by id. */
function filterOf(
  { gccId, issuedAtMs, revokedAtMs, ...columns }: Schema['certificates'],
  { state, status, lineageId, sinceMs, untilMs, after }: CertificateSearch,
): SQL | undefined {
  return and(
    lineageId === undefined ? undefined : eq(columns.lineageId, lineageId),
    status && hasStatus(status),
    state && (state === 'revoked' ? isNotNull(revokedAtMs) : and(isNull(revokedAtMs), eq(columns.state, state))),
    sinceMs === undefined ? undefined : gte(issuedAtMs, sinceMs),
    untilMs === undefined ? undefined : lt(issuedAtMs, untilMs),
    after && and(lte(issuedAtMs, after.issuedAtMs), or(lt(issuedAtMs, after.issuedAtMs), gt(gccId, after.gccId))),
  );

  /** The certificates whose `certificateStatus` this is. */
  function hasStatus(wanted: CertificateStatus): SQL | undefined {
    if (wanted === 'active') return isNull(revokedAtMs);
    const { successorId } = columns;
    return and(isNotNull(revokedAtMs), wanted === 'revoked' ? isNull(successorId) : isNotNull(successorId));
  }
}

/** The columns of a row that are null are absent from the record. */
function recordOf(row: { [Field in keyof CertificateRecord]: CertificateRecord[Field] | null }): CertificateRecord {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as unknown as CertificateRecord;
}
