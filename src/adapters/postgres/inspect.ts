/** How the database is: for readiness, which writes to it, and for `portside doctor`, which does not. */
import { type DatabaseProbe, PROBE_SETTING } from '../../domain/database-probe.ts';
import type { DatabaseFacts } from '../../domain/storage.ts';
import type { Connections } from './connections.ts';
import { migrationStates } from './migrations.ts';
import { writeSetting } from './settings.ts';

export function databaseProbe(connections: Connections): DatabaseProbe {
  return {
    async unwritable(nowMs) {
      try {
        await connections.read((tables) => writeSetting(tables, PROBE_SETTING, String(nowMs)));
        return undefined;
      } catch {
        return 'it cannot be written';
      }
    },
    async outdated() {
      try {
        const waiting = (await migrationStates(connections)).filter(({ appliedAt }) => appliedAt === undefined);
        return waiting.length > 0 ? `${waiting.length} migrations are not applied` : undefined;
      } catch {
        return 'it is not the schema of this version';
      }
    },
  };
}

/** Its integrity is the server's own affair: `pg_amcheck` and its checksums tell. */
export async function databaseFacts(connections: Connections): Promise<DatabaseFacts> {
  const { rows } = await connections.use((connection) => connection.query('SHOW server_version'));
  return { version: `PostgreSQL ${rows[0].server_version}`, integrity: 'ok' };
}

export async function newestRowMs(connections: Connections): Promise<number> {
  const newest = `SELECT greatest((SELECT max(at_ms) FROM journal), (SELECT max(at_ms) FROM lineages),
    (SELECT at_ms FROM audit ORDER BY id DESC LIMIT 1), (SELECT max(issued_at_ms) FROM certificates), 0) AS ms`;
  return (await connections.use((connection) => connection.query(newest))).rows[0].ms;
}
