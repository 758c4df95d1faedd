/**
 * Which numbers of the key's own lists a change touches. The API says it: the history of each number has its periods and what is announced
 * for it. Reading one takes milliseconds, so a visit compares a bounded count of numbers, and says which were not compared.
 */
import { setImmediate } from 'node:timers/promises';
import type { Static } from 'typebox';
import type { TariffHistory } from '../../../api/v0/tariff-history/schema.ts';
import type { JobPage, TariffAuditLines } from '../../../api/v2/jobs/answers.ts';
import type { Watch, WatchList } from '../../../api/v2/watches/schema.ts';
import { ApiFailure } from '../ask/api-failure.ts';
import type { Ask } from '../ask/ask.ts';
import { orFailure } from '../ask/settle.ts';
import { JOB_FAMILIES, jobPage, watchPage } from '../shell/links.ts';
import type { AnnouncedChange } from '../shell/next-changes.ts';
import { covered, type SignedInRequest } from '../workbench-request.ts';

/** Different numbers whose history one visit reads. */
export const NUMBERS_MAX = 200;
/** Of an audit one page of lines is read. The API has no larger one. */
export const LINES_MAX = 100;
export const WATCHES_MAX = 5;
export const AUDITS_MAX = 3;
const WATCHES_LISTED = 50;
const AUDITS_LISTED = 10;

type History = Static<typeof TariffHistory>;
type WatchSummary = Static<typeof WatchList>['watches'][number];
type Audit = JobPage['jobs'][number];

export interface MyList {
  id: string;
  name: string;
  page: string;
  /** How many numbers (of a watch) or lines (of an audit) it has. */
  size: number;
  unit: 'number' | 'line';
  /** Of `size`, how many were looked at. */
  read: number;
  /** Lines that have no number. */
  without: number;
  /** Why nothing of it was compared. */
  skipped?: string;
  /** Of a page that compares what follows. */
  next?: string;
  numbers: string[];
}

export interface Comparison {
  lists: MyList[];
  /** Lists of lists that could not be read. */
  failures: ApiFailure[];
  /** There are more watches or audits than are named here. */
  hasMore: boolean;
  /** How many different numbers were compared. */
  compared: number;
  /** Numbers whose history could not be read. */
  failed: string[];
  /** Numbers that the schedule in use does not have. */
  unknown: string[];
  /** Numbers for which a change is announced, by `announcedKey`. */
  announced: ReadonlyMap<string, string[]>;
  /** Numbers whose answer changes on a day, by `2026-04-06` and by `2026-04-06 steel`. Also for days that are announced. */
  byDay: ReadonlyMap<string, string[]>;
}

export function announcedKey({ date, programme, what }: AnnouncedChange): string {
  return [date ?? '', programme, what].join('\n');
}

/** `?list=…` compares one list alone, from where `from` (a watch) or `cursor` (an audit) says. */
export async function compareMyLists(request: SignedInRequest): Promise<Comparison> {
  const { ask, url } = request;
  const only = url.searchParams.get('list');
  const [watches, audits] = await Promise.all([
    orFailure(ask.json<Static<typeof WatchList>>('GET', `/api/v2/watches?limit=${WATCHES_LISTED}`)),
    covered(request, 'tariff')
      ? orFailure(ask.json<JobPage>('GET', `${JOB_FAMILIES.tariff_audits.api}?limit=${AUDITS_LISTED}`))
      : undefined,
  ]);
  const failures = [watches, audits].filter((list) => list instanceof ApiFailure);
  const ofNumbers = watches instanceof ApiFailure ? [] : watches.watches.filter(({ kind }) => kind === 'tariff');
  const jobs = audits === undefined || audits instanceof ApiFailure ? [] : audits.jobs;
  const plan = planOf(ofNumbers, jobs, only);
  const numbers = new Set<string>();
  const lists: MyList[] = [];
  for (const { list, read } of plan) {
    const room = NUMBERS_MAX - numbers.size;
    const filled = read && room > 0 ? await fill(list, read(ask, url.searchParams, room)) : list;
    for (const number of filled.numbers) numbers.add(number);
    lists.push(filled);
  }
  const hasMore =
    (!(watches instanceof ApiFailure) && watches.next_cursor !== null) ||
    (audits !== undefined && !(audits instanceof ApiFailure) && audits.next_cursor !== null);
  return { lists, failures, hasMore, ...(await readHistories(ask, [...numbers])) };
}

type Reading = Pick<MyList, 'numbers' | 'read' | 'without'> & { next?: string };
interface Planned {
  list: MyList;
  /** Undefined for a list that this visit does not read. */
  read?: ((ask: Ask, query: URLSearchParams, room: number) => Promise<Reading>) | undefined;
}

function planOf(watches: readonly WatchSummary[], audits: readonly Audit[], only: string | null): Planned[] {
  const isChosen = (id: string, i: number, max: number) => (only === null ? i < max : id === only);
  const finished = audits.filter(({ status }) => status === 'finished');
  return [
    ...watches.map((watch, i) => ({
      list: ofWatch(watch),
      read: isChosen(watch.id, i, WATCHES_MAX) ? watchReader(watch.id) : undefined,
    })),
    ...audits.map((audit) => {
      const i = finished.indexOf(audit);
      return {
        list: ofAudit(audit),
        read: i >= 0 && isChosen(audit.id, i, AUDITS_MAX) ? auditReader(audit.id) : undefined,
      };
    }),
  ];
}

const NOT_READ = 'not compared on this visit';

function ofWatch({ id, name, numbers }: WatchSummary): MyList {
  return {
    ...{ id, page: watchPage(id), size: numbers ?? 0, unit: 'number', read: 0, without: 0, numbers: [] },
    name: name || 'Watch without a name',
    skipped: NOT_READ,
    next: `/work/changes?list=${encodeURIComponent(id)}`,
  };
}

function ofAudit({ id, status, lines_total, accepted_at }: Audit): MyList {
  const isFinished = status === 'finished';
  return {
    ...{ id, page: jobPage('tariff_audits', id), size: lines_total, unit: 'line', read: 0, without: 0, numbers: [] },
    name: `Audit of ${accepted_at.slice(0, 10)}`,
    skipped: isFinished ? NOT_READ : `not compared: the audit is ${status}`,
    ...(isFinished && { next: `/work/changes?list=${encodeURIComponent(id)}` }),
  };
}

async function fill(list: MyList, reading: Promise<Reading>): Promise<MyList> {
  const read = await orFailure(reading);
  if (read instanceof ApiFailure) return { ...list, skipped: `not compared: ${read.message}` };
  const { skipped, next, ...rest } = list;
  return { ...rest, ...read, ...(read.next && { next: `${next}&${read.next}` }) };
}

function watchReader(id: string) {
  return async (ask: Ask, query: URLSearchParams, room: number): Promise<Reading> => {
    const { subject } = await ask.json<Static<typeof Watch>>('GET', `/api/v2/watches/${id}`);
    const codes = subject.codes ?? [];
    const from = query.get('list') === id ? Math.max(0, Math.trunc(Number(query.get('from')) || 0)) : 0;
    const numbers = codes.slice(from, from + room);
    const end = from + numbers.length;
    return { numbers, read: numbers.length, without: 0, ...(end < codes.length && { next: `from=${end}` }) };
  };
}

function auditReader(id: string) {
  return async (ask: Ask, query: URLSearchParams, room: number): Promise<Reading> => {
    const cursor = query.get('list') === id ? query.get('cursor') : null;
    const after = cursor ? `&cursor=${encodeURIComponent(cursor)}` : '';
    const limit = Math.min(LINES_MAX, room);
    const page = await ask.json<TariffAuditLines>(
      'GET',
      `${JOB_FAMILIES.tariff_audits.api}/${id}/lines?limit=${limit}${after}`,
    );
    const numbers = page.lines.flatMap(({ number }) => (number ? [String(number)] : []));
    return {
      numbers: [...new Set(numbers)],
      read: page.lines.length,
      without: page.lines.length - numbers.length,
      ...(page.next_cursor && { next: `cursor=${encodeURIComponent(page.next_cursor)}` }),
    };
  };
}

async function readHistories(ask: Ask, numbers: readonly string[]) {
  const announced = new Map<string, string[]>();
  const byDay = new Map<string, string[]>();
  const failed: string[] = [];
  const unknown: string[] = [];
  const put = (map: Map<string, string[]>, key: string, number: string) => {
    const known = map.get(key);
    if (!known) map.set(key, [number]);
    else if (!known.includes(number)) known.push(number);
  };
  for (const number of numbers) {
    // The answers come from this process. Without a pause nobody else would be served until the last one.
    await setImmediate();
    const history = await orFailure(
      ask.json<History>('GET', `/api/v0/tariff/hts/${encodeURIComponent(number)}/history`),
    );
    if (history instanceof ApiFailure) {
      failed.push(number);
      continue;
    }
    if (!history.exists) unknown.push(number);
    for (const change of history.announced) put(announced, announcedKey(change), number);
    for (const { from, programmes } of daysOfChange(history)) {
      put(byDay, from, number);
      for (const programme of programmes) put(byDay, `${from} ${programme}`, number);
    }
  }
  return { compared: numbers.length - failed.length, failed, unknown, announced, byDay };
}

/** The days on which another period begins, and the programmes whose terms it changes. */
export function daysOfChange({ periods }: Pick<History, 'periods'>): { from: string; programmes: string[] }[] {
  return periods.slice(1).map((period, i) => {
    const [old, now] = [termsOf(periods[i]!), termsOf(period)];
    const named = new Set([...old.keys(), ...now.keys()]);
    return { from: period.from, programmes: [...named].filter((name) => old.get(name) !== now.get(name)) };
  });
}

function termsOf({ listed }: History['periods'][number]): Map<string, string> {
  const groups = Map.groupBy(listed, ({ programme }) => programme);
  return new Map([...groups].map(([programme, terms]) => [programme, JSON.stringify(terms)]));
}
