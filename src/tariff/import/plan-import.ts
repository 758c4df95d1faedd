/** Plans an import: recognises and checks a file and compares it with the loaded data. Stores nothing. Pure. */

import { Effort } from '../../domain/effort.ts';
import type { Listing, TariffList } from '../../domain/tariff-list.ts';
import { addDays, inPeriod } from '../dates.ts';
import { formatCode } from '../hts-code.ts';
import { TariffFileError } from '../json-fields.ts';
import { parseList } from '../parse-list.ts';
import { embeddedSchedule } from '../schedule/embedded-schedule.ts';
import { Schedule } from '../schedule/schedule.ts';
import { compareRevisions } from '../schedule/schedule-revision.ts';
import type { ScheduleRow } from '../schedule/schedule-row.ts';
import { serializeList } from '../serialize-list.ts';
import type { TariffData } from '../tariff-data.ts';
import { changedTerms, type DecidingTerm } from './changed-terms.ts';
import { applySnapshot, LIST_COLUMNS, requirePercent } from './list-snapshot.ts';
import { type CsvRecord, csvColumns, parseCsv } from './parse-csv.ts';
import { parseScheduleCsv, parseScheduleJson, SCHEDULE_COLUMNS } from './parse-schedule.ts';

/** In characters. The whole official schedule as JSON is about a quarter of this. */
const IMPORT_CHARS_MAX = 64 * 1024 * 1024;

/**
 * What an import may cost: units for each character, and units for any file. An official file needs 3 for each character. Rows
 * of a list are joined with those that are loaded, so a small file may cost as much as the loaded list.
 */
const WORK_PER_CHAR = 8;
const WORK_MIN = 1_000_000;

/** A file with a smaller share of the loaded numbers is refused, because a partial export looks like that. */
const KEPT_SHARE_MIN = 0.9;

/** One number of a list or of the schedule, before and after. `note` is the subdivision; null for the schedule. */
export interface PlannedChange {
  code: string;
  note: string | null;
  before: string | null;
  after: string | null;
}

export interface PlannedChanges {
  added: PlannedChange[];
  /** Not in the file any more, or ended. */
  removed: PlannedChange[];
  rate_changed: PlannedChange[];
  /** Same rates, but another kind, programme, chapter 99 heading, condition or the like. */
  terms_changed: PlannedChange[];
  /** Same terms, other dates. */
  dates_changed: PlannedChange[];
  /** The first past day whose answers would change; null if only those of today and later would. */
  past_from: string | null;
  totals: { before: number; after: number };
}

/** Which schedule a file holds, beside the one in use. */
export interface PlannedRevision {
  /** As the operator said or the file is named; else that it is not stated. */
  revision: string;
  replaces: string;
  /** It is older than the one in use. An operator may want that, but must see it. */
  older: boolean;
}

/**
 * What an accepted file would change. `text` is the form to store: the canonical text of a list, or a packed schedule in base64.
 */
export type ImportPlan = PlannedChanges & { text: string } & (
    | { kind: 'list'; list: TariffList; isNew: boolean }
    | ({ kind: 'schedule'; schedule: Schedule } & PlannedRevision)
  );

export interface ImportOptions {
  /** Today in New York: the day for the shrink check, and the day a CSV snapshot describes. */
  date: string;
  /** Skip the shrink check: accept a file that removes more than a tenth of the loaded numbers. */
  force?: boolean;
  /** The revision of a schedule export, such as `2026 Rev 21`. The file does not contain it. */
  revision?: string;
}

/**
 * Plans the import of a list (JSON as in `data/tariff`, or CSV) or of an official USITC schedule export (JSON or CSV).
 * @throws TariffFileError if the file is neither, has a bad row (with its line), repeats the programme of another list, or
 * fails the shrink check
 */
export function planImport(
  text: string,
  data: TariffData,
  options: ImportOptions,
  effort = new Effort(WORK_MIN + WORK_PER_CHAR * text.length),
): ImportPlan {
  if (text.length > IMPORT_CHARS_MAX) throw new TariffFileError(null, 'the file is too large');
  const file = parseFile(text.replace(/^\uFEFF/, ''), data, options.date, effort);
  const plan = Array.isArray(file) ? planSchedule(file, data.schedule, options) : planList(file, data, options.date);
  if (!options.force) refuseShrinking(plan);
  return plan;
}

/** Recognises the four formats by their first character or their column names. */
function parseFile(text: string, data: TariffData, date: string, effort: Effort): TariffList | ScheduleRow[] {
  effort.done += text.length;
  const start = text.trimStart()[0];
  if (start === '[') return parseScheduleJson(text);
  if (start === '{') return parseList(text, data.articles);
  const columns = csvColumns(text);
  if (SCHEDULE_COLUMNS.every((name) => columns.includes(name))) return parseScheduleCsv(text, effort);
  if (LIST_COLUMNS.every((name) => columns.includes(name))) {
    const records = parseCsv(text, effort);
    return applySnapshot(records, snapshotOf(records, data.lists), date, data.articles, effort);
  }
  throw new TariffFileError(1, 'neither a tariff list nor a USITC schedule export (JSON or CSV)');
}

/** The loaded list that a CSV describes. The file has no `list_id`, so its note subdivisions identify the list. */
function snapshotOf(records: readonly CsvRecord[], lists: readonly TariffList[]): TariffList {
  const notes = new Set(records.map((record) => record.cells.note_subdivision));
  const matching = lists.filter((list) => Object.values(list.terms).some((terms) => notes.has(terms.note)));
  if (matching.length === 1) return matching[0]!;
  const reason = 'the note subdivisions do not belong to exactly one loaded list; import a new list as JSON';
  throw new TariffFileError(1, reason);
}

function refuseShrinking(plan: ImportPlan): void {
  const { before, after } = plan.totals;
  // Numbers of the schedule are replaced all the time, so only its size counts. A listing that ends is a duty that ends.
  const kept = plan.kind === 'list' ? Math.min(after, before - plan.removed.length) : after;
  if (kept >= before * KEPT_SHARE_MIN) return;
  const reason = `the file holds ${kept} of ${before} loaded numbers; more than a tenth would be removed`;
  throw new TariffFileError(null, reason);
}

function planList(list: TariffList, data: TariffData, date: string): ImportPlan {
  const loaded = data.lists.find((known) => known.list_id === list.list_id);
  if (!loaded) refuseKnownProgrammes(list, data);
  for (const { note, rate } of Object.values(list.terms)) requirePercent(rate, null, `"rate" of ${note}`);
  const changes = compareLists(loaded?.listings ?? [], list.listings, date);
  return { kind: 'list', list, isNew: !loaded, text: serializeList(list), ...changes };
}

/** A list with a new id may contain only new programmes. Otherwise a misspelt id would load a list twice. */
function refuseKnownProgrammes(list: TariffList, data: TariffData): void {
  for (const known of data.lists) {
    const taken = new Set(Object.values(known.terms).map((terms) => terms.programme));
    const programme = Object.values(list.terms).find((terms) => taken.has(terms.programme))?.programme;
    if (programme === undefined) continue;
    const reason = `list "${list.list_id}" is not loaded, and its programme "${programme}" belongs to "${known.list_id}"`;
    throw new TariffFileError(null, `${reason}; use that list_id to replace it`);
  }
}

/** The export does not say which revision it is. */
const NOT_STATED = 'a revision that was not stated';

function planSchedule(rows: ScheduleRow[], loaded: Schedule, options: ImportOptions): ImportPlan {
  const { revision = NOT_STATED } = options;
  const schedule = Schedule.of(rows, { revision, note: '', importedOver: embeddedSchedule().edition.revision });
  const [before, after] = [loaded.codes(), schedule.codes()];
  const changes: PlannedChanges = {
    added: [],
    removed: [],
    rate_changed: [],
    terms_changed: [],
    dates_changed: [],
    past_from: null,
    totals: { before: before.length, after: after.length },
  };
  for (const digits of after) {
    const entry = schedule.get(digits)!;
    const old = loaded.get(digits);
    const change = { code: formatCode(digits), note: null, before: old?.general ?? null, after: entry.general };
    if (!old) changes.added.push(change);
    else if (old.general !== entry.general) changes.rate_changed.push(change);
  }
  const kept = new Set(after);
  for (const digits of before) {
    if (kept.has(digits)) continue;
    changes.removed.push({ code: formatCode(digits), note: null, before: loaded.get(digits)!.general, after: null });
  }
  const replaces = loaded.edition.revision;
  const older = compareRevisions(revision, replaces) < 0;
  const text = Buffer.from(schedule.file.bytes).toString('base64');
  return { kind: 'schedule', schedule, revision, replaces, older, text, ...changes };
}

function compareLists(before: readonly Listing[], after: readonly Listing[], date: string): PlannedChanges {
  const count = countFor(before, date);
  const membersBefore = byMembership(before);
  const membersAfter = byMembership(after);
  const changes: PlannedChanges = {
    added: [],
    removed: [],
    rate_changed: [],
    terms_changed: [],
    dates_changed: [],
    past_from: null,
    totals: { before: count(before), after: count(after) },
  };
  for (const key of [...new Set([...membersBefore.keys(), ...membersAfter.keys()])].sort()) {
    const [old, now] = [membersBefore.get(key), membersAfter.get(key)];
    const { code, terms } = (now ?? old)![0]!;
    const change = {
      code,
      note: terms.note,
      before: old ? periodsText(old) : null,
      after: now ? periodsText(now) : null,
    };
    const past = firstPastChange(old ?? [], now ?? [], date);
    if (past !== undefined && (changes.past_from === null || past < changes.past_from)) changes.past_from = past;
    if (!old) changes.added.push(change);
    else if (!now || (isOpen(old) && !isOpen(now))) changes.removed.push(change);
    else if (ratesOf(old) !== ratesOf(now)) changes.rate_changed.push(change);
    else {
      const terms = changedOf(old, now);
      if (terms.length > 0)
        changes.terms_changed.push({ ...change, before: textOf(old, terms), after: textOf(now, terms) });
      else if (change.before !== change.after) changes.dates_changed.push(change);
    }
  }
  return changes;
}

function byMembership(listings: readonly Listing[]): Map<string, Listing[]> {
  const members = Map.groupBy(listings, (listing) => `${listing.digits} ${listing.terms.note}`);
  for (const periods of members.values()) periods.sort((a, b) => (a.from < b.from ? -1 : 1));
  return members;
}

/** The first day before `date` on which other terms would hold. It is one on which a period begins or has just ended. */
function firstPastChange(before: readonly Listing[], after: readonly Listing[], date: string): string | undefined {
  const days = [...before, ...after].flatMap(({ from, to }) => (to === null ? [from] : [from, addDays(to, 1)]));
  return days.sort().find((day) => {
    const [old, now] = [before, after].map((periods) => periods.find((period) => inPeriod(day, period)));
    const isOther = old && now ? changedTerms(old.terms, now.terms).length > 0 : old !== now;
    return day < date && isOther;
  });
}

/** How the shrink check counts: listings in force on `date`; every listing if none of the loaded ones is in force then. */
function countFor(loaded: readonly Listing[], date: string): (listings: readonly Listing[]) => number {
  const inForce = (listings: readonly Listing[]) => listings.filter((listing) => inPeriod(date, listing)).length;
  return inForce(loaded) === 0 ? (listings) => listings.length : inForce;
}

function isOpen(periods: readonly Listing[]): boolean {
  return periods.some((period) => period.to === null);
}

function ratesOf(periods: readonly Listing[]): string {
  return [...new Set(periods.map(({ terms }) => `${terms.rate} ${terms.rate_kind}`))].join(', ');
}

function periodsText(periods: readonly Listing[]): string {
  return periods.map(({ terms, from, to }) => `${terms.rate ?? '-'} from ${from}${to ? ` to ${to}` : ''}`).join(', ');
}

/** The terms that differ, of the periods from the last one back. */
function changedOf(before: readonly Listing[], after: readonly Listing[]): DecidingTerm[] {
  const names = new Set<DecidingTerm>();
  for (let back = 1; back <= Math.max(before.length, after.length); back++) {
    const [old, now] = [before.at(-back) ?? before[0]!, after.at(-back) ?? after[0]!];
    for (const name of changedTerms(old.terms, now.terms)) names.add(name);
  }
  return [...names];
}

function textOf(periods: readonly Listing[], names: readonly DecidingTerm[]): string {
  const texts = periods.map(({ terms, from }) => {
    return `${names.map((name) => `${name} ${terms[name] ?? 'none'}`).join(', ')} from ${from}`;
  });
  return texts.join('; ');
}
