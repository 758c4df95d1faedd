/** The state of the database: for readiness, which writes to it, and for `portside doctor`, which does not. */
import { CANNOT_BE_WRITTEN, type DatabaseProbe, PROBE_SETTING } from '../../domain/database-probe.ts';
import type { DatabaseFacts } from '../../domain/storage.ts';
import { schemaFault } from '../migrations.ts';
import type { Connections } from './connections.ts';
import { migrationStates } from './migrations.ts';
import { settings } from './schema.ts';

export function databaseProbe(connections: Connections): DatabaseProbe {
  return {
    async unwritable(nowMs) {
      try {
        const row = { name: PROBE_SETTING, value: String(nowMs) };
        await connections.read((tables) =>
          tables.insert(settings).values(row).onConflictDoUpdate({ target: settings.name, set: row }),
        );
        return undefined;
      } catch {
        return CANNOT_BE_WRITTEN;
      }
    },
    outdated: () => schemaFault(() => migrationStates(connections)),
    async size() {
      const { rows } = await connections.use((connection) =>
        connection.query(
          `SELECT current_setting('server_version') AS version, pg_database_size(current_database())::float8 AS bytes`,
        ),
      );
      return { version: `PostgreSQL ${rows[0].version}`, bytes: rows[0].bytes };
    },
  };
}

/** Integrity is always `ok`: PostgreSQL has checksums and `pg_amcheck` for it. */
export async function databaseFacts(connections: Connections): Promise<DatabaseFacts> {
  const { rows } = await connections.use((connection) => connection.query('SHOW server_version'));
  return { version: `PostgreSQL ${rows[0].server_version}`, integrity: 'ok' };
}

export async function newestRowMs(connections: Connections): Promise<number> {
  const newest = `SELECT greatest((SELECT max(at_ms) FROM journal), (SELECT max(at_ms) FROM lineages),
    (SELECT at_ms FROM audit ORDER BY id DESC LIMIT 1), (SELECT max(issued_at_ms) FROM certificates), 0) AS ms`;
  return (await connections.use((connection) => connection.query(newest))).rows[0].ms;
}
