/** Writes a file piece by piece under another name beside it, and then in its place: nobody sees half a file. */
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { fileCause } from '../adapters/faults.ts';
import type { Sink } from '../spreadsheet/write/sink.ts';
import { CommandError } from './command-error.ts';

/** @throws CommandError if the file cannot be written; then there is nothing of it */
export async function writeStream(path: string, write: (sink: Sink) => Promise<void>): Promise<void> {
  const temporary = `${path}.${process.pid}.tmp`;
  let file: number | undefined;
  try {
    file = openSync(temporary, 'w');
    const descriptor = file;
    await write({
      write(bytes) {
        for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at);
      },
    });
    fsyncSync(file);
    closeSync(file);
    file = undefined;
    renameSync(temporary, path);
  } catch (error) {
    if (file !== undefined) closeSync(file);
    rmSync(temporary, { force: true });
    throw (error as { code?: string }).code?.startsWith('E')
      ? new CommandError(`${path} cannot be written: ${fileCause(error)}.`)
      : error;
  }
}
