/** Sizes on disk, in bytes. Cheap enough for a page that anyone can request. */
import { statfsSync, statSync } from 'node:fs';

/** Space that this process may use on the disk of `path`. */
export function freeBytes(path: string): number {
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize;
}

/** Size of a file; 0 if it does not exist. */
export function fileBytes(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
