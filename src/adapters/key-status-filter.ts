/** The status of a key as a condition of either database. What makes a status is `STATUS_TRAITS`. */
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
  // A rotation always sets an expiry, so that the index of expiries finds rotated keys.
  const unexpired = rotated ? gt(expiresAt, nowMs) : or(isNull(expiresAt), gt(expiresAt, nowMs));
  return and(
    revoked ? isNotNull(revokedAt) : isNull(revokedAt),
    expired === undefined ? undefined : expired ? lte(expiresAt, nowMs) : unexpired,
    rotated === undefined ? undefined : rotated ? isNotNull(successorId) : isNull(successorId),
  )!;
}
