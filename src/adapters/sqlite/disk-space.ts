/**
 * Space for what the operator does while the disk is full. docs/adr/0053-a-reserve-inside-and-beside.md has the reasons.
 *
 * Inside: free pages in the database, and a write-ahead log whose file is longer than what is written in it. SQLite writes over
 * both in place, so a change needs no byte of the disk. Beside: a reserve file, for what cannot happen in place.
 * Ordinary work stops above both. Vital work may use them.
 */
import type { Database } from 'bun:sqlite';
import { dirname } from 'node:path';
import {
  type DiskFloors,
  type DiskReading,
  type DiskSpace,
  type DiskState,
  diskFloors,
  diskState,
  type OrdinaryUse,
  requireSpace,
} from '../../domain/disk-space.ts';
import { isOutOfSpace } from '../faults.ts';
import { FreeSpace, fileBytes } from '../system/disk.ts';
import { appendRandom, RESERVE_BYTES, type ReserveFile, reserveFileOf } from '../system/reserve-file.ts';

/** 2,000 entries of the audit take 60 pages. Ordinary work uses free pages too, and stops within 25 ms. */
const FREE_PAGES_MIN = 256;
/** Few at once, because the event loop waits. */
const FREE_PAGES_ADDED = 256;
/** Written and deleted to make free pages. It is there only for a moment. */
export const FREE_PAGES_SETTING = 'free_pages';
const FRAME_HEADER_BYTES = 24;
/**
 * After so many frames SQLite moves them into the database and starts the log again, but not while somebody reads an old state,
 * such as a backup. The log is at least this long and the room below longer, so that the room is there whenever that begins.
 */
const LOG_FRAMES = 1000;
/** Ordinary work leaves this much of the log's room to the operator. A sign-in and a revocation take 40 kB. */
const VITAL_ROOM_BYTES = 2 << 20;
/** Of the log's room, for ordinary work until it stops. */
const ORDINARY_ROOM_BYTES = 1 << 20;
/** Added to the log at once, because the event loop waits. */
const LOG_BYTES_ADDED = 4 << 20;
/** The age up to which the measured room is used again. Only a short disk is measured, which takes 2 to 13 µs. */
const ROOM_MEASURED_FOR_MS = 1;
/** Attempts to open a database on a full disk. */
const OPENINGS_MAX = 5;

type Method = (...args: never[]) => Promise<unknown>;

export class SqliteDiskSpace implements DiskSpace {
  readonly #wal: string;
  readonly #floors: DiskFloors;
  readonly #free: FreeSpace;
  readonly #reserve: ReserveFile;
  #counters: Database | undefined;
  #pageBytes = 4096;
  /** This process used the reserve to open the database, and has not made it whole again. */
  #owesReserve = false;
  #hasRoom = true;
  #roomValidUntilMs = Number.NEGATIVE_INFINITY;

  /** @param path the database file */
  constructor(path: string, diskFloorMb: number) {
    this.#wal = `${path}-wal`;
    this.#floors = diskFloors(diskFloorMb);
    this.#free = new FreeSpace(dirname(path));
    this.#reserve = reserveFileOf(path);
  }

  read(): DiskReading {
    const freeBytes = this.#free.bytes();
    return { freeBytes, state: this.#stateOf(freeBytes), reserveBytes: this.#reserve.bytes() };
  }

  require(work: OrdinaryUse): void {
    // A document can be larger than all that is left, so that its check is never old.
    const freeBytes = work === 'storing' ? this.#free.measure() : this.#free.bytes();
    requireSpace(this.#stateOf(freeBytes), work);
  }

  /** Also `full` when ordinary work would use up the log's room and nothing can be added to it. */
  #stateOf(freeBytes: number | undefined): DiskState {
    const state = diskState(freeBytes, this.#floors);
    return state === 'full' || this.#canAdd(freeBytes) || this.#hasVitalRoom() ? state : 'full';
  }

  #canAdd(freeBytes: number | undefined): boolean {
    const wanted = RESERVE_BYTES + this.#logRoomBytes + FREE_PAGES_ADDED * this.#pageBytes;
    return freeBytes === undefined || freeBytes - this.#floors.counting >= wanted;
  }

  get #frameBytes(): number {
    return this.#pageBytes + FRAME_HEADER_BYTES;
  }

  /** Room in the log with which free pages are made: the row that makes them takes those that are left too. */
  get #pagesRoomBytes(): number {
    return VITAL_ROOM_BYTES + (FREE_PAGES_MIN + FREE_PAGES_ADDED) * this.#frameBytes;
  }

  /** Room in the log after its last frame, when the disk is not short. */
  get #logRoomBytes(): number {
    return this.#pagesRoomBytes + ORDINARY_ROOM_BYTES;
  }

  /** At most a millisecond old. Call it outside of a transaction. */
  #hasVitalRoom(): boolean {
    const counters = this.#counters;
    if (!counters || performance.now() < this.#roomValidUntilMs) return this.#hasRoom;
    try {
      const { frames, moved } = logOf(counters);
      // Once all frames are in the database the log can start again, unless somebody still reads one of them.
      const used = moved === frames && restartLog(counters) ? 0 : frames * this.#frameBytes;
      this.#hasRoom = fileBytes(this.#wal) - used >= VITAL_ROOM_BYTES;
    } catch {
      // What was measured before stays valid.
    }
    this.#roomValidUntilMs = performance.now() + ROOM_MEASURED_FOR_MS;
    return this.#hasRoom;
  }

  /** After a failed write: if the disk is full, ordinary work stops at once in this process. */
  noticeFailure(error: unknown): void {
    if (isOutOfSpace(error)) this.#free.measure();
  }

  /**
   * Opens the database. SQLite cannot open one without 32 kB for its shared memory file, so this may use the reserve. Another
   * process that closes the database at that moment takes the space for the reserve again, so this tries more than once.
   */
  open<T>(open: () => T): T {
    for (let left = OPENINGS_MAX - 1; ; left--) {
      try {
        return open();
      } catch (error) {
        if (left === 0 || !isOutOfSpace(error)) throw error;
        this.#owesReserve = true;
        this.#reserve.release();
      }
    }
  }

  /** Call with the open connection that never waits for a lock. Until then there is no space inside to look after. */
  opened(counters: Database): void {
    this.#counters = counters;
    this.#pageBytes = numberOf(counters, 'PRAGMA page_size');
    if (this.#owesReserve) this.#takeBack();
  }

  /**
   * Call when the database is closed: the space of the write-ahead log becomes the reserve, before anything else takes it. Any
   * process may be the last one that closes it, so each fills the reserve that one of them has made.
   */
  closed(): void {
    if (this.#reserve.exists()) this.#reserve.fill();
  }

  /** A store of which the named methods are refused below a floor. */
  ordinary<S extends object>(work: OrdinaryUse, store: S, ...names: (keyof S & string)[]): S {
    return wrapped(store, names, async (call) => {
      this.require(work);
      try {
        return await call();
      } catch (error) {
        this.noticeFailure(error);
        throw error;
      }
    });
  }

  /**
   * A store of which the named methods succeed while the disk is full. Each must be one transaction, because it is repeated
   * after it has failed.
   */
  vital<S extends object>(store: S, ...names: (keyof S & string)[]): S {
    return wrapped(store, names, async (call) => {
      try {
        return await call();
      } catch (error) {
        if (!isOutOfSpace(error)) throw error;
      }
      this.#free.measure();
      // The log may be full to its end. After a checkpoint it is written from its start again.
      this.#checkpoint();
      try {
        return await call();
      } catch (error) {
        if (!isOutOfSpace(error)) throw error;
      }
      this.#reserve.release();
      try {
        this.#checkpoint();
        return await call();
      } finally {
        this.#takeBack();
      }
    });
  }

  maintain(): void {
    const counters = this.#counters;
    if (!counters) return;
    try {
      const freeBytes = this.#free.measure() ?? 0;
      // Ordinary work waits for it. Nobody else makes a checkpoint while nothing is written.
      if (!this.#canAdd(freeBytes) && !this.#hasVitalRoom()) this.#checkpoint();
      this.#addOnce(counters, freeBytes);
    } catch {
      // Another process is writing, or the disk is full by now. The next call tries again.
    }
  }

  /**
   * One step of what is missing, the most useful one first: all of them would block the event loop for some 20 ms. Nothing is taken
   * below the lower floor.
   */
  #addOnce(counters: Database, freeBytes: number): void {
    const spareBytes = freeBytes - this.#floors.counting;
    const unreserved = RESERVE_BYTES - this.#reserve.bytes();
    if (unreserved > 0 && spareBytes >= unreserved) {
      exclusively(counters, () => this.#reserve.fill());
      return;
    }
    const logBytes = fileBytes(this.#wal);
    const { frames } = logOf(counters);
    const needsPages = freePagesOf(counters) < FREE_PAGES_MIN;
    if (logBytes === 0 || (needsPages && logBytes - frames * this.#frameBytes >= this.#pagesRoomBytes)) {
      const taken = FREE_PAGES_ADDED * this.#pageBytes + (logBytes === 0 ? this.#pagesRoomBytes : 0);
      if (spareBytes >= taken) this.#makeFreePages(counters);
    } else if (this.#canAdd(freeBytes)) {
      const missing = Math.max(frames, LOG_FRAMES) * this.#frameBytes + this.#logRoomBytes - logBytes;
      // More than requests write until the next look, or the pages would never have their room.
      const added = needsPages ? LOG_BYTES_ADDED : Math.min(missing, LOG_BYTES_ADDED);
      if (added > 0) this.#extendLog(counters, added);
    } else {
      const missing = frames * this.#frameBytes + this.#pagesRoomBytes - logBytes;
      // While somebody reads an old state, a log that goes on growing would take all that is left.
      if (missing > 0 && missing <= spareBytes && frames <= LOG_FRAMES) this.#extendLog(counters, missing);
    }
  }

  /** What is left of a released reserve is reserved again, inside first. */
  #takeBack(): void {
    try {
      if (this.#counters) this.#takeBackInside(this.#counters);
    } catch {
      // Another process is writing, or there is no room.
    }
    this.#reserve.fill();
    this.#owesReserve = false;
  }

  #takeBackInside(counters: Database): void {
    const room = fileBytes(this.#wal) - logOf(counters).frames * this.#frameBytes;
    if (room < VITAL_ROOM_BYTES) this.#extendLog(counters, VITAL_ROOM_BYTES - room);
    else if (room >= this.#pagesRoomBytes && freePagesOf(counters) < FREE_PAGES_MIN) this.#makeFreePages(counters);
  }

  /** Bytes after the last frame are ignored. Only for a log with a header, because other programs read it too. */
  #extendLog(counters: Database, bytes: number): void {
    // Under the write lock, because a writer appends at the same place.
    exclusively(counters, () => appendRandom(this.#wal, bytes));
  }

  /** Also gives an empty log its header. Needs `#pagesRoomBytes` in the log. */
  #makeFreePages(counters: Database): void {
    const free = freePagesOf(counters);
    // The row takes the free pages first.
    const bytes = (free < FREE_PAGES_MIN ? free + FREE_PAGES_ADDED : 1) * this.#pageBytes;
    // Two transactions: SQLite would never write the pages that one transaction takes and frees.
    counters.run(
      `INSERT OR REPLACE INTO settings (name, value) VALUES ('${FREE_PAGES_SETTING}', printf('%.*c', ${bytes}, 'x'))`,
    );
    counters.run(`DELETE FROM settings WHERE name = '${FREE_PAGES_SETTING}'`);
    this.#checkpoint();
  }

  #checkpoint(): void {
    try {
      this.#counters?.run('PRAGMA wal_checkpoint(PASSIVE)');
    } catch {
      // The database file cannot grow. The released reserve makes room for that.
    }
  }
}

/** Frames in the write-ahead log, and how many of them were moved into the database. */
function logOf(database: Database): { frames: number; moved: number } {
  const row = database.query<{ log: number; checkpointed: number }, []>('PRAGMA wal_checkpoint(NOOP)').get()!;
  return { frames: row.log, moved: row.checkpointed };
}

/** Makes the next change start at the beginning of the log, all of which is in the database. False while somebody reads it. */
function restartLog(database: Database): boolean {
  return numberOf(database, 'PRAGMA wal_checkpoint(RESTART)') === 0;
}

const freePagesOf = (database: Database) => numberOf(database, 'PRAGMA freelist_count');

/** The first column of the first row. */
function numberOf(database: Database, sql: string): number {
  return Object.values(database.query<Record<string, number>, []>(sql).get()!)[0]!;
}

function exclusively(database: Database, work: () => void): void {
  database.run('BEGIN IMMEDIATE');
  try {
    work();
  } finally {
    database.run('ROLLBACK');
  }
}

function wrapped<S extends object>(
  store: S,
  names: readonly (keyof S & string)[],
  around: (call: () => Promise<unknown>) => Promise<unknown>,
): S {
  const methods = names.map((name) => {
    const method = store[name] as Method;
    return [name, (...args: never[]) => around(() => method(...args))];
  });
  return { ...store, ...Object.fromEntries(methods) };
}
