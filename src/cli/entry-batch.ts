/** `portside entry batch`: a certificate for each line of a sheet. */
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { fileCause } from '../adapters/faults.ts';
import { systemClock as clock } from '../adapters/system/clock.ts';
import type { CertificateState } from '../domain/certificate.ts';
import { PortsideError } from '../domain/errors.ts';
import type { IsolatedTasks } from '../domain/isolated-tasks.ts';
import { unmetered } from '../domain/resource-meter.ts';
import { sha256Hex } from '../domain/sha256.ts';
import { acceptEntryBatch } from '../entry/batch/accept-batch.ts';
import { readDefaultValues } from '../entry/batch/defaults.ts';
import { checkLine } from '../entry/batch/make-line.ts';
import type { PreparedLine } from '../entry/batch/prepare-line.ts';
import { readBatchSheets, sheetRemarks } from '../entry/batch/read-sheets.ts';
import { templateWorkbook } from '../entry/batch/template.ts';
import { citationCodes } from '../entry/registry/citation-codes.ts';
import { importedCodes } from '../entry/registry/code-table.ts';
import { readTable } from '../spreadsheet/read-table.ts';
import { TableRefused } from '../spreadsheet/table-refused.ts';
import { BatchFolder, type BatchInput } from './batch-folder.ts';
import { writeResult } from './batch-result.ts';
import { countsOf, formatBatch, type ReportedLine } from './batch-text.ts';
import { CommandError, failureText, UsageError } from './command-error.ts';
import { withCommandPool } from './command-pool.ts';
import { readInputFile } from './input-file.ts';
import { openIssuer, requireBaseUrl } from './issuer.ts';
import { beginBatch, type DoneLine, linesOf, makeBatch } from './make-batch.ts';
import { type CommonOptions, configFrom, withCommonOptions } from './options.ts';
import { print, printJson, say } from './output.ts';
import { withStorage } from './storage-access.ts';
import { terminalOptions } from './terminal.ts';

/** As an upload to the API. */
const FILE_BYTES_MAX = 32_000_000;
/** While one certificate is committed, the next one is drawn. */
const AT_ONCE_PER_WORKER = 2;

/** States that make the exit code 1, by the value of `--fail-on`. A line without a certificate does with any of them but `never`. */
const FAIL_ON = {
  error: [],
  incomplete: ['incomplete'],
  defects: ['incomplete', 'stated_with_defects'],
  never: [],
} satisfies Record<string, CertificateState[]>;

interface BatchCommandOptions extends CommonOptions {
  out?: string;
  sheet?: string;
  default: Record<string, string>;
  check?: boolean;
  resume?: boolean;
  failOn: keyof typeof FAIL_ON;
  baseUrl?: string;
  template?: string;
}

const HELP = `
Each line is one certificate. Its columns are the fields of a v2 request: start
from --template, which explains them. A workbook may have a second sheet
"Parties". A line with an error gives no certificate and does not stop the
others; --check makes nothing and lists every error by line and column.

FOLDER gets a PDF for each certificate, a result sheet, SHA256SUMS and
manifest.json. A batch that was interrupted goes on with --resume: each line has
one certificate, however often the batch is resumed.`;

export function addBatchCommand(entry: Command): void {
  withCommonOptions(entry.command('batch').description('make a certificate for each line of a sheet'))
    .argument('[file]', 'CSV or XLSX')
    .option('-o, --out <folder>', 'where to write the PDFs, the result sheet and the manifest')
    .option('--sheet <name>', 'the sheet of the lines (default: the first)')
    .option('--default <column=value>', 'value of a column for every line without one; repeatable', defaultValue, {})
    .option('--check', 'make nothing: list the errors and the state that each certificate would have')
    .option('--resume', 'go on with the batch of the folder')
    .addOption(
      new Option('--fail-on <what>', 'what makes the exit code 1: lines without a certificate, or states as well')
        .choices(Object.keys(FAIL_ON))
        .default('error'),
    )
    .option('--base-url <url>', 'public address of the server; the PDFs link to it')
    .option('--template <file.xlsx>', 'write an empty sheet with all columns, examples and help')
    .addHelpText('after', HELP)
    .action(async (file: string | undefined, options: BatchCommandOptions) => {
      if (options.template !== undefined) return template(file, options.template);
      if (file === undefined) throw new UsageError("error: missing required argument 'file'");
      if (options.check) return check(file, options);
      if (options.out === undefined) throw new UsageError("error: required option '-o, --out <folder>' not specified");
      await make(file, options.out, options);
    });
}

async function template(file: string | undefined, target: string): Promise<void> {
  if (file !== undefined) throw new UsageError('error: --template takes no file of lines.');
  if (!/\.xlsx$/i.test(target))
    throw new UsageError(`error: option '--template <file.xlsx>' argument '${target}' must end in .xlsx.`);
  try {
    writeFileSync(target, await templateWorkbook(clock.now()), { flag: 'wx' });
  } catch (error) {
    throw new CommandError(`${target} cannot be written: ${fileCause(error)}.`);
  }
  say(`${target} was written. Fill the sheet Certificates, then: portside entry batch ${target} -o FOLDER`);
}

/** Needs no database: the codes are those that are built in. */
async function check(file: string, options: BatchCommandOptions): Promise<void> {
  const bytes = readInputFile(file, FILE_BYTES_MAX);
  const nowMs = clock.now();
  const { lines, headings } = await withCommandPool('entry', (pool) => readLines(file, bytes, options, pool, nowMs));
  report(
    lines.map((line) => checkLine(line, nowMs, { codes: citationCodes(), headings })),
    options,
  );
}

async function make(file: string, out: string, options: BatchCommandOptions): Promise<void> {
  const config = configFrom(options);
  requireBaseUrl(config);
  const bytes = readInputFile(file, FILE_BYTES_MAX);
  await withStorage(options, async (storage) => {
    const nowMs = clock.now();
    await withCommandPool('entry', async (pool) => {
      const { lines, headings, isWorkbook } = await readLines(file, bytes, options, pool, nowMs);
      const issuer = await openIssuer(config, storage, pool);
      const input: BatchInput = {
        file: basename(file),
        sha256: sha256Hex(bytes),
        ...(options.sheet !== undefined && { sheet: options.sheet }),
        base_url: config.base_url,
        defaults: options.default,
      };
      const folder = new BatchFolder(out);
      const batch = await beginBatch(folder, input, lines, storage, { resume: options.resume ?? false, nowMs });
      const parts = {
        issuer,
        batch,
        headings,
        codes: citationCodes(importedCodes(await storage.filings.codes())),
        request: { keyId: 'cli', lineage: 'cli', requestId: batch, baseUrl: config.base_url, meter: unmetered },
      };
      const atOnce = availableParallelism() * AT_ONCE_PER_WORKER;
      let count = 0;
      const done = await makeBatch(lines, parts, { folder, storage, atOnce }, (made) => {
        count = made;
        if (process.stderr.isTTY) process.stderr.write(`\r${made} of ${lines.length} lines`);
      })
        .catch((error) => {
          throw interrupted(error, count, lines.length);
        })
        .finally(() => {
          if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
        });
      const result = await writeResult(folder, done, isWorkbook);
      folder.removeUnfinished(nowMs);
      const files = filesOf(done, folder, result);
      folder.writeChecksums(files);
      folder.writeManifest({ ...input, batch, state: 'finished', files });
      report(done.map(reportedLine), options, { batch, folder: out });
    });
  });
}

interface ReadLines {
  lines: PreparedLine[];
  headings: string[];
  isWorkbook: boolean;
}

/** Says which sheets were read, and what of them could be missed. @throws CommandError that names each place */
async function readLines(
  file: string,
  bytes: Uint8Array,
  options: BatchCommandOptions,
  tasks: IsolatedTasks,
  nowMs: number,
): Promise<ReadLines> {
  try {
    const sheets = await withCommandPool('spreadsheet', (pool) =>
      readBatchSheets((sheet) => readTable({ bytes }, { sheet }, pool, ['command']), options.sheet),
    );
    const choice = { parties: sheets.parties, defaults: options.default, remarks: sheetRemarks(sheets) };
    const accepted = await acceptEntryBatch(sheets.table, choice, { tasks, owner: 'command', nowMs });
    for (const reading of accepted.options.readings) say(reading);
    return {
      lines: linesOf(accepted),
      headings: accepted.options.headings,
      isWorkbook: sheets.table.format === 'xlsx',
    };
  } catch (error) {
    if (error instanceof TableRefused) throw new CommandError(`${file}: ${error.message}`);
    if (!(error instanceof PortsideError)) throw error;
    const details = (error.details ?? []).filter(({ path }) => path !== '');
    const lines = details.map(({ path, message }) => `  ${placeOf(path)}: ${message}`);
    throw new CommandError([`${file}: ${error.message}`, ...(lines.length > 1 ? lines : [])].join('\n'));
  }
}

/** `/2/C` as `line 2, column C`. */
function placeOf(path: string): string {
  const [, line, column] = path.split('/');
  return line === 'defaults'
    ? `--default ${column}`
    : `line ${line}${column === undefined ? '' : `, column ${column}`}`;
}

/** A process that was stopped here, or fails, leaves a batch that can be resumed. */
function interrupted(error: unknown, done: number, lines: number): unknown {
  if (error instanceof CommandError) return error;
  const text = failureText(error);
  // The stack of a bug is not hidden behind advice.
  if (text.startsWith('portside failed')) return error;
  return new CommandError(`${text} ${done} of ${lines} lines are done. Run the same command with --resume.`);
}

function filesOf(done: readonly DoneLine[], folder: BatchFolder, result: string): Record<string, string> {
  const pdfs = done.flatMap(({ file, certificate }) => (certificate ? [[file, certificate.sha256]] : []));
  return Object.fromEntries([...pdfs, [result, folder.sha256(result)]]);
}

function reportedLine({ certificate, errors, line, sku, product, file }: DoneLine): ReportedLine {
  const { gaps = [], id, state, status, sha256 } = certificate ?? {};
  return {
    line,
    sku,
    product,
    errors,
    gaps,
    ...(certificate && { state: state!, id: id!, status: status!, sha256: sha256!, file }),
  };
}

/** @throws CommandError if lines are as `--fail-on` names */
function report(
  lines: readonly ReportedLine[],
  options: BatchCommandOptions,
  made?: { batch: string; folder: string },
): void {
  const notMade = lines.filter(({ state }) => state === undefined);
  if (options.json) {
    const counts = Object.fromEntries(countsOf(lines));
    printJson({ ...made, lines: lines.length, counts, certificates: lines });
  } else print(formatBatch(lines, made?.folder, terminalOptions()));
  if (options.failOn === 'never') return;
  const bad = lines.filter(({ state }) => state && (FAIL_ON[options.failOn] as CertificateState[]).includes(state));
  const faults = [
    ...(notMade.length > 0
      ? [`${notMade.length} of ${lines.length} lines ${made ? 'have' : 'would have'} no certificate.`]
      : []),
    ...(bad.length > 0
      ? [`${bad.length} are ${FAIL_ON[options.failOn].join(' or ')} (--fail-on ${options.failOn}).`]
      : []),
  ];
  if (faults.length > 0) throw new CommandError(faults.join(' '));
}

/** `column=value`, again and again. */
function defaultValue(text: string, values: Record<string, string>): Record<string, string> {
  const at = text.indexOf('=');
  if (at < 1) throw new InvalidArgumentError('Write column=value, such as place_of_manufacture=Vietnam.');
  try {
    readDefaultValues({ [text.slice(0, at)]: text.slice(at + 1) });
  } catch (error) {
    const [fault] = (error as PortsideError).details ?? [];
    throw new InvalidArgumentError(`"${text.slice(0, at)}" ${fault?.message ?? 'cannot be used.'}`);
  }
  return { ...values, [text.slice(0, at)]: text.slice(at + 1) };
}
