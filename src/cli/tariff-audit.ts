/** `portside tariff audit FILE`: what Section 232 says of every line of a parts list. */
import { basename, extname } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { systemClock as clock } from '../adapters/system/clock.ts';
import { newYorkDate } from '../domain/clock.ts';
import { PortsideError } from '../domain/errors.ts';
import { sha256Hex } from '../domain/sha256.ts';
import { cellText, type TableRow } from '../domain/table.ts';
import type { WorkerPool } from '../isolation/worker-pool.ts';
import { type ReadTable, readTable } from '../spreadsheet/read-table.ts';
import { unpackRows } from '../spreadsheet/row-chunk.ts';
import { TableRefused } from '../spreadsheet/table-refused.ts';
import { type AcceptedAudit, acceptTariffAudit, CODES_PER_UNIT } from '../tariff/audit/accept-audit.ts';
import { acceptedNumbers } from '../tariff/audit/accepted-numbers.ts';
import { auditBasis, auditChunk } from '../tariff/audit/audit-processor.ts';
import { type AuditResult, tariffAuditResult } from '../tariff/audit/audit-result.ts';
import { writeAuditWorkbook } from '../tariff/audit/audit-workbook.ts';
import { acceptSheet } from '../tariff/audit/audited-sheet.ts';
import { EarlierAnswers } from '../tariff/audit/changes-since.ts';
import { ColumnsRefused } from '../tariff/audit/find-columns.ts';
import { OUTCOMES, type Outcome } from '../tariff/audit/outcome.ts';
import { auditCsv, auditJson, summaryJson } from '../tariff/audit/result-text.ts';
import { countsOf } from '../tariff/audit/summary.ts';
import { checkDate } from '../tariff/tariff.ts';
import type { TariffData } from '../tariff/tariff-data.ts';
import type { TariffStore } from '../tariff/tariff-store.ts';
import { formatAccepted, formatAudit, formatChanges } from './audit-text.ts';
import { ChunkResumeFile } from './chunk-resume-file.ts';
import { CommandError, wrongValue } from './command-error.ts';
import { withCommandPool } from './command-pool.ts';
import { readInputFile } from './input-file.ts';
import { type CommonOptions, withCommonOptions } from './options.ts';
import { print, printJson, say } from './output.ts';
import { terminalOptions } from './terminal.ts';
import { writeStream } from './write-stream.ts';

/** Lines that make the exit code 1, by the value of `--fail-on`. */
const DAMAGED: Outcome[] = ['probable', 'damaged', 'invalid', 'undated'];
const PROBLEMS: Outcome[] = [...DAMAGED, 'retired', 'unsettled', 'not_in_schedule'];
const FAIL_ON = {
  never: [],
  damaged: DAMAGED,
  problem: PROBLEMS,
  listed: [...PROBLEMS, 'applies', 'applies_in_part', 'applies_elsewhere'],
} satisfies Record<string, Outcome[]>;

const ENDINGS = ['.xlsx', '.csv', '.json'];
const FILE_BYTES_MAX = 128_000_000;
/** All work of a command is its own. */
const OWNER = 'command';
/** A worker that has ended a chunk finds the next one waiting. */
const CHUNKS_PER_WORKER = 2;
/** From so many lines for each different number, one worker does them all. */
const LINES_PER_CODE = 4;
const AS_OF = '--as-of <date>';
const SINCE = '--since <date-or-result>';

interface Options extends CommonOptions {
  out?: string;
  codeColumn?: string;
  originColumn?: string;
  dateColumn?: string;
  valueColumn?: string;
  sheet?: string;
  asOf?: string;
  since?: string;
  failOn: keyof typeof FAIL_ON;
  resume?: boolean;
  acceptProbable?: boolean;
}

type WithLists = (options: CommonOptions, work: (store: TariffStore) => Promise<void>) => Promise<void>;

export function addAuditCommand(tariff: Command, withLists: WithLists): void {
  withCommonOptions(tariff.command('audit').description('audit every line of a parts list, and keep its columns'))
    .argument('<file>', 'a parts list: .xlsx, .csv or .json')
    .option(
      '-o, --out <file>',
      'write the lines to a file: .xlsx (with colours and a summary), .csv or .json',
      resultFile,
    )
    .option('--code-column <name>', 'the column of tariff numbers: its header, letter or number')
    .option('--origin-column <name>', 'the column of countries of origin; with it the duties are worked out')
    .option('--date-column <name>', 'the column of entry dates')
    .option('--value-column <name>', 'the column of customs values in US dollars')
    .option('--sheet <name>', 'the sheet of a workbook (default: the first one with a column of tariff numbers)')
    .option(AS_OF, 'the day of lines without an entry date, from 2025-03-12 (default: today in New York)')
    .option(SINCE, 'only the lines that changed since a day, or since an earlier result of this command')
    .addOption(
      new Option('--fail-on <kind>', 'lines that make the exit code 1')
        .choices(Object.keys(FAIL_ON))
        .default('damaged'),
    )
    .option(
      '--accept-probable',
      'use the one probable number of each damaged one; each is listed, digits that were lost are not guessed',
    )
    .option('--resume', 'continue an audit with the same -o that was interrupted')
    .action((file: string, options: Options) =>
      withLists(options, async (store) => audit(file, options, await store.load())),
    );
}

function resultFile(file: string): string {
  if (!ENDINGS.includes(extname(file).toLowerCase())) {
    throw new InvalidArgumentError('A result ends in .xlsx, .csv or .json; that decides its format.');
  }
  return file;
}

async function audit(file: string, options: Options, data: TariffData): Promise<void> {
  if (options.resume && options.out === undefined)
    throw new CommandError('--resume continues a result file: name it with -o.');
  requireDays(options);
  const first = await read(file, options.sheet);
  const sinceFile = options.since !== undefined && !isDay(options.since) ? options.since : undefined;
  const since = sinceFile === undefined ? options.since : undefined;
  await withCommandPool('tariff-audit', async (pool) => {
    const accepted = await accept(file, first.table, options, since, data, pool);
    const code = accepted.options.header[accepted.options.columns.code] ?? '';
    const earlier = sinceFile === undefined ? undefined : await earlierAnswers(sinceFile, code);
    const journal = options.out === undefined ? undefined : journalOf(options, first.digest, accepted, data);
    const outputs = await auditAll(accepted, data, pool, journal);
    await pool.close();
    const chunks = accepted.chunks.map(({ input }, at) => ({ input, output: outputs[at]! }));
    const result = tariffAuditResult(accepted.options, chunks, earlier);
    await show(result, file, options, options.since !== undefined);
    if (options.acceptProbable && !options.json) print(formatAccepted(acceptedNumbers(accepted.options, chunks)));
    journal?.remove();
    requireGood(result, options.failOn);
  });
}

/** Before anything is read. @throws UsageError */
function requireDays({ asOf, since }: Options): void {
  const days = [
    [AS_OF, asOf],
    [SINCE, since !== undefined && isDay(since) ? since : undefined],
  ] as const;
  for (const [option, day] of days) {
    try {
      if (day !== undefined) checkDate(day, '');
    } catch (error) {
      if (!(error instanceof PortsideError)) throw error;
      throw wrongValue(`option '${option}'`, day!, `It ${error.details?.[0]?.message}.`);
    }
  }
}

/** The bytes of the file go when it is read: of them only the SHA-256 is kept. */
async function read(file: string, sheet: string | undefined): Promise<{ table: ReadTable; digest: string }> {
  progress('Reading the file…');
  try {
    const bytes = readInputFile(file, FILE_BYTES_MAX);
    const digest = sha256Hex(bytes);
    return { table: await readSheet(bytes, sheet), digest };
  } catch (error) {
    throw error instanceof TableRefused ? new CommandError(`${file}: ${error.message}`) : error;
  } finally {
    progress('');
  }
}

/** @throws TableRefused */
function readSheet(bytes: Uint8Array, sheet: string | undefined): Promise<ReadTable> {
  return withCommandPool('spreadsheet', (pool) =>
    readTable({ bytes }, { ...(sheet !== undefined && { sheet }) }, pool, [OWNER]),
  );
}

async function accept(
  file: string,
  first: ReadTable,
  options: Options,
  since: string | undefined,
  data: TariffData,
  tasks: WorkerPool,
): Promise<AcceptedAudit> {
  const { codeColumn, originColumn, dateColumn, valueColumn, asOf } = options;
  const choice = {
    ...(codeColumn !== undefined && { code: codeColumn }),
    ...(originColumn !== undefined && { origin: originColumn }),
    ...(dateColumn !== undefined && { date: dateColumn }),
    ...(valueColumn !== undefined && { value: valueColumn }),
    ...(asOf !== undefined && { as_of: asOf }),
    ...(since !== undefined && { since }),
    ...(options.acceptProbable && { accepted: 'all' as const }),
  };
  try {
    return await acceptSheet(
      first,
      (sheet) => readSheet(readInputFile(file, FILE_BYTES_MAX), sheet),
      (table) => acceptTariffAudit(table, choice, { data, today: newYorkDate(clock.now()), tasks, owner: OWNER }),
    );
  } catch (error) {
    if (error instanceof ColumnsRefused) {
      throw new CommandError(`${file}: ${error.message} Say which one with --${error.role}-column <name>.`);
    }
    throw error;
  }
}

/** Audits all chunks, several at once, and keeps those that an earlier run has done. */
async function auditAll(
  accepted: AcceptedAudit,
  data: TariffData,
  tasks: WorkerPool,
  journal: ChunkResumeFile | undefined,
): Promise<Uint8Array[]> {
  const { chunks, options, linesTotal } = accepted;
  const outputs = chunks.map(({ number }) => journal?.done.get(number));
  const waiting = chunks.filter(({ number }) => outputs[number] === undefined);
  let lines = linesTotal - waiting.reduce((sum, chunk) => sum + chunk.lines, 0);
  if (lines > 0) say(`${lines.toLocaleString('en-US')} lines were audited before. The others follow.`);
  const auditNext = async () => {
    for (let chunk = waiting.shift(); chunk; chunk = waiting.shift()) {
      const { output } = await auditChunk(chunk.input, options, { data, tasks, owner: OWNER });
      outputs[chunk.number] = output;
      journal?.add(chunk.number, output);
      lines += chunk.lines;
      progress(`${lines.toLocaleString('en-US')} of ${linesTotal.toLocaleString('en-US')} lines`);
    }
  };
  try {
    await Promise.all(Array.from({ length: chunksAtOnce(accepted) }, auditNext));
  } finally {
    progress('');
    journal?.close();
  }
  return outputs as Uint8Array[];
}

/**
 * Each worker answers every number that it meets, once. Where lines repeat their numbers, and nothing else changes an answer, a second
 * worker would mostly answer the same numbers again, and hold them a second time.
 */
function chunksAtOnce({ units, linesTotal, options: { columns } }: AcceptedAudit): number {
  const codesMax = units * CODES_PER_UNIT;
  const repeats = columns.date === undefined && linesTotal > LINES_PER_CODE * codesMax;
  return repeats ? 1 : navigator.hardwareConcurrency * CHUNKS_PER_WORKER;
}

function journalOf(
  options: Options,
  digest: string,
  { options: accepted }: AcceptedAudit,
  data: TariffData,
): ChunkResumeFile {
  const key = [digest, JSON.stringify(accepted), auditBasis(data, accepted)];
  return ChunkResumeFile.open(`${options.out}.part`, key.join('\n'), options.resume === true);
}

async function show(result: AuditResult, file: string, options: Options, onlyChanges: boolean): Promise<void> {
  const { out } = options;
  const title = basename(file);
  if (out !== undefined) {
    await writeStream(out, async (sink) => {
      const encoder = new TextEncoder();
      const ending = extname(out).toLowerCase();
      if (ending === '.xlsx') await writeAuditWorkbook(result, sink, { title, createdAtMs: clock.now() });
      else
        for await (const piece of ending === '.csv' ? auditCsv(result) : auditJson(result))
          await sink.write(encoder.encode(piece));
    });
  } else if (onlyChanges && !options.json) {
    await formatChanges(result, terminalOptions(), print);
  } else {
    // Without a file the lines are only counted.
    for await (const _ of result.lines());
  }
  if (options.json) printJson(summaryJson(result));
  else print(formatAudit(result, { title, out }, terminalOptions()));
}

/** @throws CommandError if lines have an outcome that `--fail-on` names */
function requireGood({ summary }: AuditResult, failOn: Options['failOn']): void {
  const counts = countsOf(summary);
  const bad = (FAIL_ON[failOn] as Outcome[]).filter((outcome) => (counts[outcome] ?? 0) > 0);
  if (bad.length === 0) return;
  const list = bad.map((outcome) => `${counts[outcome]!.toLocaleString('en-US')} ${OUTCOMES[outcome].toLowerCase()}`);
  throw new CommandError(
    `Of ${summary.lines.toLocaleString('en-US')} lines: ${list.join(', ')} (--fail-on ${failOn}).`,
  );
}

function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text);
}

/**
 * The answers of an earlier result file.
 * @param code name of the column of numbers
 */
async function earlierAnswers(file: string, code: string): Promise<EarlierAnswers> {
  const { table } = await read(file, undefined);
  const answers = new EarlierAnswers();
  let columns: Map<string, number>;
  try {
    columns = EarlierAnswers.columnsIn(table.header);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new CommandError(
      `${file} is not a result of this command: it has no column "${error.message}". ${SINCE_ADVICE}`,
    );
  }
  const names = table.header.map((cell) => cellText(cell).trim().toLowerCase());
  const written = names.indexOf(code.trim().toLowerCase());
  const number =
    written === -1 ? names.findLastIndex((name) => name === 'number' || name === 'number looked up') : written;
  if (number === -1) throw new CommandError(`${file} has no column "${code}". ${SINCE_ADVICE}`);
  for (const chunk of table.chunks) {
    for (const { cells } of unpackRows<TableRow>(chunk)) answers.add(cells, columns, number);
  }
  return answers;
}

const SINCE_ADVICE = 'Give a day such as 2026-07-01, or a .csv or .xlsx that "tariff audit" wrote.';

function progress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`);
}
