/** What differs for watched numbers: between two readings of the tariff, and on the days that are coming. Pure. */
import type { AnnouncedDuty, CodeOutlook, DutyTerm, TariffChange } from '../domain/tariff-outlook.ts';

type CodeChange = Omit<TariffChange, 'codes'>;

export interface WatchedCode {
  code: string;
  outlook: CodeOutlook;
}

const NOTHING: CodeOutlook = { periods: [], announced: [] };

/** Every number whose outlook differs from the one that was told, with all that differs. */
export function revisedChanges(
  codes: readonly { code: string; told: CodeOutlook; now: CodeOutlook }[],
  today: string,
  lawReadTo: string,
): TariffChange[] {
  return grouped(
    codes.map(({ code, told, now }) => ({ code, pair: [told, now] as const })),
    ([told, now]) => [...revisedPeriods(told, now), ...revisedAnnouncements(told, now, today, lawReadTo)],
  );
}

/** What changes for numbers on the days after `from`, up to `to`. */
export function dueChanges(codes: readonly WatchedCode[], from: string, to: string): TariffChange[] {
  const isDue = (date: string) => date > from && date <= to;
  return grouped(
    codes.map(({ code, outlook }) => ({ code, pair: outlook })),
    (outlook) => {
      const steps = outlook.periods.flatMap(({ from: date, terms }, i) =>
        isDue(date) ? stepsOn(date, outlook.periods[i - 1]?.terms ?? [], terms) : [],
      );
      const isStep = ({ date, programme }: AnnouncedDuty) =>
        steps.some((step) => step.effective_date === date && step.programme === programme);
      const announced = outlook.announced.filter((duty) => isDue(duty.open_from ?? duty.date) && !isStep(duty));
      return [...steps, ...announced.map(announcedChange)];
    },
  );
}

/** The days from which one outlook has other terms than the other. Days in a row that differ in the same way are one change. */
function revisedPeriods(told: CodeOutlook, now: CodeOutlook): CodeChange[] {
  if (told === now) return [];
  const dates = [...new Set([...told.periods, ...now.periods].map(({ from }) => from))].sort();
  const changes: CodeChange[] = [];
  let open = '';
  for (const date of dates) {
    const [before, after] = [termsOn(told, date), termsOn(now, date)];
    const differing = stepsOn(date, before, after);
    const key = differing.map(({ before: was, after: is }) => keyOf(was) + keyOf(is)).join();
    if (key !== open) changes.push(...differing);
    open = key;
  }
  return changes;
}

function revisedAnnouncements(told: CodeOutlook, now: CodeOutlook, today: string, lawReadTo: string): CodeChange[] {
  if (told === now) return [];
  const [were, are] = [new Set(told.announced.map(announcedKey)), new Set(now.announced.map(announcedKey))];
  const added = now.announced.filter((duty) => !were.has(announcedKey(duty)));
  // An announcement that the law caught up with is in the lists, or came to nothing: both are read there.
  const isOver = ({ date }: AnnouncedDuty) => date <= today || date <= lawReadTo;
  const withdrawn = told.announced.filter((duty) => !are.has(announcedKey(duty)) && !isOver(duty));
  return [
    ...added.map(announcedChange),
    ...withdrawn.map((duty) => ({ ...announcedChange(duty), certainty: 'withdrawn' as const })),
  ];
}

/** What differs between two sets of terms, by programme. */
function stepsOn(date: string, before: readonly DutyTerm[], after: readonly DutyTerm[]): CodeChange[] {
  if (before === after) return [];
  const programmes = [...new Set([...before, ...after].map(({ programme }) => programme))].sort();
  return programmes.flatMap((programme) => {
    const [was, is] = [before, after].map((terms) => terms.filter((term) => term.programme === programme)) as [
      DutyTerm[],
      DutyTerm[],
    ];
    if (keyOf(was) === keyOf(is)) return [];
    const source = (is[0] ?? was[0])!.source;
    return [{ effective_date: date, programme, certainty: 'law' as const, before: was, after: is, source }];
  });
}

function announcedChange({ date, open_from, programme, what, headings, origins, certainty, source }: AnnouncedDuty) {
  return {
    effective_date: open_from ?? date,
    programme,
    certainty,
    before: [],
    after: [],
    what,
    headings,
    ...(origins.length > 0 && { origins }),
    source,
  };
}

function termsOn({ periods }: CodeOutlook, date: string): readonly DutyTerm[] {
  return periods.findLast(({ from }) => from <= date)?.terms ?? [];
}

/** The terms without their sources, whose wording may change while the law does not. */
function keyOf(terms: readonly DutyTerm[]): string {
  return JSON.stringify(terms.map(({ source: _, ...term }) => term));
}

function announcedKey({ what: _, source: __, ...duty }: AnnouncedDuty): string {
  return JSON.stringify(duty);
}

/** The changes of all numbers, soonest first. Numbers with one outlook are compared once. */
function grouped<Pair>(
  codes: readonly { code: string; pair: Pair }[],
  changesOf: (pair: Pair) => readonly CodeChange[],
): TariffChange[] {
  const byPair = new Map<unknown, Map<unknown, readonly CodeChange[]>>();
  const found = new Map<string, TariffChange>();
  for (const { code, pair } of codes) {
    const [first, second] = Array.isArray(pair) ? pair : [pair, NOTHING];
    const seconds = byPair.get(first) ?? new Map<unknown, readonly CodeChange[]>();
    byPair.set(first, seconds);
    let changes = seconds.get(second);
    if (!changes) {
      changes = changesOf(pair);
      seconds.set(second, changes);
    }
    for (const change of changes) {
      const key = JSON.stringify(change);
      const group = found.get(key);
      if (group) group.codes.push(code);
      else found.set(key, { ...change, codes: [code] });
    }
  }
  return [...found.values()].sort(
    (a, b) => compare(a.effective_date, b.effective_date) || b.codes.length - a.codes.length,
  );
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
