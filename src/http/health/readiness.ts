/** What must hold for this server to be sent requests. docs/operations.md says what to do about each. */
import type { DatabaseProbe } from '../../domain/database-probe.ts';
import type { ReadinessCheck } from './health-routes.ts';

const MB = 1_000_000;

export interface ReadinessParts {
  draining(): boolean;
  database: DatabaseProbe;
  /** The tariff list in force today. */
  list(): { list: string; asOf: string; days: number } | undefined;
  /** 0 is never. */
  listDaysMax: number;
  /** Absent where nothing is kept on this machine's disk. */
  dataDir: string | undefined;
  diskFloorMb: number;
  freeBytes(folder: string): number;
  now(): number;
}

export function readinessChecks(parts: ReadinessParts): ReadinessCheck[] {
  const { draining, database, list, listDaysMax, dataDir, diskFloorMb, freeBytes, now } = parts;
  return [
    { name: 'draining', free: true, failing: () => (draining() ? 'the server is shutting down' : undefined) },
    { name: 'database', failing: () => database.unwritable(now()) },
    { name: 'schema', failing: () => database.outdated() },
    {
      name: 'lists',
      failing() {
        const inForce = list();
        if (!inForce) return 'no tariff list is loaded';
        const stale = listDaysMax > 0 && inForce.days > listDaysMax;
        return stale ? `${inForce.list} stands for ${inForce.asOf}, ${inForce.days} days ago` : undefined;
      },
    },
    {
      name: 'disk',
      failing() {
        if (dataDir === undefined || freeBytes(dataDir) >= diskFloorMb * MB) return undefined;
        return `less than ${diskFloorMb} MB are free`;
      },
    },
  ];
}
