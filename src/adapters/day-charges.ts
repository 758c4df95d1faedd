/** How jobs are charged to the day of a lineage. Each database keeps the requests of a day in its own way. */
import type { NewJob } from '../domain/job-store.ts';
import type { Tables } from './database.ts';

export interface LockedDay {
  /** When it was locked, Unix milliseconds. */
  nowMs: number;
  /** The UTC day of `nowMs`. */
  day: number;
  /** Requests of the lineage on that day. */
  booked: number;
}

export interface DayCharges {
  /** The clock that charges go by, Unix milliseconds: one for all processes of a database. */
  now(tables: Tables): Promise<number>;
  /** Locks the day of a lineage until the transaction ends. */
  lock(tables: Tables, lineageId: number): Promise<LockedDay>;
  /**
   * Books units of a job on a day, in the transaction of `tables`. A negative number gives them back.
   * @param at `booked` if the day was locked to be charged
   */
  book(
    tables: Tables,
    job: Pick<NewJob, 'lineageId' | 'keyId' | 'product'>,
    units: number,
    at: Omit<LockedDay, 'booked'> & { booked?: number },
  ): Promise<void>;
}
