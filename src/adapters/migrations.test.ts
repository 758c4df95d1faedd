/** How both databases get their schema. What single migrations make of rows: `*migration*.test.ts`. */
import { Database } from 'bun:sqlite';
import { afterAll, describe, expect, test } from 'bun:test';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../../test/support/program.ts';
import { tempDir } from '../../test/support/temp.ts';
import { freshDatabase, POSTGRES, POSTGRES_URL, statement } from '../../test/system/postgres/database.ts';
import type { MigrationState } from '../domain/storage.ts';
import type { Migration } from './migration-files.ts';
import { OtherSchema } from './migrations.ts';
import { Connections } from './postgres/connections.ts';
import * as postgres from './postgres/migrations.ts';
import * as sqlite from './sqlite/migrations.ts';

interface Migrated {
  migrations: Migration[];
  migrate(migrations: Migration[]): Promise<MigrationState[]>;
  tables(): Promise<unknown[]>;
  /** `portside migrate up` on it, as another process. */
  up(): ReturnType<typeof run>;
}

async function emptyFile(): Promise<Migrated> {
  const dir = tempDir();
  mkdirSync(join(dir, 'var'), { mode: 0o700 });
  const file = new Database(join(dir, 'var/portside.db'), { create: true });
  afterAll(() => file.close());
  return {
    migrations: sqlite.MIGRATIONS,
    migrate: async (migrations) => sqlite.migrate(file, migrations),
    tables: async () => file.query('SELECT name FROM sqlite_schema').all(),
    up: () => run(['migrate', 'up'], dir),
  };
}

async function emptyPostgres(): Promise<Migrated> {
  const url = await freshDatabase();
  const connections = new Connections(url, { connectionsMax: 1, statementMsMax: 60_000 });
  afterAll(() => connections.close());
  return {
    migrations: postgres.MIGRATIONS,
    migrate: (migrations) => postgres.migrate(connections, migrations),
    tables: () => statement(url, "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"),
    up: () => run(['migrate', 'up'], tempDir(), { PORTSIDE_DATABASE_URL: url }),
  };
}

describe.each([
  ['SQLite', false, emptyFile],
  [POSTGRES, !POSTGRES_URL, emptyPostgres],
] as const)('%s', (_, skip, open) => {
  test.skipIf(skip)(
    'of processes that start at once, one applies the migrations and the others wait for it',
    async () => {
      const { migrations, migrate, up } = await open();
      const outcomes = await Promise.all([up(), up(), up()]);
      expect(outcomes.map(({ stderr }) => stderr)).toEqual(['', '', '']);
      expect(new Set(outcomes.map(({ stdout }) => stdout)).size).toBe(1);
      const states = await migrate(migrations);
      expect(states.map(({ name }) => name)).toEqual(migrations.map(({ name }) => name));
    },
  );

  test.skipIf(skip)('a database of each older version gets what it is missing, and keeps what it has', async () => {
    const { migrations, migrate } = await open();
    for (let count = 1; count <= migrations.length; count++) {
      const before = await migrate(migrations.slice(0, count - 1));
      const after = await migrate(migrations.slice(0, count));
      expect(after.slice(0, -1)).toEqual(before);
      expect(after.at(-1)).toEqual({ name: migrations[count - 1]!.name, appliedAt: expect.any(Number) });
    }
  });

  test.skipIf(skip)('a database of a newer version is refused, and one whose migration was altered', async () => {
    const { migrations, migrate, tables } = await open();
    await migrate(migrations.slice(0, -1));
    const before = await tables();
    await expect(migrate(migrations.slice(0, -2))).rejects.toThrow('a newer version of Portside made this database');
    const altered = migrations.with(1, { ...migrations[1]!, sql: `${migrations[1]!.sql} ` });
    await expect(migrate(altered)).rejects.toThrow(OtherSchema);
    expect(await tables()).toEqual(before);
  });

  test.skipIf(skip)('migrations of which one fails leave nothing, and the next attempt applies all', async () => {
    const { migrations, migrate, tables } = await open();
    const sql = 'CREATE TABLE half (id integer);--> statement-breakpoint\nINSERT INTO nowhere VALUES (1);';
    await expect(migrate(migrations.toSpliced(3, 0, { name: 'broken', sql }))).rejects.toThrow('nowhere');
    expect(await tables()).toEqual([]);
    expect((await migrate(migrations)).every(({ appliedAt }) => appliedAt !== undefined)).toBeTrue();
  });
});
