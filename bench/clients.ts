/**
 * What a client costs a program before it does anything: what is installed and shipped, the import, and the first call. Each client
 * is installed as its users install it, beside the clients of OpenAI and Stripe and a program that needs none. All ask a server of
 * this bench, which answers at once. `clients/bench/` measures the calls after the first.
 */
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Bench, Contender, Metric, Table } from './bench.ts';
import { clientAnswers } from './client-answers.ts';

const PEERS = join(import.meta.dir, 'peers/clients');
const CLIENTS = join(import.meta.dir, '../clients');
const OUT = join(import.meta.dir, '../.cache/bench/clients');
const PYTHON_SITES = join(import.meta.dir, '../.cache/bench/python-sites');

/** Processes of which the fastest counts: the others were disturbed. */
const STARTS = 4;
/** Each with its starts. */
const ROUNDS_MAX = 2;
const PYTHON_PEERS = { openai: '3.54.0', stripe: '16.1.0' };

const IMPORT: Metric = { name: 'import_ms', title: 'import and construct, ms', ratio: true };
const FIRST: Metric = { name: 'first_ms', title: 'with the first call, ms', ratio: true };

export const clients: Bench = {
  name: 'clients',
  needs: ['node', 'npm', 'python3', 'go'],
  async prepare({ rounds }, say) {
    rmSync(OUT, { recursive: true, force: true });
    const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: clientAnswers });
    const env = { ...process.env, BENCH_URL: `http://127.0.0.1:${server.port}`, PYTHONDONTWRITEBYTECODE: '' };
    const starts = rounds > 1 ? STARTS : 1;
    try {
      say('clients: installing');
      const all = await Promise.all([typescript(env, starts), python(env, starts), go(env, starts)]);
      const tables = all.map((table) => ({ ...table, rounds: Math.min(rounds, ROUNDS_MAX) }));
      return { tables, skipped: [], close: () => server.stop(true) };
    } catch (error) {
      await server.stop(true);
      throw error;
    }
  },
};

type Environment = Record<string, string | undefined>;

async function typescript(env: Environment, starts: number): Promise<Table> {
  const folder = join(OUT, 'typescript');
  cpSync(join(PEERS, 'typescript'), folder, { recursive: true });
  await run(['bun', 'install', '--frozen-lockfile'], join(CLIENTS, 'typescript'));
  await run(['bun', 'run', 'build'], join(CLIENTS, 'typescript'));
  const packed = await run(['npm', 'pack', '--silent', '--pack-destination', folder], join(CLIENTS, 'typescript'));
  await run(['npm', 'install', '--silent', '--no-save', '--no-package-lock', `./${packed.trim()}`], folder);
  const contender = async (name: string, program: string): Promise<Contender> => {
    const file = join(folder, `${program}.mjs`);
    const { outputs } = await Bun.build({ entrypoints: [file], target: 'browser', minify: true, throw: true });
    const kb = Bun.gzipSync(await outputs[0]!.arrayBuffer()).byteLength / 1000;
    return { name, measure: async () => ({ kb, ...(await timesOf(['node', file], env, starts)) }) };
  };
  return {
    name: 'clients-typescript',
    title: 'Clients in TypeScript, on Node',
    metrics: [{ name: 'kb', title: 'bundle with the program, minified, gzip, kB', ratio: true }, IMPORT, FIRST],
    notes: ['Bundled by Bun for browsers.'],
    contenders: [
      await contender('Portside', 'portside'),
      await contender('openai', 'openai'),
      await contender('stripe', 'stripe'),
      await contender('fetch alone', 'fetch'),
    ],
  };
}

async function python(env: Environment, starts: number): Promise<Table> {
  const pip = join(OUT, 'python/venv/bin/python');
  await run(['python3', '-m', 'venv', join(OUT, 'python/venv')], PEERS);
  const contender = async (name: string, program: string, requirement?: string): Promise<Contender> => {
    // Peers are kept for the next run.
    const site = requirement?.includes('==') ? join(PYTHON_SITES, requirement) : join(OUT, 'python', program);
    if (requirement && !existsSync(site)) {
      const unfinished = join(OUT, 'python/unfinished', program);
      await run([pip, '-m', 'pip', 'install', '--quiet', '--target', unfinished, requirement], PEERS);
      mkdirSync(dirname(site), { recursive: true });
      renameSync(unfinished, site);
    }
    const command = [pip, join(PEERS, 'python', `${program}.py`)];
    return {
      name,
      measure: async () => ({
        // A program that needs no package has no size of its own.
        ...(requirement && { mb: bytesOf(site) / 1e6 }),
        ...(await timesOf(command, { ...env, PYTHONPATH: site }, starts)),
      }),
    };
  };
  const table: Table = {
    name: 'clients-python',
    title: 'Clients in Python',
    metrics: [{ name: 'mb', title: 'installed with what it needs, MB', ratio: true }, IMPORT, FIRST],
    contenders: [
      await contender('Portside', 'portside_client', join(CLIENTS, 'python')),
      await contender('openai', 'openai_client', `openai==${PYTHON_PEERS.openai}`),
      await contender('stripe', 'stripe_client', `stripe==${PYTHON_PEERS.stripe}`),
      await contender('standard library alone', 'standard_library'),
    ],
  };
  // The first start compiles the modules.
  for (const { measure } of table.contenders) await measure();
  return table;
}

async function go(env: Environment, starts: number): Promise<Table> {
  const folder = join(OUT, 'go');
  mkdirSync(folder, { recursive: true });
  const contender = async (name: string, program: string): Promise<Contender> => {
    const file = join(folder, program);
    const command = ['go', 'build', '-trimpath', '-ldflags=-s -w', '-o', file, `./${program}`];
    await run(command, join(PEERS, 'go'), { CGO_ENABLED: '0', GOFLAGS: '-mod=readonly' });
    return {
      name,
      measure: async () => ({ mb: statSync(file).size / 1e6, first_ms: await fastestProcess([file], env, starts) }),
    };
  };
  return {
    name: 'clients-go',
    title: 'Clients in Go',
    metrics: [
      { name: 'mb', title: 'program without symbols, MB', ratio: true },
      { ...FIRST, title: 'process with one call, ms' },
    ],
    contenders: [
      await contender('Portside', 'portside'),
      await contender('openai', 'openai'),
      await contender('stripe', 'stripe'),
      await contender('net/http alone', 'net-http'),
    ],
  };
}

/** What a program prints of itself: milliseconds until its client was made, and until the first answer. The least of each over some starts. */
async function timesOf(command: string[], env: Environment, starts: number) {
  const printed: number[][] = [];
  for (let start = 0; start < starts; start++)
    printed.push((await run(command, PEERS, env)).trim().split(' ').map(Number));
  const least = (at: number) => Math.min(...printed.map((times) => times.at(at)!));
  // A program without a client prints only the second.
  return { ...(printed[0]!.length > 1 && { import_ms: least(0) }), first_ms: least(-1) };
}

/** Milliseconds from the start of a process to its end. */
async function fastestProcess(command: string[], env: Environment, starts: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let start = 0; start < starts; start++) {
    const begin = performance.now();
    await run(command, PEERS, env);
    least = Math.min(least, performance.now() - begin);
  }
  return least;
}

/** What the command prints. @throws when it fails */
async function run(command: string[], cwd: string, env: Environment = {}): Promise<string> {
  const child = Bun.spawn(command, { cwd, env: { ...process.env, ...env }, stdin: 'ignore', stderr: 'pipe' });
  const [out, errors, status] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  if (status !== 0) throw new Error(`${command.join(' ')}: ${errors || out}`);
  return out;
}

/** Without what Python compiled. */
function bytesOf(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true });
  return files
    .filter((file) => file.isFile() && !file.name.endsWith('.pyc'))
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}
