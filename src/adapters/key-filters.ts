/** Conditions on keys that are the same for either database. */
import { and, type Column, eq, gt, isNotNull, isNull, lte, or, type SQL } from 'drizzle-orm';
import { type KeyStatus, STATUS_TRAITS } from '../domain/key.ts';

interface KeyColumns {
  revokedAt: Column;
  expiresAt: Column;
  successorId: Column;
}

/** The status of a key, built from `STATUS_TRAITS`. */
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

/** What is shown of a key, in the letters that it has. */
export function displayFilter(
  columns: { prefix: Column; lastFour: Column },
  { prefix, lastFour }: { prefix?: string; lastFour?: string },
): SQL {
  return and(
    prefix === undefined ? undefined : eq(columns.prefix, prefix),
    lastFour === undefined ? undefined : eq(columns.lastFour, lastFour),
  )!;
}
