/** The checks that decide whether this server should receive requests. docs/operations.md says what to do about each. */
import type { DatabaseProbe } from '../../domain/database-probe.ts';
import type { ReadinessCheck } from './health.ts';

const MB = 1_000_000;

export interface ReadinessParts {
  draining(): boolean;
  database: DatabaseProbe;
  /** The checks of the products. */
  productChecks: readonly ReadinessCheck[];
  /** Absent if no data is stored on this machine's disk. */
  dataDir: string | undefined;
  diskFloorMb: number;
  freeBytes(folder: string): number;
  now(): number;
}

export function readinessChecks(parts: ReadinessParts): ReadinessCheck[] {
  const { draining, database, productChecks, dataDir, diskFloorMb, freeBytes, now } = parts;
  return [
    { name: 'draining', uncached: true, failure: () => (draining() ? 'the server is shutting down' : undefined) },
    { name: 'database', failure: () => database.unwritable(now()) },
    { name: 'schema', failure: () => database.outdated() },
    ...productChecks,
    {
      name: 'disk',
      failure() {
        if (dataDir === undefined || freeBytes(dataDir) >= diskFloorMb * MB) return undefined;
        return `less than ${diskFloorMb} MB are free`;
      },
    },
  ];
}
