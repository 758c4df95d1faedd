/** How commands open the storage. */
import { type DatabaseLocation, openStorage } from '../adapters/open.ts';
import type { Config } from '../config.ts';
import { databasePath } from '../config.ts';
import type { Actor } from '../domain/audit.ts';
import type { Storage } from '../domain/storage.ts';
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
  const storage = await openStorage(databasePlace(config), {
    lockWaitMs: COMMAND_LOCK_WAIT_MS,
    diskFloorMb: config.disk_floor_mb,
  });
  try {
    return await work(storage, config);
  } finally {
    await storage.close();
  }
}
