/**
 * How long a start takes, from the one file in an empty folder to its first answered lookup, and how much memory it then
 * holds. The peers are PocketBase, another server in one file with its own database, and for each runtime the smallest
 * server, with one route that says hello.
 */
import { cpSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Bench, type Contender, missingTool, type PreparedBench, type Sample } from './bench.ts';
import { buildProgram, ROOT, run } from './build-program.ts';
import { buildPeer } from './peer-programs.ts';
import { freePort, residentMb } from './server.ts';

const FOLDER = join(ROOT, '.cache/bench/cold-start');
const PEERS = join(import.meta.dir, 'peers');
const BINARY = join(FOLDER, 'portside');
const EMPTY_BINARY = join(FOLDER, 'bun-empty');
const ANSWER_WITHIN_MS = 10_000;
/** Memory is read after this idle time, when what Portside does by itself has begun: that is a second after its start. */
const IDLE_MS = 2000;
const QUICK_IDLE_MS = 100;
/** Of starts that no goal is set beside. They hardly vary. */
const PEER_ROUNDS = 3;

export const coldStart: Bench = {
  name: 'cold-start',
  needs: [],
  async prepare({ rounds, isQuick }, say): Promise<PreparedBench> {
    const idleMs = isQuick ? QUICK_IDLE_MS : IDLE_MS;
    const few = { rounds: Math.min(rounds, PEER_ROUNDS) };
    rmSync(FOLDER, { recursive: true, force: true });
    mkdirSync(FOLDER, { recursive: true });
    say('cold-start: building the binaries');
    cpSync(buildProgram(), BINARY);
    const compile = ['--compile', '--minify', '--bytecode', '--format=esm', '--outfile', EMPTY_BINARY];
    run(['bun', 'build', join(PEERS, 'hello-bun.ts'), ...compile]);
    const hello = (command: string[], binary: string): Contender['measure'] => {
      return () => {
        const port = freePort();
        return timeStart([...command, String(port)], FOLDER, binary, idleMs, () => fetch(`http://127.0.0.1:${port}/`));
      };
    };
    const contenders: Contender[] = [
      { name: 'Portside, first start', measure: () => startPortside('fresh', idleMs) },
      { name: 'Portside, later start', measure: () => startPortside('used', idleMs) },
      { name: 'Bun, empty server compiled', ...few, measure: hello([EMPTY_BINARY], EMPTY_BINARY) },
    ];
    const skipped: string[] = [];
    say('cold-start: building PocketBase');
    const pocketbase = buildPeer('pocketbase');
    if (typeof pocketbase === 'string') skipped.push(`PocketBase: ${pocketbase}`);
    else {
      const [program] = pocketbase as [string];
      contenders.push(
        { name: 'PocketBase, first start', measure: () => startPocketBase(program, 'fresh', idleMs) },
        { name: 'PocketBase, later start', ...few, measure: () => startPocketBase(program, 'used', idleMs) },
      );
    }
    const reason = missingTool(['node']);
    if (reason) skipped.push(`Fastify on Node, hello: ${reason}`);
    else {
      const measure = hello(['node', join(PEERS, 'hello-fastify.mjs')], Bun.which('node')!);
      contenders.push({ name: 'Fastify on Node, hello', ...few, measure });
    }
    const metrics = [
      { name: 'answer_ms', title: 'start to first answer, ms', ratio: true },
      { name: 'resident_mb', title: 'resident memory idle, MB', ratio: true },
      { name: 'binary_mb', title: 'program file, MB' },
    ];
    const title = 'Cold start: the compiled file in an empty folder';
    const notes = [
      'A first start makes the database, the first key and the signing key. Its lookup is sent as soon as the key is printed.',
      'PocketBase also makes its database at its first start. Its first answer is that of its health check.',
      'For Fastify the program file is Node alone, without its packages.',
    ];
    return { tables: [{ name: 'cold-start', title, metrics, contenders, notes }], skipped, close: async () => {} };
  },
};

/** On a fresh folder the server prints the key. On a used one it is the key of the start before. */
let knownKey = '';

function startPortside(folder: 'fresh' | 'used', idleMs: number): Promise<Sample> {
  const cwd = workingFolder('portside', folder);
  const port = freePort();
  const body = JSON.stringify({ codes: ['7326.90.8688', '7326.90.8699', '0101.21.0010', '9903.82.02'] });
  return timeStart([BINARY, 'serve', '--port', String(port)], cwd, BINARY, idleMs, async (stdout) => {
    if (folder === 'fresh') knownKey = await readKey(stdout);
    const headers = { authorization: `Bearer ${knownKey}`, 'content-type': 'application/json' };
    for (;;) {
      const answer = await fetch(`http://127.0.0.1:${port}/api/v1/tariff/hts/lookup`, {
        method: 'POST',
        headers,
        body,
      });
      // 503 until all is open.
      if (answer.status !== 503) return answer;
      await Bun.sleep(1);
    }
  });
}

function startPocketBase(program: string, folder: 'fresh' | 'used', idleMs: number): Promise<Sample> {
  const cwd = workingFolder('pocketbase', folder);
  const address = `127.0.0.1:${freePort()}`;
  const command = [program, 'serve', '--http', address, '--dir', join(cwd, 'pb_data')];
  return timeStart(command, cwd, program, idleMs, () => fetch(`http://${address}/api/health`));
}

function workingFolder(name: string, folder: 'fresh' | 'used'): string {
  const cwd = join(FOLDER, `${name}-data`);
  if (folder === 'fresh') rmSync(cwd, { recursive: true, force: true });
  mkdirSync(cwd, { recursive: true });
  return cwd;
}

async function readKey(stdout: ReadableStream<Uint8Array>): Promise<string> {
  let text = '';
  for await (const chunk of stdout) {
    text += new TextDecoder().decode(chunk);
    const key = /svc_[0-9A-Za-z]{24}/.exec(text);
    if (key) return key[0];
  }
  throw new Error(`No key was printed: ${text}`);
}

/** @throws when the first answer is not 200, or there is none in time. */
async function timeStart(
  command: string[],
  cwd: string,
  binary: string,
  idleMs: number,
  request: (stdout: ReadableStream<Uint8Array>) => Promise<Response>,
): Promise<Sample> {
  const startNs = Bun.nanoseconds();
  const child = Bun.spawn(command, { cwd, env: minimalEnv(), stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    const response = await firstAnswer(() => request(child.stdout), startNs);
    await response.arrayBuffer();
    const answerMs = (Bun.nanoseconds() - startNs) / 1e6;
    if (response.status !== 200) throw new Error(`${command[0]} answers ${response.status} at first`);
    await Bun.sleep(idleMs);
    return { answer_ms: answerMs, resident_mb: residentMb(child.pid), binary_mb: statSync(binary).size / 1e6 };
  } finally {
    child.kill('SIGKILL');
    await child.exited;
  }
}

async function firstAnswer(request: () => Promise<Response>, startNs: number): Promise<Response> {
  while (Bun.nanoseconds() - startNs < ANSWER_WITHIN_MS * 1e6) {
    try {
      return await request();
    } catch (error) {
      if ((error as { code?: string }).code !== 'ECONNREFUSED') throw error;
      await Bun.sleep(1);
    }
  }
  throw new Error(`No answer within ${ANSWER_WITHIN_MS} ms`);
}

/** The environment of the user must not change the measured server. */
function minimalEnv(): Record<string, string> {
  return { PATH: process.env.PATH ?? '', HOME: FOLDER, NODE_ENV: 'production' };
}
