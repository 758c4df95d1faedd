import { describe, expect, test } from 'bun:test';
import { HOUR_MS, newYorkDate } from '../domain/clock.ts';
import { compileTariff } from './compile-tariff.ts';
import { CompiledTariff, compiledTariff } from './compiled-tariff.ts';
import { embeddedTariff } from './embedded.ts';
import { formatCode } from './hts-code.ts';
import { Tariff } from './tariff.ts';
import type { TariffData } from './tariff-data.ts';
import { TariffPeriods } from './tariff-periods.ts';
import { TariffStore } from './tariff-store.ts';
import { basisOf, watchedTariff } from './watched-tariff.ts';

const data = embeddedTariff();
const file = compileTariff(data);
const clock = { now: () => Date.parse('2026-11-20T17:00:00Z') };

/** A tariff of the compiled file, and how often its lists were read. */
function compiled() {
  const reads = { count: 0 };
  const read = (): TariffData => {
    reads.count++;
    return data;
  };
  return { reads, tariff: new Tariff({ compiled: new CompiledTariff(file), read }, clock) };
}

const fromLists = new Tariff(data, clock);
const { lawReadTo, changeDates } = new TariffPeriods(data);
/** Each day on which a compiled period begins, the day after, the first day of the file and the last that there is. */
const dates = [lawReadTo, ...changeDates.filter((date) => date > lawReadTo), '2026-11-20', '2031-01-01', '9999-12-31'];

/** Every number that any file names, what is above it, a neighbour, and what is no number. */
function codes(): string[] {
  const found = new Set<string>(['', ' 7326.90.8688 ', '101210010', 'x', '9903.82.02', '7326.90.86888']);
  for (let heading = 0; heading < 10_000; heading++) found.add(String(heading).padStart(4, '0'));
  const named = data.lists.flatMap(({ listings }) => listings.map(({ digits }) => digits));
  for (const { old, new: successor } of data.successions)
    named.push(old.replaceAll('.', ''), successor.replaceAll('.', ''));
  for (const digits of named) {
    for (let length = 4; length <= digits.length; length += 2) found.add(formatCode(digits.slice(0, length)));
    found.add(`${digits.slice(0, 8).padEnd(8, '0')}99`);
  }
  return [...found];
}

describe('the compiled tariff', () => {
  test('gives the answers and headers of the lists for every number that a file names, without reading them', () => {
    const { tariff, reads } = compiled();
    const asked = codes();
    for (const date of dates) {
      expect(tariff.at(date).headers).toEqual(fromLists.at(date).headers);
      expect(tariff.at(date).lookupJson(asked)).toBe(fromLists.at(date).lookupJson(asked));
    }
    for (const code of asked) expect(tariff.at().lookup(code)).toStrictEqual(fromLists.at().lookup(code));
    expect(tariff.lawRead()).toEqual(fromLists.lawRead());
    expect(watchedTariff(tariff).outlook().basis).toEqual(basisOf(data));
    expect(reads.count).toBe(0);
  });

  test('leaves dates before the law was read to the lists', () => {
    const { tariff, reads } = compiled();
    const dayBefore = changeDates.findLast((date) => date <= lawReadTo)! > '2026-09-01' ? '2026-08-31' : '2025-03-12';
    for (const date of ['2025-03-12', '2026-04-05', dayBefore]) {
      expect(tariff.at(date).lookupJson(['7326.90.8688'])).toBe(fromLists.at(date).lookupJson(['7326.90.8688']));
      expect(tariff.at(date).headers).toEqual(fromLists.at(date).headers);
    }
    expect(reads.count).toBe(1);
  });

  test('ends with the first other data: no answer mixes both', () => {
    const { tariff } = compiled();
    const before = tariff.at();
    const outlook = watchedTariff(tariff);
    const { digest } = outlook.outlook().basis;
    tariff.replace({ lists: data.lists.filter((list) => list.list_id !== 'note-16c') });
    expect(before.lookup('7326.90.8688').hit).toBe(true);
    expect(tariff.at().lookup('7326.90.8688').hit).toBe(false);
    expect(outlook.outlook().basis.digest).not.toBe(digest);
    tariff.replace({ lists: [] });
    expect(tariff.revision.hasLists).toBe(false);
  });

  test('knows the date in New York at every hour of twenty years, and leaves other moments to the engine', () => {
    const known = new CompiledTariff(file);
    const first = Temporal.PlainDate.from(lawReadTo).toZonedDateTime('America/New_York').epochMilliseconds;
    const hours = Math.floor(20 * 365.24 * 24);
    for (let hour = 0; hour < hours; hour++) {
      // Just before the hour too: dates and offsets change on the hour.
      for (const ms of [first + hour * HOUR_MS, first + (hour + 1) * HOUR_MS - 1]) {
        if (known.newYorkDate(ms) !== newYorkDate(ms)) throw new Error(`wrong at ${new Date(ms).toISOString()}`);
      }
    }
    for (const ms of [0, first - 1, first + 21 * 366 * 24 * HOUR_MS]) {
      expect(known.newYorkDate(ms)).toBeUndefined();
      const tariff = new Tariff({ compiled: known, read: () => data }, { now: () => ms });
      expect(tariff.revision.newYorkDate(ms)).toBe(newYorkDate(ms));
    }
  });

  test('shares the answers that mean nothing, which are compared by identity', () => {
    const { trie } = new CompiledTariff(file).on('2026-11-20')!;
    expect(trie.find('9903.82.02')).toBe(fromLists.revision.on('2026-11-20').trie.find('9903.82.02'));
    expect(Object.isFrozen(trie.find('7326.90.8688').adjacent_hits)).toBe(true);
  });

  test('has the same bytes whenever it is made', () => {
    expect(Buffer.from(compileTariff(data)).equals(file)).toBe(true);
  });

  test.each([0, 1, 100, file.length - 1])('is refused with only %d of its bytes', (length) => {
    expect(() => new CompiledTariff(file.subarray(0, length)).on('9999-12-31')!.trie.find('7326')).toThrow();
  });
});

test('from source nothing is compiled ahead, and a server reads its lists', async () => {
  expect(compiledTariff()).toBeUndefined();
  expect(await storeWith([]).open()).toHaveProperty('lists');
});

test('after an import a server reads its lists', async () => {
  const compiled = new CompiledTariff(file);
  expect(await storeWith([]).open(compiled)).toHaveProperty('compiled', compiled);
  expect(await storeWith([{ id: 7 }]).open(compiled)).toHaveProperty('importId', 7);
});

function storeWith(rows: { id: number }[]): TariffStore {
  const imports = { list: async () => rows, newest: async () => [], body: async () => undefined };
  return new TariffStore({ tariffImports: imports as never }, clock);
}
