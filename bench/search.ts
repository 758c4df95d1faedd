/**
 * Three words to the numbers of the schedule, in process: Portside's index of the words, beside what a user would write: a table
 * of all rows with their headings in SQLite, and `LIKE` for each word. `LIKE` also finds parts of words and does not rank, so the
 * rows cannot be compared; every query finds something on both.
 */
import { Database } from 'bun:sqlite';
import { embeddedSchedule } from '../src/tariff/schedule/embedded-schedule.ts';
import { searchSchedule } from '../src/tariff/search/search.ts';
import type { Bench, Table } from './bench.ts';
import { seededRandom, unitsPerSecond } from './in-process.ts';

const QUERIES = 200;
/** Of the usual length: all queries take less. */
const SHARE_OF_RUN = 1 / 4;
const LIMIT = 20;
const COMMONEST = 60;
/** Of a query that may be the slowest. */
const RUNS_EACH = 5;

export const search: Bench = {
  name: 'search',
  needs: [],
  async prepare({ seconds }, say) {
    const schedule = embeddedSchedule();
    say('search: filling the table for LIKE');
    const database = new Database(':memory:');
    database.run('CREATE TABLE rows (code TEXT, text TEXT)');
    const insert = database.prepare('INSERT INTO rows VALUES (?, ?)');
    database.transaction(() => {
      for (const digits of schedule.codes()) {
        if (digits < '98') insert.run(digits, schedule.get(digits)!.path.join(' ').toLowerCase());
      }
    })();
    const like = database.prepare(
      `SELECT code, text FROM rows WHERE text LIKE ? AND text LIKE ? AND text LIKE ? LIMIT ${LIMIT}`,
    );
    const kinds: [string, string, string[][]][] = [
      ['search', 'three words of one description and its headings', wordsOfRows()],
      ['search-common', `three of the ${COMMONEST} commonest words`, commonWords()],
    ];
    const tables = kinds.map(([name, title, queries]): Table => {
      const contenders: [string, (words: string[]) => number][] = [
        ['Portside', (words) => searchSchedule(schedule, words.join(' '), LIMIT).results.length],
        [
          'LIKE in SQLite',
          (words) => like.all(...(words.map((word) => `%${word}%`) as [string, string, string])).length,
        ],
      ];
      return {
        name,
        title: `Words to numbers in process: ${title}`,
        metrics: [
          { name: 'ms', title: 'ms/query of processor time', ratio: true },
          { name: 'slowest_ms', title: 'slowest query, ms' },
        ],
        notes: [`${QUERIES} queries, ${LIMIT} results each, ${schedule.file.size.toLocaleString('en')} rows.`],
        contenders: contenders.map(([contender, find]) => ({
          name: contender,
          measure: async () => {
            const rate = unitsPerSecond(seconds * SHARE_OF_RUN, () => {
              for (const words of queries) find(words);
              return queries.length;
            });
            return { ms: 1000 / rate, slowest_ms: slowestOf(queries.map((words) => () => find(words))) };
          },
        })),
      };
    });
    return { tables, skipped: [], close: async () => database.close() };
  },
};

/**
 * Milliseconds of the slowest query. The least of some runs counts, because the others were disturbed. A query whose first run was
 * faster than another one's least cannot be the slowest, so it runs once.
 */
function slowestOf(runs: (() => void)[]): number {
  const first = runs.map((run) => ({ run, ms: msOf(run) })).sort((a, b) => b.ms - a.ms);
  let slowest = 0;
  for (const { run, ms } of first) {
    if (ms <= slowest) break;
    slowest = Math.max(slowest, Math.min(ms, ...Array.from({ length: RUNS_EACH - 1 }, () => msOf(run))));
  }
  return slowest;
}

function msOf(run: () => void): number {
  const begin = Bun.nanoseconds();
  run();
  return (Bun.nanoseconds() - begin) / 1e6;
}

function wordsOfRows(): string[][] {
  const random = seededRandom(7);
  const schedule = embeddedSchedule();
  const codes = schedule.codes().filter((digits) => digits < '98');
  const queries: string[][] = [];
  while (queries.length < QUERIES) {
    const text = schedule.get(codes[random(codes.length)]!)!.path.join(' ').toLowerCase();
    const words = [...new Set(text.match(/[a-z]{4,}/g) ?? [])];
    if (words.length >= 3) queries.push([0, 1, 2].map(() => words[random(words.length)]!));
  }
  return queries;
}

function commonWords(): string[][] {
  const random = seededRandom(8);
  const { words } = embeddedSchedule().file;
  const counted = words.vocabulary.map((word, position) => {
    let rows = 0;
    words.each(position, () => rows++);
    return { word, rows };
  });
  counted.sort((a, b) => b.rows - a.rows);
  return Array.from({ length: QUERIES }, () => [0, 1, 2].map(() => counted[random(COMMONEST)]!.word));
}
