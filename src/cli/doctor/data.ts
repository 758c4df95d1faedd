/** Checks of the data folder, its disk, the database, and the secrets in it. */
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { DatabaseUnreachable } from '../../adapters/faults.ts';
import { backupKeyPath, ownPublicKey } from '../../adapters/sqlite/backup-key.ts';
import { fileBytes, freeBytes } from '../../adapters/system/disk.ts';
import { RESERVE_BYTES, reserveFileOf } from '../../adapters/system/reserve-file.ts';
import { type Config, databasePath } from '../../config.ts';
import type { Clock } from '../../domain/clock.ts';
import { diskFloors, diskState } from '../../domain/disk-space.ts';
import { DOCUMENT_SIGNER, SIGNING_KEY } from '../../domain/settings-store.ts';
import type { SchemaVersion, Storage } from '../../domain/storage.ts';
import { daysLeft, validityFault } from '../../entry/sign/identity.ts';
import { configuredIdentity, readStored } from '../../entry/sign/load-signer.ts';
import { hasOperator } from '../../operator/accounts.ts';
import { bytesText, failed, type Outcome, ok, warning } from './check-result.ts';

/** A row can be newer than this clock if another machine wrote it, or if it was written during the check. */
const CLOCK_TOLERANCE_MS = 2000;
/** Portside did not exist before this time. */
const EARLIEST_MS = Date.UTC(2026, 0, 1);

export function checkFolder({ data_dir }: Config): Outcome {
  const path = resolve(data_dir);
  if (!existsSync(path)) {
    accessSync(dirname(path), constants.W_OK);
    return warning(`${path} does not exist yet`, '`portside serve` creates it.');
  }
  try {
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    return failed(
      `${path} cannot be written`,
      'Run this command as the user of the server, or correct the owner of the folder.',
    );
  }
  const mode = statSync(path).mode & 0o777;
  if ((mode & 0o077) === 0) return ok(path);
  return warning(`${path} is open to other users (mode ${mode.toString(8)})`, `chmod 700 ${path}`);
}

export function checkDisk({ data_dir, disk_floor_mb }: Config): Outcome {
  const path = [data_dir, dirname(resolve(data_dir))].find((folder) => existsSync(folder)) ?? '.';
  const free = freeBytes(path);
  const floors = diskFloors(disk_floor_mb);
  const reserve = reserveFileOf(databasePath({ data_dir })).bytes();
  const text =
    `${bytesText(free)} free; certificates and imports stop below ${bytesText(floors.storing)}, ` +
    `counted requests below ${bytesText(floors.counting)}; reserve of ${bytesText(reserve)}`;
  const advice = 'Free disk space: docs/operations.md, "Disk full".';
  if (diskState(free, floors) !== 'enough') return failed(text, advice);
  if (free < 4 * floors.storing) return warning(text, advice);
  // The server makes the reserve within a second or two. One that is still missing beside a running server has no room.
  return ok(reserve < RESERVE_BYTES ? `${text} (a server makes it ${bytesText(RESERVE_BYTES)})` : text);
}

/** @param whole whether to read the whole database to check its integrity */
export async function checkSqlite(path: string, schema: SchemaVersion, whole: boolean): Promise<Outcome> {
  const { version, integrity } = await schema.inspect(whole);
  if (integrity !== 'ok') {
    return failed(`integrity check: ${integrity}`, 'Restore a backup: docs/operations.md, "Restore".');
  }
  const sizes = `${bytesText(fileBytes(path))}, write-ahead log ${bytesText(fileBytes(`${path}-wal`))}`;
  return ok(`${version}, ${sizes}, integrity ${whole ? 'ok' : 'not checked'}`);
}

export async function checkPostgres(schema: SchemaVersion): Promise<Outcome> {
  try {
    return ok((await schema.inspect(false)).version);
  } catch (error) {
    if (!(error instanceof DatabaseUnreachable)) throw error;
    const advice = 'Start PostgreSQL, or correct PORTSIDE_DATABASE_URL: docs/scaling.md.';
    return failed(`cannot be reached: ${(error.cause as Error).message}`, advice);
  }
}

export async function checkSchema(schema: SchemaVersion): Promise<Outcome> {
  const states = await schema.states();
  const differences = await schema.differences();
  if (differences.length > 0) {
    const more = differences.length > 3 ? `, and ${differences.length - 3} more` : '';
    return failed(
      `it is not the schema that Portside makes: ${differences.slice(0, 3).join(', ')}${more}`,
      'Somebody changed the database. Find out who, then restore a backup: docs/operations.md, "Restore".',
    );
  }
  const missing = states.filter(({ appliedAt }) => appliedAt === undefined).length;
  if (missing === 0) return ok(`${states.length} migrations, all applied`);
  return warning(
    `${missing} of ${states.length} migrations are not applied`,
    '`portside serve` or `portside migrate up` applies them.',
  );
}

/**
 * A wrong clock gives limits and certificates wrong times. A clock behind the newest row of the database was probably set back.
 */
export async function checkClock(clock: Clock, schema: SchemaVersion | undefined): Promise<Outcome> {
  const nowMs = clock.now();
  const text = new Date(nowMs).toISOString();
  const advice = 'Set the clock (NTP): docs/operations.md, "Clock trouble".';
  if (nowMs < EARLIEST_MS) return failed(`${text} is in the past`, advice);
  let last = clock.monotonic();
  for (let reading = 0; reading < 1000; reading++) {
    const next = clock.monotonic();
    if (next < last) return failed('the monotonic clock went backwards', advice);
    last = next;
  }
  const aheadMs = (schema ? await schema.newestRowMs() : 0) - nowMs;
  if (aheadMs > CLOCK_TOLERANCE_MS) {
    return failed(`${text} is ${Math.round(aheadMs / 1000)} s behind the newest row of the database`, advice);
  }
  return ok(text);
}

export function checkBackupKey(config: Config): Outcome {
  const path = backupKeyPath(databasePath(config));
  const publicKey = ownPublicKey(databasePath(config));
  if (!publicKey) return ok('not made yet; the first `portside backup` makes it');
  const mode = statSync(path).mode & 0o777;
  if ((mode & 0o077) === 0) return ok(`public key ${publicKey}`);
  return failed(`${path} is open to other users (mode ${mode.toString(8)})`, `chmod 600 ${path}`);
}

export async function checkSigningKey({ signing_key }: Config, storage: Storage | undefined): Promise<Outcome> {
  if (signing_key) {
    const keys = signing_key.split(',').length;
    return ok(`from the configuration${keys > 1 ? ', and the previous one' : ''}`);
  }
  if ((await storage?.settings.get(SIGNING_KEY)) !== undefined) {
    return ok('in the database and in every backup of it');
  }
  return warning('not created yet', '`portside serve` creates it at its first start.');
}

/** Days before the certificate that signs expires from which on it is a warning: enough to get a new one. */
const SIGNER_DAYS_MIN = 60;

/** The certificate that signs certificates, and when it expires. */
export async function checkSigner(config: Config, storage: Storage | undefined, clock: Clock): Promise<Outcome> {
  const configured = configuredIdentity(config, clock.now());
  const stored = configured ? undefined : await storage?.settings.get(DOCUMENT_SIGNER);
  if (!configured && stored === undefined) {
    return warning('not created yet', '`portside serve` creates it at its first start.');
  }
  const identity = configured ?? readStored(stored!);
  const place = configured ? 'from the configuration' : 'in the database and in every backup of it';
  const until = new Date(identity.notAfterMs).toISOString().slice(0, 10);
  const text = `${identity.name}, ${place}, until ${until}, SHA-256 ${identity.fingerprint}`;
  const advice = 'Configure a newer one: docs/operations.md, "The key that signs certificates".';
  const fault = validityFault(identity, clock.now());
  if (fault) return failed(fault, advice);
  if (daysLeft(identity, clock.now()) < SIGNER_DAYS_MIN) return warning(text, advice);
  return ok(config.timestamp_url ? `${text}, with time stamps` : text);
}

export async function checkPassword({ operator_password }: Config, storage: Storage | undefined): Promise<Outcome> {
  if (storage && (await hasOperator(storage))) return ok('a password is set');
  if (operator_password) return ok('a password is configured; the first start stores it');
  return warning('no password is set yet', '`portside serve` creates one and prints it once.');
}
