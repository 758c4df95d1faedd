/** `portside tariff read-notes`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { fileCause } from '../adapters/faults.ts';
import { systemClock as clock } from '../adapters/system/clock.ts';
import { newYorkDate } from '../domain/clock.ts';
import { isCalendarDate } from '../tariff/dates.ts';
import type { NotesRevision, Proposal } from '../tariff/notes/compare-notes.ts';
import type { TariffStore } from '../tariff/tariff-store.ts';
import { CommandError, wrongValue } from './command-error.ts';
import { withCommandPool } from './command-pool.ts';
import { readInputFile } from './input-file.ts';
import { printNotes } from './notes-text.ts';
import { type CommonOptions, withCommonOptions } from './options.ts';
import { print, printJson, say } from './output.ts';
import { terminalOptions } from './terminal.ts';

/** The largest file of notes that is read. */
const FILE_BYTES_MAX = 128_000_000;

interface ReadNotesOptions extends CommonOptions {
  effective?: string;
  revision?: string;
  out?: string;
  force?: boolean;
}

const HELP = `
The file is the HTML of https://hts.usitc.gov/reststop/getChapterNotes?doc=99,
or the text of a chapter 99 PDF: "pdftotext -layout FILE.pdf FILE.txt", or -raw.
Each list that Portside holds is looked for in its subdivision. The command
stops if it cannot read a list for certain. It imports nothing: where lists
differ it writes a proposal, which "tariff import" takes once a person has read
the difference.`;

/** @param withLists opens the lists in use, and makes messages of refused files */
export function addReadNotesCommand(
  tariff: Command,
  withLists: (options: CommonOptions, work: (store: TariffStore) => Promise<void>) => Promise<void>,
): void {
  const command = tariff
    .command('read-notes')
    .description('compare the lists with the notes of chapter 99 as USITC publishes them');
  withCommonOptions(command)
    .argument('<file>', 'the notes of chapter 99: HTML, or the text of the PDF')
    .option('--effective <date>', 'the first day of the revision (default: today in New York)')
    .option('--revision <name>', 'its name, if the file does not print one')
    .option('--out <folder>', 'where to write proposed lists (default: the current folder)')
    .option('--force', 'accept a list that loses many numbers')
    .addHelpText('after', HELP)
    .action((file: string, options: ReadNotesOptions) =>
      withLists(options, async (store) => {
        const effective = effectiveDate(options.effective);
        const { revision, force = false } = options;
        const notes = await withCommandPool('tariff', (pool) =>
          store.readNotes(
            readInputFile(file, FILE_BYTES_MAX),
            { effective, force, ...(revision !== undefined && { revision }) },
            pool,
          ),
        );
        const files = notes.proposals.map((proposal) => writeProposal(proposal, effective, options.out));
        if (options.json) {
          const proposals = notes.proposals.map(({ list_id, version }, at) => ({ list_id, version, file: files[at] }));
          printJson({ ...notes, proposals });
        } else print(printNotes(notes, terminalOptions()).trimEnd());
        if (files.length > 0) sayWhatNext(files);
        refuseUnknown(notes);
      }),
    );
}

function effectiveDate(given: string | undefined): string {
  if (given === undefined) return newYorkDate(clock.now());
  if (isCalendarDate(given)) return given;
  throw wrongValue("option '--effective <date>'", given, 'It must be a day that exists, as YYYY-MM-DD.');
}

/** A file is never written over: it may be a proposal that somebody has edited. */
function writeProposal({ list_id, text }: Proposal, effective: string, folder = '.'): string {
  const path = join(folder, `${list_id}-${effective}.json`);
  try {
    writeFileSync(path, text, { flag: 'wx' });
  } catch (error) {
    const isThere = (error as NodeJS.ErrnoException).code === 'EEXIST';
    if (isThere) throw new CommandError(`${path} is there already. Move it away, or use --out.`);
    throw new CommandError(`${path} cannot be written: ${fileCause(error)}.`);
  }
  return path;
}

function sayWhatNext(files: readonly string[]): void {
  say(`Proposed: ${files.join(', ')}. Nothing is imported yet.`);
  say(`Compare each change with the Federal Register, then: portside tariff import ${files[0]}`);
}

function refuseUnknown({ unknown }: NotesRevision): void {
  if (unknown.length === 0) return;
  const notes = unknown.map(({ note }) => note).join(', ');
  throw new CommandError(
    `The notes have lists that Portside does not hold: ${notes}. Add their terms to the list by hand.`,
  );
}
