/**
 * Commands use the database that a server made. Only `serve`, `migrate` and `restore` create one: any other command would
 * answer for a mistyped folder from a new, empty database, or issue a key that no server knows.
 */
import { type Dirent, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { type Config, databasePath } from '../config.ts';
import { editDistance } from '../domain/edit-distance.ts';
import { CommandError } from './command-error.ts';

/** How many databases nearby a message names. */
const NEARBY_MAX = 3;

/**
 * @throws CommandError that says where the command looked and which databases are near, or that the folder may not be read.
 *   Never with PostgreSQL.
 */
export function requireDatabase(config: Config): void {
  if (!hasDatabase(config)) throw new CommandError(missingDatabaseText(config.data_dir));
}

/** @throws CommandError if the data folder may not be read */
export function hasDatabase(config: Config): boolean {
  if (config.database_url) return true;
  const path = databasePath(config);
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    const { code } = error as { code?: string };
    // A file where the data folder should be. Opening the database reports it.
    if (code === 'ENOTDIR') return true;
    if (code !== 'EACCES') throw error;
    throw new CommandError(`${path} may not be read. Run this command as the user of the server.`);
  }
}

function missingDatabaseText(dataDir: string): string {
  const near = databasesNear(dataDir);
  const advice =
    near.length > 0
      ? `There is one in ${near.join(', ')}: name it with --data-dir.`
      : 'Name the folder of the server with --data-dir or PORTSIDE_DATA_DIR. `portside serve` or `portside migrate up` makes a new database.';
  return `There is no database in ${resolve(dataDir)}. ${advice}`;
}

/** Folders with a database: inside the folder, beside it, and in the default place. As a user would type them. */
function databasesNear(dataDir: string): string[] {
  const asked = resolve(dataDir);
  const beside = foldersIn(dirname(asked)).sort(
    (a, b) => editDistance(basename(a), basename(asked)) - editDistance(basename(b), basename(asked)),
  );
  const candidates = [...foldersIn(asked), ...beside, resolve('var')];
  const found = [...new Set(candidates)].filter((folder) => folder !== asked && isFile(join(folder, 'portside.db')));
  return found.slice(0, NEARBY_MAX).map((folder) => {
    const short = relative('.', folder);
    return short.startsWith('..') ? folder : `./${short}`;
  });
}

function foldersIn(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry: Dirent) => entry.isDirectory())
      .map(({ name }) => join(folder, name));
  } catch {
    return [];
  }
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
