/** The data folder, its disk, the database in it, and what must be in that. */
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { DatabaseUnreachable } from '../../adapters/faults.ts';
import { fileBytes, freeBytes } from '../../adapters/system/disk.ts';
import type { Config } from '../../config.ts';
import type { Clock } from '../../domain/clock.ts';
import type { SchemaVersion, Storage } from '../../domain/storage.ts';
import { SIGNING_KEY } from '../../entry/verify/signing-keys.ts';
import { hasPassword } from '../../operator/password/password.ts';
import { bytesText, type Finding, failed, ok, warning } from './finding.ts';

const MB = 1_000_000;
/** A clock of another machine, or a row written in this very moment. */
const CLOCK_TOLERANCE_MS = 2000;
/** Nothing of this program was written before. */
const EARLIEST_MS = Date.UTC(2026, 0, 1);

export function checkFolder({ data_dir }: Config): Finding {
  const path = resolve(data_dir);
  if (!existsSync(path)) {
    accessSync(dirname(path), constants.W_OK);
    return warning('data folder', `${path} is not there yet`, '`portside serve` makes it.');
  }
  try {
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    return failed(
      'data folder',
      `${path} cannot be written`,
      'Run this as the user of the server, or repair its owner.',
    );
  }
  const mode = statSync(path).mode & 0o777;
  if ((mode & 0o077) === 0) return ok('data folder', path);
  return warning('data folder', `${path} is open to other users (mode ${mode.toString(8)})`, `chmod 700 ${path}`);
}

export function checkDisk({ data_dir, disk_floor_mb }: Config): Finding {
  const path = [data_dir, dirname(resolve(data_dir))].find((folder) => existsSync(folder)) ?? '.';
  const free = freeBytes(path);
  const text = `${bytesText(free)} free, ${bytesText(disk_floor_mb * MB)} asked for`;
  if (free >= 4 * disk_floor_mb * MB) return ok('disk', text);
  const advice = 'Make room: docs/operations.md, "Disk full".';
  return free < disk_floor_mb * MB ? failed('disk', text, advice) : warning('disk', text, advice);
}

export async function checkDatabase(path: string, schema: SchemaVersion, whole: boolean): Promise<Finding> {
  const { version, integrity } = await schema.inspect(whole);
  if (integrity !== 'ok') {
    return failed('database', `integrity check: ${integrity}`, 'Restore a backup: docs/operations.md, "Restore".');
  }
  const sizes = `${bytesText(fileBytes(path))}, write-ahead log ${bytesText(fileBytes(`${path}-wal`))}`;
  return ok('database', `${version}, ${sizes}, integrity ${whole ? 'ok' : 'not read through'}`);
}

/** A database of many machines. */
export async function checkServerDatabase(schema: SchemaVersion): Promise<Finding> {
  try {
    return ok('database', (await schema.inspect(false)).version);
  } catch (error) {
    if (!(error instanceof DatabaseUnreachable)) throw error;
    const advice = 'Is it running, and is PORTSIDE_DATABASE_URL right? docs/scaling.md.';
    return failed('database', `cannot be reached: ${(error.cause as Error).message}`, advice);
  }
}

export async function checkSchema(schema: SchemaVersion): Promise<Finding> {
  const states = await schema.states();
  const waiting = states.filter(({ appliedAt }) => appliedAt === undefined).length;
  if (waiting === 0) return ok('schema', `${states.length} migrations, all applied`);
  return warning(
    'schema',
    `${waiting} of ${states.length} migrations wait`,
    '`portside serve` or `migrate up` applies them.',
  );
}

/** A clock that jumps gives limits and certificates wrong times; one behind the database's newest row was set back. */
export async function checkClock(clock: Clock, schema: SchemaVersion | undefined): Promise<Finding> {
  const nowMs = clock.now();
  const text = new Date(nowMs).toISOString();
  const advice = 'Set the clock (NTP): docs/operations.md, "Clock trouble".';
  if (nowMs < EARLIEST_MS) return failed('clock', `${text} has long passed`, advice);
  let last = clock.monotonic();
  for (let reading = 0; reading < 1000; reading++) {
    const next = clock.monotonic();
    if (next < last) return failed('clock', 'its monotonic time went backwards', advice);
    last = next;
  }
  const aheadMs = (schema ? await schema.newestRowMs() : 0) - nowMs;
  if (aheadMs > CLOCK_TOLERANCE_MS) {
    return failed('clock', `${text} is ${Math.round(aheadMs / 1000)} s behind the newest row of the database`, advice);
  }
  return ok('clock', text);
}

export async function checkSigningKey({ signing_key }: Config, storage: Storage | undefined): Promise<Finding> {
  if (signing_key) {
    const keys = signing_key.split(',').length;
    return ok('signing key', `from the configuration${keys > 1 ? ', and the one before it' : ''}`);
  }
  if ((await storage?.settings.get(SIGNING_KEY)) !== undefined) {
    return ok('signing key', 'in the database, and so in every backup');
  }
  return warning('signing key', 'not made yet', '`portside serve` makes it at its first start.');
}

export async function checkPassword({ operator_password }: Config, storage: Storage | undefined): Promise<Finding> {
  if (storage && (await hasPassword(storage))) return ok('operator', 'a password is set');
  if (operator_password) return ok('operator', 'a password is configured; the first start sets it');
  return warning('operator', 'no password is set yet', '`portside serve` makes one and prints it once.');
}
