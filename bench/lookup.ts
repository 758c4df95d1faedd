/**
 * Lookups over HTTP. Portside authenticates, limits and durably counts every request. The peers do only the bare work: they
 * read the JSON, find the prepared result of each code and write the JSON. All answers are the same bytes, which is checked
 * before and after the timing.
 */
import { join } from 'node:path';
import type { Bench, Pace, PreparedBench, Table } from './bench.ts';
import { CONNECTIONS, LOAD_METRICS, LOOKUP_PATH, load } from './load.ts';
import { requestKinds } from './lookup-input.ts';
import { checkAnswers, startLookupServers } from './lookup-servers.ts';

const FOLDER = join(import.meta.dir, '../.cache/bench/lookup');
const KEYS = 4096;
/** Long answers show how Bun sends them. Other runtimes say nothing about that. */
const LONGEST_BESIDE = /^(Portside|Bun\.serve)/;

export const lookup: Bench = { name: 'lookup', needs: ['taskset', 'wrk'], prepare };

async function prepare(pace: Pace, say: (text: string) => void): Promise<PreparedBench> {
  const started = await startLookupServers(FOLDER, KEYS, (text) => say(`lookup: ${text}`));
  const { servers, keys, skipped, stop } = started;
  try {
    const kinds = requestKinds(started.answers);
    const bodies = kinds.flatMap((kind) => kind.bodies);
    say('lookup: comparing the answers');
    await checkAnswers(started, bodies);
    const keysFile = join(FOLDER, 'keys.txt');
    await Bun.write(keysFile, `${keys.join('\n')}\n`);
    const tables: Table[] = [];
    for (const kind of kinds) {
      const bodiesFile = join(FOLDER, `${kind.name}.txt`);
      await Bun.write(bodiesFile, `${kind.bodies.join('\n')}\n`);
      const requests = { path: LOOKUP_PATH, keysFile, bodiesFile };
      say(`${kind.name}: warming up`);
      const compared = [...servers].filter(([name]) => kind.name !== 'lookup-50-longest' || LONGEST_BESIDE.test(name));
      for (const [, server] of compared) await load(server, requests, pace.warmUpSeconds);
      tables.push({
        name: kind.name,
        title: `${kind.title}: ${CONNECTIONS} keep-alive connections, ${KEYS} keys, one core`,
        metrics: LOAD_METRICS,
        notes: [kind.note],
        contenders: compared.map(([name, server]) => ({
          name,
          measure: () => load(server, requests, pace.seconds),
        })),
      });
    }
    return { tables, skipped, close: () => checkAnswers(started, bodies).finally(stop) };
  } catch (error) {
    await stop();
    throw error;
  }
}
