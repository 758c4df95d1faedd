/** Everything the tariff product knows, as one immutable value that is replaced as a whole. */
import type { Succession } from '../domain/tariff-coverage.ts';
import type { Announced, LawRead } from '../domain/tariff-law.ts';
import type { Articles, TariffList } from '../domain/tariff-list.ts';
import type { Schedule } from './schedule/schedule.ts';
import type { ScheduleNumbers } from './schedule/schedule-numbers.ts';

/** A number that Annex II of Proclamation 11021 took out of scope. */
export interface Removal {
  code: string;
  digits: string;
  former: string;
  date: string;
  later: string | null;
  source: string;
}

export interface TariffData {
  lists: readonly TariffList[];
  articles: Articles;
  /** What replaced retired numbers. */
  successions: readonly Succession[];
  removed: readonly Removal[];
  /** How far the law was read. */
  law: LawRead;
  /** Changes that are announced, and not in the lists. */
  announced: Announced;
  /** The schedule in use: the embedded one, or the imported one. */
  schedule: Schedule;
  /** Those of `schedule`. */
  numbers: ScheduleNumbers;
  /** Id of the newest import that was looked at; absent without imports. */
  importId?: number;
}

/** The data with another schedule. */
export function withSchedule(data: TariffData, schedule: Schedule): TariffData {
  return { ...data, schedule, numbers: schedule.numbers };
}

/** The data with `list` in place of the list with the same id, or added where there is none. */
export function withList(data: TariffData, list: TariffList): TariffData {
  const isKnown = data.lists.some((known) => known.list_id === list.list_id);
  const replaced = data.lists.map((known) => (known.list_id === list.list_id ? list : known));
  return { ...data, lists: isKnown ? replaced : [...replaced, list] };
}
