/** A PostgreSQL database as one side of a copy. */
import { type Cell, COPY_TABLES, CopyError, type CopySide } from '../copy.ts';
import { type Connection, Connections } from './connections.ts';
import { rollUpOnce } from './limit-ledger.ts';
import { openPostgresSchema } from './open.ts';

const HOUR_MS = 3_600_000;

/** Together three seconds. */
const ASKED_MAX = 31;
const ASKED_EVERY_MS = 100;

/** Runs `work` in one transaction on one connection. @throws CopyError when servers are connected. */
export async function withPostgresCopy<T>(url: string, work: (side: CopySide) => Promise<T>): Promise<T> {
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
      await connection.query(`LOCK TABLE lineages, ${COPY_TABLES.map(({ name }) => `"${name}"`)} IN EXCLUSIVE MODE`);
      const result = await work(sideOf(connection));
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

function sideOf(connection: Connection): CopySide {
  return {
    uses: 'lineages',

    async number(sql) {
      return Number((await connection.query(sql)).rows[0].n);
    },

    async *read({ columns, key, from, batch }) {
      // As SQLite compares texts.
      const order = key.map(({ name, type }) => `"${name}"${type === 'text' ? ' COLLATE "C"' : ''}`);
      await connection.query(`DECLARE copying NO SCROLL CURSOR FOR SELECT * FROM ${from} ORDER BY ${order}`);
      for (;;) {
        const { rows } = await connection.query(`FETCH ${batch} FROM copying`);
        if (rows.length === 0) break;
        yield rows.map((row) => columns.map(({ name }) => cellOf(row[name])));
      }
      await connection.query('CLOSE copying');
    },

    async write({ name, columns }, rows) {
      const arrays = columns.map(({ type }, i) => `$${i + 1}::${type.replace('bigserial', 'bigint')}[]`);
      const values = columns.map(({ type }, i) => rows.map((row) => (type === 'boolean' ? row[i] === 1 : row[i])));
      await connection.query(`INSERT INTO "${name}" SELECT * FROM unnest(${arrays})`, values);
    },

    async finish() {
      for (const { name, columns } of COPY_TABLES) {
        const id = columns.find(({ type }) => type === 'bigserial')?.name;
        if (id === undefined) continue;
        const next = `coalesce(max("${id}"), 0) + 1`;
        await connection.query(
          `SELECT setval(pg_get_serial_sequence('"${name}"', '${id}'), ${next}, false) FROM "${name}"`,
        );
      }
      while ((await rollUpOnce(connection)) > 0);
    },
  };
}

/** The value as SQLite stores it: booleans are 0 or 1. */
function cellOf(value: unknown): Cell {
  return typeof value === 'boolean' ? Number(value) : (value as Cell);
}
