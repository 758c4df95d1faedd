/**
 * Runs test files in parallel: `bun test/run.ts [--fast] [PATH...]`, by default every *.test.ts of src and test. Compiles the
 * program once where files of test/system are among them: a start of the binary takes a sixth of the time of one from source.
 * `--fast` leaves out the files that start a server, a process or a worker (`starts-something.ts`).
 *
 * Also fails when a file ran no test, when a test checked nothing, and in CI when a test was skipped that `COVERED_LATER`
 * does not name.
 */
import { accessSync, constants, existsSync, mkdirSync, rmSync, statfsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseDocument } from 'htmlparser2';
import manifest from '../package.json' with { type: 'json' };
import { startsSomething } from './starts-something.ts';
import { between } from './support/random.ts';

/** Tests that need more than Bun. A later step of `.ci/run` runs each of them. */
const COVERED_LATER: { file: string; tests: RegExp; by: string }[] = [
  { file: 'src/adapters/contract.test.ts', tests: /^PostgreSQL /, by: 'PostgreSQL: contract' },
  { file: 'src/adapters/postgres/limit-ledger.test.ts', tests: /^PostgreSQL /, by: 'PostgreSQL: contract' },
  { file: 'src/adapters/migrations.test.ts', tests: /^PostgreSQL/, by: 'PostgreSQL: contract' },
  { file: 'src/adapters/resources-migration.test.ts', tests: /PostgreSQL/, by: 'PostgreSQL: contract' },
  { file: 'src/adapters/certificate-life-migration.test.ts', tests: /PostgreSQL/, by: 'PostgreSQL: contract' },
  { file: 'src/adapters/certificate-state-migration.test.ts', tests: /PostgreSQL/, by: 'PostgreSQL: contract' },
  { file: 'src/adapters/postgres/certificate-texts.test.ts', tests: /PostgreSQL/, by: 'PostgreSQL: contract' },
  { file: 'src/adapters/schemas.test.ts', tests: /PostgreSQL/, by: 'PostgreSQL: schemas' },
  { file: 'src/api/v2/certificates/owned.test.ts', tests: /^PostgreSQL/, by: 'PostgreSQL: contract' },
  { file: 'src/operator/keys/search.test.ts', tests: /^PostgreSQL /, by: 'PostgreSQL: key search' },
  { file: 'test/system/postgres/copy.test.ts', tests: /PostgreSQL/, by: 'PostgreSQL: moving there and back' },
  { file: 'test/system/upgrade.test.ts', tests: /^PostgreSQL/, by: 'PostgreSQL: upgrade' },
  { file: 'test/system/upgrade-under-load.test.ts', tests: /^PostgreSQL/, by: 'PostgreSQL: upgrade' },
];
/** Tests of source material that is not part of the repository. They run only where its owner has it. */
const NEEDS_SHARED_MATERIAL = ['src/pixel/pages.test.ts'];
/** Temporary folders in memory only where there is room: a container has 64 MB there. */
const MEMORY_FOLDER = '/dev/shm';
const MEMORY_BYTES_MIN = 2 ** 31;

const root = join(import.meta.dir, '..');
const cache = join(root, '.cache/test');
mkdirSync(cache, { recursive: true });

const given = process.argv.slice(2);
const isFast = given.includes('--fast');
const paths = given.filter((one) => one !== '--fast').map((path) => path.replace(/^\.\//, '').replace(/\/$/, ''));
const files = [...new Bun.Glob('{src,test}/**/*.test.{ts,tsx}').scanSync(root)]
  .filter((file) => paths.length === 0 || paths.some((path) => file === path || file.startsWith(`${path}/`)))
  .filter((file) => !isFast || !startsSomething(root, file))
  .sort();
if (files.length === 0) fail([`No test file is in ${paths.join(', ')}.`]);

const seed = process.env.PORTSIDE_SEED ?? String(between(Math.random, 1, 2 ** 31 - 1));
process.stderr.write(`PORTSIDE_SEED=${seed}\n`);
const report = join(cache, `report-${process.pid}.xml`);
const timings = join(cache, 'timings.json');
const env: NodeJS.ProcessEnv = { ...process.env, PORTSIDE_SEED: seed };
if (files.some((file) => file.startsWith('test/system/'))) env.PORTSIDE_BIN ??= compileProgram();
if (hasRoomInMemory()) env.TMPDIR = MEMORY_FOLDER;

const tests = Bun.spawn(
  [
    process.execPath,
    'test',
    // One more than there are cores: some tests wait, for a process that ends or for a time that has to pass.
    `--parallel=${availableParallelism() + 1}`,
    // A worker keeps its modules from one file to the next, as `bun test` does: loading them again costs half of the run.
    '--no-isolate',
    '--only-failures',
    // A busy machine must not fail a test: this only ends one that hangs.
    '--timeout=60000',
    `--timings=${timings}`,
    '--update-timings',
    '--reporter=junit',
    `--reporter-outfile=${report}`,
    ...files.map((file) => `./${file}`),
  ],
  { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] },
);
const code = await tests.exited;
const faults = existsSync(report) ? await faultsOf(report) : ['bun test wrote no report.'];
rmSync(report, { force: true });
if (code !== 0 || faults.length > 0) fail([...faults, `Again, with the same seed: PORTSIDE_SEED=${seed}`]);

function fail(lines: string[]): never {
  process.stderr.write(`${lines.join('\n')}\n`);
  process.exit(1);
}

function compileProgram(): string {
  const program = join(cache, 'portside');
  // The script says `bun`, which need not be on the PATH.
  const script = `bun() { "$BUN" "$@"; }\n${manifest.scripts.compile} --outfile "$PROGRAM"`;
  const { exitCode, stderr } = Bun.spawnSync(['sh', '-c', script], {
    cwd: root,
    env: { ...process.env, BUN: process.execPath, PROGRAM: program },
    stderr: 'pipe',
  });
  if (exitCode !== 0) fail([stderr.toString(), 'The program does not compile.']);
  return program;
}

function hasRoomInMemory(): boolean {
  if (process.env.TMPDIR || !existsSync(MEMORY_FOLDER)) return false;
  try {
    accessSync(MEMORY_FOLDER, constants.W_OK);
  } catch {
    return false;
  }
  const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
  return bavail * bsize >= MEMORY_BYTES_MIN;
}

/** What the exit code of `bun test` does not say. */
async function faultsOf(path: string): Promise<string[]> {
  const ran = testsOf(await Bun.file(path).text());
  const faults: string[] = [];
  for (const file of files) if (!ran.some((test) => test.file === file)) faults.push(`${file} ran no test.`);
  for (const { file, name, outcome, assertions } of ran) {
    if (outcome === 'passed' && assertions === 0) faults.push(`${file}: "${name}" checks nothing.`);
    if (outcome === 'skipped' && process.env.CI === 'true' && !isSkipAllowed(file, name)) {
      faults.push(`${file}: "${name}" was skipped, which is a failure in CI.`);
    }
  }
  return faults;
}

function isSkipAllowed(file: string, name: string): boolean {
  if (NEEDS_SHARED_MATERIAL.includes(file)) return true;
  return COVERED_LATER.some((later) => later.file === file && later.tests.test(name));
}

interface RanTest {
  file: string;
  /** With the names of the blocks it is in. */
  name: string;
  outcome: 'passed' | 'failed' | 'skipped';
  assertions: number;
}

function testsOf(junit: string): RanTest[] {
  const found: RanTest[] = [];
  const has = (children: { name?: string }[] = [], name: string) => children.some((child) => child.name === name);
  const walk = (node: unknown) => {
    const { name, attribs, children } = node as { name?: string; attribs?: Record<string, string>; children?: [] };
    if (name === 'testcase' && attribs) {
      found.push({
        file: attribs.file ?? '',
        name: [attribs.classname, attribs.name].filter(Boolean).join(' > '),
        outcome: has(children, 'failure') ? 'failed' : has(children, 'skipped') ? 'skipped' : 'passed',
        assertions: Number(attribs.assertions),
      });
    } else for (const child of children ?? []) walk(child);
  };
  walk(parseDocument(junit, { xmlMode: true }));
  return found;
}
