/** What one piece of work used, so that it can be charged to the key that asked for it. */
export interface WorkCost {
  /** Processor time of the worker, in milliseconds with a fraction. Work that was stopped for its budget has a cost too. */
  cpuMs: number;
  /** Bytes received from storefronts, before decompression. 0 for work that fetches nothing. */
  bytesFetched: number;
}

/**
 * Is told the cost of work when the work has ended, also when it failed. It is called at most once for each piece of work that
 * this caller started: an answer from a cache, or one that joins work in progress, costs nothing.
 */
export type ChargeCost = (cost: WorkCost) => void;
