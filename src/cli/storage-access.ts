/** How commands open the storage. */
import { isBroken, isNoFolder, storageCause } from '../adapters/faults.ts';
import { OtherSchema } from '../adapters/migrations.ts';
import { type DatabaseLocation, openStorage } from '../adapters/open.ts';
import type { Config } from '../config.ts';
import { databasePath } from '../config.ts';
import type { Actor } from '../domain/activity-log.ts';
import type { Storage } from '../domain/storage.ts';
import { CommandError } from './command-error.ts';
import { requireDatabase } from './existing-database.ts';
import { type CommonOptions, configFrom } from './options.ts';

/** A command can wait for the lock of a running server, because it blocks only itself. */
export const COMMAND_LOCK_WAIT_MS = 5000;

/** Who the audit says made a change on the command line. */
export const cliActor: Actor = { name: 'cli', origin: 'command line' };

export function databasePlace(config: Config): DatabaseLocation {
  return { path: databasePath(config), url: config.database_url };
}

/**
 * Opens the storage, runs `work` with it, and closes it.
 * @throws CommandError if there is no database
 */
export async function withStorage<T>(
  options: CommonOptions,
  work: (storage: Storage, config: Config) => T | Promise<T>,
): Promise<T> {
  const config = configFrom(options);
  requireDatabase(config);
  const place = databasePlace(config);
  const storage = await opened(
    config,
    openStorage(place, { lockWaitMs: COMMAND_LOCK_WAIT_MS, diskFloorMb: config.disk_floor_mb }),
  );
  try {
    return await work(storage, config);
  } finally {
    await storage.close();
  }
}

/** The storage once it is open. @throws CommandError that names the database and what to do, if it cannot be used */
export async function opened<T>(config: Config, opening: Promise<T>): Promise<T> {
  try {
    return await opening;
  } catch (error) {
    if (error instanceof OtherSchema) {
      throw new CommandError(`${error.message} Run that version, or restore a backup that this version made.`);
    }
    const cause = storageCause(error);
    if (cause === undefined || config.database_url) throw error;
    throw new CommandError(databaseFault(config, cause, error));
  }
}

function databaseFault(config: Config, cause: string, error: unknown): string {
  if (isNoFolder(error)) {
    return `${config.data_dir} is not a folder. Name the folder of the database with --data-dir or PORTSIDE_DATA_DIR.`;
  }
  const path = databasePath(config);
  if (isBroken(error)) {
    return `${path} is damaged or no database (${cause}). Replace it with a backup: \`portside restore FILE --force\`.`;
  }
  return `${path} cannot be used: ${cause}.`;
}
