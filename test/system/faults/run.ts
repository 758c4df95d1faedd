/**
 * Measures what the tests protect: `bun test/system/faults/run.ts [--area AREA] [--only NAME]...`. Plants one fault at a time in a copy of the
 * checkout, uncommitted changes included, and runs the tests that must fail. Prints a line for each fault. Exits with 1 if a fault is stale,
 * a test fails without a fault, or a fault is not caught.
 */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../../support/paths.ts';
import { AREAS } from './areas.ts';
import { stalenessOf } from './fault.ts';

/** Of one test, and of a file of tests. A busy machine must not look like a fault. */
const TEST_MS_MAX = 60_000;
const FILE_S_MAX = 240;
/** Of tests with random inputs, so that a fault is caught in each run or in none. */
const SEED = '1';
/** Not in git, but tests need it. */
const INSTALLED = ['node_modules', 'clients/python/.venv'];
/** What makes the files of a client that are not in git. */
const GENERATORS: Record<string, string> = {
  'clients/typescript': 'bun run generate',
  'clients/python':
    '{ test -d .venv || { python3 -m venv .venv && .venv/bin/pip install -q -r requirements-dev.txt; }; } && .venv/bin/python tools/generate.py',
};
const FAILED_TEST = /^(?:\(fail\) (.+?)(?: \[[\d.]+m?s\])?|FAILED \S+?::(.+?)(?: - .*)?|\s*--- FAIL: (\S+).*)$/m;

const { values } = parseArgs({
  options: { area: { type: 'string' }, only: { type: 'string', multiple: true, default: [''] } },
});
const faults = Object.entries(AREAS)
  .flatMap(([area, ofArea]) => (area === (values.area ?? area) ? ofArea : []))
  .filter(({ name }) => values.only.some((text) => name.includes(text)));
const stale = faults.flatMap((fault) => stalenessOf(fault, readFileSync(join(root, fault.file), 'utf8')) ?? []);
if (faults.length === 0) stale.push('There is no such fault.');
if (stale.length > 0) fail(stale);

const copy = mkdtempSync(join(tmpdir(), 'portside-faults-'));
const log = `${copy}.log`;
let running: Bun.Subprocess | undefined;
process.on('exit', () => {
  running?.kill();
  for (const path of [copy, log]) rmSync(path, { recursive: true, force: true });
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));
await copyCheckout();

const broken: string[] = [];
for (const file of new Set(faults.flatMap(({ tests }) => tests))) {
  const { outcome, what } = await runTest(file);
  if (outcome !== 'passed') broken.push(`Without a fault, ${file} ${outcome}: ${what}`);
}
if (broken.length > 0) fail(broken);

let caught = 0;
for (const { name, file, find, replace, tests, mayHang } of faults) {
  const path = join(copy, file);
  const text = readFileSync(path, 'utf8');
  writeFileSync(
    path,
    text.replace(find, () => replace),
  );
  const runs: { isCaught: boolean; line: string }[] = [];
  for (const test of tests) {
    const { outcome, what } = await runTest(test);
    const isCaught = outcome === 'failed' || (outcome === 'hung' && mayHang === true);
    runs.push({ isCaught, line: `${test}: ${isCaught ? what : `${outcome} ${what}`.trim()}` });
  }
  writeFileSync(path, text);
  const missed = runs.filter(({ isCaught }) => !isCaught);
  if (missed.length === 0) caught++;
  const verdict = missed.length === 0 ? 'caught by' : 'NOT CAUGHT:';
  const shown = missed.length === 0 ? runs : missed;
  process.stdout.write(`${name}: ${verdict} ${shown.map(({ line }) => line).join(', ')}\n`);
}
process.stdout.write(`${caught} caught, ${faults.length - caught} not caught\n`);
process.exitCode = caught === faults.length ? 0 : 1;

function fail(lines: readonly string[]): never {
  process.stderr.write(`${lines.join('\n')}\n`);
  process.exit(1);
}

async function copyCheckout(): Promise<void> {
  const listed = Bun.spawnSync(['git', 'ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root });
  for (const path of listed.stdout.toString().split('\0')) {
    if (path === '' || !existsSync(join(root, path))) continue;
    mkdirSync(dirname(join(copy, path)), { recursive: true });
    copyFileSync(join(root, path), join(copy, path));
  }
  for (const path of INSTALLED) if (existsSync(join(root, path))) symlinkSync(join(root, path), join(copy, path));
  for (const [folder, command] of Object.entries(GENERATORS)) {
    if (!faults.some(({ file }) => file.startsWith(folder))) continue;
    if ((await run(folder, command)) !== 0) fail([readFileSync(log, 'utf8')]);
  }
}

/** Runs a command of the shell and returns its exit code. Its output is in `log`. */
function run(folder: string, command: string): Promise<number> {
  // These would lead a test to a program or a server without the fault.
  const { PORTSIDE_BIN: _, PORTSIDE_SCRIPT_URL: __, ...env } = process.env;
  const limited = `exec timeout --kill-after=5 ${FILE_S_MAX} sh -c "$COMMAND" > "$LOG" 2>&1 < /dev/null`;
  running = Bun.spawn(['sh', '-c', limited], {
    cwd: join(copy, folder),
    env: { ...env, PORTSIDE_SEED: SEED, COMMAND: command, LOG: log },
  });
  return running.exited;
}

/** `what`: the first test that failed, or the end of the output. A file that cannot be read is no test that fails. */
async function runTest(file: string): Promise<{ outcome: 'passed' | 'failed' | 'hung' | 'broke off'; what: string }> {
  const [folder, command] = commandOf(file);
  const code = await run(folder, command);
  if (code === 0) return { outcome: 'passed', what: '' };
  const output = readFileSync(log, 'utf8');
  const what = FAILED_TEST.exec(output)?.slice(1).find(Boolean) ?? output.slice(-500);
  if (code === 124 || code === 137 || /timed out after \d+ms/.test(output)) return { outcome: 'hung', what };
  return { outcome: FAILED_TEST.test(output) ? 'failed' : 'broke off', what };
}

function commandOf(file: string): [folder: string, command: string] {
  const client = /^clients\/\w+/.exec(file)?.[0] ?? '';
  const path = `.${file.slice(client.length).replace(/^(?!\/)/, '/')}`;
  if (file.endsWith('.py')) return [client, `PYTHONPATH=src .venv/bin/python -m pytest -x -o addopts= ${path}`];
  if (!file.endsWith('.go')) return [client, `${process.execPath} test --bail --timeout ${TEST_MS_MAX} ${path}`];
  const names = readFileSync(join(copy, file), 'utf8').matchAll(/^func (Test\w+)/gm);
  return [client, `go test -count=1 -failfast -run '^(${Array.from(names, ([, name]) => name).join('|')})$' .`];
}
