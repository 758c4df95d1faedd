/** The machine that this process runs on. */

import { statfsSync } from 'node:fs';
import { hostname } from 'node:os';

const HOST_LENGTH_MAX = 100;

export function hostName(): string {
  return hostname().slice(0, HOST_LENGTH_MAX);
}

/** Size of the disk of `path`; undefined if it cannot be read. */
export function diskBytes(path: string): number | undefined {
  try {
    const { blocks, bsize } = statfsSync(path);
    return blocks * bsize;
  } catch {
    return undefined;
  }
}
