/** Faults inside one process, as test files. Each round runs them with another seed. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../support/paths.ts';
import type { Fault, Trial } from './trial.ts';

function suite(name: string, rounds: Fault['rounds'], ...files: string[]): Fault {
  // `bun test` passes over a path that does not exist, so a test that moved would not run any more.
  const missing = files.filter((file) => !existsSync(join(root, file)));
  if (missing.length > 0) throw new Error(`${name}: there is no ${missing.join(', ')}`);
  return {
    name,
    rounds,
    async run(trial) {
      let tests = 0;
      for (let round = 0; round < trial.roundsMax; round++) {
        tests += await runTests(trial, trial.seed + round, files);
        trial.round();
      }
      trial.note(`${tests} tests`);
    },
  };
}

async function runTests(trial: Trial, seed: number, files: string[]): Promise<number> {
  const child = Bun.spawn([process.execPath, 'test', '--timeout', '300000', ...files], {
    cwd: root,
    env: { ...process.env, PORTSIDE_SEED: String(seed | 0), NO_COLOR: '1' },
    stdout: 'ignore',
    stderr: 'pipe',
  });
  const [text, code] = await Promise.all([new Response(child.stderr).text(), child.exited]);
  const [, passed = 0, failed = 0] = (/(\d+) pass\n(?:\s*\d+ skip\n)?\s*(\d+) fail/.exec(text) ?? []).map(Number);
  trial.holds(
    code === 0 && failed === 0 && passed > 0,
    `PORTSIDE_SEED=${seed | 0}: ${failed} failed\n${text.slice(-6000)}`,
  );
  return passed;
}

export const statements = suite('sql-statement-fails', { quick: 1, full: 3 }, './test/system/crash/statement.ts');
export const clocks = suite(
  'clock-jumps',
  { quick: 1, full: 20 },
  './test/system/crash/clock.ts',
  './test/system/limits/clocks.ts',
);
// The ordinary suite has a round of these two, so the quick form has not.
export const storefrontScripts = suite('storefront-scripts', { quick: 0, full: 5 }, './src/pixel/fetch');
export const fuzz = suite(
  'fuzz',
  { quick: 0, full: 30 },
  './src/entry/issue/properties.test.ts',
  './src/entry/verify/signed-url.test.ts',
  './src/http/request-url.test.ts',
  './src/keys/key-lifecycle.test.ts',
  './src/pixel/any-page.test.ts',
  './src/tariff/duties/properties.test.ts',
  './src/tariff/lookup/lookup.test.ts',
  './src/tariff/lookup/trie.test.ts',
  './src/tariff/notes/damaged-notes.test.ts',
  './test/system/any-bytes.test.ts',
  './test/system/limits/differential.test.ts',
  './test/system/secrets.test.ts',
);
