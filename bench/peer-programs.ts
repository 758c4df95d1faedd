/** Builds the peers that are separate programs. `.cache/` keeps the files of the build tools, so that later builds are fast. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { missingTool } from './bench.ts';

const PEERS = join(import.meta.dir, 'peers');
const OUT = join(import.meta.dir, '../.cache/bench/peers');

export type PeerProgram = 'go' | 'rust' | 'pocketbase';

interface Recipe {
  tool: string;
  command: string[];
  /** Where the build leaves the program, under `.cache/bench/peers`. */
  program: string;
}

const RECIPES: Record<PeerProgram, Recipe> = {
  go: { tool: 'go', command: goBuild('go'), program: 'go' },
  rust: {
    tool: 'cargo',
    command: ['cargo', 'build', '--release', '--quiet', '--target-dir', join(OUT, 'cargo')],
    program: 'cargo/release/portside-bench-peer',
  },
  // Without symbols, like its own releases.
  pocketbase: { tool: 'go', command: goBuild('pocketbase', '-trimpath', '-ldflags=-s -w'), program: 'pocketbase' },
};

function goBuild(name: PeerProgram, ...flags: string[]): string[] {
  return ['go', 'build', '-o', join(OUT, name), ...flags, '.'];
}

/** The command that runs it, or the reason why it cannot be built here. @throws in CI, where nothing may be skipped. */
export function buildPeer(name: PeerProgram): string[] | string {
  const { tool, command, program } = RECIPES[name];
  const reason = missingTool([tool]);
  if (reason) return reason;
  mkdirSync(OUT, { recursive: true });
  const env = { ...process.env, CGO_ENABLED: '0' };
  const built = Bun.spawnSync(command, { cwd: join(PEERS, name), env, stdout: 'ignore', stderr: 'pipe' });
  if (built.success) return [join(OUT, program)];
  const failure = `${tool} does not build it: ${built.stderr.toString().trim().split('\n').at(-1)}`;
  if (process.env.CI === 'true') throw new Error(`${name}: ${built.stderr}`);
  return failure;
}
