/** `portside tariff lists | import | verify | lookup`. */
import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { newYorkDate } from '../domain/clock.ts';
import { PortsideError } from '../domain/errors.ts';
import type { Storage } from '../domain/storage.ts';
import { explain, nextChanges } from '../tariff/explain.ts';
import { TariffFileError } from '../tariff/json-fields.ts';
import type { ImportPlan } from '../tariff/plan-import.ts';
import { Tariff } from '../tariff/tariff.ts';
import { TariffStore } from '../tariff/tariff-store.ts';
import {
  CommandError,
  type CommonOptions,
  cliActor,
  clock,
  print,
  printJson,
  say,
  showsColour,
  withCommonOptions,
  withStorage,
} from './context.ts';
import { printExplanations, printLists, printPlan } from './tariff-text.ts';

export function addTariffCommand(program: Command): void {
  const tariff = program.command('tariff').description('the Section 232 lists');
  withCommonOptions(tariff.command('lists').description('which lists are loaded, from where, how old')).action(
    (options: CommonOptions) =>
      withStorage(options, async (storage) => {
        const { lists } = await new TariffStore(storage, clock).load();
        const today = newYorkDate(clock.now());
        if (!options.json) return print(printLists(lists, today, showsColour()).trimEnd());
        printJson(
          lists.map((list) => ({
            list_id: list.list_id,
            title: list.title,
            version: list.version,
            as_of: list.as_of,
            source: list.source,
            rows: list.listings.length,
            next_change: nextChanges([list], today)[0] ?? null,
          })),
        );
      }),
  );

  withCommonOptions(tariff.command('lookup').description('look codes up and explain the answers'))
    .argument('<code...>', 'HTS codes of 4, 6, 8 or 10 digits')
    .option('--as-of <date>', 'a day from 2025-03-12 (default: today in New York)')
    .action((codes: string[], options: CommonOptions & { asOf?: string }) =>
      withStorage(options, async (storage) => {
        const store = new TariffStore(storage, clock);
        const data = await store.load();
        const onDate = new Tariff(data, clock).at(options.asOf);
        const schedule = await store.loadSchedule();
        const explanations = codes.map((code) => explain(onDate.lookup(code), onDate.asOf, data, schedule));
        if (options.json) return printJson(explanations);
        print(printExplanations(explanations, showsColour()).trimEnd());
      }).catch(asCommandError),
    );

  withCommonOptions(tariff.command('verify').description('check a file as import would, and change nothing'))
    .argument('<file>', 'a list or a USITC schedule export, JSON or CSV')
    .option('--force', 'accept a file that shrinks what is loaded by more than a tenth')
    .action((file: string, options: CommonOptions & { force?: boolean }) =>
      withStorage(options, async (storage) => {
        showPlan(await planOf(file, storage, options.force), options.json);
      }).catch(asCommandError),
    );

  withCommonOptions(
    tariff.command('import').description('take in a new list or the official schedule; servers swap it in at once'),
  )
    .argument('<file>', 'a list or a USITC schedule export, JSON or CSV')
    .option('--force', 'accept a file that shrinks what is loaded by more than a tenth')
    .action((file: string, options: CommonOptions & { force?: boolean }) =>
      withStorage(options, async (storage) => {
        const plan = await planOf(file, storage, options.force);
        showPlan(plan, options.json);
        await new TariffStore(storage, clock).save(plan, cliActor);
        say('Imported. A running server answers from it within a second.');
      }).catch(asCommandError),
    );
}

async function planOf(file: string, storage: Storage, force = false): Promise<ImportPlan> {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    throw new CommandError(`${file} cannot be read.`);
  }
  return new TariffStore(storage, clock).plan(text, { date: newYorkDate(clock.now()), force });
}

function showPlan(plan: ImportPlan, json = false): void {
  const { added, removed, rate_changed, dates_changed, totals, kind } = plan;
  if (json) printJson({ kind, totals, added, removed, rate_changed, dates_changed });
  else print(printPlan(plan, showsColour()).trimEnd());
}

function asCommandError(error: unknown): never {
  if (error instanceof TariffFileError) throw new CommandError(error.message);
  if (error instanceof PortsideError) throw new CommandError(error.details?.[0]?.message ?? error.message);
  throw error;
}
