/** The calendar: what is announced, and the days on which the lists changed. */
import { setImmediate } from 'node:timers/promises';
import type { Static } from 'typebox';
import type { Lists } from '../../../api/v0/tariff-lists/schema.ts';
import type { Ask } from '../ask/ask.ts';
import { addDays } from '../shell/days.ts';
import { type AnnouncedChange, type Changes, readAnnounced, readChanges } from '../shell/next-changes.ts';

type Change = Changes['added'][number];
type OtherMeasure = Changes['other_measures'][number];

export const KINDS = ['added', 'removed', 'rerated', 'moved'] as const;
export type Kind = (typeof KINDS)[number];

/** The lists begin on this day, so it is the first that the API compares. */
const FIRST_DAY = '2025-03-12';
/** A gap between two days of change is compared again, because what came and went in it is in no longer comparison. */
const COMPARISONS_MAX = 80;

/** Numbers that a list has from a day on, as announced. */
export interface Scheduled {
  date: string;
  programme: string;
  changes: Change[];
}

export interface PastDay {
  date: string;
  changes: Record<Kind, Change[]>;
}

type Past = Pick<Calendar, 'past' | 'isCut'>;

export interface Calendar {
  today: string;
  lawReadTo: string;
  /** Soonest first. Also for days that have passed, if their law was not read. */
  announced: AnnouncedChange[];
  undated: AnnouncedChange[];
  scheduled: Scheduled[];
  other: OtherMeasure[];
  /** Newest first. */
  past: PastDay[];
  /** Whether days may be missing from `past`: there were more than could be compared. */
  isCut: boolean;
}

export async function readCalendar(ask: Ask): Promise<Calendar> {
  const lists = await ask.json<Static<typeof Lists>>('GET', '/api/v0/tariff/lists');
  const whole = await ask.json<Changes>('GET', `/api/v0/tariff/changes?from=${FIRST_DAY}`);
  const { to: today, law_read_to } = whole;
  const [later, { past, isCut }] = await Promise.all([
    readAnnounced(ask, [law_read_to, today].sort()[0]!),
    readPast(
      ask,
      whole,
      lists.lists.map(({ list_id, version }) => `${list_id}@${version}`),
    ),
  ]);
  return {
    today,
    lawReadTo: law_read_to,
    announced: later.announced,
    undated: lists.lists.flatMap(({ announced }) => announced.filter(({ date }) => date === null)),
    scheduled: schedule(later.scheduled),
    other: later.other_measures,
    past,
    isCut,
  };
}

function schedule(changes: readonly Change[]): Scheduled[] {
  const groups = Map.groupBy(changes, (change) => `${startOf(change)} ${change.programme}`);
  return [...groups.values()].map((group) => {
    const [first] = group as [Change];
    return { date: startOf(first), programme: first.programme, changes: group };
  });
}

/** The first day of what comes; for what only ends, the day after its last. */
function startOf({ before, after }: Change): string {
  const starts = after.map(({ from }) => from);
  const ends = before.flatMap(({ to }) => (to ? [addDays(to, 1)] : []));
  return [...(starts.length > 0 ? starts : ends)].sort()[0] ?? '';
}

/** Of the lists, day and law in `key`. It is the same for every key of this server, and takes half a second. */
let known: { key: string; past: Past } | undefined;

async function readPast(ask: Ask, whole: Changes, versions: readonly string[]): Promise<Past> {
  const key = [whole.to, whole.law_read_to, ...versions].join(' ');
  if (known?.key !== key) known = { key, past: await comparePast(ask, whole) };
  return known.past;
}

async function comparePast(ask: Ask, whole: Changes): Promise<Past> {
  const days = new Set<string>();
  const gaps: Changes[] = [whole];
  let left = COMPARISONS_MAX;
  while (gaps.length > 0 && left > 0) {
    const gap = gaps.pop()!;
    const found = [...datesOf(gap)].filter((date) => gap.from < date && date <= gap.to && !days.has(date)).sort();
    let start = gap.from;
    for (const date of found) {
      days.add(date);
      const end = addDays(date, -1);
      if (start < end && left-- > 0) gaps.push(await readChanges(ask, start, end));
      start = date;
      // The answers come from this process: others must be served in between.
      await setImmediate();
    }
    if (found.length > 0 && start < gap.to && left-- > 0) gaps.push(await readChanges(ask, start, gap.to));
  }
  const past: PastDay[] = [];
  for (const date of [...days].sort().reverse()) {
    past.push(await readDay(ask, date));
    await setImmediate();
  }
  return { past: past.filter(hasChanges), isCut: left <= 0 };
}

/** What the lists have on a day that they did not have on the day before. */
async function readDay(ask: Ask, date: string): Promise<PastDay> {
  const { added, removed, rerated, moved } = await readChanges(ask, addDays(date, -1), date);
  return { date, changes: { added, removed, rerated, moved } };
}

function hasChanges({ changes }: PastDay): boolean {
  return KINDS.some((kind) => changes[kind].length > 0);
}

/** Days on which something that is named begins, or has just ended. */
function datesOf(changes: Changes): Set<string> {
  const dates = new Set<string>();
  for (const kind of KINDS) {
    for (const { before, after } of changes[kind]) {
      for (const { from, to } of [...before, ...after]) {
        dates.add(from);
        if (to) dates.add(addDays(to, 1));
      }
    }
  }
  return dates;
}
