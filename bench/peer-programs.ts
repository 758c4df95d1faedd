/** Builds what is a separate program. `.cache/` keeps the files of the build tools, so that later builds are fast. */
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { missingTool } from './bench.ts';

const PEERS = join(import.meta.dir, 'peers');
const OUT = join(import.meta.dir, '../.cache/bench/peers');

export type PeerProgram = 'go' | 'go-sqlite' | 'rust' | 'pocketbase' | 'steady-load';

interface Recipe {
  tools: string[];
  /** Where its source is. */
  folder: string;
  command: string[];
  /** Where the build leaves the program, under `.cache/bench/peers`. */
  program: string;
  env?: Record<string, string>;
}

const RECIPES: Record<PeerProgram, Recipe> = {
  go: goRecipe('go', join(PEERS, 'go')),
  'go-sqlite': {
    ...goRecipe('go-sqlite', join(PEERS, 'same-work/go')),
    tools: ['go', 'gcc'],
    env: { CGO_ENABLED: '1' },
  },
  rust: {
    tools: ['cargo'],
    folder: join(PEERS, 'rust'),
    command: ['cargo', 'build', '--release', '--quiet', '--target-dir', join(OUT, 'cargo')],
    program: 'cargo/release/portside-bench-peer',
  },
  // Without symbols, like its own releases.
  pocketbase: goRecipe('pocketbase', join(PEERS, 'pocketbase'), '-trimpath', '-ldflags=-s -w'),
  'steady-load': goRecipe('steady-load', join(import.meta.dir, 'steady-load')),
};

function goRecipe(program: string, folder: string, ...flags: string[]): Recipe {
  const command = ['go', 'build', '-o', join(OUT, program), ...flags, '.'];
  return { tools: ['go'], folder, command, program, env: { CGO_ENABLED: '0' } };
}

/** The command that runs it, or the reason why it cannot be built here. @throws in CI, where nothing may be skipped. */
export function buildPeer(name: PeerProgram): string[] | string {
  const { tools, folder, command, program, env } = RECIPES[name];
  const reason = missingTool(tools) ?? failure(command, folder, env);
  return reason ?? [join(OUT, program)];
}

/**
 * Installs the packages of the peers on Node, with the Node that they need. The command that runs a script among them, or the reason
 * why they cannot be installed here.
 * @throws in CI
 */
export function installNodePeer(script: string): string[] | string {
  const reason = missingTool(['npm', 'node']);
  if (reason) return reason;
  const [source, folder] = [join(PEERS, 'same-work/node'), join(OUT, 'node')];
  const lock = (folder: string) => readFileSync(join(folder, 'package-lock.json'), 'utf8');
  const installed = join(folder, 'node_modules/.package-lock.json');
  const isInstalled = existsSync(installed) && lock(folder) === lock(source);
  if (!isInstalled) rmSync(folder, { recursive: true, force: true });
  cpSync(source, folder, { recursive: true });
  const fault = isInstalled ? undefined : failure(['npm', 'ci', '--silent', '--no-audit', '--no-fund'], folder);
  return fault ?? [join(folder, 'node_modules/.bin/node'), join(folder, script)];
}

/** Why a command failed; undefined when it did not. @throws in CI */
function failure(command: string[], cwd: string, env: Record<string, string> = {}): string | undefined {
  mkdirSync(OUT, { recursive: true });
  const ran = Bun.spawnSync(command, { cwd, env: { ...process.env, ...env }, stdout: 'ignore', stderr: 'pipe' });
  if (ran.success) return undefined;
  if (process.env.CI === 'true') throw new Error(`${command.join(' ')}: ${ran.stderr}`);
  return `${command[0]} does not build it: ${ran.stderr.toString().trim().split('\n').at(-1)}`;
}
