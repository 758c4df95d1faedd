/** Which failures are the database's: full, locked, away, broken. The caller is told 503 and may try again. */
const SQLITE_CODES = /^SQLITE_(BUSY|LOCKED|FULL|IOERR|READONLY|CANTOPEN|NOMEM|CORRUPT|PROTOCOL)/;
/** Which failures of making the data folder are the folder's. */
const FOLDER_CODES = /^(EACCES|EROFS|ENOSPC|EDQUOT|EPERM|ENOTDIR)$/;

/**
 * PostgreSQL's (SQLSTATE): connection, out of resources, shut down or shutting down, taken back, system; a transaction that
 * lost against another; a lock or an answer that took too long; a server that became a read-only replica.
 */
const POSTGRES_CODES = /^(08...|53...|57P..|57014|58...|XX...|40001|40P01|55P03|25006|25P03)$/;

/** The database cannot be reached, or went away in the middle of a statement, which may then have been done or not. */
export class StorageAway extends Error {
  constructor(cause: unknown) {
    super('The database is away.', { cause });
  }
}

/** True for the database's own error, or one that Drizzle has wrapped around it. */
export function isStorageFault(error: unknown): boolean {
  if (error instanceof StorageAway) return true;
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown };
  if (typeof code === 'string' && (SQLITE_CODES.test(code) || POSTGRES_CODES.test(code))) return true;
  return cause !== undefined && isStorageFault(cause);
}

/** The first cause of a storage fault, or of a data folder that cannot be made, in the system's words; undefined for any other error. */
export function storageCause(error: unknown): string | undefined {
  const { code, cause, message } = (error ?? {}) as { code?: unknown; cause?: unknown; message?: string };
  if (error instanceof StorageAway) return (cause as { message?: string }).message ?? String(cause);
  if (typeof code === 'string' && (SQLITE_CODES.test(code) || FOLDER_CODES.test(code))) return message;
  return cause === undefined ? undefined : storageCause(cause);
}

/** Another process holds the write lock. */
export function isLocked(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' && /^SQLITE_(BUSY|LOCKED)/.test(code);
}
