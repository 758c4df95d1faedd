/**
 * Compares the schema of a database with the one that the migrations of this binary make, byte for byte. Both texts come from
 * SQLite's own table of the schema. The database may be hostile: until its schema is known to be ours, only that table is
 * read, and `migrations` once its definition is known. Any other statement could run a planted trigger, view or expression.
 */
import type { Database } from 'bun:sqlite';
import { emptyDatabase, migrationStates } from './migrations.ts';

/** Litestream adds these tables to a database that it copies. Nothing here reads them. */
const LITESTREAM_TABLES = [
  'CREATE TABLE _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER)',
  'CREATE TABLE _litestream_lock (id INTEGER)',
];

/** A row of the schema table. Each text is the type and the bytes of a cell, so that values of different types never look equal. */
interface SchemaRow {
  type: string;
  name: string;
  tableName: string;
  sql: string;
  /** 0 for views, triggers and virtual tables. */
  rootPage: number | null;
}

/**
 * What differs, one phrase each, safe to print; empty if the schema is that of the migrations that were applied.
 * @throws when it is the schema of a newer version, or SQLite cannot read it
 */
export function schemaDifferences(database: Database): string[] {
  // Nothing in the schema may call a function with side effects, and damaged cells are found while they are read.
  database.run('PRAGMA trusted_schema = OFF');
  database.run('PRAGMA cell_size_check = ON');
  const found = schemaRows(database);
  const [migrations] = expectedRows(0);
  if (!found.some((row) => isSame(row, migrations!))) return ['it is not a database of Portside'];
  const applied = appliedCount(database);
  if (applied === undefined) return ['its list of migrations is not one that Portside makes'];
  return compare(found, expectedRows(applied), litestreamRows());
}

/** How many migrations were applied; undefined unless they are the first ones, in any order. @throws for an unknown one */
function appliedCount(database: Database): number | undefined {
  const states = migrationStates(database);
  const applied = states.findLastIndex(({ appliedAt }) => appliedAt !== undefined) + 1;
  return states.slice(0, applied).every(({ appliedAt }) => appliedAt !== undefined) ? applied : undefined;
}

function expectedRows(count: number): SchemaRow[] {
  using database = emptyDatabase(count);
  return schemaRows(database);
}

function litestreamRows(): SchemaRow[] {
  using database = emptyDatabase(0);
  for (const sql of LITESTREAM_TABLES) database.run(sql);
  return schemaRows(database).slice(-LITESTREAM_TABLES.length);
}

function schemaRows(database: Database): SchemaRow[] {
  const cell = (column: string) => `typeof(${column}) || ' ' || hex(${column})`;
  return database
    .prepare<SchemaRow, []>(
      `SELECT ${cell('type')} AS type, ${cell('name')} AS name, ${cell('tbl_name')} AS tableName, ${cell('sql')} AS sql,
         CASE typeof(rootpage) WHEN 'integer' THEN rootpage END AS rootPage
       FROM sqlite_schema`,
    )
    .all();
}

/** @param optional rows that may be there or not */
function compare(found: SchemaRow[], expected: SchemaRow[], optional: SchemaRow[]): string[] {
  const missing = new Map(expected.map((row) => [`${row.type} ${row.name}`, row]));
  const rootPages = new Set<number>();
  const differences: string[] = [];
  for (const row of found) {
    const id = `${row.type} ${row.name}`;
    const wanted = missing.get(id);
    missing.delete(id);
    if (row.rootPage && rootPages.has(row.rootPage)) differences.push(`${describe(row)} shares its pages with another`);
    if (row.rootPage) rootPages.add(row.rootPage);
    if (wanted && !isSame(row, wanted)) differences.push(`${describe(row)} is different`);
    if (wanted || optional.some((other) => isSame(row, other))) continue;
    differences.push(`${describe(row)} is not part of Portside`);
  }
  return [...differences, ...[...missing.values()].map((row) => `${describe(row)} is missing`)];
}

function isSame(a: SchemaRow, b: SchemaRow): boolean {
  const hasPages = ({ rootPage }: SchemaRow) => rootPage !== null && rootPage > 1;
  return (
    a.type === b.type &&
    a.name === b.name &&
    a.tableName === b.tableName &&
    a.sql === b.sql &&
    hasPages(a) === hasPages(b) &&
    (hasPages(a) || a.rootPage === b.rootPage)
  );
}

/** Kind and name, without control characters. */
function describe({ type, name }: SchemaRow): string {
  const shown = (cell: string) =>
    Buffer.from(cell.slice(cell.indexOf(' ') + 1), 'hex')
      .toString()
      .replace(/\p{C}/gu, '�')
      .slice(0, 60);
  return `the ${shown(type)} "${shown(name)}"`;
}
