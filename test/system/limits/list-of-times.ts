/** The rule of limits written as plainly as possible: every request of a lineage is one entry in a list of times. */
import type { LimitDecision, Limits } from '../../../src/domain/limits.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

export class ListOfTimes {
  total = 0;
  #times: number[] = [];
  #days: number[] = [];
  #lastMs = Number.NEGATIVE_INFINITY;

  /** Requests booked on the UTC day of `nowMs`. */
  today(nowMs: number): number {
    return this.#days[Math.floor(nowMs / DAY_MS)] ?? 0;
  }

  /** Takes the units of a job from the day, if it has as many left. */
  charge(perDay: number, units: number, clockMs: number): { isCharged: boolean; dayLeft: number; day: number } {
    const nowMs = this.#lastMs > clockMs + 1000 ? clockMs : Math.max(clockMs, this.#lastMs);
    const day = Math.floor(nowMs / DAY_MS);
    const dayLeft = Math.max(0, perDay - this.today(nowMs));
    const isCharged = units <= dayLeft;
    if (isCharged) this.giveBack(day, -units);
    return { isCharged, dayLeft, day };
  }

  giveBack(day: number, units: number): void {
    this.#days[day] = (this.#days[day] ?? 0) - units;
    this.total -= units;
  }

  decide({ perMinute, perDay }: Limits, wanted: number, clockMs: number): LimitDecision[] {
    const wasSetBack = this.#lastMs > clockMs + 1000;
    const nowMs = wasSetBack ? clockMs : Math.max(clockMs, this.#lastMs);
    const day = Math.floor(nowMs / DAY_MS);
    const held = this.#times
      .map((time) => (wasSetBack ? Math.min(time, nowMs) : time))
      .filter((time) => time > nowMs - MINUTE_MS);
    const booked = this.#days[day] ?? 0;
    const roundedMs = perMinute > 600 ? Math.ceil(nowMs / 100) * 100 : nowMs;
    const decisions: boolean[] = [];
    let admitted = 0;
    for (let i = 0; i < wanted; i++) {
      const isAdmitted = held.length < perMinute && booked + admitted < perDay;
      decisions.push(isAdmitted);
      if (!isAdmitted) continue;
      admitted++;
      held.push(Math.max(held.at(-1) ?? roundedMs, roundedMs));
    }
    if (admitted > 0 || wasSetBack) {
      this.#times = held;
      this.#lastMs = nowMs;
      this.#days[day] = booked + admitted;
      this.total += admitted;
    }
    const oldestMs = held[0];
    return decisions.map((isAdmitted, place) => {
      const after = Math.max(0, admitted - 1 - place);
      return {
        admitted: isAdmitted,
        minuteLeft: Math.max(0, perMinute - held.length + after),
        minuteResetS: oldestMs === undefined ? 0 : Math.ceil((oldestMs + MINUTE_MS - nowMs) / 1000),
        dayLeft: Math.max(0, perDay - booked - admitted + after),
        dayResetS: Math.ceil(((day + 1) * DAY_MS - nowMs) / 1000),
      };
    });
  }
}
