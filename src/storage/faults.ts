/** Which failures of the file are the file's: full, locked, read-only, broken. The caller is told 503 and may try again. */
const CODES = /^SQLITE_(BUSY|LOCKED|FULL|IOERR|READONLY|CANTOPEN|NOMEM|CORRUPT|PROTOCOL)/;
/** Which failures of making the data folder are the folder's. */
const FOLDER_CODES = /^(EACCES|EROFS|ENOSPC|EDQUOT|EPERM|ENOTDIR)$/;

/** True for SQLite's own error, or one that Drizzle has wrapped around it. */
export function isStorageFault(error: unknown): boolean {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown };
  return (typeof code === 'string' && CODES.test(code)) || (cause !== undefined && isStorageFault(cause));
}

/** The first cause of a storage fault, or of a data folder that cannot be made, in the system's words; undefined for any other error. */
export function storageCause(error: unknown): string | undefined {
  const { code, cause, message } = (error ?? {}) as { code?: unknown; cause?: unknown; message?: string };
  if (typeof code === 'string' && (CODES.test(code) || FOLDER_CODES.test(code))) return message;
  return cause === undefined ? undefined : storageCause(cause);
}

/** Another process holds the write lock. */
export function isLocked(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' && /^SQLITE_(BUSY|LOCKED)/.test(code);
}
