/** The machine the results were taken on. Without it the results mean nothing. */
import { readFileSync } from 'node:fs';
import os from 'node:os';
import { join } from 'node:path';
import manifest from '../package.json' with { type: 'json' };
import samePeers from './peers/same-work/node/package.json' with { type: 'json' };

export interface Machine {
  cpu: string;
  cores: number;
  memoryGiB: number;
  kernel: string;
  /** Load average over a minute before the first round. Well above 0 means that other processes used the machine. */
  loadBefore: number;
  versions: Record<string, string>;
}

/** Peers that run inside a bench's own process. */
const LIBRARIES =
  'memoirist htmlparser2 cheerio pdfkit pdf-lib @react-pdf/renderer @myriaddreamin/typst-ts-node-compiler'.split(' ');

export async function describeMachine(): Promise<Machine> {
  const cpus = os.cpus();
  return {
    cpu: cpus[0]?.model ?? 'unknown',
    cores: cpus.length,
    memoryGiB: Math.round(os.totalmem() / 2 ** 30),
    kernel: `${os.type()} ${os.release()} ${os.arch()}`,
    loadBefore: os.loadavg()[0]!,
    versions: {
      portside: manifest.version,
      revision: (await output(['git', 'describe', '--always', '--dirty'])) || 'unknown',
      bun: Bun.version,
      node: (await output(['node', '--version'])).replace('v', ''),
      go: (await output(['go', 'version'])).split(' ')[2]?.replace('go', '') ?? 'absent',
      rust: /\d\S+/.exec(await output(['rustc', '--version']))?.[0] ?? 'absent',
      hyper: pinned('rust/Cargo.toml', /hyper = .*?"=([^"]+)"/),
      pocketbase: pinned('pocketbase/go.mod', /pocketbase v(\S+)/),
      'go-sqlite3': pinned('same-work/go/go.mod', /go-sqlite3 v(\S+)/),
      ...Object.fromEntries(
        Object.entries(samePeers.dependencies).map(([name, version]) => [`${name} (same work)`, version]),
      ),
      redis: /v=(\S+)/.exec(await output(['redis-server', '--version']))?.[1] ?? 'absent',
      postgresql: /\d\S+/.exec(await output(['psql', '--version']))?.[0] ?? 'absent',
      wrk: /\d\S+/.exec(await output(['wrk', '-v']))?.[0] ?? 'absent',
      elysia: installed('elysia'),
      hono: installed('hono'),
      fastify: installed('fastify'),
      chromium: /\d\S+/.exec(await output(['chromium', '--version']))?.[0] ?? 'absent',
      ...Object.fromEntries(LIBRARIES.map((name) => [name, installed(name)])),
    },
  };
}

function installed(name: string): string {
  const path = Bun.resolveSync(`${name}/package.json`, import.meta.dir);
  return (JSON.parse(readFileSync(path, 'utf8')) as { version: string }).version;
}

/** The pinned version of a dependency in the manifest of a peer that is built here. */
function pinned(manifestFile: string, version: RegExp): string {
  return version.exec(readFileSync(join(import.meta.dir, 'peers', manifestFile), 'utf8'))![1]!;
}

/** What a program prints, or `absent` if it is not installed. The exit code is ignored because `wrk -v` exits with 1. */
async function output(command: string[]): Promise<string> {
  if (!Bun.which(command[0]!)) return 'absent';
  const child = Bun.spawn(command, { stdout: 'pipe', stderr: 'ignore', cwd: import.meta.dir });
  return (await new Response(child.stdout).text()).trim();
}
