/** Who did what, when and from where. Entries are only added: the database refuses to change or delete them. */

/** Who makes a change. */
export interface Actor {
  /** The name of an operator, `cli`, `configuration`, or `key 12` for a key that changed itself. */
  name: string;
  /** Where the change came from: an address, or `command line`. */
  origin: string;
}

export interface ActivityEntry {
  /** Unix milliseconds. */
  atMs: number;
  /** Name of the actor. */
  actor: string;
  /** Origin of the actor. */
  origin: string;
  action: string;
  subject: string;
  detail?: string;
}

export interface ActivityRow extends Required<ActivityEntry> {
  id: number;
}

export interface ActivitySearch {
  /** Part of actor, subject, origin or detail, ignoring case. Empty matches every entry. */
  text: string;
  /** The beginning of the action: `key.` matches every action on keys. */
  action: string;
  /** Only entries from this time on, Unix milliseconds. */
  sinceMs?: number;
  /** Only entries before this time, Unix milliseconds. */
  untilMs?: number;
  /** Only entries with a smaller id: the next page. */
  before?: number;
  limit: number;
}

export interface ActivityLog {
  record(entry: ActivityEntry): Promise<void>;
  /** Newest first. */
  search(search: ActivitySearch): Promise<ActivityRow[]>;
}
