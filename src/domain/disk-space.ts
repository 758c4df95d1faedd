/**
 * What is refused while the disk of the database is short of space. Two floors stop ordinary work before the disk is full, so that
 * the last bytes are left for what ends an attack: revoking keys, signing in, and the audit of both.
 */
import { PortsideError } from './errors.ts';

const MB = 1_000_000;
/** The lower floor as a share of the upper one. 64 MB of the default 256. */
const COUNTING_SHARE = 1 / 4;
/** Even without a floor, counting must not use up the last bytes. */
const COUNTING_BYTES_MIN = MB;
/** Space comes back when somebody makes room, which takes a person and not a second. */
const RETRY_AFTER_S = 30;

/** Free bytes below which work is refused. */
export interface DiskFloors {
  /** For everything that stores documents: certificates and imported lists. */
  storing: number;
  /** For every request that is counted, such as lookups. */
  counting: number;
}

/**
 * - `enough`: everything is done.
 * - `low`: nothing new is stored; lookups and scans go on.
 * - `full`: no request is counted, so none that must be counted is served.
 */
export type DiskState = 'enough' | 'low' | 'full';

/** Ordinary work, by what it writes. */
export type OrdinaryUse = keyof DiskFloors;

export interface DiskReading {
  state: DiskState;
  /** Undefined if it cannot be read. */
  freeBytes: number | undefined;
  /** Size of the reserve file; 0 if there is none. */
  reserveBytes: number;
}

/** The disk that the database is on. */
export interface DiskSpace {
  read(): DiskReading;
  /** @throws PortsideError `unavailable` if this work is refused now */
  require(work: OrdinaryUse): void;
  /** Keeps the reserve at its size while there is room. Call it a few times a second in a server. Never throws. */
  maintain(): void;
}

/** @param diskFloorMb the setting `disk_floor_mb` */
export function diskFloors(diskFloorMb: number): DiskFloors {
  const storing = diskFloorMb * MB;
  return { storing, counting: Math.max(storing * COUNTING_SHARE, COUNTING_BYTES_MIN) };
}

/** @param freeBytes undefined if it cannot be read; then nothing is refused, because the readiness check says what is wrong */
export function diskState(freeBytes: number | undefined, floors: DiskFloors): DiskState {
  if (freeBytes === undefined) return 'enough';
  if (freeBytes < floors.counting) return 'full';
  return freeBytes < floors.storing ? 'low' : 'enough';
}

/** @throws PortsideError `unavailable` if the work is refused in this state */
export function requireSpace(state: DiskState, work: OrdinaryUse): void {
  if (state === 'full')
    throw unavailable('The service is out of disk space, so it cannot count requests. Try again later.');
  if (state === 'low' && work === 'storing') {
    throw unavailable('The service is short of disk space, so it stores nothing new. Lookups go on. Try again later.');
  }
}

function unavailable(message: string): PortsideError {
  return new PortsideError('unavailable', { message, retryAfterS: RETRY_AFTER_S });
}
