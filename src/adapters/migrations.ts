/**
 * The migrations built into the program, compared with those that a database has. Each database applies what is missing in one transaction,
 * under its lock. docs/adr/0123-migrations-under-our-own-lock.md says why Drizzle writes the files and does not apply them.
 */
import { sha256Hex } from '../domain/sha256.ts';
import type { MigrationState } from '../domain/storage.ts';
import type { Migration } from './migration-files.ts';

/** A row of the table `migrations`. */
export interface AppliedMigration {
  name: string;
  sha256: string;
  applied_at: number;
}

/** Another version of Portside made the database. */
export class OtherSchema extends Error {}

/** @throws OtherSchema when an applied migration is unknown here (a newer binary made this database) or differs from the built-in one. */
export function checkedStates(
  migrations: readonly Migration[],
  applied: readonly AppliedMigration[],
): MigrationState[] {
  for (const row of applied) {
    const known = migrations.find((migration) => migration.name === row.name);
    if (!known)
      throw new OtherSchema(`Migration ${row.name} is unknown here: a newer version of Portside made this database.`);
    if (sha256Hex(known.sql) !== row.sha256)
      throw new OtherSchema(`Migration ${row.name} differs from the one applied.`);
  }
  return migrations.map(({ name }) => ({ name, appliedAt: applied.find((row) => row.name === name)?.applied_at }));
}

export const isUpToDate = (states: readonly MigrationState[]) =>
  states.every(({ appliedAt }) => appliedAt !== undefined);

/** The statements of each migration that is missing, and the one that says that it was applied. @throws OtherSchema, as above */
export function missingStatements(migrations: readonly Migration[], applied: readonly AppliedMigration[]): string[] {
  const states = checkedStates(migrations, applied);
  return migrations
    .filter((_, at) => states[at]!.appliedAt === undefined)
    .flatMap(({ name, sql }) => [
      ...sql.split('--> statement-breakpoint'),
      `INSERT INTO migrations VALUES ('${name}', '${sha256Hex(sql)}', ${Date.now()})`,
    ]);
}

/** Why the schema is not the one of this binary, for `DatabaseProbe.outdated`; undefined when it is. */
export async function schemaFault(
  readStates: () => MigrationState[] | Promise<MigrationState[]>,
): Promise<string | undefined> {
  try {
    const missing = (await readStates()).filter(({ appliedAt }) => appliedAt === undefined);
    return missing.length > 0 ? `${missing.length} migrations are not applied` : undefined;
  } catch {
    return 'it is not the schema of this version';
  }
}
