/** Keys from a file: `portside keys issue --from` and `portside keys revoke --from`. All of a file is done, or nothing. */
import { closeSync, fsyncSync, openSync, unlinkSync, writeFileSync } from 'node:fs';
import { type Command, Option } from 'commander';
import { fileCause } from '../adapters/faults.ts';
import { systemClock as clock } from '../adapters/system/clock.ts';
import { type ApiKey, statusOf } from '../domain/key.ts';
import type { Storage } from '../domain/storage.ts';
import {
  decodeKeyFile,
  findReferencedKeys,
  issuedKeysCsv,
  KEY_FILE_BYTES_MAX,
  KEY_FILE_COLUMNS,
  KeyFileError,
  readKeysToIssue,
  readKeysToRevoke,
} from '../keys/key-file.ts';
import { type IssuedKey, KeyIssuer } from '../keys/key-issuer.ts';
import { CommandError } from './command-error.ts';
import { readInputFile } from './input-file.ts';
import { isoMinute, printable, publicKey } from './key-text.ts';
import type { CommonOptions } from './options.ts';
import { print, printJson, say, write } from './output.ts';
import { cliActor } from './storage-access.ts';
import { formatTable } from './table.ts';
import { terminalOptions } from './terminal.ts';

export interface BulkIssueOptions extends CommonOptions {
  from?: string;
  out?: string;
}

export interface BulkRevokeOptions extends CommonOptions {
  from?: string;
  dryRun?: boolean;
}

/** They describe one key, so they do not go with a file. */
const ONE_KEY_OPTIONS = [
  'scope',
  'name',
  'owner',
  'tags',
  'notes',
  'expires',
  'perMinute',
  'perDay',
  'storedMax',
  'cpuPerDay',
  'fetchedPerDay',
  'allowNetwork',
];

export function addBulkOptions(command: Command, kind: 'issue' | 'revoke'): Command {
  return kind === 'issue'
    ? command
        .addOption(
          new Option(
            '--from <file>',
            `issue a key for each row of a CSV file; columns: ${KEY_FILE_COLUMNS.join(', ')}`,
          ).conflicts(ONE_KEY_OPTIONS),
        )
        .option('-o, --out <file>', 'with --from: write the keys to this new file, which only you can read')
    : command
        .option('--from <file>', 'revoke the keys in a file: its column id or key, or one key a line')
        .option('--dry-run', 'say what would be revoked, and revoke nothing');
}

/** @throws CommandError */
export async function issueFromFile(storage: Storage, path: string, options: BulkIssueOptions): Promise<void> {
  const keyIssuer = new KeyIssuer(storage, clock);
  const inputs = await fileWork(path, async () => readKeysToIssue(readKeyFile(path), keyIssuer, clock.now()));
  const { out } = options;
  // The file is made before the keys: keys that cannot be written down would be lost.
  const file = out === undefined ? undefined : createFile(out);
  let issued: IssuedKey[];
  try {
    issued = await keyIssuer.issueAll(inputs, cliActor);
  } catch (error) {
    if (file !== undefined) discard(file, out!);
    throw error;
  }
  if (file === undefined) {
    if (options.json) printJson(issued.map(({ row, key }) => ({ ...publicKey(row), key })));
    else await write(issuedKeysCsv(issued));
  } else {
    try {
      writeFileSync(file, issuedKeysCsv(issued));
      fsyncSync(file);
      closeSync(file);
    } catch (error) {
      const ids = issued.map(({ row }) => row.id);
      await keyIssuer.revokeAll(ids, cliActor);
      discard(file, out!);
      throw new CommandError(`${out} cannot be written: ${fileCause(error)}. The new keys are revoked again.`);
    }
  }
  const where = out === undefined ? '' : ` They are in ${out}.`;
  say(`Issued: ${keysText(issued.length)}.${where} They are shown only this once. Store them now.`);
}

/** @throws CommandError */
export async function revokeFromFile(storage: Storage, path: string, options: BulkRevokeOptions): Promise<void> {
  const references = await fileWork(path, async () => readKeysToRevoke(readKeyFile(path)));
  const rows = await fileWork(path, () => findReferencedKeys(storage.keys, references));
  const usable = rows.filter((row) => row.revokedAt === null);
  const passed = rows.length - usable.length;
  const already = passed > 0 ? ` Revoked before: ${keysText(passed)}.` : '';
  const revoked = options.dryRun
    ? usable
    : await new KeyIssuer(storage, clock).revokeAll(
        usable.map(({ id }) => id),
        cliActor,
      );
  if (options.json) printJson(revoked.map(publicKey));
  else if (options.dryRun && usable.length > 0) print(formatTargets(usable));
  say(
    options.dryRun
      ? `${keysText(usable.length)} would be revoked.${already} Nothing was changed.`
      : `Revoked: ${keysText(usable.length)}.${already}`,
  );
}

function keysText(count: number): string {
  return count === 1 ? '1 key' : `${count} keys`;
}

function formatTargets(rows: readonly ApiKey[]): string {
  return formatTable(
    ['ID', 'KEY', 'STATUS', 'LAST USED', 'NAME'],
    rows.map((row) => [
      String(row.id),
      `${row.prefix}…${row.lastFour}`,
      statusOf(row, clock.now()),
      isoMinute(row.lastUsedAt),
      printable(row.name),
    ]),
    terminalOptions(),
  );
}

function readKeyFile(path: string): string {
  return decodeKeyFile(readInputFile(path, KEY_FILE_BYTES_MAX));
}

/** A new file that only its owner can read. */
function createFile(path: string): number {
  try {
    return openSync(path, 'wx', 0o600);
  } catch (error) {
    const isThere = (error as { code?: string }).code === 'EEXIST';
    const what = isThere ? 'exists already' : `cannot be made: ${fileCause(error)}`;
    throw new CommandError(`${path} ${what}. No key was issued.`);
  }
}

function discard(file: number, path: string): void {
  try {
    closeSync(file);
  } catch {
    // It is closed already.
  }
  unlinkSync(path);
}

async function fileWork<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof KeyFileError)) throw error;
    throw new CommandError(`${path} cannot be used. Nothing was changed.\n${error.message}`);
  }
}
