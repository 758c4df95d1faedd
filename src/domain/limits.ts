/**
 * The limit on requests, decided here and nowhere else: a sliding minute and a UTC day for each lineage of keys. SQLite calls
 * these functions. PostgreSQL follows them in `lineage_decide` (adapters/postgres/migrations), because there one statement
 * decides a whole group. `test/system/limits/differential.ts` drives both and a plain list of times with the same steps.
 */
import { DAY_MS, utcDay } from './clock.ts';
import { MINUTE_MS, type MinuteWindow, roundingMs } from './sliding-minute.ts';

/** A smaller step back is the ordinary difference between the clocks of processes. A larger one is a clock that was set. */
const CLOCK_JITTER_MS = 1000;

export interface Limits {
  perMinute: number;
  perDay: number;
}

/** What was decided for one request, with what its rate-limit headers say. */
export interface LimitDecision {
  admitted: boolean;
  minuteLeft: number;
  /** Seconds until the oldest request leaves the minute. */
  minuteResetS: number;
  dayLeft: number;
  /** Seconds until the UTC day ends. */
  dayResetS: number;
}

/** What the limits of one lineage are decided on. It changes only when requests are admitted or the clock was set back. */
export interface LineageState {
  /** When the state last changed, Unix milliseconds. */
  atMs: number;
  window: MinuteWindow;
  /** The UTC day that `today` counts. */
  day: number;
  today: number;
  /** The latest day that any request was booked on; nothing was booked after it. */
  newestDay: number;
}

/** What a group of requests asks for one lineage. */
export interface LineageRequest {
  lineageId: number;
  perMinute: number;
  perDay: number;
  wanted: number;
}

/** How a lineage stands after a group was decided: the first `admitted` of its requests are admitted. */
export interface Standing {
  admitted: number;
  /** The time it was decided at, Unix milliseconds. */
  nowMs: number;
  minuteLeft: number;
  dayLeft: number;
  /** When the oldest request of its minute came; undefined when there is none. */
  oldestMs: number | undefined;
}

/**
 * Decides how many of the wanted requests are admitted, and what the lineage's state is afterwards. The state is `was` itself
 * when nothing changed.
 * @param clockMs what the clock shows; it may have been set
 * @param bookedOn requests of this lineage booked on a day that is not `was.day`; asked only when there may be any
 */
export function decide(
  was: LineageState,
  { perMinute, perDay, wanted }: LineageRequest,
  clockMs: number,
  bookedOn: (day: number) => number,
): { standing: Standing; state: LineageState } {
  const wasSetBack = was.atMs > clockMs + CLOCK_JITTER_MS;
  const nowMs = wasSetBack ? clockMs : Math.max(clockMs, was.atMs);
  const state = stateAt(was, nowMs, bookedOn);
  const room = Math.min(perMinute - state.window.total, perDay - state.today);
  const admitted = Math.max(0, Math.min(wanted, room));
  const changed = admitted > 0 || wasSetBack;
  const after = changed ? book(state, nowMs, roundingMs(perMinute), admitted) : state;
  const standing = {
    admitted,
    nowMs,
    minuteLeft: perMinute - after.window.total,
    dayLeft: perDay - after.today,
    oldestMs: after.window.oldestMs,
  };
  return { standing, state: changed ? after : was };
}

/**
 * How many requests of its day a lineage has used, for a job that takes many at once: from the day, never from the minute. Such a
 * charge moves no clock, and neither does giving back.
 */
export function dayOf(
  was: LineageState,
  clockMs: number,
  bookedOn: (day: number) => number,
): { nowMs: number; day: number; booked: number } {
  const nowMs = was.atMs > clockMs + CLOCK_JITTER_MS ? clockMs : Math.max(clockMs, was.atMs);
  const { day, today } = stateAt(was, nowMs, bookedOn);
  return { nowMs, day, booked: today };
}

/** Requests that were decided earlier, by this process or another. */
export interface PastUse {
  atMs: number;
  requests: number;
  rounding: number;
  /** The charge of a job: it counts on this day and not in the minute. Less than nothing when it was given back. */
  day?: number;
}

/** Stands for a use that is no charge of a job. */
const NO_DAY = -1;
const NUMBERS_OF_USE = 4;

/** Past uses, oldest first, as numbers that follow one another: an object for each would take three times the memory. */
export class PastUses {
  readonly numbers: number[] = [];

  static of(uses: readonly PastUse[]): PastUses {
    const list = new PastUses();
    for (const { atMs, requests, rounding, day } of uses) list.add(atMs, requests, rounding, day);
    return list;
  }

  get length(): number {
    return this.numbers.length / NUMBERS_OF_USE;
  }

  add(atMs: number, requests: number, rounding: number, day: number | undefined): void {
    this.numbers.push(atMs, requests, rounding, day ?? NO_DAY);
  }

  clear(): void {
    this.numbers.length = 0;
  }
}

/**
 * The state after `uses`, in their order. It is what `decide` would have left, in time linear in the uses and the window:
 * a process that was away may have to catch up with a million of them.
 * @param bookedOn as for `decide`. Not asked when all uses are of `was.day` and none is the charge of a job
 */
export function replay(was: LineageState, { numbers }: PastUses, bookedOn: (day: number) => number): LineageState {
  let { atMs, window, day, today, newestDay } = was;
  const bookedBefore = bookedAmong(numbers);
  for (let i = 0; i < numbers.length; i += NUMBERS_OF_USE) {
    const requests = numbers[i + 1]!;
    const chargedDay = numbers[i + 3]!;
    if (chargedDay !== NO_DAY) {
      if (chargedDay > newestDay) {
        day = newestDay = chargedDay;
        today = 0;
      }
      if (chargedDay === day) today += requests;
      continue;
    }
    const useMs = numbers[i]!;
    // The window is expired once for all uses, and before times are pulled back, which would keep them.
    if (useMs < atMs) window = window.expire(atMs).pullBack(useMs);
    atMs = useMs;
    const useDay = utcDay(atMs);
    if (useDay !== day) {
      today = useDay > newestDay ? 0 : bookedOn(useDay) + bookedBefore(useDay, i);
      day = useDay;
    }
    if (requests === 0) continue;
    window = window.remember(atMs, numbers[i + 2]!, requests);
    today += requests;
    newestDay = Math.max(newestDay, day);
  }
  return { atMs, window: window.expire(atMs), day, today, newestDay };
}

/** Counts what uses have booked on a day before one of them. Call it for later and later ones: it reads each use once. */
function bookedAmong(numbers: readonly number[]): (day: number, end: number) => number {
  let booked: Map<number, number> | undefined;
  let read = 0;
  return (day, end) => {
    booked ??= new Map();
    for (; read < end; read += NUMBERS_OF_USE) {
      const chargedDay = numbers[read + 3]!;
      const on = chargedDay === NO_DAY ? utcDay(numbers[read]!) : chargedDay;
      booked.set(on, (booked.get(on) ?? 0) + numbers[read + 1]!);
    }
    return booked.get(day) ?? 0;
  };
}

/**
 * The state at `nowMs`. After a clock was set back, requests of its future count as made now: they block a minute at most,
 * and free nothing. They stay booked on the day they were booked on.
 */
function stateAt(was: LineageState, nowMs: number, bookedOn: (day: number) => number): LineageState {
  const isPast = was.atMs <= nowMs;
  const pulled = isPast ? was.window : was.window.pullBack(nowMs);
  const day = utcDay(nowMs);
  const today = day === was.day ? was.today : day > was.newestDay ? 0 : bookedOn(day);
  return { atMs: was.atMs, window: pulled.expire(nowMs), day, today, newestDay: was.newestDay };
}

function book(state: LineageState, nowMs: number, rounding: number, requests: number): LineageState {
  if (requests === 0) return { ...state, atMs: nowMs };
  return {
    atMs: nowMs,
    window: state.window.remember(nowMs, rounding, requests),
    day: state.day,
    today: state.today + requests,
    newestDay: Math.max(state.newestDay, state.day),
  };
}

/** The decision for the request at `place` (from 0) among those of its lineage in the group. */
export function decisionAt({ admitted, nowMs, minuteLeft, dayLeft, oldestMs }: Standing, place: number): LimitDecision {
  const after = Math.max(0, admitted - 1 - place);
  return {
    admitted: place < admitted,
    minuteLeft: Math.max(0, minuteLeft + after),
    minuteResetS: oldestMs === undefined ? 0 : Math.ceil((oldestMs + MINUTE_MS - nowMs) / 1000),
    dayLeft: Math.max(0, dayLeft + after),
    dayResetS: dayResetS(nowMs),
  };
}

/** Seconds until the UTC day ends. */
export function dayResetS(nowMs: number): number {
  return Math.ceil(((utcDay(nowMs) + 1) * DAY_MS - nowMs) / 1000);
}
