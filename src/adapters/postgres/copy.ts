/** A PostgreSQL database as one side of a copy. */
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { type Cell, CopyError, type CopySide, type CopyTable, SETTINGS_NOT_COPIED } from '../copy.ts';
import { type Connection, Connections } from './connections.ts';
import { rollUpOnce } from './limit-ledger.ts';
import { openPostgresSchema } from './open.ts';
import * as schema from './schema.ts';

const HOUR_MS = 3_600_000;

/** PostgreSQL's type of each column, by table. */
const TYPES = new Map(
  Object.values(schema)
    .filter((value) => value instanceof PgTable)
    .map((table) => getTableConfig(table))
    .map(({ name, columns }) => [name, new Map(columns.map((column) => [column.name, column.getSQLType()]))]),
);

/** Together three seconds. */
const ASKED_MAX = 31;
const ASKED_EVERY_MS = 100;

/** Runs `work` in one transaction on one connection. @throws CopyError when servers are connected. */
export async function withPostgresCopy<T>(
  url: string,
  tables: CopyTable[],
  work: (side: CopySide) => Promise<T>,
): Promise<T> {
  const migrations = openPostgresSchema(url);
  try {
    await migrations.migrate();
  } finally {
    await migrations.close();
  }
  const connections = new Connections(url, { connectionsMax: 1, statementMsMax: HOUR_MS });
  try {
    return await connections.use(async (connection) => {
      await refuseServers(connection);
      await connection.query('BEGIN ISOLATION LEVEL READ COMMITTED');
      // This lock lets others read, and nobody write, until the end.
      await connection.query(`LOCK TABLE lineages, ${tables.map(({ name }) => `"${name}"`)} IN EXCLUSIVE MODE`);
      const result = await work(sideOf(connection, tables));
      await connection.query('COMMIT');
      return result;
    });
  } finally {
    await connections.close();
  }
}

/** Waits a moment before it refuses: PostgreSQL lists a connection, such as that of the migration before, a little longer than it lives. */
async function refuseServers(connection: Connection): Promise<void> {
  for (let asked = 1; ; asked++) {
    const { rows } = await connection.query(
      `SELECT count(*)::int AS others FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = 'portside' AND pid <> pg_backend_pid()`,
    );
    if (rows[0].others === 0) return;
    if (asked === ASKED_MAX) {
      throw new CopyError('Portside is connected to this database: stop its servers first.');
    }
    await Bun.sleep(ASKED_EVERY_MS);
  }
}

function sideOf(connection: Connection, tables: CopyTable[]): CopySide {
  const copiedRows = ({ name }: CopyTable) => (name === 'settings' ? 'WHERE name <> ALL ($1)' : '');
  const copiedRowsValues = ({ name }: CopyTable) => (name === 'settings' ? [SETTINGS_NOT_COPIED] : []);
  return {
    tables: () => tables,

    async newestUseMs() {
      const { rows } = await connection.query('SELECT coalesce(max(at_ms), 0) AS at FROM lineages');
      return rows[0].at;
    },

    async count(table) {
      const { rows } = await connection.query(
        `SELECT count(*)::int AS n FROM "${table.name}" ${copiedRows(table)}`,
        copiedRowsValues(table),
      );
      return rows[0].n;
    },

    async *read(table) {
      const columns = table.columns.map((column) => `"${column}"`);
      const order = table.key.map((column) =>
        typeOf(table, column) === 'text' ? `"${column}" COLLATE "C"` : `"${column}"`,
      );
      const select = `SELECT ${columns} FROM "${table.name}" ${copiedRows(table)} ORDER BY ${order}`;
      await connection.query(`DECLARE copying NO SCROLL CURSOR FOR ${select}`, copiedRowsValues(table));
      for (;;) {
        const { rows } = await connection.query(`FETCH ${table.batch} FROM copying`);
        if (rows.length === 0) break;
        yield rows.map((row) => table.columns.map((column) => cellOf(row[column])));
      }
      await connection.query('CLOSE copying');
    },

    async write(table, rows) {
      const types = table.columns.map((column) => typeOf(table, column));
      const arrays = types.map((type, i) => `$${i + 1}::${type}[]`);
      const values = types.map((type, i) => rows.map((row) => (type === 'boolean' ? row[i] === 1 : row[i])));
      await connection.query(`INSERT INTO "${table.name}" SELECT * FROM unnest(${arrays})`, values);
    },

    async finish() {
      for (const { name, columns } of tables) {
        for (const column of columns) {
          const sequence = await connection.query('SELECT pg_get_serial_sequence($1, $2) AS name', [
            `"${name}"`,
            column,
          ]);
          if (sequence.rows[0].name === null) continue;
          const setNext = `SELECT setval($1::regclass, coalesce(max("${column}"), 0) + 1, false) FROM "${name}"`;
          await connection.query(setNext, [sequence.rows[0].name]);
        }
      }
      while ((await rollUpOnce(connection)) > 0);
    },
  };
}

function typeOf({ name }: CopyTable, column: string): string {
  return TYPES.get(name)!.get(column)!.replace('bigserial', 'bigint');
}

/** The value as SQLite stores it: booleans are 0 or 1. */
function cellOf(value: unknown): Cell {
  return typeof value === 'boolean' ? Number(value) : (value as Cell);
}
