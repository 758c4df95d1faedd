/** What lies on the disk, in bytes: cheap looks, fit for a page that anybody may ask for. */
import { statfsSync, statSync } from 'node:fs';

/** Free to this process on the disk that holds `path`. */
export function freeBytes(path: string): number {
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize;
}

/** 0 where there is no such file. */
export function fileBytes(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
