/** @jsxImportSource preact */
/** Announced changes of one day, in the order that the API has. */
import type { ComponentChildren } from 'preact';
import type { Calendar } from './calendar.ts';
import { AnnouncedEntry, OtherEntry, ScheduledEntry } from './entries.tsx';
import { announcedKey, type Comparison } from './my-lists.ts';

/** What is announced for a day that is not read as in force, by day; soonest first. */
export function announcedByDay(calendar: Calendar, comparison: Comparison): [string, ComponentChildren[]][] {
  const { announced, scheduled, other } = calendar;
  const dates = [...announced, ...scheduled, ...other].flatMap(({ date }) => (date ? [date] : []));
  return [...new Set(dates)]
    .sort()
    .map((day) => [
      day,
      [
        ...announced
          .filter(({ date }) => date === day)
          .map((change) => <AnnouncedEntry key={announcedKey(change)} change={change} comparison={comparison} />),
        ...scheduled
          .filter(({ date }) => date === day)
          .map((group) => <ScheduledEntry key={group.programme} scheduled={group} comparison={comparison} />),
        ...other
          .filter(({ date }) => date === day)
          .map((change) => <OtherEntry key={change.measure + change.what} change={change} comparison={comparison} />),
      ],
    ]);
}
