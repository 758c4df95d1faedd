/**
 * `--workers N` beside one worker, on every core. The load generator needs some of the same cores, so workers can use only
 * the rest. The processor time of a request therefore says more here than requests a second.
 */
import { mkdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import { join } from 'node:path';
import type { Bench, Contender, PreparedBench } from './bench.ts';
import { admittedAtOnce, LIMIT, SENT } from './exact-limit.ts';
import { issueKeys } from './keys.ts';
import { CONNECTIONS, FIVE_CODES, LOAD_METRICS, LOOKUP_PATH, load, writeRequests } from './load.ts';
import { MeasuredServer } from './server.ts';

const FOLDER = join(import.meta.dir, '../.cache/bench/workers');
const KEYS = 4096;
const CORES = os.availableParallelism();
/** The first is the usual number. More than there are cores shows what a process costs. */
const COUNTS = [...new Set([Math.max(2, CORES), 2, 4, 1])];
const ALL_CORES = `0-${CORES - 1}`;

export const workers: Bench = {
  name: 'workers',
  needs: ['taskset', 'wrk'],
  async prepare({ seconds, warmUpSeconds }, say): Promise<PreparedBench> {
    rmSync(FOLDER, { recursive: true, force: true });
    const servers: MeasuredServer[] = [];
    const close = async () => {
      for (const server of servers) await server.stop();
    };
    const contenders: Contender[] = [];
    try {
      for (const count of COUNTS) {
        say(`workers: starting ${count}`);
        const dataDir = join(FOLDER, String(count));
        mkdirSync(dataDir, { recursive: true });
        const keys = await issueKeys(dataDir, KEYS);
        const [limited] = await issueKeys(dataDir, 1, { perMinute: LIMIT, perDay: 10_000 });
        const server = await MeasuredServer.startPortside(dataDir, ['--workers', String(count)], { cores: ALL_CORES });
        servers.push(server);
        const requests = await writeRequests(dataDir, LOOKUP_PATH, keys, [FIVE_CODES]);
        await load(server, requests, warmUpSeconds, ALL_CORES);
        const admitted = await admittedAtOnce(server, limited!);
        const measure = async () => ({ ...(await load(server, requests, seconds, ALL_CORES)), admitted });
        contenders.push({ name: count === 1 ? '1 worker' : `${count} workers`, measure });
      }
    } catch (error) {
      await close();
      throw error;
    }
    const table = {
      name: 'workers',
      title: `Lookups of 5 codes, ${CONNECTIONS} connections, ${KEYS} keys: workers and load generator on ${CORES} cores`,
      metrics: [
        ...LOAD_METRICS,
        { name: 'load_cpu_us', title: 'CPU µs/request of the load generator' },
        { name: 'admitted', title: `admitted of ${SENT}, limit ${LIMIT}` },
      ],
      contenders,
      isIndependent: true,
      notes: [
        'Server and load generator use the same cores, so their processor time for a request together bounds the gain.',
        `${SENT} requests with one key of ${LIMIT} a minute were sent at once, before the rounds.`,
      ],
    };
    return { tables: [table], skipped: [], close };
  },
};
