/** Reads the files that a person or a tool names: regular files of bounded size. A pipe may wait without end, and a device never ends. */
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { CommandError, unreadableFile } from './command-error.ts';

const PIECE_BYTES = 1 << 20;
const STANDARD_INPUT = 0;

/**
 * The bytes of a regular file. A link is followed.
 * @param bytesMax a file that is longer, or grows beyond it while it is read, is refused
 * @throws CommandError
 */
export function readInputFile(path: string, bytesMax: number): Buffer {
  let file: number;
  try {
    // Without O_NONBLOCK a pipe would wait here for somebody who writes to it.
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    throw unreadableFile(path, error);
  }
  try {
    const stats = fstatSync(file);
    if (stats.isDirectory()) throw new CommandError(`${path} cannot be read: it is a folder.`);
    if (!stats.isFile()) throw new CommandError(`${path} is not a regular file.`);
    if (stats.size > bytesMax) throw tooLarge(path, bytesMax);
    return readToEnd(file, path, bytesMax);
  } finally {
    closeSync(file);
  }
}

/**
 * The bytes of standard input.
 * @throws CommandError if there are more than `bytesMax`
 */
export function readStandardInput(bytesMax: number): Buffer {
  return readToEnd(STANDARD_INPUT, 'Standard input', bytesMax);
}

function readToEnd(file: number, name: string, bytesMax: number): Buffer {
  const pieces: Buffer[] = [];
  let total = 0;
  for (;;) {
    const piece = Buffer.allocUnsafe(PIECE_BYTES);
    let length: number;
    try {
      length = readSync(file, piece);
    } catch (error) {
      throw unreadableFile(name, error);
    }
    if (length === 0) return Buffer.concat(pieces, total);
    total += length;
    if (total > bytesMax) throw tooLarge(name, bytesMax);
    pieces.push(piece.subarray(0, length));
  }
}

function tooLarge(name: string, bytesMax: number): CommandError {
  return new CommandError(`${name} has more than ${Math.floor(bytesMax / 1e6)} MB.`);
}
