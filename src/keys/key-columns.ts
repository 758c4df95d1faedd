/** The columns of a list of keys as CSV. Programs read the names: new columns go to the end. */
import { type ApiKey, isDelegate, statusOf } from '../domain/key.ts';

type Cell = string | number | null;

/** @param nowMs decides the status */
export function keyColumns(nowMs: number): Record<string, (row: ApiKey) => Cell> {
  const time = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());
  return {
    id: (row) => row.id,
    key: (row) => `${row.prefix}…${row.lastFour}`,
    name: (row) => row.name,
    scope: (row) => row.scope,
    owner: (row) => row.owner,
    tags: (row) => row.tags,
    notes: (row) => row.notes,
    delegate: (row) => (isDelegate(row.notes) ? 'on' : 'off'),
    status: (row) => statusOf(row, nowMs),
    per_minute: (row) => row.perMinute,
    per_day: (row) => row.perDay,
    networks: (row) => row.networks,
    created: (row) => time(row.createdAt),
    expires: (row) => time(row.expiresAt),
    revoked: (row) => time(row.revokedAt),
    last_used: (row) => time(row.lastUsedAt),
    lineage: (row) => row.lineageId,
    successor: (row) => row.successorId,
  };
}
