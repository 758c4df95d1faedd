/**
 * Lookups on PostgreSQL, from 1, 2 and 4 processes, beside one process on SQLite. Everything runs on the same cores: server
 * processes, PostgreSQL and the load generator. The processor time a request takes in Portside and in PostgreSQL shows what
 * several machines would give and what one PostgreSQL can carry (docs/scaling.md).
 */
import { mkdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import { join } from 'node:path';
import { openPostgres } from '../src/adapters/postgres/open.ts';
import { systemClock } from '../src/adapters/system/clock.ts';
import { KeyIssuer } from '../src/keys/key-issuer.ts';
import type { Bench, Contender, PreparedBench, Table } from './bench.ts';
import { issueKeys, LIMITS } from './keys.ts';
import { CONNECTIONS, FIVE_CODES, LOAD_METRICS, LOOKUP_PATH, load, type Requests, writeRequests } from './load.ts';
import { post } from './post.ts';
import { Cluster } from './postgres-cluster.ts';
import { MeasuredServer } from './server.ts';

const FOLDER = join(import.meta.dir, '../.cache/bench/postgres');
const KEYS = 512;
const SETTLE_TRIES_MAX = 100;
const PROCESSES = [1, 2, 4];
const ALL_CORES = `0-${os.availableParallelism() - 1}`;

export const postgres: Bench = {
  name: 'postgres',
  needs: ['taskset', 'wrk', 'pg_ctlcluster'],
  async prepare({ seconds, warmUpSeconds }, say): Promise<PreparedBench> {
    rmSync(FOLDER, { recursive: true, force: true });
    mkdirSync(FOLDER, { recursive: true });
    say('postgres: starting PostgreSQL');
    const cluster = await Cluster.start();
    const servers: MeasuredServer[] = [];
    const close = async () => {
      for (const server of servers) await server.stop();
      await cluster.stop();
    };
    try {
      const contenders: Contender[] = [];
      const add = async (name: string, keys: string[], flags: string[], env: Record<string, string>) => {
        const folder = join(FOLDER, name);
        mkdirSync(folder, { recursive: true });
        const server = await MeasuredServer.startPortside(folder, flags, { cores: ALL_CORES, env });
        servers.push(server);
        const requests = await writeRequests(folder, LOOKUP_PATH, keys, [FIVE_CODES]);
        await load(server, requests, warmUpSeconds, ALL_CORES);
        contenders.push(contender(name, server, requests, keys, seconds, cluster));
      };
      say(`postgres: issuing ${KEYS} keys twice`);
      const url = await cluster.database();
      const keys = await issueOn(url);
      for (const count of PROCESSES) {
        const name = `${count} process${count === 1 ? '' : 'es'} on PostgreSQL`;
        say(`postgres: starting ${name}`);
        await add(name, keys, ['--workers', String(count)], { PORTSIDE_DATABASE_URL: url });
      }
      const onSqlite = '1 process on SQLite';
      await add(onSqlite, await issueKeys(join(FOLDER, onSqlite), KEYS), [], {});
      return { tables: [tableOf(contenders)], skipped: [], close };
    } catch (error) {
      await close();
      throw error;
    }
  },
};

function contender(
  name: string,
  server: MeasuredServer,
  requests: Requests,
  keys: string[],
  seconds: number,
  cluster: Cluster,
): Contender {
  const measure = async () => {
    await settle(server, keys);
    const [cpuBefore, commitsBefore] = [cluster.cpuSeconds(), await cluster.commits()];
    const sample = await load(server, requests, seconds, ALL_CORES);
    const served = sample.requests_per_second! * seconds;
    const [cpu, commits] = [cluster.cpuSeconds() - cpuBefore, (await cluster.commits()) - commitsBefore];
    return { ...sample, postgres_cpu_us: (cpu / served) * 1e6, commits_per_second: commits / seconds };
  };
  return { name, measure };
}

/**
 * When a stopped server continues, the timers of its connections have expired and it opens new ones. That must not be
 * measured. Returns when a lookup with every key was answered, twice.
 */
async function settle(server: MeasuredServer, keys: string[]): Promise<void> {
  server.signal('SIGCONT');
  for (let good = 0, tries = 0; good < 2; tries++) {
    if (tries === SETTLE_TRIES_MAX) throw new Error(`${server.url} does not come back.`);
    const answers = await Promise.all(keys.map((key) => post(server.url, LOOKUP_PATH, key, FIVE_CODES)));
    good = answers.every(({ status }) => status === 200) ? good + 1 : 0;
    if (good === 0) await Bun.sleep(100);
  }
}

function tableOf(contenders: Contender[]): Table {
  return {
    name: 'postgres',
    title: `Lookups of 5 codes, ${CONNECTIONS} connections, ${KEYS} keys: processes, PostgreSQL and load on ${os.availableParallelism()} cores`,
    metrics: [
      ...LOAD_METRICS,
      { name: 'postgres_cpu_us', title: 'CPU µs/request of PostgreSQL' },
      { name: 'commits_per_second', title: 'commits/s' },
    ],
    contenders,
    notes: [
      'PostgreSQL has its default settings: `fsync` and `synchronous_commit` on. SQLite counts with `synchronous=NORMAL`.',
    ],
  };
}

async function issueOn(url: string): Promise<string[]> {
  const storage = await openPostgres(url);
  const keyIssuer = new KeyIssuer(storage, systemClock);
  const keys: string[] = [];
  const actor = { name: 'bench', origin: 'bench' };
  for (let i = 0; i < KEYS; i++) {
    const { key } = await keyIssuer.issue({ name: `bench ${i}`, scope: 'all', notes: 'delegate:on', ...LIMITS }, actor);
    keys.push(key);
  }
  await storage.close();
  return keys;
}
