/** A program that takes every byte of a disk as soon as it is free, until it is killed. Its argument is the file it writes. */
import { openSync, writeSync } from 'node:fs';

const file = openSync(process.argv[2]!, 'a');
const chunk = Buffer.alloc(64 << 10);
for (let size = chunk.length; ; ) {
  try {
    writeSync(file, chunk, 0, size);
  } catch {
    size = size > 1 ? size >> 1 : chunk.length;
  }
}
