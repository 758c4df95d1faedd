/** The two schemas agree, and each migrated database and the snapshot of drizzle-kit match their schema. */
import { expect, test } from 'bun:test';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { generateDrizzleJson, generateSQLiteDrizzleJson } from 'drizzle-kit/api';
import { PgTable, getTableConfig as postgresTable } from 'drizzle-orm/pg-core';
import { SQLiteTable, getTableConfig as sqliteTable } from 'drizzle-orm/sqlite-core';
import { tempStorage } from '../../test/support/temp.ts';
import { freshDatabase, openDatabase, POSTGRES, POSTGRES_URL, statement } from '../../test/system/postgres/database.ts';
import * as postgres from './postgres/schema.ts';
import * as sqlite from './sqlite/schema.ts';

interface Column {
  name: string;
  notNull: boolean;
  primary: boolean;
  default: unknown;
}

interface Shape {
  columns: Column[];
  indexes: string[];
}

type Config = ReturnType<typeof postgresTable> | ReturnType<typeof sqliteTable>;

/** The state of limits. PostgreSQL decides on it; SQLite stores it for what was rolled up from the journal. */
const NOT_SHARED = ['lineages', 'saved_lineages'];

function shapeOf({ columns, primaryKeys, indexes }: Config): Shape {
  const composite = new Set(primaryKeys.flatMap((key) => key.columns.map((column) => column.name)));
  return {
    columns: columns.map((column) => ({
      name: column.name,
      notNull: column.notNull,
      primary: column.primary || composite.has(column.name),
      default: column.default,
    })),
    indexes: indexes.map(({ config }) => `${config.unique ? 'unique ' : ''}${config.name}`).sort(),
  };
}

function shapesOf(tables: object[], read: (table: never) => Config): Map<string, Shape> {
  return new Map(tables.map((table) => read(table as never)).map((config) => [config.name, shapeOf(config)]));
}

const sqliteShapes = shapesOf(
  Object.values(sqlite).filter((value) => value instanceof SQLiteTable),
  sqliteTable,
);
const postgresShapes = shapesOf(
  Object.values(postgres).filter((value) => value instanceof PgTable),
  postgresTable,
);

test('both schemas have the same tables, columns, nullability, keys, defaults and indexes', () => {
  const shared = (shapes: Map<string, Shape>) => [...shapes].filter(([name]) => !NOT_SHARED.includes(name));
  expect(Object.fromEntries(shared(postgresShapes))).toEqual(Object.fromEntries(shared(sqliteShapes)));
  expect(shared(sqliteShapes).length).toBeGreaterThan(10);
});

test.each([
  ['sqlite', () => generateSQLiteDrizzleJson(sqlite)],
  ['postgres', () => generateDrizzleJson(postgres)],
])('%s has one snapshot of drizzle-kit, that of its schema', async (folder, generate) => {
  const meta = join(import.meta.dir, folder, 'migrations/meta');
  const snapshots = readdirSync(meta).filter((name) => name !== '_journal.json');
  const migrations = readdirSync(join(meta, '..')).filter((name) => name.endsWith('.sql'));
  expect(snapshots).toEqual([`${migrations.sort().at(-1)!.slice(0, 4)}_snapshot.json`]);
  // `_meta` and the two numbers are of drizzle-kit and its history.
  const schemaOf = ({ id: _, prevId: __, _meta: ___, ...schema }: Record<string, unknown>) => schema;
  const generated = JSON.parse(JSON.stringify(await generate()));
  expect(schemaOf(await Bun.file(join(meta, snapshots[0]!)).json())).toEqual(schemaOf(generated));
});

test('a migrated SQLite file matches its schema', () => {
  const { recordsFile } = tempStorage();
  for (const [name, { columns }] of sqliteShapes) {
    const found = recordsFile
      .query<{ name: string; notnull: number; pk: number }, [string]>('SELECT * FROM pragma_table_info(?)')
      .all(name)
      .map((column) => ({ name: column.name, notNull: column.notnull === 1, primary: column.pk > 0 }));
    expect([name, found]).toEqual([name, columns.map(({ default: _, ...column }) => column)]);
  }
});

test.skipIf(!POSTGRES_URL)(`a migrated ${POSTGRES} database matches its schema`, async () => {
  const url = await freshDatabase();
  await openDatabase(url);
  for (const [name, { columns }] of postgresShapes) {
    const found = await statement(
      url,
      `SELECT attname AS name, attnotnull AS "notNull",
         EXISTS (SELECT FROM pg_index WHERE indrelid = attrelid AND indisprimary AND attnum = ANY (indkey)) AS "primary"
       FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum`,
      [`"${name}"`],
    );
    expect([name, found]).toEqual([name, columns.map(({ default: _, ...column }) => column)]);
  }
  await expect(statement(url, "INSERT INTO audit VALUES (1,1,'a','a','a','a',''); DELETE FROM audit")).rejects.toThrow(
    'never deleted',
  );
});
