/**
 * A look at the numbers of a watch. What was told last is kept with the watch, so a revision is told once, whichever process imported
 * it and whether a server ran at that moment: the next look compares.
 */
import type { CodeOutlook, TariffBasis, TariffChange, TariffOutlook, WatchedTariff } from '../domain/tariff-outlook.ts';
import type { NewEvent, Watch } from '../domain/watch.ts';
import type { ClaimedLook, LookResult } from '../domain/watch-store.ts';
import { type EventParts, makeEvent } from './event.ts';
import { dueChanges, revisedChanges } from './tariff-changes.ts';
import { tariffSummary } from './tariff-words.ts';

/** A change is told when its day is this near. */
const NOTICE_DAYS = 30;
/** Numbers that are looked up before other work of the process has its turn. */
const CODES_A_TURN = 50;

/** What was told last. */
interface Told {
  basis: TariffBasis;
  /** Changes up to this day were told, or had come when the watch was made. */
  toldTo: string;
  /** Distinct outlooks, and the place in them of each number. */
  outlooks: CodeOutlook[];
  of: number[];
}

type TariffSubject = Extract<Watch['subject'], { kind: 'tariff' }>;

/** What a new watch is compared with: the tariff of today. What comes within 30 days is told by its first look. */
export async function firstTold(
  codes: readonly string[],
  tariff: WatchedTariff,
): Promise<{ seen: string; basis: string }> {
  const outlook = tariff.outlook();
  const read = await outlooksOf(codes, outlook, tariff);
  const told: Told = { basis: outlook.basis, toldTo: tariff.today(), ...read };
  return { seen: JSON.stringify(told), basis: outlook.basis.digest };
}

/** @returns undefined if this process has older data than what was told from */
export async function lookAtTariff(
  { watch, seen, basis }: Pick<ClaimedLook, 'watch' | 'seen' | 'basis'>,
  tariff: WatchedTariff,
  parts: EventParts,
): Promise<Pick<LookResult, 'seen' | 'basis' | 'outcome' | 'events'> | undefined> {
  const { codes } = watch.subject as TariffSubject;
  const told = JSON.parse(seen!) as Told;
  // The data may be replaced while numbers are looked up: all of them are read from one.
  const outlook = tariff.outlook();
  const { basis: now } = outlook;
  const today = tariff.today();
  if (isOlder(now, told.basis)) return undefined;
  const isRevised = now.digest !== told.basis.digest;
  const known = isRevised ? await outlooksOf(codes, outlook, tariff) : told;
  const events: NewEvent[] = [];
  const about = { watch, basis: now, today, watched: codes.length };
  let revised: TariffChange[] = [];
  if (isRevised) {
    const pairs = codes.map((code, i) => ({
      code,
      told: told.outlooks[told.of[i]!]!,
      now: same(told.outlooks[told.of[i]!]!, known.outlooks[known.of[i]!]!),
    }));
    revised = revisedChanges(pairs, today, now.law_read_to);
    if (revised.length > 0) events.push(tariffEvent('tariff.revised', revised, about, parts));
  }
  const toldTo = laterDate(addDays(today, NOTICE_DAYS), told.toldTo);
  const watched = codes.map((code, i) => ({ code, outlook: known.outlooks[known.of[i]!]! }));
  const due = withoutTold(dueChanges(watched, told.toldTo, toldTo), revised);
  for (const changes of Map.groupBy(due, ({ effective_date }) => effective_date).values()) {
    events.push(tariffEvent('tariff.change_due', changes, about, parts));
  }
  const next: Told = { basis: now, toldTo, outlooks: known.outlooks, of: known.of };
  return {
    seen: JSON.stringify(next),
    basis: isRevised ? now.digest : basis,
    outcome: events.length > 0 ? 'told' : 'unchanged',
    events,
  };
}

/** A change that the revision has just told is not told again as due. */
function withoutTold(due: readonly TariffChange[], revised: readonly TariffChange[]): TariffChange[] {
  const told = new Set(
    revised.flatMap(({ effective_date, programme, codes }) =>
      codes.map((code) => `${effective_date} ${programme} ${code}`),
    ),
  );
  return due.flatMap((change) => {
    const codes = change.codes.filter((code) => !told.has(`${change.effective_date} ${change.programme} ${code}`));
    return codes.length > 0 ? [{ ...change, codes }] : [];
  });
}

function tariffEvent(
  type: 'tariff.revised' | 'tariff.change_due',
  changes: readonly TariffChange[],
  { watch, basis, today, watched }: { watch: Watch; basis: TariffBasis; today: string; watched: number },
  parts: EventParts,
): NewEvent {
  return makeEvent(parts, watch, type, {
    summary: tariffSummary(changes, watched, today),
    numbers_changed: new Set(changes.flatMap(({ codes }) => codes)).size,
    numbers_watched: watched,
    changes,
    law_read_to: basis.law_read_to,
    lists: basis.lists,
  });
}

async function outlooksOf(
  codes: readonly string[],
  outlook: TariffOutlook,
  tariff: WatchedTariff,
): Promise<Pick<Told, 'outlooks' | 'of'>> {
  const places = new Map<CodeOutlook, number>();
  const of: number[] = [];
  for (const [i, code] of codes.entries()) {
    if (i % CODES_A_TURN === CODES_A_TURN - 1) await new Promise((resolve) => setImmediate(resolve));
    const found = outlook.of(tariff.digitsOf(code)!);
    const place = places.get(found) ?? places.size;
    places.set(found, place);
    of.push(place);
  }
  return { outlooks: [...places.keys()], of };
}

/** The one that was told, if both are alike: then comparing them costs nothing. */
function same(told: CodeOutlook, now: CodeOutlook): CodeOutlook {
  return told === now || JSON.stringify(told) === JSON.stringify(now) ? told : now;
}

/** Whether data is older than other data. A process that has not seen an import yet must not tell that it was undone. */
function isOlder(one: TariffBasis, other: TariffBasis): boolean {
  if (one.importId !== other.importId) return one.importId < other.importId;
  if (one.lookedOn !== other.lookedOn) return one.lookedOn < other.lookedOn;
  return one.version !== other.version && Bun.semver.order(one.version, other.version) < 0;
}

function laterDate(a: string, b: string): string {
  return a < b ? b : a;
}

function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}
