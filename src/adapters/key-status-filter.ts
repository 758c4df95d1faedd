/** The status of a key as a condition for either database, built from `STATUS_TRAITS`. */
import { and, type Column, gt, isNotNull, isNull, lte, or, type SQL } from 'drizzle-orm';
import { type KeyStatus, STATUS_TRAITS } from '../domain/key.ts';

interface KeyColumns {
  revokedAt: Column;
  expiresAt: Column;
  successorId: Column;
}

export function keyStatusFilter(
  { revokedAt, expiresAt, successorId }: KeyColumns,
  status: KeyStatus,
  nowMs: number,
): SQL {
  const { revoked, expired, rotated } = STATUS_TRAITS[status];
  // A rotated key always has an expiry. Without the test for null the database uses the index on `expires_at`.
  const unexpired = rotated ? gt(expiresAt, nowMs) : or(isNull(expiresAt), gt(expiresAt, nowMs));
  return and(
    revoked ? isNotNull(revokedAt) : isNull(revokedAt),
    expired === undefined ? undefined : expired ? lte(expiresAt, nowMs) : unexpired,
    rotated === undefined ? undefined : rotated ? isNotNull(successorId) : isNull(successorId),
  )!;
}
