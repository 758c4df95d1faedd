/**
 * The folder of a batch: a PDF for each certificate, the result sheet, checksums, and a manifest that says which batch it is. The
 * certificates are in the database; everything here can be written again from it.
 */
import { mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileCause } from '../adapters/faults.ts';
import { sha256Hex } from '../domain/sha256.ts';
import { CommandError } from './command-error.ts';
import { PARTIAL, replaceFile } from './whole-file.ts';

const MANIFEST = 'manifest.json';
const CHECKSUMS = 'SHA256SUMS';
/** Of a SKU, in the name of a file. */
const NAME_CHARS_MAX = 60;

/** What a batch is made of. Another value makes other certificates, so a batch is continued only with the same. */
export interface BatchInput {
  /** Name of the file, without its folder. */
  file: string;
  sha256: string;
  /** Name of the sheet that was asked for. */
  sheet?: string | undefined;
  base_url: string;
  defaults: Readonly<Record<string, string>>;
}

export interface BatchManifest extends BatchInput {
  /** Id of the batch. */
  batch: string;
  state: 'running' | 'finished';
  /** By name of file, once it is finished. */
  files?: Record<string, string>;
}

export class BatchFolder {
  readonly path: string;

  /** Makes the folder if there is none. @throws CommandError */
  constructor(path: string) {
    this.path = path;
    this.#write(path, () => mkdirSync(path, { recursive: true }));
  }

  /** The batch that is made of `input` into this folder. The same again has the same id, also after the folder was deleted. */
  idOf({ file: _, ...input }: BatchInput): string {
    return `batch_${sha256Hex(JSON.stringify([realpathSync(this.path), input])).slice(0, 24)}`;
  }

  /** Undefined if there is none. @throws CommandError if it cannot be read */
  manifest(): BatchManifest | undefined {
    const path = join(this.path, MANIFEST);
    try {
      const manifest = JSON.parse(readFileSync(path, 'utf8')) as BatchManifest;
      if (typeof manifest.batch !== 'string' || typeof manifest.sha256 !== 'string') throw new SyntaxError();
      return manifest;
    } catch (error) {
      if ((error as { code?: string }).code === 'ENOENT') return undefined;
      if (error instanceof SyntaxError) throw new CommandError(`${path} is not the manifest of a batch.`);
      throw new CommandError(`${path} cannot be read: ${fileCause(error)}.`);
    }
  }

  get isEmpty(): boolean {
    return readdirSync(this.path).length === 0;
  }

  writeManifest(manifest: BatchManifest): void {
    this.put(MANIFEST, `${JSON.stringify(manifest, null, 2)}\n`);
  }

  /** For `sha256sum --check`. */
  writeChecksums(files: Readonly<Record<string, string>>): void {
    const lines = Object.entries(files).map(([name, sha256]) => `${sha256}  ${name}\n`);
    this.put(CHECKSUMS, lines.join(''));
  }

  has(name: string): boolean {
    return statSync(join(this.path, name), { throwIfNoEntry: false }) !== undefined;
  }

  /** SHA-256 of a file; undefined if it cannot be read. */
  sha256(name: string): string | undefined {
    try {
      return sha256Hex(readFileSync(join(this.path, name)));
    } catch {
      return undefined;
    }
  }

  /** Removes what a process that was killed before `sinceMs` had not finished. One that runs needs such a file for a moment. */
  removeUnfinished(sinceMs: number): void {
    for (const name of readdirSync(this.path).filter((file) => file.endsWith(PARTIAL))) {
      const path = join(this.path, name);
      const stat = statSync(path, { throwIfNoEntry: false });
      if (stat && stat.mtimeMs < sinceMs) rmSync(path, { force: true });
    }
  }

  /** Writes a file, or replaces it. @throws CommandError that says how to go on */
  put(name: string, content: string | Uint8Array): void {
    const path = join(this.path, name);
    this.#write(path, () => replaceFile(path, content));
  }

  #write(path: string, write: () => void): void {
    try {
      write();
    } catch (error) {
      const cause = `${path} cannot be written: ${fileCause(error)}.`;
      throw new CommandError(`${cause} What was made is kept: run the same command with --resume.`);
    }
  }
}

/** `0012-AB-100.pdf`: unlike for every line, in the order of the sheet, and a lawful name on every system. */
export function pdfName(line: number, sku: string, linesMax: number): string {
  const number = String(line).padStart(Math.max(4, String(linesMax).length), '0');
  const plain = sku
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9._-]/g, '-')
    .replace(/^[.-]+/, '')
    .slice(0, NAME_CHARS_MAX);
  return plain === '' ? `${number}.pdf` : `${number}-${plain}.pdf`;
}
