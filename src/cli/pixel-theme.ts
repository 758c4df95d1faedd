/** `portside pixel theme FOLDER|ZIP`. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { isAbsolute, join, relative, sep } from 'node:path';
import { type Command, Option } from 'commander';
import type { DetailedReport, Severity } from '../domain/scan-report.ts';
import { auditMarkdown } from '../pixel/audit/markdown.ts';
import { type StoreOutcome, standingOf } from '../pixel/audit/store-outcome.ts';
import { themePath } from '../pixel/theme/theme-files.ts';
import { readThemeSource } from '../pixel/theme/theme-reader.ts';
import type { ThemeInput } from '../pixel/theme/theme-source.ts';
import { THEME_BYTES_MAX, THEME_FILES_MAX, ThemeFault } from '../pixel/theme/unzip.ts';
import { CommandError } from './command-error.ts';
import { withCommandPool } from './command-pool.ts';
import { type CsvColumns, type FormatOptions, formatCsv, formatOf, withFormatOptions } from './csv-output.ts';
import { print, printJson, say, write } from './output.ts';
import { reportFiles, writeReport } from './report-file.ts';
import { printReport } from './scan-text/report-text.ts';
import { parseScore } from './score-option.ts';
import { terminalOptions } from './terminal.ts';

const FAIL_ON = { error: ['error'], warn: ['error', 'warn'], never: [] } satisfies Record<string, Severity[]>;
const ZIP_BYTES_MAX = 64 * 1024 * 1024;

interface Options extends FormatOptions {
  out?: string[];
  failOn: keyof typeof FAIL_ON;
  minScore?: number;
}

interface Source {
  input: ThemeInput;
  bytes: Uint8Array;
  /** The folder that holds the files, relative to the working folder. Absent for a ZIP file, and outside of the working folder. */
  root?: string;
}

type Finding = DetailedReport['findings'][number];

const COLUMNS: CsvColumns<Finding> = {
  severity: ({ severity }) => severity,
  rule: ({ rule_id }) => rule_id,
  ids: ({ ids }) => ids.join(' '),
  file: ({ places }) => places[0]?.file,
  line: ({ places }) => places[0]?.line,
  places: ({ places }) => places.map(({ file, line }) => `${file ?? ''}:${line ?? ''}`).join(' '),
  message: ({ message }) => message,
  remedy: ({ remedy }) => remedy,
};

export function addThemeCommand(pixel: Command): void {
  const theme = pixel
    .command('theme')
    .description('scan the source of a theme: a folder, or the ZIP file that the theme editor downloads')
    .argument('<theme>', 'folder or ZIP file')
    .option(
      '-o, --out <file>',
      'write the report to a file: .sarif, .html, .json, .csv or .md (a summary); can be repeated',
      reportFiles,
    )
    .addOption(
      new Option('--fail-on <severity>', 'findings that make the exit code 1')
        .choices(Object.keys(FAIL_ON))
        .default('error'),
    )
    .option('--min-score <score>', 'the least score of the theme; a lower one makes the exit code 1', parseScore);
  withFormatOptions(theme).action(async (target: string, options: Options) => {
    const { input, bytes, root } = sourceOf(target);
    const report = await withCommandPool('pixel', (pool) => readThemeSource(pool, input, bytes, 'command')).catch(
      (error: unknown) => {
        throw error instanceof ThemeFault ? new CommandError(`${target}: ${error.message}`) : error;
      },
    );
    await show(target, report, root, options);
    requireGood(report, options);
  });
}

/** @throws CommandError if the theme has findings that `--fail-on` names, or too low a score */
function requireGood({ findings, score }: DetailedReport, { failOn, minScore }: Options): void {
  const bad = FAIL_ON[failOn] as readonly Severity[];
  const faults = [
    ...(findings.some(({ severity }) => bad.includes(severity))
      ? [`The theme has findings of severity ${bad.join(' or ')} (--fail-on ${failOn}).`]
      : []),
    ...(minScore !== undefined && (score ?? 0) < minScore
      ? [`The theme has the score ${score ?? 0}, below ${minScore} (--min-score ${minScore}).`]
      : []),
  ];
  if (faults.length > 0) throw new CommandError(faults.join(' '));
}

async function show(target: string, report: DetailedReport, root: string | undefined, options: Options): Promise<void> {
  const json = { theme: target, ...report };
  const csv = () => formatCsv(report.findings, COLUMNS);
  for (const file of options.out ?? []) {
    const markdown = () => {
      const outcome: StoreOutcome = { line: 1, address: target, url: target, atMs: Date.now(), report };
      return auditMarkdown([standingOf(outcome)], () => outcome);
    };
    writeReport(file, [{ name: target, report, ...(root !== undefined && { root }) }], Date.now(), {
      ...{ json, csv, markdown },
    });
    say(`Wrote ${file}.`);
  }
  if (options.out) return;
  const format = formatOf(options);
  if (format === 'json') printJson(json);
  else if (format === 'csv') await write(csv());
  else print(printReport(target, report, terminalOptions()).trimEnd());
}

/** @throws CommandError */
function sourceOf(target: string): Source {
  const stats = statSync(target, { throwIfNoEntry: false });
  if (stats?.isDirectory()) return folderSource(target);
  if (!stats?.isFile()) throw new CommandError(`${target} is neither a folder nor a ZIP file.`);
  if (stats.size > ZIP_BYTES_MAX) throw new CommandError(`${target} has more than 64 MB. No theme is that large.`);
  return { input: { kind: 'zip' }, bytes: readFileSync(target) };
}

/** The files of a folder that hold code, in the order of their names. */
function folderSource(folder: string): Source {
  const files: { path: string; length: number }[] = [];
  const parts: Uint8Array[] = [];
  let total = 0;
  let root: string | undefined;
  for (const path of filesIn(folder)) {
    const inside = themePath(relative(folder, path).split(sep).join('/'));
    if (inside === undefined) continue;
    const bytes = readFileSync(path);
    root ??= rootOf(path, inside);
    total += bytes.length;
    if (files.length >= THEME_FILES_MAX || total > THEME_BYTES_MAX)
      throw new CommandError(`${folder} is larger than a theme can be: ${THEME_FILES_MAX} files, 50 MB.`);
    files.push({ path: inside, length: bytes.length });
    parts.push(bytes);
  }
  if (files.length === 0)
    throw new CommandError(`${folder} holds no theme: there is no layout, templates or snippets folder.`);
  return { input: { kind: 'files', files }, bytes: Buffer.concat(parts), ...(root !== undefined && { root }) };
}

/** The folder in which `path` has the name `inside`. Undefined outside of the working folder: code scanning knows no such file. */
function rootOf(path: string, inside: string): string | undefined {
  const fromHere = relative(process.cwd(), path);
  if (isAbsolute(fromHere) || fromHere.split(sep)[0] === '..') return undefined;
  return fromHere.split(sep).slice(0, -inside.split('/').length).join('/');
}

/** Links are not followed: they can lead out of the folder, or round in circles. */
function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .flatMap((entry) => {
        if (entry.name === 'node_modules' || entry.name === '.git') return [];
        const path = join(folder, entry.name);
        return entry.isDirectory() ? filesIn(path) : entry.isFile() ? [path] : [];
      });
  } catch {
    throw new CommandError(`${folder} is a folder that cannot be read.`);
  }
}
