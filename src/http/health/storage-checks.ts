import type { DatabaseProbe } from '../../domain/database-probe.ts';
import type { ReadinessCheck } from './readiness.ts';

const MB = 1_000_000;

export interface StorageCheckParts {
  database: DatabaseProbe;
  /** Absent if no data is stored on this machine's disk. */
  dataDir: string | undefined;
  diskFloorMb: number;
  freeBytes(folder: string): number;
  now(): number;
}

/** The checks of the database and of its disk. */
export function storageChecks({ database, dataDir, diskFloorMb, freeBytes, now }: StorageCheckParts): ReadinessCheck[] {
  return [
    { name: 'database', failure: () => database.unwritable(now()) },
    { name: 'schema', failure: () => database.outdated() },
    {
      name: 'disk',
      failure() {
        if (dataDir === undefined || freeBytes(dataDir) >= diskFloorMb * MB) return undefined;
        return `less than ${diskFloorMb} MB are free`;
      },
    },
  ];
}
