/** Portside as a process of its own: from source, or the compiled binary that `PORTSIDE_BIN` names. */
import { join } from 'node:path';
import { root } from './paths.ts';

const source = [process.execPath, join(root, 'src/main.ts')];
export const program = process.env.PORTSIDE_BIN ? [process.env.PORTSIDE_BIN] : source;

/** Without the environment of the test run: a PORTSIDE_ variable in it must not decide a test. */
const env = { PATH: process.env.PATH, NODE_ENV: 'production' };

export interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}

export async function run(
  args: string[],
  cwd: string,
  more: Record<string, string> = {},
  stdin = '',
): Promise<Outcome> {
  const child = Bun.spawn([...program, ...args], {
    cwd,
    env: { ...env, HOME: cwd, ...more },
    stdin: new Blob([stdin]),
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const [stdout, stderr, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { code, stdout, stderr };
}

export interface RunningServer {
  url: string;
  child: Bun.Subprocess<'ignore', 'pipe', 'pipe'>;
  /** Standard output so far. */
  stdout(): string;
  /** Standard error so far: messages and the log. */
  stderr(): string;
  stop(signal?: NodeJS.Signals): Promise<number>;
}

/** Starts `serve` on a free port and waits until it prints its address. */
export async function serve(
  cwd: string,
  args: string[] = [],
  more: Record<string, string> = {},
): Promise<RunningServer> {
  const { answering, ...server } = spawnServer(cwd, ['--port', '0', ...args], more);
  return { ...server, url: await answering };
}

/** Starts `serve` and does not wait. `answering` resolves with the address that it prints, and rejects if it ends before. */
export function spawnServer(cwd: string, args: string[], more: Record<string, string> = {}) {
  const child = Bun.spawn([...program, 'serve', ...args], {
    cwd,
    env: { ...env, HOME: cwd, ...more },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const printed = { stdout: '', stderr: '' };
  const { promise: answering, resolve, reject } = Promise.withResolvers<string>();
  answering.catch(() => {});
  // To the end: a full pipe would block the server.
  const read = async (name: 'stdout' | 'stderr') => {
    const decoder = new TextDecoder();
    for await (const chunk of child[name]) {
      printed[name] += decoder.decode(chunk, { stream: true });
      const url = name === 'stderr' && /answers at (http:\S+)/.exec(printed.stderr)?.[1];
      if (url) resolve(url);
    }
  };
  void read('stdout');
  void read('stderr').finally(() => reject(new Error(`serve ended: ${printed.stderr}`)));
  return {
    child,
    answering,
    stdout: () => printed.stdout,
    stderr: () => printed.stderr,
    async stop(signal: NodeJS.Signals = 'SIGTERM') {
      child.kill(signal);
      return child.exited;
    },
  };
}

/** Makes the database of the data folder in `cwd`. Only `serve`, `migrate` and `restore` make one. */
export async function makeDatabase(cwd: string, ...args: string[]): Promise<void> {
  const { code, stderr } = await run(['migrate', 'up', ...args], cwd);
  if (code !== 0) throw new Error(stderr);
}

/** Issues a key. In a folder where no server has run yet it makes the database first. */
export async function issueKey(cwd: string, ...args: string[]): Promise<{ id: number; key: string }> {
  const issue = () =>
    run(['keys', 'issue', '--scope', 'all', '--name', 'test', '--notes', 'delegate:on', '--json', ...args], cwd);
  let issued = await issue();
  if (issued.stderr.startsWith('There is no database')) {
    const dataDir = args.indexOf('--data-dir');
    await makeDatabase(cwd, ...(dataDir === -1 ? [] : args.slice(dataDir, dataDir + 2)));
    issued = await issue();
  }
  if (issued.code !== 0) throw new Error(issued.stderr);
  return JSON.parse(issued.stdout);
}

export async function showKey(cwd: string, id: number, more: Record<string, string> = {}) {
  const { stdout } = await run(['keys', 'show', String(id), '--json'], cwd, more);
  return JSON.parse(stdout) as {
    status: string;
    usage: { minute: number; today: number; total: number };
    resources: Record<'stored_bytes' | 'cpu_ms_today' | 'bytes_fetched_today', { used: number; limit: number }>;
  };
}

export function lookup(
  url: string,
  key: string,
  codes: string[] = ['7326.90.8688'],
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(`${url}/api/v1/tariff/hts/lookup`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ codes }),
  });
}

/** Process ids of the workers that `serve --workers` started. */
export function childrenOf(pid: number): number[] {
  const { stdout } = Bun.spawnSync(['pgrep', '-P', String(pid)]);
  return stdout.toString().trim().split('\n').filter(Boolean).map(Number);
}

export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
