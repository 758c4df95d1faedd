/** Which failures of the file are the file's: full, locked, read-only, broken. The caller is told 503 and may try again. */
const CODES = /^SQLITE_(BUSY|LOCKED|FULL|IOERR|READONLY|CANTOPEN|NOMEM|CORRUPT|PROTOCOL)/;

/** True for SQLite's own error, or one that Drizzle has wrapped around it. */
export function isStorageFault(error: unknown): boolean {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown };
  return (typeof code === 'string' && CODES.test(code)) || (cause !== undefined && isStorageFault(cause));
}

/** Another process holds the write lock. */
export function isLocked(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' && /^SQLITE_(BUSY|LOCKED)/.test(code);
}
