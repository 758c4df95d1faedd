/** Reads what the alerts are about. A part that cannot be read says why, and the others are read all the same. */
import {
  type AlertReadings,
  ERROR_WINDOW_MINUTES,
  FAULT_CODES,
  REFUSED_KEYS_MAX,
  type Unread,
} from '../domain/alert.ts';
import { utcDay } from '../domain/clock.ts';
import { MINUTE_MS } from '../domain/sliding-minute.ts';
import type { Storage } from '../domain/storage.ts';

export interface AlertSources {
  storage: Pick<Storage, 'usage'>;
  /** The last day whose tariff law was read. */
  lawRead(): { to: string; days: number };
  /** Undefined if the data is not on a disk of this machine. @throws if it cannot be read */
  diskFreeBytes(): number | undefined;
}

export async function readAlertReadings(
  { storage: { usage }, lawRead, diskFreeBytes }: AlertSources,
  nowMs: number,
): Promise<AlertReadings> {
  const first = Math.floor(nowMs / MINUTE_MS) - ERROR_WINDOW_MINUTES + 1;
  return {
    refusedKeys: await read(() => usage.keysWithError('rate_limited', utcDay(nowMs), REFUSED_KEYS_MAX)),
    recent: await read(async () => {
      const cells = await usage.minutes(undefined, first, ERROR_WINDOW_MINUTES);
      const errors = await usage.recentErrors(first);
      // SQLite’s journal may hold older requests, after the clock was set.
      const counted = cells.filter(({ at }) => at >= first);
      return {
        requests: sum(counted),
        faults: sum(errors.filter(({ code }) => FAULT_CODES.includes(code))),
      };
    }),
    law: await read(lawRead),
    diskFreeBytes: await read(
      () => diskFreeBytes() ?? { unread: 'the data is not on a disk of this machine', isAbsent: true as const },
    ),
  };
}

async function read<T>(work: () => T | Promise<T>): Promise<T | Unread> {
  try {
    return await work();
  } catch {
    return { unread: 'it could not be read' };
  }
}

function sum(rows: readonly { requests: number }[]): number {
  return rows.reduce((total, { requests }) => total + requests, 0);
}
