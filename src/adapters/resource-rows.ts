/** What both databases do alike with the rows of the resource ledger. */
import {
  NOTHING_USED,
  type ResourceAccount,
  type ResourceOverrides,
  ResourceSpent,
  spentResource,
} from '../domain/resources.ts';

/** A row of `resources`. A null limit is the default. */
export interface ResourceRow {
  storedBytes: number;
  storedBytesMax: number | null;
  cpuMsMax: number | null;
  bytesFetchedMax: number | null;
}

/** A row of `resource_days`. */
export interface DayRow {
  cpuMs: number;
  bytesFetched: number;
}

/** @param total absent for a lineage that stores nothing and has the default limits */
export function accountOf(total: ResourceRow | null | undefined, day: DayRow | null | undefined): ResourceAccount {
  return {
    used: { storedBytes: total?.storedBytes ?? 0, cpuMs: day?.cpuMs ?? 0, bytesFetched: day?.bytesFetched ?? 0 },
    overrides: {
      storedBytes: total?.storedBytesMax ?? undefined,
      cpuMs: total?.cpuMsMax ?? undefined,
      bytesFetched: total?.bytesFetchedMax ?? undefined,
    },
  };
}

export function limitColumns({ storedBytes, cpuMs, bytesFetched }: ResourceOverrides) {
  return { storedBytesMax: storedBytes ?? null, cpuMsMax: cpuMs ?? null, bytesFetchedMax: bytesFetched ?? null };
}

/** @param after the row with `bytes` already added. @throws ResourceSpent when they were more than was left */
export function requireRoom(after: ResourceRow, bytes: number, nowMs: number): void {
  const before = accountOf({ ...after, storedBytes: after.storedBytes - bytes }, undefined);
  if (spentResource(before, { ...NOTHING_USED, storedBytes: bytes })) throw new ResourceSpent('storedBytes', nowMs);
}

/** The id of the key of a certificate. Undefined if no key asked for it. */
export function keyNumber(keyId: string): number | undefined {
  return /^[1-9]\d{0,14}$/.test(keyId) ? Number(keyId) : undefined;
}
