/** `portside tariff lists`, `lookup`, `search`, `verify` and `import`. `read-notes` is in `tariff-notes.ts`. */
import { basename } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { systemClock as clock } from '../adapters/system/clock.ts';
import { newYorkDate } from '../domain/clock.ts';
import { PortsideError } from '../domain/errors.ts';
import type { TariffImportStore } from '../domain/tariff-import-store.ts';
import { STANDINGS } from '../domain/tariff-standing.ts';
import { type Explanation, explain } from '../tariff/explain/explain.ts';
import type { ListingView } from '../tariff/explain/listing-view.ts';
import { plainCode } from '../tariff/hts-code.ts';
import type { PlannedImport } from '../tariff/import/plan-in-worker.ts';
import { TariffFileError } from '../tariff/json-fields.ts';
import { type ListSummary, summarizeList } from '../tariff/list-summary.ts';
import { revisionIn } from '../tariff/schedule/schedule-revision.ts';
import { RESULTS_MAX } from '../tariff/search/search.ts';
import { type ListedResult, searchTariff } from '../tariff/search/search-tariff.ts';
import { Tariff, type TariffOnDate } from '../tariff/tariff.ts';
import type { TariffData } from '../tariff/tariff-data.ts';
import { TariffStore } from '../tariff/tariff-store.ts';
import { CommandError, wrongValue } from './command-error.ts';
import { withCommandPool } from './command-pool.ts';
import { type CsvColumns, type FormatOptions, printResult, withFormatOptions } from './csv-output.ts';
import { hasDatabase } from './existing-database.ts';
import { readInputFile } from './input-file.ts';
import { type CommonOptions, configFrom, settingsFrom, withCommonOptions, withDataDirOption } from './options.ts';
import { print, printJson, say } from './output.ts';
import { cliActor, withStorage } from './storage-access.ts';
import { addAuditCommand } from './tariff-audit.ts';
import { readCodes } from './tariff-codes.ts';
import { addDutiesCommand } from './tariff-duties.ts';
import { addReadNotesCommand } from './tariff-notes.ts';
import { droppedZeros, formatLookups } from './tariff-table.ts';
import { printExplanations, printLists, printPlan, printSearch } from './tariff-text.ts';
import { terminalOptions } from './terminal.ts';

/** The largest list or schedule that is imported. */
const FILE_BYTES_MAX = 128_000_000;

const LIST_COLUMNS: CsvColumns<ListSummary> = {
  list_id: ({ list_id }) => list_id,
  version: ({ version }) => version,
  as_of: ({ as_of }) => as_of,
  law_read_to: ({ law_read_to }) => law_read_to,
  title: ({ title }) => title,
  rows: ({ rows }) => rows,
  source: ({ source }) => source,
  next_change_date: ({ next_change }) => next_change?.date,
  next_change: ({ next_change }) => next_change?.event,
};

const LOOKUP_COLUMNS: CsvColumns<Explanation> = {
  code: ({ code }) => code,
  as_of: ({ as_of }) => as_of,
  status: ({ status }) => status,
  standing: ({ standing }) => STANDINGS[standing].label,
  hit: ({ hit }) => hit,
  in_scope: ({ in_scope }) => in_scope,
  coverage: ({ coverage }) => coverageOf(coverage),
  listed_as: (answer) => listings(answer, ({ code }) => code),
  ch99_headings: (answer) => listings(answer, ({ ch99_heading }) => ch99_heading ?? ''),
  rates: (answer) => listings(answer, ({ rate }) => (rate === null ? '' : String(rate))),
  lists: (answer) => listings(answer, ({ list }) => list),
  retired_on: ({ retired_on }) => retired_on,
  successors: ({ successors }) => successors.map((row) => row.new).join(' '),
  law_read_to: ({ law_read_to }) => law_read_to,
  unsettled_law: ({ unsettled_law }) => unsettled_law,
  exists: ({ schedule }) => schedule?.exists,
  described_as: ({ schedule }) => schedule?.path.join(' > '),
  general: ({ schedule }) => schedule?.general,
  special: ({ schedule }) => schedule?.special,
  column_2: ({ schedule }) => schedule?.other,
  units: ({ schedule }) => schedule?.units.join(', '),
};

const SEARCH_COLUMNS: CsvColumns<ListedResult> = {
  code: ({ code }) => code,
  chapter: ({ chapter }) => chapter,
  description: ({ description }) => description,
  above: ({ above }) => above.join(' > '),
  numbers: ({ numbers }) => numbers,
  general: ({ general }) => general,
  units: ({ units }) => units.join(', '),
  status: ({ status }) => status,
  standing: ({ standing }) => STANDINGS[standing].label,
};

const SEARCH_LIMIT_DEFAULT = 10;

/** More codes than this are a table of one line each. */
const EXPLAINED_MAX = 3;

/** Programmes that touch the code: `steel=whole auto_parts=part`. */
function coverageOf(coverage: Explanation['coverage']): string {
  return coverage
    .filter((each) => each.coverage !== 'none')
    .map((each) => `${each.programme}=${each.coverage}`)
    .join(' ');
}

/** One field of all listings that cover a code, without repetitions. */
function listings({ matched, other_programmes }: Explanation, field: (view: ListingView) => string): string {
  return [...new Set([...matched, ...other_programmes].map(field))].filter(Boolean).join(' ');
}

export function addTariffCommand(program: Command): void {
  const tariff = program.command('tariff').description('Section 232 duties, lists, and the schedule');
  const lists = withDataDirOption(
    tariff.command('lists').description('show the loaded lists, their sources and dates'),
  );
  withFormatOptions(lists).action((options: ReadOptions) =>
    withLists(options, async (store) => {
      const data = await store.load();
      const today = newYorkDate(clock.now());
      await printResult(options, {
        rows: data.lists.map((list) => summarizeList(list, data, today)),
        columns: LIST_COLUMNS,
        table: () => printLists(data, today, terminalOptions()).trimEnd(),
      });
    }),
  );

  const lookup = withDataDirOption(tariff.command('lookup').description('look codes up and explain the answers'))
    .argument('<code...>', 'HTS codes of 4, 6, 8 or 10 digits, files of codes, or - for standard input')
    .option('--as-of <date>', 'a day from 2025-03-12 (default: today in New York)');
  withFormatOptions(lookup).action((given: string[], options: ReadOptions & { asOf?: string }) =>
    withLists(options, async (store) => {
      const data = await store.load();
      const onDate = tariffOnDate(data, options.asOf);
      const codes = await readCodes(given);
      const explanations = codes.map((code) => explain(onDate.lookup(plainCode(code)), onDate.asOf, data));
      await printResult(options, {
        rows: explanations,
        columns: LOOKUP_COLUMNS,
        table: () =>
          explanations.length > EXPLAINED_MAX
            ? formatLookups(explanations, LOOKUP_COLUMNS, terminalOptions())
            : printExplanations(explanations, terminalOptions()).trimEnd(),
      });
      requireValid(explanations);
    }),
  );

  addDutiesCommand(tariff, withLists);
  addAuditCommand(tariff, withLists);

  const search = withDataDirOption(tariff.command('search').description('find numbers by what they are called'))
    .argument('<words...>', 'words of a description, or the beginning of a number')
    .option('--limit <count>', `how many results, 1 to ${RESULTS_MAX}`, parseLimit, SEARCH_LIMIT_DEFAULT);
  withFormatOptions(search).action((words: string[], options: ReadOptions & { limit: number }) =>
    withLists(options, async (store) => {
      const data = await store.load();
      const found = searchTariff(words.join(' '), options.limit, data, tariffOnDate(data, undefined));
      await printResult(options, {
        rows: found.results,
        columns: SEARCH_COLUMNS,
        json: found,
        table: () => printSearch(found, terminalOptions()).trimEnd(),
      });
    }),
  );

  withCommonOptions(tariff.command('verify').description('check a file as import does, without changing anything'))
    .argument('<file>', FILE_ARGUMENT)
    .option('--force', FORCE_OPTION)
    .option('--revision <name>', REVISION_OPTION, parseRevision)
    .action((file: string, options: ImportCommandOptions) =>
      withLists(options, async (store) => {
        showPlan(await planFile(store, file, options), options.json);
      }),
    );

  withCommonOptions(
    tariff.command('import').description('import a new list or the official schedule; running servers use it at once'),
  )
    .argument('<file>', FILE_ARGUMENT)
    .option('--force', FORCE_OPTION)
    .option('--revision <name>', REVISION_OPTION, parseRevision)
    .action((file: string, options: ImportCommandOptions) =>
      withTariffStore(options, async (store) => {
        const plan = await planFile(store, file, options);
        showPlan(plan, options.json);
        await store.save(plan, cliActor);
        sayWhatIsUnusual(plan);
        say('Imported. Running servers answer from it within a second.');
      }),
    );
  addReadNotesCommand(tariff, withLists);
}

const FILE_ARGUMENT = 'a list or a USITC schedule export, JSON or CSV';
const REVISION_OPTION =
  'the revision of a schedule export, if the file name does not contain it, such as "2026 Rev 21"';
const FORCE_OPTION = 'accept a file that removes more than a tenth of the loaded numbers';

type ReadOptions = CommonOptions & FormatOptions;
type ImportCommandOptions = CommonOptions & { force?: boolean; revision?: string };

/** Runs `work` with the store of the database. A refused file becomes a message without a stack. */
function withTariffStore(options: CommonOptions, work: (store: TariffStore) => Promise<void>): Promise<void> {
  return explained(withStorage(options, (storage) => work(new TariffStore(storage, clock))));
}

/** @throws CommandError instead of TariffFileError */
async function explained(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (error instanceof TariffFileError) throw new CommandError(error.message);
    throw error;
  }
}

/** Like `withTariffStore`, for commands that only read: without a database the lists of this binary answer, if no folder was named. */
async function withLists(options: CommonOptions, work: (store: TariffStore) => Promise<void>): Promise<void> {
  const folderIsNamed = settingsFrom(options).find(({ name }) => name === 'data_dir')!.origin !== 'default';
  if (folderIsNamed || hasDatabase(configFrom(options))) return withTariffStore(options, work);
  say('There is no database here. The lists inside this binary answer.');
  await explained(work(new TariffStore({ tariffImports: NO_IMPORTS }, clock)));
}

/** For the lists inside the binary, without a database. */
export const NO_IMPORTS: TariffImportStore = {
  add: () => Promise.reject(new CommandError('An import needs a database.')),
  newest: async () => [],
  list: async () => [],
  body: async () => undefined,
};

/** @throws CommandError if a code is invalid: a script must not take it for one that is on no list */
function requireValid(explanations: readonly Explanation[]): void {
  const invalid = explanations.filter(({ status }) => status === 'invalid').length;
  if (invalid === 0) return;
  throw new CommandError(
    explanations.length === 1
      ? 'The code is not the number of a product.'
      : `${invalid} of ${explanations.length} codes ${invalid === 1 ? 'is' : 'are'} not the number of a product.${droppedZeros(explanations)}`,
  );
}

function tariffOnDate(data: TariffData, asOf: string | undefined): TariffOnDate {
  try {
    return new Tariff(data, clock).at(asOf);
  } catch (error) {
    if (!(error instanceof PortsideError) || asOf === undefined) throw error;
    throw wrongValue("option '--as-of <date>'", asOf, `It ${error.details?.[0]?.message}.`);
  }
}

function parseLimit(text: string): number {
  const limit = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (limit < 1 || limit > RESULTS_MAX) throw new InvalidArgumentError(`Use a whole number from 1 to ${RESULTS_MAX}.`);
  return limit;
}

function parseRevision(text: string): string {
  const revision = revisionIn(text);
  if (revision === null) throw new InvalidArgumentError('Use a year and a revision: 2026 Rev 21.');
  return revision;
}

/** An export that is older than the schedule in use, or does not say what it is, is accepted but never silently. */
function sayWhatIsUnusual(plan: PlannedImport): void {
  if (plan.kind !== 'schedule') return;
  const { older, revision, replaces } = plan.schedule;
  if (older)
    say(
      `Warning: ${revision} is older than ${replaces}, which was in use. Import the newer one again if this was a mistake.`,
    );
  else if (revisionIn(revision) === null) {
    say(
      'Warning: neither the file name nor --revision says which revision this is, so nothing can tell whether it is newer.',
    );
  }
}

function planFile(
  store: TariffStore,
  file: string,
  { force = false, revision = revisionIn(basename(file)) ?? undefined }: ImportCommandOptions,
): Promise<PlannedImport> {
  const bytes = readInputFile(file, FILE_BYTES_MAX);
  const options = { date: newYorkDate(clock.now()), force, ...(revision !== undefined && { revision }) };
  return withCommandPool('tariff', (pool) => store.plan(bytes, options, pool));
}

function showPlan(plan: PlannedImport, json = false): void {
  const { added, removed, rate_changed, terms_changed, dates_changed, past_from, totals, kind } = plan;
  const schedule = plan.kind === 'schedule' && { schedule: plan.schedule };
  if (json)
    printJson({ kind, ...schedule, totals, past_from, added, removed, rate_changed, terms_changed, dates_changed });
  else print(printPlan(plan, terminalOptions()).trimEnd());
}
