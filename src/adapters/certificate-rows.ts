/** What both databases do alike with rows of certificates and idempotency records. */
import { and, type Column, eq, gt, gte, isNotNull, isNull, lt, lte, or, type SQL } from 'drizzle-orm';
import type { CertificateStatus, Revocation } from '../domain/certificate-life.ts';
import { type CertificateRecord, type CertificateSearch, searchTextOf } from '../domain/certificate-store.ts';

/** Forgotten idempotency records that one insert deletes. It adds one, so they cannot accumulate. */
export const FORGOTTEN_DELETED_PER_INSERT = 4;

interface IdempotencyColumns {
  lineage: Column;
  idempotencyKey: Column;
  forgottenAtMs: Column;
}

/** The one record of a key, forgotten or not. */
export function sameIdempotencyKey(columns: IdempotencyColumns, lineage: string, idempotencyKey: string): SQL {
  return and(eq(columns.lineage, lineage), eq(columns.idempotencyKey, idempotencyKey))!;
}

/** Records that are ignored at `nowMs`. */
export function isForgotten({ forgottenAtMs }: IdempotencyColumns, nowMs: number): SQL {
  return lte(forgottenAtMs, nowMs);
}

/** The record of a key, if it is not forgotten at `nowMs`. */
export function isRemembered(columns: IdempotencyColumns, lineage: string, idempotencyKey: string, nowMs: number): SQL {
  return and(sameIdempotencyKey(columns, lineage, idempotencyKey), gt(columns.forgottenAtMs, nowMs))!;
}

/** Certificates after `last` in order of time of issue, then id. */
export function comesAfter({ issuedAtMs, gccId }: { issuedAtMs: Column; gccId: Column }, last: CertificateRecord): SQL {
  return or(gt(issuedAtMs, last.issuedAtMs), and(eq(issuedAtMs, last.issuedAtMs), gt(gccId, last.gccId)))!;
}

interface SearchedColumns {
  issuedAtMs: Column;
  gccId: Column;
  state: Column;
  revokedAtMs: Column;
  successorId: Column;
  lineageId: Column;
}

/** The filters of a search besides its texts. The order is newest first, then by id. */
export function certificateFilter(
  columns: SearchedColumns,
  { state, status, lineageId, sinceMs, untilMs, after }: Omit<CertificateSearch, 'text' | 'sku' | 'limit'>,
): SQL | undefined {
  const { issuedAtMs, gccId, revokedAtMs } = columns;
  return and(
    lineageId === undefined ? undefined : eq(columns.lineageId, lineageId),
    status && hasStatus(columns, status),
    state && (state === 'revoked' ? isNotNull(revokedAtMs) : and(isNull(revokedAtMs), eq(columns.state, state))),
    sinceMs === undefined ? undefined : gte(issuedAtMs, sinceMs),
    untilMs === undefined ? undefined : lt(issuedAtMs, untilMs),
    after && and(lte(issuedAtMs, after.issuedAtMs), or(lt(issuedAtMs, after.issuedAtMs), gt(gccId, after.gccId))),
  );
}

/** The certificates whose `certificateStatus` this is. */
function hasStatus({ revokedAtMs, successorId }: SearchedColumns, status: CertificateStatus): SQL | undefined {
  if (status === 'active') return isNull(revokedAtMs);
  return and(isNotNull(revokedAtMs), status === 'revoked' ? isNull(successorId) : isNotNull(successorId));
}

/** The row of `certificates` and the row of `certificate_files`. */
export function rowsOf(
  { requestJson, signer, timestampedAtMs, ...record }: CertificateRecord,
  pdf: Uint8Array,
  signature: Uint8Array | undefined,
) {
  return {
    certificate: { ...record, searchText: searchTextOf(requestJson) },
    file: {
      gccId: record.gccId,
      requestJson,
      pdf: Buffer.from(pdf),
      ...(signature && { signature: Buffer.from(signature) }),
      signer,
      timestampedAtMs,
    },
  };
}

/** Both rows of a certificate, joined. */
export type CertificateRow = Omit<CertificateRecord, NullableField> & {
  [Field in NullableField]: NonNullable<CertificateRecord[Field]> | null;
};

type NullableField = 'lineageId' | 'revokedAtMs' | 'revocationReason' | 'successorId' | 'signer' | 'timestampedAtMs';

/** The columns of a row that are null are absent from the record. */
export function recordOf(row: CertificateRow): CertificateRecord {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as unknown as CertificateRecord;
}

/** What a revocation writes. */
export function revocationColumns({ atMs, reason, successorId }: Revocation) {
  return { revokedAtMs: atMs, revocationReason: reason ?? null, successorId: successorId ?? null };
}
