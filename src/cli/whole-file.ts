/** Files that are replaced by the whole of a new one, or stay. */
import { randomUUID } from 'node:crypto';
import { renameSync, rmSync, writeFileSync } from 'node:fs';

/** The ending of a file that is being written. */
export const PARTIAL = '.partial';

/** Writes beside the file, and renames. Whoever reads the file meanwhile sees the old one or the new one. */
export function replaceFile(path: string, content: string | Uint8Array): void {
  const partial = `${path}.${randomUUID()}${PARTIAL}`;
  try {
    writeFileSync(partial, content, { flag: 'wx' });
    renameSync(partial, path);
  } catch (error) {
    rmSync(partial, { force: true });
    throw error;
  }
}
