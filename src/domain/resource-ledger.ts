/**
 * What each lineage of keys has used of its resources. `test/support/resource-ledger-contract.ts` tests both databases.
 * Limits are set by `KeyStore`. Stored bytes are booked by `CertificateStore.insert`, in the transaction that stores them.
 */
import type { Resource, ResourceAccount, ResourceBooking } from './resources.ts';

/** Days of processor time and fetched bytes that are kept. */
export const RESOURCE_DAYS_KEPT = 90;

/** Sums that are deleted at once. It takes about a millisecond. */
export const RESOURCE_DAYS_DROPPED = 1000;

export interface ResourceLedger {
  /**
   * Decides a group by `decideBookings` and commits it, in one transaction that no other can interleave with. Returns the
   * refusal of each booking, undefined when it was booked. When it fails the group may have been booked or not: refuse its
   * reservations, and never send it again.
   * @throws LedgerBusy when another process holds the ledger and nothing was done; the group may be sent again.
   */
  book(bookings: readonly ResourceBooking[]): (Resource | undefined)[] | Promise<(Resource | undefined)[]>;
  /** The account of a lineage on a UTC day. */
  account(lineageId: number, day: number): Promise<ResourceAccount>;
  /** Deletes sums of earlier days, up to `RESOURCE_DAYS_DROPPED` of them: then it returns true, and there may be more. */
  dropDays(beforeDay: number): Promise<boolean>;
}
