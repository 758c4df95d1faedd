/**
 * A parts list from the file to the file with answers, beside what an importer would write: Python with openpyxl and a dictionary of
 * the listed numbers. The script knows no dates, no damaged or replaced numbers and no schedule.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { csvRow } from '../src/domain/csv.ts';
import { embeddedRules } from '../src/tariff/duties/rules.ts';
import { embeddedTariff } from '../src/tariff/embedded.ts';
import { ORIGINS, partsListCsv } from '../test/support/parts-list.ts';
import { type Bench, type Contender, missingTool, type PreparedBench, type Sample, type Table } from './bench.ts';
import { descendants } from './server.ts';

const ROOT = join(import.meta.dir, '..');
const FOLDER = join(ROOT, '.cache/bench/parts-list');
const WORKBOOKS = join(ROOT, '.cache/bench/workbooks');
const PEER = join(import.meta.dir, 'peers/python');
const LINES = 200_000;
/** Of a list in which no number repeats. */
const DISTINCT_LINES = 20_000;
/** How much of the workbook the script reads. It takes as long for each line, and a minute and a half for all of them. */
const SHARE_OF_SCRIPT = 1 / 5;
/** Three differed by 1 to 8 percent. */
const ROUNDS = 1;
const SAMPLE_EVERY_MS = 50;
/** Many times the goal of any of them. */
const SECONDS_MAX = 90;

export const partsList: Bench = {
  name: 'parts-list',
  needs: [],
  async prepare({ shareOfLong }, say): Promise<PreparedBench> {
    const lines = LINES * shareOfLong;
    rmSync(FOLDER, { recursive: true, force: true });
    mkdirSync(FOLDER, { recursive: true });
    say(`parts-list: writing ${lines.toLocaleString('en')} lines`);
    const csv = join(FOLDER, 'parts.csv');
    await Bun.write(csv, partsListCsv(lines));
    const withOrigins = join(FOLDER, 'origins.csv');
    await Bun.write(withOrigins, partsListCsv(lines, { origins: true }));
    const origins = dutiesTable('parts-list-origins', { file: withOrigins, lines });
    const distinct = join(FOLDER, 'distinct.csv');
    const distinctLines = DISTINCT_LINES * shareOfLong;
    await Bun.write(distinct, partsListCsv(distinctLines, { origins: true, distinct: true }));
    const others = dutiesTable('parts-list-distinct', { file: distinct, lines: distinctLines });
    others.title += ', every line with another number';
    await Bun.write(join(FOLDER, 'listed.json'), JSON.stringify(listedNumbers()));
    const python = openpyxl();
    if ('reason' in python) {
      const skipped = [`Python with openpyxl: ${python.reason}`];
      return { tables: [tableOf('csv', { file: csv, lines }), origins, others], skipped, close: async () => {} };
    }
    say('parts-list: writing the workbooks');
    const { program } = python;
    const some = { file: join(FOLDER, 'some.csv'), lines: lines * SHARE_OF_SCRIPT };
    await Bun.write(some.file, partsListCsv(some.lines));
    const [whole, part] = await workbooksOf([csv, some.file], program, lines);
    const tables = [
      tableOf('csv', { file: csv, lines }, { program, file: csv, lines }),
      origins,
      others,
      tableOf('xlsx', { file: whole!, lines }, { program, file: part!, lines: some.lines }),
    ];
    return { tables, skipped: [], close: async () => {} };
  },
};

/** Each file as a workbook. Python needs half as long for one as for an audit, so they are kept for the next run with the same lines. */
async function workbooksOf(files: string[], python: string, lines: number): Promise<string[]> {
  const script = join(PEER, 'parts_list.py');
  const hashes = files.map((file) =>
    new Bun.CryptoHasher('sha256').update(readFileSync(file)).update(readFileSync(script)).digest('hex'),
  );
  const workbooks = hashes.map((hash) => join(WORKBOOKS, `${hash}.xlsx`));
  if (!workbooks.every((workbook) => existsSync(workbook))) {
    rmSync(WORKBOOKS, { recursive: true, force: true });
    mkdirSync(WORKBOOKS, { recursive: true });
    const unfinished = join(WORKBOOKS, 'unfinished.xlsx');
    for (const [i, workbook] of workbooks.entries()) {
      await run([python, script, '--convert', files[i]!, unfinished], lines);
      renameSync(unfinished, workbook);
    }
  }
  return workbooks;
}

interface Input {
  file: string;
  lines: number;
}

function tableOf(format: string, { file, lines }: Input, python?: Input & { program: string }): Table {
  const out = (who: string) => join(FOLDER, `${who}.${format}`);
  const ours = ['bun', join(ROOT, 'src/main.ts'), 'tariff', 'audit', file, '--fail-on', 'never', '-o', out('portside')];
  const contenders: Contender[] = [{ name: 'Portside', measure: () => run(ours, lines) }];
  if (python) {
    const script = [join(PEER, 'parts_list.py'), join(FOLDER, 'listed.json'), python.file, out('python')];
    const of = python.lines < lines ? `, ${python.lines.toLocaleString('en')} of the lines` : '';
    contenders.push({
      name: `Python, openpyxl and a dictionary${of}`,
      measure: () => run([python.program, ...script], python.lines),
    });
  }
  const megabytes = (statSync(file).size / 1e6).toFixed(0);
  return {
    name: `parts-list-${format}`,
    title: `A parts list of ${lines.toLocaleString('en')} lines by command, ${format.toUpperCase()} to ${format.toUpperCase()}`,
    rounds: ROUNDS,
    metrics: [
      { name: 'seconds', title: 'seconds' },
      { name: 'lines_per_second', title: 'lines/s', ratio: true },
      { name: 'cpu_us_per_line', title: 'processor time of a line, µs', ratio: true },
      { name: 'mb', title: 'most memory of all processes, MB (PSS)', ratio: true },
    ],
    notes: [
      `The file has ${megabytes} MB. Its numbers are those of the schedule; a tenth of them is damaged, retired, short or missing.`,
      'The script tries a dictionary only: it says nothing of dates, rates, programmes, descriptions, damaged or replaced numbers.',
    ],
    contenders,
  };
}

/** Works out the duty of each line, beside a script that joins three CSV files. */
function dutiesTable(name: string, input: Input): Table {
  const table = tableOf('csv', input);
  const contenders = [...table.contenders];
  const skipped = missingTool(['python3']);
  if (skipped === undefined) {
    const [listed, rates] = [join(FOLDER, 'listed.csv'), join(FOLDER, 'rates.csv')];
    writeFileSync(
      listed,
      csvOf([
        ['digits', 'heading'],
        ...Object.entries(listedNumbers()).map(([digits, [heading]]) => [digits, heading]),
      ]),
    );
    writeFileSync(rates, csvOf([['heading', 'origin', 'rate'], ...ratesByOrigin()]));
    const script = [join(PEER, 'duties_join.py'), input.file, listed, rates, join(FOLDER, 'joined.csv')];
    contenders.push({
      name: 'Python, three CSV files joined',
      measure: () => run(['python3', ...script], input.lines),
    });
  }
  return {
    ...table,
    name,
    title: `${table.title}, with origins: what duty is owed for each line`,
    contenders,
    notes: [
      ...table.notes!.slice(0, 1),
      'The script joins numbers, headings and rates by origin. It asks nothing, and knows no dates, facts, displaced duties or damaged numbers.',
      `A run of over ${SECONDS_MAX} s is ended, and ${SECONDS_MAX} s stand for more.`,
    ],
  };
}

function csvOf(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => csvRow(row)).join('');
}

/** The rate of each heading, for each origin of the list. */
function ratesByOrigin(): string[][] {
  return embeddedRules().headings.flatMap(({ heading, rate }) =>
    heading === null || rate === null ? [] : [['', ...ORIGINS].map((origin) => [heading, origin, String(rate)])].flat(),
  );
}

/** Listed digits to heading and source. */
function listedNumbers(): Record<string, [string, string]> {
  const listings = embeddedTariff().lists.flatMap((list) => list.listings);
  return Object.fromEntries(listings.map(({ digits, terms }) => [digits, [terms.ch99_heading ?? '', terms.source]]));
}

/** A Python with openpyxl, in a folder of its own. */
function openpyxl(): { program: string } | { reason: string } {
  const reason = missingTool(['python3']);
  if (reason) return { reason };
  const venv = join(ROOT, '.cache/bench/python');
  const program = join(venv, 'bin/python');
  const install = [program, '-m', 'pip', 'install', '-q', '--disable-pip-version-check', '-r'];
  for (const command of [
    ...(existsSync(program) ? [] : [['python3', '-m', 'venv', venv]]),
    [...install, join(PEER, 'requirements.txt')],
  ]) {
    const { success, stderr } = Bun.spawnSync(command, { stdout: 'ignore', stderr: 'pipe' });
    if (success) continue;
    if (process.env.CI === 'true') throw new Error(`${command.join(' ')} failed: ${stderr}`);
    return { reason: `${command.at(-1)} could not be installed` };
  }
  return { program };
}

/** @throws when the command fails */
async function run(command: string[], lines: number): Promise<Sample> {
  const beganMs = performance.now();
  const child = Bun.spawn(command, { cwd: FOLDER, stdin: 'ignore', stdout: 'ignore', stderr: 'pipe' });
  let most = 0;
  const timer = setInterval(() => {
    most = Math.max(most, proportionalMb(child.pid));
  }, SAMPLE_EVERY_MS);
  let isTooLong = false;
  const limit = setTimeout(() => {
    isTooLong = true;
    for (const pid of [child.pid, ...descendants(child.pid)]) process.kill(pid, 'SIGKILL');
  }, SECONDS_MAX * 1000);
  const complaints = await new Response(child.stderr).text();
  const code = await child.exited;
  clearTimeout(limit);
  const seconds = (performance.now() - beganMs) / 1000;
  clearInterval(timer);
  if (isTooLong) return { seconds: SECONDS_MAX };
  if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}: ${complaints}`);
  // With the processes that it waited for.
  const cpuUs = Number(child.resourceUsage()!.cpuTime.total);
  return { seconds, lines_per_second: lines / seconds, cpu_us_per_line: cpuUs / lines, mb: most };
}

/** What a process and all below it hold, pages that several share divided among them. */
function proportionalMb(pid: number): number {
  try {
    const kilobytes = Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0);
    const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
    );
    return kilobytes / 1000 + children.reduce((sum, child) => sum + proportionalMb(child), 0);
  } catch {
    // It has ended.
    return 0;
  }
}
