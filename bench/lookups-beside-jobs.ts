/** How a long job slows lookups down: the same load while a parts list of 200,000 lines is audited, and without. */
import { mkdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import { join } from 'node:path';
import { openSqlite } from '../src/adapters/sqlite/open.ts';
import { systemClock } from '../src/adapters/system/clock.ts';
import { CHUNK_ROWS, packRows } from '../src/spreadsheet/row-chunk.ts';
import type { TariffAuditOptions } from '../src/tariff/audit/audit-options.ts';
import { until } from '../test/support/until.ts';
import type { Bench, PreparedBench } from './bench.ts';
import { issueKeys } from './keys.ts';
import { FIVE_CODES, LOAD_METRICS, LOOKUP_PATH, load, writeRequests } from './load.ts';
import { MeasuredServer } from './server.ts';

const FOLDER = join(import.meta.dir, '../.cache/bench/lookups-beside-jobs');
/** Few, because the question is how long a lookup waits, not how many there can be. */
const CONNECTIONS = 4;
/** Seconds of a timed run. The job is longer. */
const SECONDS_EACH = 5;
/** A round is five times as long as elsewhere. */
const ROUNDS_MAX = 2;
/** Of that time, for the lookups alone: nothing rare happens in it. */
const SHARE_WITHOUT = 2 / 5;
const KEYS = 1024;
const LINES = 200_000;
const QUICK_LINES = 50_000;
const LINEAGE = 1;
/** Numbers of the schedule, with their notes between the digits as parts lists have them. */
const NUMBERS = [
  '7318.15.20',
  '8481.80.30.90',
  '8708.29.50',
  '7610.90.00',
  '9403.20.00',
  '8544.42.90.90',
  '3926.90.99.89',
];

export const lookupsBesideJobs: Bench = {
  name: 'lookups-beside-jobs',
  needs: ['wrk', 'taskset'],
  async prepare({ seconds, rounds, warmUpSeconds, isQuick }, say): Promise<PreparedBench> {
    rmSync(FOLDER, { recursive: true, force: true });
    const dataDir = join(FOLDER, 'data');
    mkdirSync(dataDir, { recursive: true });
    const keys = await issueKeys(dataDir, KEYS);
    say('lookups-beside-jobs: starting the server');
    const server = await MeasuredServer.startPortside(dataDir, [], { cores: `0-${os.availableParallelism() - 1}` });
    const lookups = { ...(await writeRequests(FOLDER, LOOKUP_PATH, keys, [FIVE_CODES])), connections: CONNECTIONS };
    await load(server, lookups, warmUpSeconds);
    const runSeconds = seconds * (rounds > 2 ? SECONDS_EACH : 2);
    const storage = openSqlite(join(dataDir, 'portside.db'), { lockWaitMs: 5000 });
    const jobs = storage.openJobs(systemClock);
    const lines = isQuick ? QUICK_LINES : LINES;
    let accepted = 0;
    const whileAuditing = async () => {
      const id = `job_bench${accepted++}`;
      const acceptance = await server.awake(() => jobs.accept(partsList(id, lines)));
      if (acceptance.outcome !== 'accepted') throw new Error(`The job was not accepted: ${acceptance.outcome}.`);
      const linesDone = async () => (await jobs.find(LINEAGE, id))?.linesDone ?? 0;
      try {
        // The first chunk waits for a worker process to start.
        await server.awake(() => until('a chunk is done', async () => (await linesDone()) > 0, 300_000));
        const before = await linesDone();
        const measured = await load(server, lookups, runSeconds);
        return { ...measured, lines_per_second: ((await linesDone()) - before) / runSeconds };
      } finally {
        await server.awake(() => jobs.remove(LINEAGE, id));
      }
    };
    const table = {
      name: 'lookups-beside-jobs',
      title: `Lookups of 5 codes, ${CONNECTIONS} connections: while a parts list of ${lines.toLocaleString('en')} lines is audited, and without`,
      metrics: [...LOAD_METRICS, { name: 'lines_per_second', title: 'lines audited a second' }],
      rounds: Math.min(rounds, ROUNDS_MAX),
      contenders: [
        { name: 'with the job', measure: whileAuditing },
        { name: 'without', measure: () => load(server, lookups, Math.ceil(runSeconds * SHARE_WITHOUT)) },
      ],
      notes: [
        'The server has all cores, as in production. The load generator shares one of them with the worker that audits.',
      ],
    };
    const close = async () => {
      await server.stop();
      await storage.close();
    };
    return { tables: [table], skipped: [], close };
  },
};

/** A list of parts in which every line differs, as an acceptance leaves it. */
function partsList(id: string, lines: number) {
  const chunks = Array.from({ length: lines / CHUNK_ROWS }, (_, number) => {
    const firstLine = 2 + number * CHUNK_ROWS;
    const rows = Array.from({ length: CHUNK_ROWS }, (_, at) => {
      const line = firstLine + at;
      return { line, cells: [`part ${line}`, NUMBERS[line % NUMBERS.length]!, 'CN', '2026-11-20', `${line % 977}.50`] };
    });
    return { number, firstLine, lines: CHUNK_ROWS, input: packRows(rows) };
  });
  const header = ['part', 'hts', 'origin', 'date', 'value'];
  const options: TariffAuditOptions = {
    as_of: '2026-11-20',
    columns: { code: 1, origin: 2, date: 3, value: 4 },
    header,
    readings: [],
  };
  const who = { kind: 'tariff_audit', product: 'tariff', lineageId: LINEAGE, keyId: LINEAGE } as const;
  return { id, ...who, options, linesTotal: lines, chunks, units: 1, perDay: 1_000_000_000 };
}
