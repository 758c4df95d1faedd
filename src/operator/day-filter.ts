/** The filters by time that several lists have: a first and a last day, or a first and a last minute, in UTC. */
import { DAY_MS } from '../domain/clock.ts';
import { MINUTE_MS } from '../domain/sliding-minute.ts';
import { type OperatorRequest, queryText } from './operator-request.ts';

export interface DayFilter {
  /** First and last day, `YYYY-MM-DD`; empty for no bound. */
  from: string;
  to: string;
}

/** From the first time on, before the second. */
export interface TimeRange {
  sinceMs?: number;
  untilMs?: number;
}

export function readDays(request: OperatorRequest): DayFilter {
  return { from: dayOf(queryText(request, 'from')), to: dayOf(queryText(request, 'to')) };
}

/** The last day is part of it. */
export function rangeOfDays({ from, to }: DayFilter): TimeRange {
  return {
    ...(from && { sinceMs: Date.parse(from) }),
    ...(to && { untilMs: Date.parse(to) + DAY_MS }),
  };
}

/** First and last minute, `YYYY-MM-DDTHH:MM`, or a day for the whole of it; empty for no bound. */
export function readMinutes(request: OperatorRequest): DayFilter {
  const read = (name: string, ofDay: string) => {
    const text = queryText(request, name);
    if (dayOf(text)) return `${text}T${ofDay}`;
    const [, minute] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d)(?::\d\d)?$/.exec(text) ?? [];
    return minute !== undefined && !Number.isNaN(Date.parse(`${minute}Z`)) ? minute : '';
  };
  return { from: read('from', '00:00'), to: read('to', '23:59') };
}

/** The last minute is part of it. */
export function rangeOfMinutes({ from, to }: DayFilter): TimeRange {
  return {
    ...(from && { sinceMs: Date.parse(`${from}Z`) }),
    ...(to && { untilMs: Date.parse(`${to}Z`) + MINUTE_MS }),
  };
}

/** Empty for anything that is not a date. */
function dayOf(text: string): string {
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : '';
}
