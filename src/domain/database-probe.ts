/** Whether the database can be written right now, by writing to it, and whether its schema is the one built in. */
export interface DatabaseProbe {
  /** Why it cannot be written, without a word of the database's own; undefined when it can. */
  unwritable(nowMs: number): Promise<string | undefined>;
  /** Why its schema is not this binary's. */
  outdated(): Promise<string | undefined>;
}

/** The setting that is written to see whether one can be. */
export const PROBE_SETTING = 'readiness_probe';
