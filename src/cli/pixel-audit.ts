/** `portside pixel audit STORES|URL...`: many stores, the worst first, as a table or a file; goes on after an interruption. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import { version } from '../../package.json';
import { systemClock as clock } from '../adapters/system/clock.ts';
import { systemNetwork } from '../adapters/system/network.ts';
import { sha256Hex } from '../domain/sha256.ts';
import {
  type Store,
  type StoreOutcome,
  type StoreStanding,
  standingOf,
  worstFirst,
} from '../pixel/audit/store-outcome.ts';
import { openScanners } from '../pixel/open-scanner.ts';
import { auditContent } from './audit-files.ts';
import { CommandError, failureText, UsageError } from './command-error.ts';
import { withCommandPool } from './command-pool.ts';
import { scanFleet } from './fleet-scan.ts';
import { configFrom } from './options.ts';
import { print, say } from './output.ts';
import { reportFiles } from './report-file.ts';
import { ResumeFile } from './resume-file.ts';
import { printStandings } from './scan-text/standing-table.ts';
import { parseScore } from './score-option.ts';
import { onStopSignal } from './stop-signal.ts';
import { storesOf } from './store-targets.ts';
import { terminalOptions } from './terminal.ts';
import { writeStream } from './write-stream.ts';

const CONCURRENCY = 6;
const CONCURRENCY_MAX = 12;
/** A server that is busy sends callers away. A command waits: nobody else does. */
const QUEUE = { running: 48, runningPerOwner: 8, waiting: 500, waitMs: 20_000 };

/** Findings that make the exit code 1, by the value of `--fail-on`. */
const FAIL_ON = { error: ['errors'], warn: ['errors', 'warnings'], never: [] } satisfies Record<
  string,
  (keyof StoreStanding)[]
>;

interface Options {
  out?: string[];
  deep: boolean;
  journey?: boolean;
  concurrency: number;
  resume?: boolean;
  failOn: keyof typeof FAIL_ON;
  minScore?: number;
  allowNotJudged?: boolean;
}

/** What is known so far. */
interface Results {
  standings: Map<number, StoreStanding>;
  add(outcome: StoreOutcome): void;
}

export function addPixelAuditCommand(pixel: Command): void {
  pixel
    .command('audit')
    .description('scan many stores, the worst first; writes a report of all, and goes on after an interruption')
    .argument('<target...>', 'addresses, or lists of addresses (text, CSV or XLSX), or - for standard input')
    .option('--no-deep', 'read only the page, and none of the containers, loaders and custom pixels that it names')
    .option('--journey', 'visit a product, a collection, the cart and the search of each shop too')
    .option(
      '-o, --out <file>',
      'write the report to a file: .html (one page), .sarif, .json, .csv or .md (a summary); can be repeated',
      reportFiles,
    )
    .option(
      '--concurrency <stores>',
      'stores at once; a shop gets one request at a time',
      parseConcurrency,
      CONCURRENCY,
    )
    .option('--resume', 'go on with an interrupted audit of the same list, options and file')
    .addOption(
      new Option('--fail-on <severity>', 'findings that make the exit code 1')
        .choices(Object.keys(FAIL_ON))
        .default('error'),
    )
    .option('--min-score <score>', 'the least score of each store; a lower one makes the exit code 1', parseScore)
    .option('--allow-not-judged', 'stores that were not scanned or not judged do not make the exit code 1')
    .action(audit);
}

async function audit(targets: string[], options: Options): Promise<void> {
  const { out: files = [], resume = false, deep, journey = false } = options;
  const [out] = files;
  if (resume && out === undefined) throw new UsageError('--resume needs the file that the audit writes: -o FILE.');
  const stores = await storesOf(targets);
  const fingerprint = sha256Hex(JSON.stringify([version, stores, deep, journey]));
  const journal = out === undefined ? undefined : new ResumeFile({ out, resume, fingerprint });
  const results = journal ?? inMemory();
  if (results.standings.size > 0) say(`${results.standings.size} of ${stores.length} stores were scanned before.`);
  const busy = await Promise.race([scanAll(stores, options, results), interruption(stores, results, journal)]);
  if (busy.length > 0 && journal) {
    journal.close();
    throw new CommandError(`The machine was too busy for ${of(busy.length, stores.length)}. Go on with --resume.`);
  }
  for (const store of busy) results.add({ ...store, fault: 'The machine was too busy to scan it.' });
  const standings = [...results.standings.values()].sort(worstFirst);
  if (!journal) print(printStandings(standings, terminalOptions()).trimEnd());
  else {
    await writeResult(files, standings, journal, { deep, journey });
  }
  requireGood(standings, options);
}

/** @returns the stores that the machine was too busy for */
function scanAll(stores: readonly Store[], options: Options, results: Results): Promise<Store[]> {
  const { deep, journey = false, concurrency } = options;
  const add = (outcome: StoreOutcome) => {
    results.add(outcome);
    const notScanned = [...results.standings.values()].filter(({ state }) => state === 'not_scanned').length;
    progress(
      `${results.standings.size} of ${stores.length} stores${notScanned > 0 ? `, ${notScanned} not scanned` : ''}`,
    );
  };
  return withCommandPool('pixel', async (pool) => {
    const workers = { keyed: pool, anonymous: pool };
    const { keyed: scanner } = openScanners({ ...configFrom({}), queue: QUEUE }, clock, systemNetwork, workers);
    const onFault = (error: unknown) => say(failureText(error));
    return scanFleet(stores, (line) => results.standings.has(line), {
      ...{ scanner, clock, deep, journey, concurrency, add, onFault },
    });
  }).finally(() => progress(''));
}

/** Ends the command at Ctrl-C, with a word about what was done. */
function interruption(stores: readonly Store[], { standings }: Results, journal?: ResumeFile): Promise<never> {
  return new Promise((_, reject) =>
    onStopSignal(() => {
      progress('');
      const kept = journal
        ? `${of(standings.size, stores.length)} are kept: go on with --resume.`
        : 'Nothing was kept. With -o FILE an audit can go on.';
      reject(new CommandError(`Interrupted. ${kept}`));
    }),
  );
}

async function writeResult(
  files: readonly string[],
  standings: readonly StoreStanding[],
  journal: ResumeFile,
  scans: { deep: boolean; journey: boolean },
): Promise<void> {
  const encoder = new TextEncoder();
  const result = { standings, outcomeOf: journal.reader(), atMs: clock.now(), ...scans };
  try {
    for (const file of files) {
      await writeStream(file, async (sink) => {
        for (const piece of auditContent(file, result)) await sink.write(encoder.encode(piece));
      });
      say(`Wrote ${file}.`);
    }
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    throw new CommandError(`${error.message} The scans are kept: go on with --resume.`);
  }
  journal.remove();
}

function inMemory(): Results {
  const standings = new Map<number, StoreStanding>();
  return { standings, add: (outcome) => standings.set(outcome.line, standingOf(outcome)) };
}

/** @throws CommandError if a store was not scanned or not judged, has findings that `--fail-on` names, or too low a score */
function requireGood(standings: readonly StoreStanding[], options: Options): void {
  const { failOn, minScore, allowNotJudged = false } = options;
  const bad: readonly ('errors' | 'warnings')[] = FAIL_ON[failOn];
  const stores = standings.filter(({ state }) => state !== 'same');
  const judged = stores.filter(({ state }) => state === 'judged' || state === 'partly_judged');
  const count = (isBad: (standing: StoreStanding) => boolean) => of(judged.filter(isBad).length, stores.length);
  const found = (standing: StoreStanding) => bad.some((field) => standing[field] > 0);
  const low = ({ score }: StoreStanding) => minScore !== undefined && (score ?? 0) < minScore;
  const severities = failOn === 'warn' ? 'error or warn' : 'error';
  const faults = [
    ...(stores.length > judged.length && !allowNotJudged
      ? [`${of(stores.length - judged.length, stores.length)} not scanned or not judged.`]
      : []),
    ...(judged.some(found) ? [`${count(found)} with findings of severity ${severities} (--fail-on ${failOn}).`] : []),
    ...(judged.some(low) ? [`${count(low)} with a score below ${minScore} (--min-score ${minScore}).`] : []),
  ];
  if (faults.length > 0) throw new CommandError(faults.join(' '));
}

function of(count: number, all: number): string {
  return `${count} of ${all} ${all === 1 ? 'store' : 'stores'}`;
}

function progress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`);
}

function parseConcurrency(text: string): number {
  const stores = /^\d{1,2}$/.test(text) ? Number(text) : 0;
  if (stores < 1 || stores > CONCURRENCY_MAX)
    throw new InvalidArgumentError(`Use a whole number from 1 to ${CONCURRENCY_MAX}.`);
  return stores;
}
