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
  const child = Bun.spawn([...program, 'serve', '--port', '0', ...args], {
    cwd,
    env: { ...env, HOME: cwd, ...more },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  });
  let stdout = '';
  void (async () => {
    const decoder = new TextDecoder();
    for await (const chunk of child.stdout) stdout += decoder.decode(chunk, { stream: true });
  })();
  let stderr = '';
  const decoder = new TextDecoder();
  const reader = child.stderr.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) throw new Error(`serve ended: ${stderr}`);
    stderr += decoder.decode(value, { stream: true });
    const url = /answers at (http:\S+)/.exec(stderr)?.[1];
    if (!url) continue;
    void (async () => {
      // Keep reading: a full pipe would block the server.
      for (let next = await reader.read(); !next.done; next = await reader.read()) {
        stderr += decoder.decode(next.value, { stream: true });
      }
    })();
    return {
      url,
      child,
      stdout: () => stdout,
      stderr: () => stderr,
      async stop(signal: NodeJS.Signals = 'SIGTERM') {
        child.kill(signal);
        return child.exited;
      },
    };
  }
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
