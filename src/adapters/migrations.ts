/** The migrations built into the binary, compared with those that a database has. */
import { sha256Hex } from '../domain/sha256.ts';
import type { MigrationState } from '../domain/storage.ts';

export interface Migration {
  name: string;
  sql: string;
}

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
