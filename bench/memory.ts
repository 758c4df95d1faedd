/** Memory of a server: after its start, after a million lookups, and with `--long` whether it grows during three minutes of lookups. */
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
/** Of the peers, which keep nothing of a request. */
const PEER_REQUESTS = 100_000;
const LOAD_SECONDS = 180;
/**
 * Until the minute of requests that limits keep is full for the first time and rows were rolled up twice. The million lookups are
 * part of it.
 */
const FILLING_SECONDS = 70;
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
      const long = pace.watchesGrowth ? new LongLoad(servers.get('Portside')!, requests, pace) : undefined;
      const tables = [await afterRequests(servers, requests, pace, long), ...(long ? [growthTable(long)] : [])];
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
  long: LongLoad | undefined,
): Promise<Table> {
  const contenders: Table['contenders'] = [];
  for (const [name, server] of servers) {
    await server.awake(() => Bun.sleep(IDLE_MS));
    const idle_mb = server.residentMb();
    const wanted = Math.round((name === 'Portside' ? REQUESTS : PEER_REQUESTS) * shareOfLong);
    const measure = async (): Promise<Sample> => {
      const startMs = performance.now();
      let done = 0;
      while (done < wanted) done += (await load(server, requests, seconds)).requests!;
      await server.awake(() => Bun.sleep(IDLE_MS));
      const after_mb = server.residentMb();
      // At once, while the minute of requests is filled in part.
      if (name === 'Portside') await long?.run((performance.now() - startMs) / 1000);
      return { idle_mb, after_mb, growth_mb: after_mb - idle_mb, lookups: wanted };
    };
    contenders.push({ name, measure });
  }
  return {
    name: 'memory',
    title: `Resident memory before and after lookups of 5 codes, ${KEYS} keys`,
    metrics: [
      { name: 'idle_mb', title: 'idle, MB', ratio: true },
      { name: 'after_mb', title: 'after lookups, MB', ratio: true },
      { name: 'growth_mb', title: 'difference, MB' },
      { name: 'lookups', title: 'lookups' },
    ],
    rounds: 1,
    contenders,
    notes: [
      'Measured once for each, because a server starts only once. Portside is the compiled program, with its lists read.',
    ],
  };
}

/** The long load of one server, run once and reported by a table of its own. */
class LongLoad {
  readonly seconds: number;
  readonly fillingSeconds: number;
  #sample: Sample | undefined;
  readonly #server: MeasuredServer;
  readonly #requests: Requests;

  constructor(server: MeasuredServer, requests: Requests, { shareOfLong }: Pace) {
    this.seconds = Math.ceil(LOAD_SECONDS * shareOfLong);
    this.fillingSeconds = Math.ceil(FILLING_SECONDS * shareOfLong);
    this.#server = server;
    this.#requests = requests;
  }

  /**
   * @param filledSeconds for how long the server was under the same load until now
   * @throws when an answer under load is not 2xx: see `load`
   */
  async run(filledSeconds: number): Promise<void> {
    await load(this.#server, this.#requests, Math.max(0, Math.ceil(this.fillingSeconds - filledSeconds)));
    const minutes: number[] = [];
    const megabytes: number[] = [];
    const startMs = performance.now();
    const sampler = setInterval(
      () => {
        minutes.push((performance.now() - startMs) / 60_000);
        megabytes.push(this.#server.residentMb());
      },
      (this.seconds * 1000) / SAMPLES,
    );
    const rates: number[] = [];
    let answered = 0;
    try {
      // A load lasts a second at least.
      const parts = Math.min(PARTS, this.seconds);
      for (let part = 0; part < parts; part++) {
        const sample = await load(this.#server, this.#requests, Math.ceil(this.seconds / parts));
        answered += sample.requests!;
        rates.push(sample.requests_per_second!);
      }
    } finally {
      clearInterval(sampler);
    }
    this.#sample = {
      mb_per_minute: slope(minutes, megabytes),
      lowest_mb: Math.min(...megabytes),
      highest_mb: Math.max(...megabytes),
      million_requests: answered / 1e6,
      lowest_rate: Math.min(...rates) / rates[0]!,
    };
  }

  /** @throws if it was not run yet */
  get sample(): Sample {
    if (!this.#sample) throw new Error('The long load was not run.');
    return this.#sample;
  }
}

function growthTable(long: LongLoad): Table {
  return {
    name: 'memory-growth',
    title: `Resident memory during ${long.seconds} s of full load, after ${long.fillingSeconds} s of the same load, the lookups above among it`,
    metrics: [
      { name: 'mb_per_minute', title: 'growth, MB/minute' },
      { name: 'lowest_mb', title: 'lowest, MB' },
      { name: 'highest_mb', title: 'highest, MB' },
      { name: 'million_requests', title: 'lookups, million' },
      { name: 'lowest_rate', title: 'lowest rate of a part, beside the first' },
    ],
    rounds: 1,
    contenders: [{ name: 'Portside', measure: async () => long.sample }],
    notes: [`The growth is the slope of the straight line that best fits ${SAMPLES} samples (least squares).`],
  };
}

function slope(x: number[], y: number[]): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [meanX, meanY] = [mean(x), mean(y)];
  const over = x.reduce((sum, value, i) => sum + (value - meanX) * (y[i]! - meanY), 0);
  return over / x.reduce((sum, value) => sum + (value - meanX) ** 2, 0);
}
