/**
 * Lookups over HTTP. Portside authenticates, limits and durably counts every request; the peers do the bare work alone:
 * read the JSON, find the prepared result of each code, write the JSON. Every answer is the same to the byte, and that is
 * checked before and after the timing.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Bench, Contender, Pace, Rig, Table } from './bench.ts';
import { missingTool } from './bench.ts';
import { issueKeys } from './keys.ts';
import { CONNECTIONS, LOAD_METRICS, load } from './load.ts';
import { freePort, MeasuredServer } from './server.ts';

const ROOT = join(import.meta.dir, '..');
const FOLDER = join(ROOT, '.cache/bench/lookup');
const PEERS = join(import.meta.dir, 'peers');
const PATH = '/api/v1/tariff/hts/lookup';
const KEYS = 4096;
/** Distinct bodies of each size; the requests go through them over and over. */
const BODIES = 256;
const SIZES = [5, 50];

/** Subheadings of every kind: on the derivative list, beside it, on another list, on none. Codes are these with a suffix. */
const SUBHEADINGS = `
  7318.15.20 7318.16.00 7320.10.90 7321.11.30 7323.93.00 7326.20.00 7326.90.86 7308.90.95 7216.91.00 7208.39.00
  7604.29.10 7606.12.30 7610.90.00 7615.10.71 7616.99.51 7407.10.15 7411.10.10 7418.20.10 8302.10.60 8302.41.60
  8415.90.80 8418.10.00 8421.39.01 8422.11.00 8427.10.40 8429.52.10 8431.49.90 8432.29.00 8450.11.00 8479.89.95
  8481.80.30 8483.90.50 8501.52.40 8504.34.00 8516.60.40 8544.49.30 8708.10.60 8708.29.50 8708.99.81 8716.39.00
  9403.20.00 9403.99.90 9405.41.84 9506.91.00 4407.11.00 0101.21.00 0402.99.68 2710.19.30 3926.90.99 6109.10.00
  6403.99.60 8471.30.01 8517.13.00 8542.31.00 9018.90.75 9503.00.00 9603.21.00 3004.90.92 4011.10.10 8703.23.01
`
  .trim()
  .split(/\s+/);
const SUFFIXES = ['00', '10', '15', '20', '30', '35', '40', '50', '60', '80', '85', '88', '90', '95'];
const CODES = SUBHEADINGS.flatMap((subheading) => SUFFIXES.map((suffix) => subheading + suffix));

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
    const bodies = new Map(SIZES.map((size) => [size, bodiesOf(size)]));
    const check = () => checkAnswers(servers, [...bodies.values()].flat(), answers, keys);
    say('lookup: comparing the answers');
    await check();
    const tables = await writeTables(servers, bodies, keys, answers, pace);
    say('lookup: warming up');
    for (const table of tables) for (const { warmUp } of table.contenders) await warmUp();
    return {
      tables,
      skipped,
      async close() {
        await check().finally(stopAll);
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

/** Spread evenly over all codes, the same in every run. */
function bodiesOf(size: number): string[] {
  return Array.from({ length: BODIES }, (_, body) => {
    const codes = Array.from({ length: size }, (_, i) => CODES[((body * size + i) * 373) % CODES.length]!);
    return JSON.stringify({ codes });
  });
}

/** What Portside says of each code: the peers answer the same. */
async function collectAnswers(server: MeasuredServer, key: string): Promise<Map<string, { status: string }>> {
  const answers = new Map<string, { status: string }>();
  for (let i = 0; i < CODES.length; i += 50) {
    const body = JSON.stringify({ codes: CODES.slice(i, i + 50) });
    const { results } = JSON.parse(await post(server, key, body)) as { results: { code: string; status: string }[] };
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
  answers: Map<string, unknown>,
  keys: string[],
): Promise<void> {
  for (const [name, server] of servers) {
    await server.awake(async () => {
      for (const [i, body] of bodies.entries()) {
        const { codes } = JSON.parse(body) as { codes: string[] };
        const expected = JSON.stringify({ results: codes.map((code) => answers.get(code)) });
        if ((await post(server, keys[i % keys.length]!, body)) !== expected) {
          throw new Error(`${name} answers ${body} differently.`);
        }
      }
    });
  }
}

type WarmTable = Table & { contenders: (Contender & { warmUp(): Promise<unknown> })[] };

async function writeTables(
  servers: Map<string, MeasuredServer>,
  bodies: Map<number, string[]>,
  keys: string[],
  answers: Map<string, { status: string }>,
  { seconds, warmUpSeconds }: Pace,
): Promise<WarmTable[]> {
  const keysFile = join(FOLDER, 'keys.txt');
  await Bun.write(keysFile, `${keys.join('\n')}\n`);
  return Promise.all(
    [...bodies].map(async ([size, lines]) => {
      const bodiesFile = join(FOLDER, `bodies-${size}.txt`);
      await Bun.write(bodiesFile, `${lines.join('\n')}\n`);
      const requests = { path: PATH, keysFile, bodiesFile };
      return {
        name: `lookup-${size}`,
        title: `Lookup of ${size} codes: ${CONNECTIONS} keep-alive connections, ${KEYS} keys, one core`,
        metrics: LOAD_METRICS,
        notes: [describe(size, lines, answers)],
        contenders: [...servers].map(([name, server]) => ({
          name,
          measure: () => load(server, requests, seconds),
          warmUp: () => load(server, requests, warmUpSeconds),
        })),
      };
    }),
  );
}

/** The size of the answers and what they hold. */
function describe(size: number, bodies: string[], answers: Map<string, { status: string }>): string {
  const results = bodies.flatMap((body) => (JSON.parse(body) as { codes: string[] }).codes.map((c) => answers.get(c)!));
  const bytes = Math.round((JSON.stringify(results).length / results.length) * size);
  const share = [...Map.groupBy(results, ({ status }) => status)]
    .map(([status, { length }]) => `${status} ${Math.round((length / results.length) * 100)}%`)
    .sort()
    .join(', ');
  return `An answer has about ${bytes} bytes; of its codes: ${share}.`;
}
