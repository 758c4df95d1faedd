/** `portside pixel audit STORES|URL...`: many stores, the worst first, as a table or a file; goes on after an interruption. */
import { closeSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { systemClock as clock } from '../adapters/system/clock.ts';
import { systemNetwork } from '../adapters/system/network.ts';
import { csvRow } from '../domain/csv.ts';
import { PortsideError } from '../domain/errors.ts';
import type { Severity } from '../domain/scan-report.ts';
import { sha256Hex } from '../domain/sha256.ts';
import {
  distinctStores,
  faultOf,
  type Store,
  type StoreOutcome,
  type StoreStanding,
  standingOf,
  worstFirst,
} from '../pixel/audit/store-outcome.ts';
import { openScanners } from '../pixel/open-scanner.ts';
import type { Scanner } from '../pixel/scan.ts';
import { fleetReportHtml } from '../web/scan-report/fleet-page.tsx';
import tokens from '../web/tokens.css' with { type: 'text' };
import { AuditJournal } from './audit-journal.ts';
import { CommandError, UsageError } from './command-error.ts';
import { withCommandPool } from './command-pool.ts';
import { configFrom } from './options.ts';
import { print, say } from './output.ts';
import { endingOf, reportFile, sarifOf } from './report-file.ts';
import { type PageToScan, pagesOf } from './scan-targets.ts';
import { printStandings } from './scan-text/standing-table.ts';
import { terminalOptions } from './terminal.ts';

/** Stores at once. A shop gets one request at a time. */
const AT_ONCE = 6;
const OWNER = 'command';
const SAVED_PAGE_URL = 'https://storefront.invalid/';

/** Findings that make the exit code 1, by the value of `--fail-on`. */
const FAIL_ON = { error: ['errors'], warn: ['errors', 'warnings'], never: [] } satisfies Record<
  string,
  (keyof StoreStanding)[]
>;

interface Options {
  out?: string;
  deep: boolean;
  journey?: boolean;
  resume?: boolean;
  failOn: keyof typeof FAIL_ON;
  minScore?: number;
}

interface Results {
  standings: Map<number, StoreStanding>;
  add(outcome: StoreOutcome): void;
}

export function addPixelAuditCommand(pixel: Command): void {
  pixel
    .command('audit')
    .description('scan many stores, the worst first; writes a report of all, and goes on after an interruption')
    .argument('<target...>', 'addresses, or lists of addresses (text or CSV), or - for standard input')
    .option('--no-deep', 'read only the page, and none of the containers, loaders and custom pixels that it names')
    .option('--journey', 'visit a product, a collection, the cart and the search of each shop too')
    .option('-o, --out <file>', 'write the report to a file: .html (one page), .sarif, .json or .csv', reportFile)
    .option('--resume', 'go on with an interrupted audit of the same list, options and file')
    .addOption(
      new Option(
        '--fail-on <severity>',
        'findings that make the exit code 1; "never" leaves it to stores that were not judged',
      )
        .choices(Object.keys(FAIL_ON))
        .default('error'),
    )
    .option('--min-score <score>', 'the least score of each store; a lower one makes the exit code 1', parseScore)
    .action(audit);
}

async function audit(targets: string[], options: Options): Promise<void> {
  const { out, resume = false } = options;
  if (resume && out === undefined) throw new UsageError('--resume needs the file that the audit writes: -o FILE.');
  const { pages } = await pagesOf(targets);
  const stores = pages.map((page, at) => ({ line: at + 1, address: page.name }));
  const fingerprint = sha256Hex(JSON.stringify([stores, options.deep, options.journey ?? false]));
  const journal = out === undefined ? undefined : new AuditJournal({ out, resume, fingerprint });
  const results = journal ? journalled(journal) : inMemory();
  if (results.standings.size > 0) say(`${results.standings.size} of ${stores.length} stores were scanned before.`);
  await withCommandPool('pixel', async (pool) => {
    const { keyed } = openScanners(configFrom({}), clock, systemNetwork, { keyed: pool, anonymous: pool });
    await scanAll(keyed, stores, pages, options, results);
  });
  const standings = [...results.standings.values()].sort(worstFirst);
  if (out === undefined || !journal) print(printStandings(standings, terminalOptions()).trimEnd());
  else if (results.standings.size < stores.length) {
    journal.close();
    throw new CommandError('The machine was too busy for some stores. Go on with --resume.');
  } else {
    writeWhole(out, contentOf(out, standings, journal));
    journal.remove();
    say(`Wrote ${out}.`);
  }
  requireGood(standings, options);
}

function journalled(journal: AuditJournal): Results {
  return { standings: journal.standings, add: (outcome) => journal.append(outcome) };
}

function inMemory(): Results {
  const standings = new Map<number, StoreStanding>();
  return { standings, add: (outcome) => standings.set(outcome.line, standingOf(outcome)) };
}

async function scanAll(
  scanner: Scanner,
  stores: readonly Store[],
  pages: readonly PageToScan[],
  options: Options,
  results: Results,
): Promise<void> {
  const left = distinctStores(stores).filter(({ line }) => !results.standings.has(line));
  let next = 0;
  const scanNext = async () => {
    while (next < left.length) {
      const { sameAs, ...store } = left[next++]!;
      const outcome =
        sameAs === undefined ? await scanOne(scanner, store, pages[store.line - 1]!, options) : { ...store, sameAs };
      if (outcome) results.add(outcome);
      if (process.stderr.isTTY) process.stderr.write(`\r${results.standings.size} of ${stores.length} stores`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, scanNext));
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
}

/** Undefined if the machine was too busy: the store is left for `--resume`. Nothing is said of it. */
async function scanOne(
  scanner: Scanner,
  store: Store,
  page: PageToScan,
  { deep, journey = false }: Options,
): Promise<StoreOutcome | undefined> {
  try {
    const scan =
      'address' in page
        ? await scanner.scan(page.address, { owner: OWNER, deep, journey })
        : await scanner.scanDocument(page.read(), SAVED_PAGE_URL, OWNER);
    return { ...store, url: 'address' in page ? scan.url : page.name, atMs: clock.now(), report: scan.report };
  } catch (error) {
    if (error instanceof CommandError) return { ...store, fault: error.message };
    if (error instanceof PortsideError && error.code === 'unavailable') return undefined;
    return { ...store, fault: faultOf(error) };
  }
}

/** The output in pieces, so that the reports are never in memory together. SARIF is one value. */
function* contentOf(out: string, standings: readonly StoreStanding[], journal: AuditJournal): Generator<string> {
  const outcomeOf = ({ line }: StoreStanding) => journal.read(line);
  switch (endingOf(out)) {
    case '.html':
      yield* fleetReportHtml({ standings, atMs: clock.now(), tokens, outcomeOf });
      return;
    case '.csv':
      yield csvRow(COLUMNS);
      for (const standing of standings) for (const row of findingRows(standing, outcomeOf(standing))) yield csvRow(row);
      return;
    case '.sarif':
      yield sarifOf(
        standings
          .map(outcomeOf)
          .flatMap((outcome) => ('report' in outcome ? [{ name: outcome.url, report: outcome.report }] : [])),
        standings.flatMap(({ address, state, fault = '' }) =>
          state === 'not_scanned' ? [{ name: address, fault }] : [],
        ),
      );
      return;
    default:
      yield '[';
      for (const [at, standing] of standings.entries())
        yield `${at === 0 ? '' : ','}\n${JSON.stringify(outcomeOf(standing))}`;
      yield '\n]\n';
  }
}

const COLUMNS = [
  'line',
  'store',
  'state',
  'score',
  'severity',
  'rule_id',
  'message',
  'remedy',
  'ids',
  'places',
  'not_looked_at',
  'fault',
];

/** A row for each finding; one for a store without findings, so that every store of the list is in the file. */
function findingRows({ line, address, state, score, fault = '' }: StoreStanding, outcome: StoreOutcome): string[][] {
  const store = [String(line), address, state, score === null ? '' : String(score)];
  if (!('report' in outcome)) return [[...store, '', '', '', '', '', '', '', fault]];
  const { findings, not_looked_at } = outcome.report;
  const unread = not_looked_at.map(({ kind, id }) => `${kind} ${id}`).join('; ');
  if (findings.length === 0) return [[...store, '', '', '', '', '', '', unread, '']];
  return findings.map(({ severity, rule_id, message, remedy, ids, places }) => [
    ...store,
    severity,
    rule_id,
    message,
    remedy,
    ids.join(' '),
    String(places.length),
    unread,
    '',
  ]);
}

/** The whole file or none: it is written beside its name, and takes it at the end. @throws CommandError */
function writeWhole(out: string, content: Iterable<string>): void {
  const part = `${out}.part`;
  try {
    const file = openSync(part, 'w');
    try {
      for (const piece of content) writeSync(file, piece);
    } finally {
      closeSync(file);
    }
    renameSync(part, out);
  } catch {
    rmSync(part, { force: true });
    throw new CommandError(`${out} cannot be written. What was scanned is kept: go on with --resume.`);
  }
}

/** @throws CommandError if a store was not scanned or not judged, has findings that `--fail-on` names, or too low a score */
function requireGood(standings: readonly StoreStanding[], { failOn, minScore }: Options): void {
  const bad: readonly ('errors' | 'warnings')[] = FAIL_ON[failOn];
  const stores = standings.filter(({ state }) => state !== 'same');
  const judged = stores.filter(({ state }) => state === 'judged' || state === 'partly_judged');
  const found = judged.filter((standing) => bad.some((field) => standing[field] > 0)).length;
  const low = minScore === undefined ? 0 : judged.filter(({ score }) => (score ?? 0) < minScore).length;
  const severities: Severity[] = failOn === 'warn' ? ['error', 'warn'] : ['error'];
  const of = (count: number) => `${count} of ${stores.length} ${stores.length === 1 ? 'store' : 'stores'}`;
  const faults = [
    ...(stores.length > judged.length ? [`${of(stores.length - judged.length)} not scanned or not judged.`] : []),
    ...(found > 0 ? [`${of(found)} with findings of severity ${severities.join(' or ')} (--fail-on ${failOn}).`] : []),
    ...(low > 0 ? [`${of(low)} with a score below ${minScore} (--min-score ${minScore}).`] : []),
  ];
  if (faults.length > 0) throw new CommandError(faults.join(' '));
}

function parseScore(text: string): number {
  const score = /^\d{1,3}$/.test(text) ? Number(text) : 101;
  if (score > 100) throw new InvalidArgumentError('Use a whole number from 0 to 100.');
  return score;
}
