/** Each migrated database and the snapshot of drizzle-kit match their schema. What both have is described once, in `schema/`. */
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

type Config = ReturnType<typeof postgresTable> | ReturnType<typeof sqliteTable>;

function columnsOf({ columns, primaryKeys }: Config) {
  const composite = new Set(primaryKeys.flatMap((key) => key.columns.map((column) => column.name)));
  return columns.map(({ name, notNull, primary }) => ({ name, notNull, primary: primary || composite.has(name) }));
}

const sqliteTables = Object.values(sqlite)
  .filter((value) => value instanceof SQLiteTable)
  .map((table) => sqliteTable(table));
const postgresTables = Object.values(postgres)
  .filter((value) => value instanceof PgTable)
  .map((table) => postgresTable(table));

test('drizzle-kit finds every table of both databases: only the state of limits differs, and the journal is described twice', () => {
  const names = (tables: Config[], own: string) => tables.map(({ name }) => name).filter((name) => name !== own);
  expect(names(sqliteTables, 'saved_lineages')).toEqual(names(postgresTables, 'lineages'));
  expect(sqliteTables).toHaveLength(Object.keys(sqlite.tables).length + 2);
  const journalOf = (tables: Config[]) => columnsOf(tables.find(({ name }) => name === 'journal')!);
  expect(journalOf(sqliteTables)).toEqual(journalOf(postgresTables));
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
  for (const table of sqliteTables) {
    const found = recordsFile
      .query<{ name: string; notnull: number; pk: number }, [string]>('SELECT * FROM pragma_table_info(?)')
      .all(table.name)
      .map((column) => ({ name: column.name, notNull: column.notnull === 1, primary: column.pk > 0 }));
    expect([table.name, found]).toEqual([table.name, columnsOf(table)]);
  }
});

test.skipIf(!POSTGRES_URL)(`a migrated ${POSTGRES} database matches its schema`, async () => {
  const url = await freshDatabase();
  await openDatabase(url);
  for (const table of postgresTables) {
    const found = await statement(
      url,
      `SELECT attname AS name, attnotnull AS "notNull",
         EXISTS (SELECT FROM pg_index WHERE indrelid = attrelid AND indisprimary AND attnum = ANY (indkey)) AS "primary"
       FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum`,
      [`"${table.name}"`],
    );
    expect([table.name, found]).toEqual([table.name, columnsOf(table)]);
  }
  await expect(statement(url, "INSERT INTO audit VALUES (1,1,'a','a','a','a',''); DELETE FROM audit")).rejects.toThrow(
    'never deleted',
  );
});
