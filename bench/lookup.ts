/**
 * Lookups over HTTP. Portside authenticates, limits and durably counts every request, and so do four peers. The bare ones only read
 * the JSON, find the prepared result of each code and write the JSON. All answers are the same bytes, which is checked before and
 * after the timing.
 */
import { join } from 'node:path';
import type { Bench, Pace, PreparedBench, Table } from './bench.ts';
import { CONNECTIONS, LOAD_METRICS, LOOKUP_PATH, load, type Requests } from './load.ts';
import { requestKinds } from './lookup-input.ts';
import { checkAnswers, type LookupServers, SAME_WORK, startLookupServers } from './lookup-servers.ts';
import { buildPeer } from './peer-programs.ts';
import { STEADY_METRICS, steadyLoad } from './steady-load.ts';

const FOLDER = join(import.meta.dir, '../.cache/bench/lookup');
const KEYS = 4096;
const ONE_OF = 8;
/** Long answers show how Bun sends them. Other runtimes say nothing about that. */
const LONGEST_BESIDE = /^(Portside|Bun\.serve)/;
/** Compiled before they start, so that nothing becomes faster during a run. */
const NATIVE = /^(Go|Rust).*bare/;
const NATIVE_WARM_UP_SECONDS = 1;
/** Of the warm-up, for the kinds after the first: most of the code is compiled by then. */
const LATER_SHARE = 1 / 2;
/** Peers of which five rounds differed by less than a tenth. No goal is set beside them. */
const STEADY = /^(Elysia|Hono|Fastify|Go|Rust).*bare/;
const STEADY_ROUNDS = 3;

/** Lookups a second of the steady load, and in how many rounds. Goals are set at the second rate. */
const RATES = [
  { rate: 2_000, rounds: 1 },
  { rate: 5_000, rounds: 3 },
  { rate: 10_000, rounds: 1 },
];
const STEADY_SECONDS = 2;

export const lookup: Bench = { name: 'lookup', needs: ['taskset', 'wrk'], prepare };

async function prepare(pace: Pace, say: (text: string) => void): Promise<PreparedBench> {
  const started = await startLookupServers(FOLDER, KEYS, (text) => say(`lookup: ${text}`));
  const { servers, keys, skipped, stop } = started;
  try {
    const kinds = requestKinds(started.answers);
    const bodies = kinds.flatMap((kind) => kind.bodies);
    // The load goes through all of them, so some are enough to see afterwards that nothing has changed.
    const some = bodies.filter((_, i) => i % ONE_OF === 0);
    say('lookup: comparing the answers');
    await checkAnswers(started, pace.isQuick ? some : bodies);
    const keysFile = join(FOLDER, 'keys.txt');
    await Bun.write(keysFile, `${keys.join('\n')}\n`);
    const tables: Table[] = [];
    for (const kind of kinds) {
      const bodiesFile = join(FOLDER, `${kind.name}.txt`);
      await Bun.write(bodiesFile, `${kind.bodies.join('\n')}\n`);
      const requests = { path: LOOKUP_PATH, keysFile, bodiesFile };
      say(`${kind.name}: warming up`);
      const compared = [...servers].filter(([name]) => isCompared(kind.name, name));
      for (const [name, server] of compared) {
        const most = NATIVE.test(name) ? NATIVE_WARM_UP_SECONDS : pace.warmUpSeconds;
        const seconds = kind === kinds[0] ? pace.warmUpSeconds : Math.floor(pace.warmUpSeconds * LATER_SHARE);
        await load(server, requests, Math.min(seconds, most));
      }
      tables.push({
        name: kind.name,
        title: `${kind.title}: ${CONNECTIONS} keep-alive connections, ${KEYS} keys, one core`,
        metrics: LOAD_METRICS,
        notes: [kind.note],
        isIndependent: true,
        contenders: compared.map(([name, server]) => ({
          name,
          ...(isSteady(kind.name, name) && { rounds: Math.min(pace.rounds, STEADY_ROUNDS) }),
          measure: () => load(server, requests, pace.seconds),
        })),
      });
      if (kind === kinds[0]) {
        const generator = buildPeer('steady-load');
        if (typeof generator === 'string') skipped.push(`lookups at a steady rate: ${generator}`);
        else tables.push(...steadyTables(generator, started, requests, pace));
      }
    }
    return { tables, skipped, close: () => checkAnswers(started, some).finally(stop) };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** No goal is set beside its figures. */
function isSteady(kind: string, server: string): boolean {
  return kind !== 'lookup-5' || STEADY.test(server);
}

/** Frameworks and the work beside a lookup cost the same for every length of answer, so they are measured with the typical one. */
function isCompared(kind: string, server: string): boolean {
  if (kind === 'lookup-5') return true;
  return kind === 'lookup-50-longest'
    ? LONGEST_BESIDE.test(server)
    : !SAME_WORK.includes(server) && !/^(Elysia|Hono)/.test(server);
}

function steadyTables(generator: string[], { servers }: LookupServers, requests: Requests, pace: Pace): Table[] {
  const compared = [...servers].filter(([name]) => ['Portside', 'Bun.serve, bare', ...SAME_WORK].includes(name));
  return RATES.map(({ rate, rounds }) => ({
    name: `steady-${rate}`,
    title: `Lookup of 5 codes, ${rate.toLocaleString('en')} a second at fixed times, ${KEYS} keys, one core`,
    metrics: STEADY_METRICS,
    rounds: Math.min(pace.rounds, rounds),
    isIndependent: true,
    notes: [
      'A time counts from the moment at which the schedule has the request. What was unanswered a second after the last one counts with its age.',
    ],
    contenders: compared.map(([name, server]) => ({
      name,
      measure: () => steadyLoad(generator, server, requests, rate, pace.isQuick ? 1 : STEADY_SECONDS),
    })),
  }));
}
