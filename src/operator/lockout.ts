/**
 * Guessing the password gets slower with every failure: for the address that guesses, and, later and less, for everyone,
 * so that many addresses gain little. An attempt counts as failed before its password is looked at, or a hundred sent
 * at once would all be looked at.
 */
import { asc, eq, inArray, sql } from 'drizzle-orm';
import type { Clock } from '../clock.ts';
import type { Storage, Tables } from '../storage/open.ts';
import { operatorFailures } from '../storage/schema.ts';

/** How delays grow: none for the first failures, then doubling from one second. */
interface Delays {
  freeFailures: number;
  delayMsMax: number;
}
const ONE_ADDRESS: Delays = { freeFailures: 4, delayMsMax: 15 * 60_000 };
/** Kept short: it is a stranger who makes the operator wait. */
const EVERYONE: Delays = { freeFailures: 40, delayMsMax: 30_000 };

const EVERYONE_ROW = '*';
/** Failures are forgotten this long after the last one. */
const FORGOTTEN_AFTER_MS = 60 * 60_000;
const ROWS_MAX = 10_000;

export class Lockout {
  readonly #storage: Storage;
  readonly #clock: Pick<Clock, 'now'>;

  constructor(storage: Storage, clock: Pick<Clock, 'now'>) {
    this.#storage = storage;
    this.#clock = clock;
  }

  /** Milliseconds to wait before the next attempt from `network`; 0 when this one may go on, and it is counted then. */
  attempt(network: string): number {
    const nowMs = this.#clock.now();
    return this.#storage.records.transaction(
      (tables) => {
        const rows = tables
          .select()
          .from(operatorFailures)
          .where(inArray(operatorFailures.address, [network, EVERYONE_ROW]))
          .all();
        const waitMs = Math.max(0, ...rows.map((row) => row.lockedUntil - nowMs));
        // A clock that was set back must not lock the operator out for longer than any delay.
        if (waitMs > 0 && waitMs <= ONE_ADDRESS.delayMsMax) return waitMs;
        this.#makeRoom(tables as unknown as Tables);
        for (const [address, delays] of [
          [network, ONE_ADDRESS],
          [EVERYONE_ROW, EVERYONE],
        ] as const) {
          const before = rows.find((row) => row.address === address);
          const recent = before && nowMs - before.lastAt < FORGOTTEN_AFTER_MS ? before.failures : 0;
          const failures = recent + 1;
          const values = { failures, lastAt: nowMs, lockedUntil: nowMs + delayMs(failures, delays) };
          tables
            .insert(operatorFailures)
            .values({ address, ...values })
            .onConflictDoUpdate({ target: operatorFailures.address, set: values })
            .run();
        }
        return 0;
      },
      { behavior: 'immediate' },
    );
  }

  /** The attempt was no failure after all. */
  succeeded(network: string): void {
    this.#storage.records.transaction(
      (tables) => {
        tables.delete(operatorFailures).where(eq(operatorFailures.address, network)).run();
        tables
          .update(operatorFailures)
          .set({ failures: sql`max(0, ${operatorFailures.failures} - 1)`, lockedUntil: 0 })
          .where(eq(operatorFailures.address, EVERYONE_ROW))
          .run();
      },
      { behavior: 'immediate' },
    );
  }

  #makeRoom(tables: Tables): void {
    if ((tables.select({ n: sql<number>`count(*)` }).from(operatorFailures).get()?.n ?? 0) < ROWS_MAX) return;
    const oldest = tables
      .select({ address: operatorFailures.address })
      .from(operatorFailures)
      .where(sql`${operatorFailures.address} <> ${EVERYONE_ROW}`)
      .orderBy(asc(operatorFailures.lastAt))
      .limit(ROWS_MAX / 10);
    tables.delete(operatorFailures).where(inArray(operatorFailures.address, oldest)).run();
  }
}

function delayMs(failures: number, { freeFailures, delayMsMax }: Delays): number {
  if (failures <= freeFailures) return 0;
  return Math.min(delayMsMax, 1000 * 2 ** Math.min(30, failures - freeFailures - 1));
}
