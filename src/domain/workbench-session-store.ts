/** The sessions of the workbench: browsers that have exchanged an API key for a cookie. */

interface NewWorkbenchSession {
  /** SHA-256 of the token that the browser holds. */
  tokenHash: string;
  /** SHA-256 of the key. The state of the key is read at every request. */
  keyHash: string;
  lineageId: number;
  /** Address of the browser. */
  origin: string;
  /** Unix milliseconds. */
  startedAt: number;
  /** When the session ends whatever happens, Unix milliseconds. */
  expiresAt: number;
}

export interface WorkbenchSession extends NewWorkbenchSession {
  /** Unix milliseconds of the last request, up to a minute behind. */
  seenAt: number;
}

export interface WorkbenchSessionStore {
  /**
   * In one transaction: stores the session, deletes all that have expired or were last seen at or before `idleMs`, and deletes the oldest
   * of the same key until `sessionsMax` are left, the new one included.
   */
  start(session: NewWorkbenchSession, bounds: { idleMs: number; sessionsMax: number }): Promise<void>;
  find(tokenHash: string): Promise<WorkbenchSession | undefined>;
  /** Newest first. */
  ofKey(keyHash: string): Promise<WorkbenchSession[]>;
  /** Sets `seenAt`. */
  touch(tokenHash: string, atMs: number): Promise<void>;
  end(tokenHash: string): Promise<void>;
  /** Ends the sessions of a key but one. */
  endOthers(keyHash: string, tokenHash: string): Promise<void>;
}
