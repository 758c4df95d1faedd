/**
 * Every revision of the lists that is held, in order, over many watched numbers: every touched number is told before its day, once
 * by the revision and once when its day is 30 days away unless the revision told it then; no untouched number is ever told.
 */
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { openSqlite } from '../../src/adapters/sqlite/open.ts';
import type { TariffChange } from '../../src/domain/tariff-outlook.ts';
import { embeddedTariff } from '../../src/tariff/embedded.ts';
import { programmeCoverage } from '../../src/tariff/lookup/coverage.ts';
import type { TariffData } from '../../src/tariff/tariff-data.ts';
import { tempDir, testClock } from '../support/temp.ts';
import { allEvents, stageWatches } from '../support/watch-stand-ins.ts';

/** CI watches 10,000. */
const WATCHED = Number(process.env.PORTSIDE_WATCHED_NUMBERS ?? 1_000);
const DAY_MS = 86_400_000;
/** Each is published this long before its day: once within the 30 days, once well before. */
const LEADS = [10, 45];
/** The oracle is slow: it is asked for every told number, and for one of these untold ones. */
const UNTOLD_STEP = 10;

const held = embeddedTariff();
const revisions = [...new Set(held.lists.flatMap((list) => list.listings.map(({ from }) => from)))].sort();

/** The lists as they stood when the revision of a day was published. */
function asPublished(day: string, n: number): TariffData {
  const lists = held.lists.map((list) => ({
    ...list,
    version: `${list.version} replay ${n}`,
    listings: list.listings
      .filter(({ from }) => from <= day)
      .map((listing) => (listing.to !== null && listing.to >= day ? { ...listing, to: null } : listing)),
  }));
  return { ...held, lists, announced: { ...held.announced, changes: [] }, importId: n + 1 };
}

const dayBefore = (day: string, days: number) => new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10);

/** What holds for a number on a day, by the coverage that a lookup of one number uses. */
function terms(code: string, day: string, data: TariffData): string {
  return JSON.stringify(
    programmeCoverage(code, day, data)
      .map(({ programme, coverage, listings }) => [
        programme,
        coverage,
        [
          ...new Set(
            listings.map(({ terms: { note, ch99_heading, rate, rate_kind, charged_on } }) =>
              JSON.stringify([note, ch99_heading, rate, rate_kind, charged_on]),
            ),
          ),
        ].sort(),
      ])
      .filter(([, coverage]) => coverage !== 'none'),
  );
}

test('each touched number is told before its day, and no other', async () => {
  const folder = tempDir();
  const open = () => openSqlite(join(folder, 'portside.db'), { lockWaitMs: 2000 });
  let storage = open();
  const clock = testClock(Date.parse(`${dayBefore(revisions[1]!, 60)}T15:00:00Z`));
  let data = asPublished(revisions[0]!, 0);
  let stage = await stageWatches(storage, clock, data);
  const numbers = held.numbers;
  const total = numbers.numbersUnder('').to;
  const codes = Array.from({ length: WATCHED }, (_, i) => numbers.at(Math.floor((i * total) / WATCHED)));
  const watch = await stage.watches.make(stage.owner, { codes }, undefined);
  await stage.settle();
  const { owner } = stage;
  let seen = (await allEvents(stage)).length;
  expect(seen).toBe(0);

  let told = 0;
  let early = 0;
  for (const [n, day] of revisions.entries()) {
    if (n === 0) continue;
    const before = data;
    const after = asPublished(day, n);
    // A revision may come so soon after another that it cannot be published that early.
    clock.ms = Math.max(clock.ms, Date.parse(`${dayBefore(day, LEADS[n % LEADS.length]!)}T15:00:00Z`));
    if (new Date(clock.ms).toISOString().slice(0, 10) >= day) clock.ms = Date.parse(`${dayBefore(day, 1)}T15:00:00Z`);
    const published = new Date(clock.ms).toISOString().slice(0, 10);
    if (n % 3 === 0) {
      // The server is down at the import: another process, and another storage, find out afterwards.
      await storage.close();
      storage = open();
      stage = { ...(await stageWatches(storage, clock, before)), owner };
    }
    data = after;
    stage.tariff.replace(data);
    await stage.settle();
    await stage.settle();

    const events = (await allEvents(stage)).slice(seen);
    seen += events.length;
    const parsed = events.map(({ type, body }) => ({ type, ...JSON.parse(body).data }));
    const revised = parsed.filter(({ type }) => type === 'tariff.revised');
    const codesTold = new Set<string>(
      revised.flatMap(({ changes }) => changes.flatMap((one: TariffChange) => one.codes)),
    );
    const differs = (code: string) => terms(code, day, before) !== terms(code, day, after);
    // Exactly one event of a revision that touches anything, and none of any other.
    expect([day, revised.length]).toEqual([day, codesTold.size > 0 ? 1 : 0]);
    for (const code of codesTold) if (!differs(code)) throw new Error(`${code} is told and untouched by ${day}`);
    for (const [i, code] of codes.entries()) {
      if (i % UNTOLD_STEP === 0 && !codesTold.has(code) && differs(code))
        throw new Error(`${code} is touched by ${day}`);
    }
    for (const { changes, summary } of revised) {
      for (const { effective_date } of changes) expect(effective_date > published).toBeTrue();
      expect(summary).toStartWith(
        `${codesTold.size.toLocaleString('en-US')} of your ${WATCHED.toLocaleString('en-US')} numbers change`,
      );
    }
    told += codesTold.size;

    // Day by day up to the day itself: what was told early is told again when it is 30 days away, and then never again.
    const due = new Map<string, number>();
    for (const days of [31, 30, 29, 12, 3, 0]) {
      const at = Date.parse(`${dayBefore(day, days)}T15:00:00Z`);
      if (at < clock.ms) continue;
      clock.ms = at;
      await stage.settle();
      const more = (await allEvents(stage)).slice(seen);
      seen += more.length;
      for (const event of more) {
        expect(event.type).toBe('tariff.change_due');
        const { changes } = JSON.parse(event.body).data as { changes: TariffChange[] };
        // A number that leaves one programme for another changes twice, in one event.
        for (const code of new Set(changes.flatMap((change) => change.codes))) {
          due.set(code, (due.get(code) ?? 0) + (days > 0 ? 1 : 100));
        }
      }
    }
    const wasEarly = Date.parse(day) - Date.parse(published) > 30 * DAY_MS;
    early += Number(wasEarly);
    expect([...due.keys()].sort()).toEqual(wasEarly ? [...codesTold].sort() : []);
    expect([...due.values()].filter((times) => times !== 1)).toEqual([]);
  }
  expect(told).toBeGreaterThan(WATCHED / 10);
  expect(early).toBeGreaterThan(2);
  expect((await stage.storage.watches.find(owner.lineageId, watch.id))?.id).toBe(watch.id);
  await storage.close();
}, 280_000);
