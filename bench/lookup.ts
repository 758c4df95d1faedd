/**
 * Lookups over HTTP. Portside authenticates, limits and durably counts every request; the peers do the bare work alone:
 * read the JSON, find the prepared result of each code, write the JSON. Every answer is the same to the byte, and that is
 * checked before and after the timing.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Bench, missingTool, type Pace, type Rig, type Table } from './bench.ts';
import { issueKeys } from './keys.ts';
import { CONNECTIONS, LOAD_METRICS, load } from './load.ts';
import { CODES, expectedAnswer, type Result, requestKinds } from './lookup-input.ts';
import { freePort, MeasuredServer } from './server.ts';

const ROOT = join(import.meta.dir, '..');
const FOLDER = join(ROOT, '.cache/bench/lookup');
const PEERS = join(import.meta.dir, 'peers');
const PATH = '/api/v1/tariff/hts/lookup';
const KEYS = 4096;
interface Peer {
  name: string;
  needs: string[];
  /** Given the port and the file of answers as its last two arguments. */
  command: string[];
}

const PEER_LIST: Peer[] = [
  { name: 'Bun.serve, bare', needs: [], command: [process.execPath, join(PEERS, 'bun-serve.ts')] },
  { name: 'Elysia, bare', needs: [], command: [process.execPath, join(PEERS, 'elysia.ts')] },
  { name: 'Hono on Bun, bare', needs: [], command: [process.execPath, join(PEERS, 'hono.ts')] },
  { name: 'Fastify on Node, bare', needs: ['node'], command: ['node', join(PEERS, 'fastify.mjs')] },
  { name: 'Go net/http, bare', needs: ['go'], command: [join(FOLDER, 'go-peer')] },
];

export const lookup: Bench = { name: 'lookup', needs: ['taskset', 'wrk'], prepare };

async function prepare(pace: Pace, say: (text: string) => void): Promise<Rig> {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  say(`lookup: issuing ${KEYS} keys`);
  const keys = issueKeys(join(FOLDER, 'data'), KEYS);
  const servers = new Map<string, MeasuredServer>();
  const skipped: string[] = [];
  const stopAll = () => Promise.all([...servers.values()].map((server) => server.stop()));
  try {
    say('lookup: starting the servers');
    const portside = await startPortside(join(FOLDER, 'data'));
    servers.set('Portside', portside);
    const answers = await collectAnswers(portside, keys[0]!);
    const answersFile = join(FOLDER, 'answers.json');
    await Bun.write(answersFile, JSON.stringify(Object.fromEntries(answers)));
    for (const { name, needs, command } of PEER_LIST) {
      const reason = missingTool(needs);
      if (reason) {
        skipped.push(`${name}: ${reason}`);
        continue;
      }
      if (needs.includes('go')) buildGo(command[0]!);
      const port = freePort();
      servers.set(
        name,
        await MeasuredServer.start([...command, String(port), answersFile], `http://127.0.0.1:${port}`),
      );
    }
    const kinds = requestKinds(answers);
    const bodies = kinds.flatMap((kind) => kind.bodies);
    say('lookup: comparing the answers');
    await checkAnswers(servers, bodies, answers, keys);
    const keysFile = join(FOLDER, 'keys.txt');
    await Bun.write(keysFile, `${keys.join('\n')}\n`);
    const tables: Table[] = [];
    for (const kind of kinds) {
      const bodiesFile = join(FOLDER, `${kind.name}.txt`);
      await Bun.write(bodiesFile, `${kind.bodies.join('\n')}\n`);
      const requests = { path: PATH, keysFile, bodiesFile };
      say(`${kind.name}: warming up`);
      for (const server of servers.values()) await load(server, requests, pace.warmUpSeconds);
      tables.push({
        name: kind.name,
        title: `${kind.title}: ${CONNECTIONS} keep-alive connections, ${KEYS} keys, one core`,
        metrics: LOAD_METRICS,
        notes: [kind.note],
        contenders: [...servers].map(([name, server]) => ({
          name,
          measure: () => load(server, requests, pace.seconds),
        })),
      });
    }
    return {
      tables,
      skipped,
      async close() {
        await checkAnswers(servers, bodies, answers, keys).finally(stopAll);
      },
    };
  } catch (error) {
    await stopAll();
    throw error;
  }
}

function startPortside(dataDir: string): Promise<MeasuredServer> {
  const port = freePort();
  const command = [process.execPath, join(ROOT, 'src/main.ts'), 'serve', '--port', String(port), '--data-dir', dataDir];
  return MeasuredServer.start(command, `http://127.0.0.1:${port}`);
}

function buildGo(outFile: string): void {
  const built = Bun.spawnSync(['go', 'build', '-o', outFile, '.'], { cwd: join(PEERS, 'go'), stderr: 'inherit' });
  if (!built.success) throw new Error('The Go peer does not build.');
}

/** What Portside says of each code: the peers answer the same. */
async function collectAnswers(server: MeasuredServer, key: string): Promise<Map<string, Result>> {
  const answers = new Map<string, Result>();
  for (let i = 0; i < CODES.length; i += 50) {
    const body = JSON.stringify({ codes: CODES.slice(i, i + 50) });
    const { results } = JSON.parse(await post(server, key, body)) as { results: Result[] };
    for (const result of results) answers.set(result.code, result);
  }
  return answers;
}

async function post(server: MeasuredServer, key: string, body: string): Promise<string> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const response = await fetch(new URL(PATH, server.url), { method: 'POST', headers, body });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${server.url} answers ${response.status}: ${text}`);
  return text;
}

/** @throws when any server answers any body with other bytes than the others. */
async function checkAnswers(
  servers: Map<string, MeasuredServer>,
  bodies: string[],
  answers: Map<string, Result>,
  keys: string[],
): Promise<void> {
  for (const [name, server] of servers) {
    await server.awake(async () => {
      for (const [i, body] of bodies.entries()) {
        if ((await post(server, keys[i % keys.length]!, body)) !== expectedAnswer(body, answers)) {
          throw new Error(`${name} answers ${body} differently.`);
        }
      }
    });
  }
}
