/**
 * `bun run security [FILE...]`: runs the tests that the table of SECURITY.md names, or those of the files given, and writes the
 * counts into the table: of the inputs that a test reports, or, if it reports none, of the checks that it made. Needs
 * `bun run build`. Exit code 1 if a test fails; its rows then stay as they were.
 */
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseDocument } from 'htmlparser2';
import { root } from '../support/paths.ts';
import { readRow, securityFile, securityTable, writeRow } from '../support/security-table.ts';

/** Seed of the property tests, so that two runs make the same checks. */
const SEED = '1';

const cache = join(root, '.cache/security');
mkdirSync(cache, { recursive: true });
const [reports, tallies] = [join(cache, 'junit.xml'), join(cache, 'tallies.jsonl')];

const chosen = process.argv.slice(2).map((file) => file.replace(/^\.\//, ''));
const files = [...new Set((await securityTable()).map(({ file }) => file))];
for (const file of files) {
  if (chosen.length > 0 && !chosen.includes(file)) continue;
  process.stderr.write(`${file} …\n`);
  const counts = await countsOf(file);
  // After each file, so that a run that is stopped keeps what it counted.
  if (counts) await writeCounts(file, counts);
  else {
    process.stderr.write(`${file} fails.\n`);
    process.exitCode = 1;
  }
}

async function writeCounts(file: string, counts: Map<string, { tried: number; held: number }>): Promise<void> {
  const lines = (await Bun.file(securityFile).text()).split('\n').map((line) => {
    const row = readRow(line);
    const count = row?.file === file && counts.get(row.test);
    return row && count ? writeRow({ ...row, ...count }) : line;
  });
  await Bun.write(securityFile, lines.join('\n'));
}

/** Counts of the tests of one file that the table names, by name. Undefined if a test fails. */
async function countsOf(file: string): Promise<Map<string, { tried: number; held: number }> | undefined> {
  for (const written of [reports, tallies]) rmSync(written, { force: true });
  const child = Bun.spawn(
    [process.execPath, 'test', '--timeout=600000', '--reporter=junit', `--reporter-outfile=${reports}`, `./${file}`],
    {
      cwd: root,
      env: {
        PORTSIDE_BIN: join(root, 'dist/portside'),
        ...process.env,
        PORTSIDE_SEED: SEED,
        PORTSIDE_TALLY_FILE: tallies,
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  if ((await child.exited) !== 0) return undefined;
  const checks = checksOf(await Bun.file(reports).text());
  const tallied = existsSync(tallies) ? (await Bun.file(tallies).text()).split('\n').filter(Boolean) : [];
  const reported = tallied.map((line) => JSON.parse(line) as { test: string; tried: number; held: number });
  const found = new Map<string, { tried: number; held: number }>();
  for (const { file: of, test } of await securityTable()) {
    if (of !== file) continue;
    const tally = reported.find((report) => report.test === test);
    const pattern = new RegExp(
      `^${test
        .split(/%[spd]|\$\{[^}]*\}/)
        .map(RegExp.escape)
        .join('.*')}$`,
    );
    const made = checks.filter(({ name }) => pattern.test(name)).reduce((sum, { assertions }) => sum + assertions, 0);
    if (tally) found.set(test, { tried: tally.tried, held: tally.held });
    else if (made > 0) found.set(test, { tried: made, held: made });
  }
  return found;
}

/** The tests of a JUnit report that passed, and how many checks each made. */
function checksOf(junit: string): { name: string; assertions: number }[] {
  const found: { name: string; assertions: number }[] = [];
  const walk = (node: unknown) => {
    const { name, attribs, children } = node as { name?: string; attribs?: Record<string, string>; children?: [] };
    if (name === 'testcase' && attribs)
      found.push({ name: attribs.name ?? '', assertions: Number(attribs.assertions) });
    for (const child of children ?? []) walk(child);
  };
  walk(parseDocument(junit, { xmlMode: true }));
  return found;
}
