/** A small file system in memory, mounted for a test, so that a disk can really be full. */
import { closeSync, mkdirSync, openSync, statfsSync, writeSync } from 'node:fs';

export interface SmallDisk extends Disposable {
  folder: string;
  freeBytes(): number;
}

/** @throws Error if this process may not mount */
export function mountSmallDisk(folder: string, size: string): SmallDisk {
  mkdirSync(folder, { recursive: true });
  mount('-t', 'tmpfs', '-o', `size=${size},mode=700`, 'portside-test', folder);
  return {
    folder,
    freeBytes() {
      const { bavail, bsize } = statfsSync(folder);
      return bavail * bsize;
    },
    [Symbol.dispose]: () => void Bun.spawnSync(['umount', '-l', folder]),
  };
}

/** Changes the options of a mounted file system, or mounts one. */
export function mount(...args: string[]): void {
  const { exitCode, stderr } = Bun.spawnSync(['mount', ...args]);
  if (exitCode !== 0) throw new Error(stderr.toString().trim().split('\n')[0]);
}

/** Writes to a file until not one more byte fits. */
export function fill(path: string): void {
  const file = openSync(path, 'a');
  try {
    for (let size = 1 << 20; size >= 1; ) {
      try {
        if (writeSync(file, Buffer.alloc(size)) < size) size >>= 1;
      } catch {
        size >>= 1;
      }
    }
  } finally {
    closeSync(file);
  }
}
