/** The servers that answer requests on a database, as each of them reports itself. */

/** How often a server reports itself. */
export const INSTANCE_REPORT_EVERY_MS = 20_000;
/** A server that has not reported itself for so long is hung, killed, or cut off from the database. */
export const INSTANCE_MISSING_MS = 3 * INSTANCE_REPORT_EVERY_MS;
/** One that was killed is forgotten after this long. One that stops removes itself. */
export const INSTANCE_KEPT_MS = 86_400_000;
/** A process that is restarted every second must not fill the table. */
export const INSTANCES_MAX = 100;

/** Use of a pool of worker processes. */
interface PoolLoad {
  running: number;
  spare: number;
  waiting: number;
}

export interface InstanceLoad {
  residentBytes: number;
  /** Requests in progress. */
  pending: number;
  /** The latest that a timer fired since the last report. */
  lagMs: number;
  /** By name. */
  pools: Record<string, PoolLoad>;
}

export interface Instance {
  /** Of this start of the process. */
  id: string;
  /** `server`, or `worker 2` of several processes on one port. */
  role: string;
  /** Its own address, and that of its admin listener. */
  address: string;
  host: string;
  pid: number;
  version: string;
  /** Unix milliseconds. */
  startedAt: number;
  seenAt: number;
  load: InstanceLoad;
}

/** Also one that was seen in the future: the clock was set back, so nobody knows how long ago that was. */
export function isMissing({ seenAt }: Pick<Instance, 'seenAt'>, nowMs: number): boolean {
  return Math.abs(nowMs - seenAt) > INSTANCE_MISSING_MS;
}

export interface InstanceStore {
  /** Adds or replaces the row of an instance, and deletes those that were not seen for `INSTANCE_KEPT_MS` and those above `INSTANCES_MAX`. */
  report(instance: Instance): Promise<void>;
  remove(id: string): Promise<void>;
  /** By host and role. */
  list(): Promise<Instance[]>;
}
