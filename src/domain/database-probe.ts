/** For readiness: whether the database can be written now, tested by writing to it, and whether its schema is current. */
export interface DatabaseProbe {
  /** Why it cannot be written, in words that may be shown to anyone; undefined when it can. */
  unwritable(nowMs: number): Promise<string | undefined>;
  /** Why its schema is not the one of this binary; undefined when it is. */
  outdated(): Promise<string | undefined>;
  /** Name and version of the database, and the bytes that it takes. */
  size(): Promise<{ version: string; bytes: number }>;
}

/** The setting that is written to test the database. */
export const PROBE_SETTING = 'readiness_probe';

export const CANNOT_BE_WRITTEN = 'it cannot be written';
