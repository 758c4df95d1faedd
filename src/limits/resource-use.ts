/** What a key has used of its resources, read from the database for commands and pages. Limits are not decided on it. */
import { utcDay } from '../domain/clock.ts';
import type { ResourceLedger } from '../domain/resource-ledger.ts';
import { type Resource, resourceLimits } from '../domain/resources.ts';

interface ResourceUse {
  /** Bytes or milliseconds. Work under way is included with the most that it may use. */
  used: number;
  limit: number;
  /** Whether the limit was set for this lineage. */
  ownLimit: boolean;
}

export type ResourceUses = Record<Resource, ResourceUse>;

/** Use and limits of the key's whole lineage: stored bytes in total, the others on this UTC day. */
export async function readResourceUse(
  { resources }: { resources: ResourceLedger },
  { lineageId }: { lineageId: number },
  nowMs: number,
): Promise<ResourceUses> {
  const { used, overrides } = await resources.account(lineageId, utcDay(nowMs));
  const limits = resourceLimits(overrides);
  const read = (resource: Resource): ResourceUse => ({
    used: used[resource],
    limit: limits[resource],
    ownLimit: overrides[resource] !== undefined,
  });
  return { storedBytes: read('storedBytes'), cpuMs: read('cpuMs'), bytesFetched: read('bytesFetched') };
}
