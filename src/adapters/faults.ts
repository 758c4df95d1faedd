/**
 * Tells failures of the database itself from all others: it is full, locked, broken or cannot be reached. The caller gets 503
 * and may try again.
 */
const SQLITE_CODES = /^SQLITE_(BUSY|LOCKED|FULL|IOERR|READONLY|CANTOPEN|NOMEM|CORRUPT|NOTADB|PROTOCOL)/;
/** Why the data folder cannot be created. */
const FOLDER_CODES = /^(EACCES|EROFS|ENOSPC|EDQUOT|EPERM|ENOTDIR|EEXIST|ELOOP|ENAMETOOLONG)$/;

/**
 * SQLSTATE codes of PostgreSQL: connection failures, insufficient resources, shutdown, canceled statements, system and internal
 * errors, serialization failures and deadlocks, lock and idle timeouts, and a server that became a read-only replica.
 */
const POSTGRES_CODES = /^(08...|53...|57P..|57014|58...|XX...|40001|40P01|55P03|25006|25P03)$/;

/** The database cannot be reached. If the connection broke during a statement, the statement may have taken effect. */
export class DatabaseUnreachable extends Error {
  constructor(cause: unknown) {
    super('The database cannot be reached.', { cause });
  }
}

/** Bytes are no longer what was stored: their SHA-256 is another. They are not served. */
export class DamagedBytes extends Error {
  /** @param what they are, such as `certificate 0199…` */
  constructor(what: string) {
    super(`The stored bytes of ${what} are damaged: their SHA-256 is another. Restore them from a backup.`);
  }
}

/** True for a failure of the database itself, also when Drizzle has wrapped it. */
export function isStorageFault(error: unknown): boolean {
  if (error instanceof DatabaseUnreachable || error instanceof DamagedBytes) return true;
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown };
  if (typeof code === 'string' && (SQLITE_CODES.test(code) || POSTGRES_CODES.test(code))) return true;
  return cause !== undefined && isStorageFault(cause);
}

/** The system's message for a failure of the database or of creating the data folder; undefined for any other error. */
export function storageCause(error: unknown): string | undefined {
  const { code, cause, message } = (error ?? {}) as { code?: unknown; cause?: unknown; message?: string };
  if (error instanceof DatabaseUnreachable) return (cause as { message?: string }).message ?? String(cause);
  if (typeof code === 'string' && SQLITE_CODES.test(code)) return message;
  if (typeof code === 'string' && FOLDER_CODES.test(code)) return folderCause(error);
  return cause === undefined ? undefined : storageCause(cause);
}

function folderCause(error: unknown): string {
  const { path } = error as { path?: string };
  const cause = isNoFolder(error) ? 'it is not a folder' : fileCause(error);
  return path === undefined ? cause : `${path}: ${cause}`;
}

const FILE_CAUSES = new Map<string, string>(
  Object.entries({
    EACCES: 'permission denied',
    EDQUOT: 'the disk quota is used up',
    EEXIST: 'it exists already',
    EISDIR: 'it is a folder',
    ELOOP: 'it is a link that leads to itself',
    ENAMETOOLONG: 'its name is too long',
    ENOENT: 'it does not exist',
    ENOSPC: 'the disk is full',
    ENOTDIR: 'a part of its path is not a folder',
    EPERM: 'permission denied',
    EPIPE: 'its reader has gone away',
    EROFS: 'the disk is read-only',
  }),
);

/** Why the system refused a file, as the end of a sentence: `x.csv cannot be read: it does not exist.` */
export function fileCause(error: unknown): string {
  const { code = '', message = '' } = (error ?? {}) as { code?: string; message?: string };
  return FILE_CAUSES.get(code) ?? (code || message || 'for an unknown reason');
}

/** A file is where a folder should be. */
export function isNoFolder(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown };
  return code === 'ENOTDIR' || code === 'EEXIST';
}

/** The file is broken, or never was a database. */
export function isBroken(error: unknown): boolean {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown };
  if (typeof code === 'string' && /^SQLITE_(CORRUPT|NOTADB)/.test(code)) return true;
  return cause !== undefined && isBroken(cause);
}

/** SQLite reports a full disk in several ways: it depends on which file had to grow, and on whether a quota refused it. */
const NO_SPACE_CODES = /^(SQLITE_FULL|SQLITE_IOERR_(WRITE|SHMSIZE|SHMOPEN|TRUNCATE)|ENOSPC|EDQUOT)$/;

/** A write failed because there is no space on the disk, also when Drizzle has wrapped it. */
export function isOutOfSpace(error: unknown): boolean {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown };
  if (typeof code === 'string' && NO_SPACE_CODES.test(code)) return true;
  return cause !== undefined && isOutOfSpace(cause);
}

/** Another process holds the write lock of the SQLite file. */
export function isLocked(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' && /^SQLITE_(BUSY|LOCKED)/.test(code);
}
