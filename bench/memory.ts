/** Memory of a server: after its start, after a million lookups, and whether it grows during three minutes of lookups. */
import { join } from 'node:path';
import type { Bench, Pace, PreparedBench, Sample, Table } from './bench.ts';
import { buildProgram } from './build-program.ts';
import { LOOKUP_PATH, load, type Requests, writeRequests } from './load.ts';
import { requestKinds } from './lookup-input.ts';
import { startLookupServers } from './lookup-servers.ts';
import type { MeasuredServer } from './server.ts';

const FOLDER = join(import.meta.dir, '../.cache/bench/memory');
const PEERS = ['Bun.serve, bare', 'Fastify on Node, bare', 'Go net/http, bare'];
const KEYS = 4096;
const REQUESTS = 1_000_000;
const LOAD_SECONDS = 180;
/** Until the minute of requests that limits keep is full for the first time and the first rows were rolled up. */
const FILLING_SECONDS = 100;
const SAMPLES = 300;
/** Of the long load. A server that falls behind with its own work is slower in a later one. */
const PARTS = 20;
const IDLE_MS = 500;

export const memory: Bench = {
  name: 'memory',
  needs: ['taskset', 'wrk'],
  async prepare(pace, say): Promise<PreparedBench> {
    say('memory: building the program');
    const started = await startLookupServers(FOLDER, KEYS, (text) => say(`memory: ${text}`), PEERS, buildProgram());
    const { servers, keys, answers, skipped, stop } = started;
    try {
      const [fiveCodes] = requestKinds(answers);
      const requests = await writeRequests(FOLDER, LOOKUP_PATH, keys, fiveCodes!.bodies);
      const tables = [await afterRequests(servers, requests, pace), growth(servers.get('Portside')!, requests, pace)];
      return { tables, skipped: skipped.map((reason) => `memory of ${reason}`), close: stop };
    } catch (error) {
      await stop();
      throw error;
    }
  },
};

async function afterRequests(
  servers: Map<string, MeasuredServer>,
  requests: Requests,
  { seconds, shareOfLong }: Pace,
): Promise<Table> {
  const wanted = Math.round(REQUESTS * shareOfLong);
  const contenders: Table['contenders'] = [];
  for (const [name, server] of servers) {
    await server.awake(() => Bun.sleep(IDLE_MS));
    const idle_mb = server.residentMb();
    const measure = async (): Promise<Sample> => {
      let done = 0;
      while (done < wanted) done += (await load(server, requests, seconds)).requests!;
      await server.awake(() => Bun.sleep(IDLE_MS));
      const after_mb = server.residentMb();
      return { idle_mb, after_mb, growth_mb: after_mb - idle_mb };
    };
    contenders.push({ name, measure });
  }
  return {
    name: 'memory',
    title: `Resident memory before and after ${wanted.toLocaleString('en')} lookups of 5 codes, ${KEYS} keys`,
    metrics: [
      { name: 'idle_mb', title: 'idle, MB', ratio: true },
      { name: 'after_mb', title: `after ${wanted.toLocaleString('en')} lookups, MB`, ratio: true },
      { name: 'growth_mb', title: 'difference, MB' },
    ],
    rounds: 1,
    contenders,
    notes: [
      'Measured once for each, because a server starts only once. Portside is the compiled program, with its lists read.',
    ],
  };
}

/** @throws when an answer under load is not 2xx: see `load`. */
function growth(server: MeasuredServer, requests: Requests, { shareOfLong }: Pace): Table {
  const seconds = Math.ceil(LOAD_SECONDS * shareOfLong);
  const fillingSeconds = Math.ceil(FILLING_SECONDS * shareOfLong);
  const measure = async (): Promise<Sample> => {
    await load(server, requests, fillingSeconds);
    const minutes: number[] = [];
    const megabytes: number[] = [];
    const startMs = performance.now();
    const sampler = setInterval(
      () => {
        minutes.push((performance.now() - startMs) / 60_000);
        megabytes.push(server.residentMb());
      },
      (seconds * 1000) / SAMPLES,
    );
    const rates: number[] = [];
    let answered = 0;
    try {
      for (let part = 0; part < PARTS; part++) {
        const { requests: done, requests_per_second: rate } = await load(server, requests, Math.ceil(seconds / PARTS));
        answered += done!;
        rates.push(rate!);
      }
    } finally {
      clearInterval(sampler);
    }
    return {
      mb_per_minute: slope(minutes, megabytes),
      lowest_mb: Math.min(...megabytes),
      highest_mb: Math.max(...megabytes),
      million_requests: answered / 1e6,
      lowest_rate: Math.min(...rates) / rates[0]!,
    };
  };
  return {
    name: 'memory-growth',
    title: `Resident memory during ${seconds} s of full load, after ${fillingSeconds} s of the same load and the lookups above`,
    metrics: [
      { name: 'mb_per_minute', title: 'growth, MB/minute' },
      { name: 'lowest_mb', title: 'lowest, MB' },
      { name: 'highest_mb', title: 'highest, MB' },
      { name: 'million_requests', title: 'lookups, million' },
      { name: 'lowest_rate', title: 'lowest rate of a part, beside the first' },
    ],
    rounds: 1,
    contenders: [{ name: 'Portside', measure }],
    notes: [`The growth is the slope of the straight line that best fits ${SAMPLES} samples (least squares).`],
  };
}

function slope(x: number[], y: number[]): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [meanX, meanY] = [mean(x), mean(y)];
  const over = x.reduce((sum, value, i) => sum + (value - meanX) * (y[i]! - meanY), 0);
  return over / x.reduce((sum, value) => sum + (value - meanX) ** 2, 0);
}
