/**
 * An import in two steps: text in, a plan out; whoever stores the accepted text then swaps it in with `withList`. The
 * plan shows what would change before anything does. Pure.
 */

import type { Listing, TariffList } from '../domain/tariff-list.ts';
import { inPeriod } from './dates.ts';
import type { TariffData } from './embedded.ts';
import { formatList } from './format-list.ts';
import { LIST_COLUMNS, readListCsv } from './import-list-csv.ts';
import { parseJson, TariffFileError } from './json-fields.ts';
import { csvColumns, readCsv } from './parse-csv.ts';
import { readList } from './parse-list.ts';
import { readScheduleCsv, readScheduleJson, SCHEDULE_COLUMNS } from './parse-schedule.ts';
import { formatSchedule, type Schedule } from './schedule.ts';

/** The largest import, in characters. The whole official schedule as JSON is about a quarter of it. */
const IMPORT_CHARS_MAX = 64 * 1024 * 1024;

/** A file that keeps less than this share of what is loaded is taken for a damaged one: a moved anchor, a partial export. */
const KEPT_SHARE_MIN = 0.9;

/** One number of a list (with its note subdivision) or of the schedule, before and after. */
export interface PlannedChange {
  code: string;
  note: string | null;
  before: string | null;
  after: string | null;
}

interface PlannedChanges {
  added: PlannedChange[];
  /** No longer held, or ended. */
  removed: PlannedChange[];
  rate_changed: PlannedChange[];
  /** Same rates, other dates. */
  dates_changed: PlannedChange[];
  totals: { before: number; after: number };
}

/** What an accepted file would do. `text` is its canonical form: what to store, and what reads back as the same. */
export type ImportPlan = PlannedChanges & { text: string } & (
    | { kind: 'list'; list: TariffList; isNew: boolean }
    | { kind: 'schedule'; schedule: Schedule }
  );

export interface ImportOptions {
  /** Today in New York: the day on which the guard counts, and which a CSV snapshot stands for, since it names none. */
  date: string;
  /** Accept a file that shrinks what is loaded by more than a tenth. */
  force?: boolean;
}

/**
 * Recognises, validates and compares a file: a list (JSON as in `data/tariff`, or CSV) or an official USITC schedule
 * export (JSON or CSV).
 * @throws TariffFileError where it is neither, has a bad row (with its line), names a list that is not known, or shrinks
 */
export async function planImport(
  text: string,
  data: TariffData,
  schedule: Schedule | null,
  options: ImportOptions,
): Promise<ImportPlan> {
  if (text.length > IMPORT_CHARS_MAX) throw new TariffFileError(null, 'the file is too large');
  const body = text.replace(/^\uFEFF/, '');
  const plan = await recognise(body, data, schedule, options.date);
  const { before, after } = plan.totals;
  // The schedule's numbers retire and are replaced all the time; a listing that ends is a duty that ends.
  const kept = plan.kind === 'list' ? Math.min(after, before - plan.removed.length) : after;
  if (!options.force && kept < before * KEPT_SHARE_MIN) {
    throw new TariffFileError(null, `the file holds ${kept} of ${before} loaded numbers: more than a tenth would go`);
  }
  return plan;
}

async function recognise(text: string, data: TariffData, schedule: Schedule | null, date: string): Promise<ImportPlan> {
  const start = text.trimStart()[0];
  if (start === '[') return planSchedule(await readScheduleJson(text), schedule);
  if (start === '{') {
    const { value, lineOf } = parseJson(text);
    return planList(readList(value, lineOf, data.articles), data, date);
  }
  const columns = csvColumns(text);
  if (SCHEDULE_COLUMNS.every((name) => columns.includes(name))) {
    return planSchedule(await readScheduleCsv(text), schedule);
  }
  if (LIST_COLUMNS.every((name) => columns.includes(name))) {
    const records = await readCsv(text);
    const notes = new Set(records.map((record) => record.cells.note_subdivision));
    const owners = data.lists.filter((list) => Object.values(list.terms).some((terms) => notes.has(terms.note)));
    if (owners.length !== 1) {
      throw new TariffFileError(1, 'the note subdivisions are not those of one loaded list; import a new list as JSON');
    }
    return planList(readListCsv(records, owners[0]!, date, data.articles), data, date);
  }
  throw new TariffFileError(1, 'neither a tariff list nor a USITC schedule export (JSON or CSV)');
}

function planList(list: TariffList, data: TariffData, date: string): ImportPlan {
  const loaded = data.lists.find((known) => known.list_id === list.list_id);
  if (!loaded) refuseKnownProgrammes(list, data);
  const changes = compareLists(loaded?.listings ?? [], list.listings, date);
  return { kind: 'list', list, isNew: !loaded, text: formatList(list), ...changes };
}

/** A list under a new id may only bring programmes nobody has yet; else a misspelt id would double a list. */
function refuseKnownProgrammes(list: TariffList, data: TariffData): void {
  for (const known of data.lists) {
    const taken = new Set(Object.values(known.terms).map((terms) => terms.programme));
    const programme = Object.values(list.terms).find((terms) => taken.has(terms.programme))?.programme;
    if (programme === undefined) continue;
    const reason = `list "${list.list_id}" is not loaded, and its programme "${programme}" belongs to "${known.list_id}"`;
    throw new TariffFileError(null, `${reason}; use that list_id to replace it`);
  }
}

function planSchedule(schedule: Schedule, loaded: Schedule | null): ImportPlan {
  const changes: PlannedChanges = {
    added: [],
    removed: [],
    rate_changed: [],
    dates_changed: [],
    totals: { before: loaded?.size ?? 0, after: schedule.size },
  };
  for (const digits of schedule.codes) {
    const entry = schedule.get(digits)!;
    const before = loaded?.get(digits);
    const change = { code: entry.code, note: null, before: before?.general ?? null, after: entry.general };
    if (!before) changes.added.push(change);
    else if (before.general !== entry.general) changes.rate_changed.push(change);
  }
  for (const digits of loaded?.codes ?? []) {
    if (schedule.get(digits)) continue;
    const { code, general } = loaded!.get(digits)!;
    changes.removed.push({ code, note: null, before: general, after: null });
  }
  return { kind: 'schedule', schedule, text: formatSchedule(schedule), ...changes };
}

function compareLists(before: readonly Listing[], after: readonly Listing[], date: string): PlannedChanges {
  const count = counter(before, date);
  const was = byMembership(before);
  const is = byMembership(after);
  const changes: PlannedChanges = {
    added: [],
    removed: [],
    rate_changed: [],
    dates_changed: [],
    totals: { before: count(before), after: count(after) },
  };
  for (const key of [...new Set([...was.keys(), ...is.keys()])].sort()) {
    const [old, now] = [was.get(key), is.get(key)];
    const { code, terms } = (now ?? old)![0]!;
    const change = { code, note: terms.note, before: old ? show(old) : null, after: now ? show(now) : null };
    if (!old) changes.added.push(change);
    else if (!now || (isOpen(old) && !isOpen(now))) changes.removed.push(change);
    else if (rates(old) !== rates(now)) changes.rate_changed.push(change);
    else if (change.before !== change.after) changes.dates_changed.push(change);
  }
  return changes;
}

function byMembership(listings: readonly Listing[]): Map<string, Listing[]> {
  const members = Map.groupBy(listings, (listing) => `${listing.digits} ${listing.terms.note}`);
  for (const periods of members.values()) periods.sort((a, b) => (a.from < b.from ? -1 : 1));
  return members;
}

/** How the guard counts: listings in force on the day; of a list that is all history or all future, every one. */
function counter(loaded: readonly Listing[], date: string): (listings: readonly Listing[]) => number {
  const inForce = (listings: readonly Listing[]) => listings.filter((listing) => inPeriod(date, listing)).length;
  return inForce(loaded) === 0 ? (listings) => listings.length : inForce;
}

function isOpen(periods: readonly Listing[]): boolean {
  return periods.some((period) => period.to === null);
}

function rates(periods: readonly Listing[]): string {
  return [...new Set(periods.map(({ terms }) => `${terms.rate} ${terms.rate_kind}`))].join(', ');
}

function show(periods: readonly Listing[]): string {
  return periods.map(({ terms, from, to }) => `${terms.rate ?? '-'} from ${from}${to ? ` to ${to}` : ''}`).join(', ');
}

/** The data with an accepted list in the place of the one it replaces, ready for `Tariff.replace`. */
export function withList(data: TariffData, list: TariffList): TariffData {
  const replaced = data.lists.map((known) => (known.list_id === list.list_id ? list : known));
  return { ...data, lists: replaced.includes(list) ? replaced : [...replaced, list] };
}
