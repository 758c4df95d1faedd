/** The schedule as a tree: a chapter or number with what is directly below it, and which Section 232 programmes list it. */
import type { TariffList } from '../../domain/tariff-list.ts';
import { CHAPTERS_WITHOUT_PRODUCTS, formatCode, parseCode } from '../hts-code.ts';
import { lawReadTo } from '../law/law-read.ts';
import type { LookupStatus } from '../lookup/answer.ts';
import { isWhole } from '../lookup/coverage.ts';
import { listingsOnDate } from '../lookup/listings-on-date.ts';
import { chapterTitle } from '../schedule/chapter-titles.ts';
import type { Schedule } from '../schedule/schedule.ts';
import type { TariffOnDate } from '../tariff.ts';
import type { TariffData } from '../tariff-data.ts';

/** By the number of digits. */
export const LEVELS = { 2: 'chapter', 4: 'heading', 6: 'subheading', 8: 'line', 10: 'number' } as const;
type Level = (typeof LEVELS)[keyof typeof LEVELS];

/** `hit`: the programme covers all goods of the number. `contains`: some of them, or something below it. */
export const MARKS = ['hit', 'contains'] as const;

interface ListedMark {
  programme: string;
  mark: (typeof MARKS)[number];
  /** Ids of the lists that have these listings. */
  lists: string[];
}

export interface BrowsedRow {
  code: string;
  level: Level;
  /** Its own words; of a chapter its title. */
  description: string | null;
  /** Words of the rows without a number between it and what it stands below. */
  groups: string[];
  has_children: boolean;
  /** What a lookup answers; null for a chapter. */
  status: LookupStatus | null;
  listed: ListedMark[];
}

interface BrowsedNode {
  code: string;
  level: Level;
  description: string | null;
  /** The row that describes it, if it has none of its own; else null. */
  described_by: string | null;
  /** From the chapter down to itself. A row without a number only groups others. */
  path: { code: string | null; description: string | null }[];
  general: string;
  special: string;
  other: string;
  units: string[];
  status: LookupStatus | null;
  listed: ListedMark[];
}

interface BrowsedSchedule {
  revision: string;
  as_of: string;
  law_read_to: string;
  /** By the id of each list. */
  list_versions: Record<string, string>;
  /** Null for the whole schedule. */
  node: BrowsedNode | null;
  children: BrowsedRow[];
}

/** The digits of a chapter, heading, subheading, line or number; null if it is the spelling of none. */
export function browsedDigits(code: string): string | null {
  if (/^\d\d$/.test(code)) return CHAPTERS_WITHOUT_PRODUCTS.includes(code) ? null : code;
  return parseCode(code);
}

/** The chapters, or one node with what is below it. Undefined if the schedule has no such number. @param digits 2 to 10 */
export function browseSchedule(
  digits: string | undefined,
  data: TariffData,
  onDate: TariffOnDate,
): BrowsedSchedule | undefined {
  const { schedule, lists } = data;
  if (digits !== undefined && !schedule.exists(digits)) return undefined;
  const about = aboutOf(data, onDate);
  const row = (child: { digits: string; description: string | null; groups: string[]; hasChildren: boolean }) => ({
    code: shown(child.digits),
    level: levelOf(child.digits),
    description: child.description,
    groups: child.groups,
    has_children: child.hasChildren,
    ...about(child.digits),
  });
  return {
    revision: schedule.edition.revision,
    as_of: onDate.asOf,
    law_read_to: lawReadTo(data),
    list_versions: Object.fromEntries(lists.map(({ list_id, version }) => [list_id, version])),
    node: digits === undefined ? null : { ...describedNode(digits, schedule), ...about(digits) },
    children: (digits === undefined ? chaptersOf(schedule) : schedule.childrenOf(digits)).map(row),
  };
}

function describedNode(digits: string, schedule: Schedule): Omit<BrowsedNode, 'status' | 'listed'> {
  const chapter = { code: digits.slice(0, 2), description: chapterTitle(digits.slice(0, 2)) };
  const none = { general: '', special: '', other: '', units: [] };
  const level = levelOf(digits);
  if (digits.length === 2) return { ...chapter, level, described_by: null, path: [chapter], ...none };
  const { general, special, other, units } = schedule.find(digits) ?? none;
  const steps = schedule.steps(digits);
  const own = steps.at(-1);
  return {
    code: shown(digits),
    level,
    description: own?.description ?? null,
    described_by: own === undefined || own.digits === digits ? null : shown(own.digits!),
    path: [
      chapter,
      ...steps.map((step) => ({ code: step.digits && shown(step.digits), description: step.description })),
    ],
    ...{ general, special, other, units },
  };
}

function chaptersOf(schedule: Schedule) {
  const all = Array.from({ length: 97 }, (_, at) => String(at + 1).padStart(2, '0'));
  return all
    .filter((digits) => schedule.exists(digits))
    .map((digits) => ({ digits, description: chapterTitle(digits), groups: [], hasChildren: true }));
}

/** What the lists say of a number on a day. */
function aboutOf(data: TariffData, onDate: TariffOnDate) {
  const { programmes } = listingsOnDate(onDate.asOf, data);
  const idOf = listIds(data.lists);
  return (digits: string): Pick<BrowsedNode, 'status' | 'listed'> => ({
    status: digits.length === 2 ? null : onDate.lookup(digits).status,
    listed: programmes.flatMap(({ programme, coverage }) => {
      const found = coverage.of(digits);
      if (found.coverage === 'none') return [];
      const lists = [...new Set(found.listings.map((listing) => idOf.get(listing)!))].sort();
      return [{ programme, mark: isWhole(found) ? MARKS[0] : MARKS[1], lists }];
    }),
  });
}

const idsOf = new WeakMap<readonly TariffList[], ReadonlyMap<object, string>>();

function listIds(lists: readonly TariffList[]): ReadonlyMap<object, string> {
  let ids = idsOf.get(lists);
  if (!ids) {
    ids = new Map(lists.flatMap(({ list_id, listings }) => listings.map((listing) => [listing, list_id] as const)));
    idsOf.set(lists, ids);
  }
  return ids;
}

function levelOf(digits: string): Level {
  return LEVELS[digits.length as keyof typeof LEVELS];
}

function shown(digits: string): string {
  return digits.length === 2 ? digits : formatCode(digits);
}
