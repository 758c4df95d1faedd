/** `portside tariff lists`, `lookup`, `verify` and `import`. */
import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { systemClock as clock } from '../adapters/system/clock.ts';
import { newYorkDate } from '../domain/clock.ts';
import { PortsideError } from '../domain/errors.ts';
import type { TariffImportStore } from '../domain/tariff-import-store.ts';
import { explain } from '../tariff/explain.ts';
import { TariffFileError } from '../tariff/json-fields.ts';
import { summarizeList } from '../tariff/list-summary.ts';
import type { PlannedImport } from '../tariff/plan-in-worker.ts';
import { Tariff, type TariffOnDate } from '../tariff/tariff.ts';
import type { TariffData } from '../tariff/tariff-data.ts';
import { TariffStore } from '../tariff/tariff-store.ts';
import { CommandError } from './command-error.ts';
import { withCommandPool } from './command-pool.ts';
import { hasDatabase } from './existing-database.ts';
import { type CommonOptions, configFrom, settingsFrom, withCommonOptions } from './options.ts';
import { print, printJson, say } from './output.ts';
import { cliActor, withStorage } from './storage-access.ts';
import { printExplanations, printLists, printPlan } from './tariff-text.ts';
import { terminalOptions } from './terminal.ts';

export function addTariffCommand(program: Command): void {
  const tariff = program.command('tariff').description('the Section 232 lists');
  withCommonOptions(tariff.command('lists').description('show the loaded lists, their sources and dates')).action(
    (options: CommonOptions) =>
      withLists(options, async (store) => {
        const { lists } = await store.load();
        const today = newYorkDate(clock.now());
        if (options.json) printJson(lists.map((list) => summarizeList(list, today)));
        else print(printLists(lists, today, terminalOptions()).trimEnd());
      }),
  );

  withCommonOptions(tariff.command('lookup').description('look codes up and explain the answers'))
    .argument('<code...>', 'HTS codes of 4, 6, 8 or 10 digits')
    .option('--as-of <date>', 'a day from 2025-03-12 (default: today in New York)')
    .action((codes: string[], options: CommonOptions & { asOf?: string }) =>
      withLists(options, async (store) => {
        const data = await store.load();
        const onDate = tariffOnDate(data, options.asOf);
        const schedule = await store.loadSchedule();
        const explanations = codes.map((code) => explain(onDate.lookup(code), onDate.asOf, data, schedule));
        if (options.json) printJson(explanations);
        else print(printExplanations(explanations, terminalOptions()).trimEnd());
      }),
    );

  withCommonOptions(tariff.command('verify').description('check a file as import does, without changing anything'))
    .argument('<file>', FILE_ARGUMENT)
    .option('--force', FORCE_OPTION)
    .action((file: string, options: ImportCommandOptions) =>
      withLists(options, async (store) => {
        showPlan(await planFile(store, file, options.force), options.json);
      }),
    );

  withCommonOptions(
    tariff.command('import').description('import a new list or the official schedule; running servers use it at once'),
  )
    .argument('<file>', FILE_ARGUMENT)
    .option('--force', FORCE_OPTION)
    .action((file: string, options: ImportCommandOptions) =>
      withTariffStore(options, async (store) => {
        const plan = await planFile(store, file, options.force);
        showPlan(plan, options.json);
        await store.save(plan, cliActor);
        say('Imported. Running servers answer from it within a second.');
      }),
    );
}

const FILE_ARGUMENT = 'a list or a USITC schedule export, JSON or CSV';
const FORCE_OPTION = 'accept a file that removes more than a tenth of the loaded numbers';

type ImportCommandOptions = CommonOptions & { force?: boolean };

/** Runs `work` with the store of the database. A refused file becomes a message without a stack. */
async function withTariffStore(options: CommonOptions, work: (store: TariffStore) => Promise<void>): Promise<void> {
  try {
    await withStorage(options, (storage) => work(new TariffStore(storage, clock)));
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
  await work(new TariffStore({ tariffImports: NO_IMPORTS }, clock));
}

const NO_IMPORTS: TariffImportStore = {
  add: () => Promise.reject(new CommandError('An import needs a database.')),
  newest: async () => [],
  list: async () => [],
  body: async () => undefined,
};

function tariffOnDate(data: TariffData, asOf: string | undefined): TariffOnDate {
  try {
    return new Tariff(data, clock).at(asOf);
  } catch (error) {
    if (error instanceof PortsideError) throw new CommandError(`--as-of "${asOf}" ${error.details?.[0]?.message}.`);
    throw error;
  }
}

function planFile(store: TariffStore, file: string, force = false): Promise<PlannedImport> {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch {
    throw new CommandError(`${file} cannot be read.`);
  }
  const options = { date: newYorkDate(clock.now()), force };
  return withCommandPool('tariff', (pool) => store.plan(bytes, options, pool));
}

function showPlan(plan: PlannedImport, json = false): void {
  const { added, removed, rate_changed, dates_changed, totals, kind } = plan;
  if (json) printJson({ kind, totals, added, removed, rate_changed, dates_changed });
  else print(printPlan(plan, terminalOptions()).trimEnd());
}
