import type { Command } from 'commander';
import { systemClock as clock } from '../adapters/system/clock.ts';
import { sha256Hex } from '../domain/sha256.ts';
import { builtInCodes, type ListedCode } from '../entry/registry/citation-codes.ts';
import { CODE_TABLE_BYTES_MAX, type CodeTable, importedCodes, readCodeFile } from '../entry/registry/code-table.ts';
import { CommandError } from './command-error.ts';
import { withCommandPool } from './command-pool.ts';
import { type CsvColumns, type FormatOptions, printResult, withFormatOptions } from './csv-output.ts';
import { readInputFile } from './input-file.ts';
import { type CommonOptions, withCommonOptions, withDataDirOption } from './options.ts';
import { print, printJson, say } from './output.ts';
import { cliActor, withStorage } from './storage-access.ts';
import { formatTable } from './table.ts';
import { terminalOptions } from './terminal.ts';

const HELP = `
The file is the table "Citation and Testing Exception Codes" of CPSC, saved as
CSV or as tab-separated text. Its column of codes is found by its heading. The
table replaces every code that is built in, most of which are inferred.`;

const COLUMNS: CsvColumns<ListedCode> = {
  code: ({ code }) => code,
  citation: ({ citation }) => citation,
  kind: ({ kind }) => kind,
  basis: ({ basis }) => basis,
};

export function addCodesCommand(entry: Command): void {
  const codes = entry.command('codes').description("CPSC's codes of rules and testing exclusions");
  withCommonOptions(
    codes.command('import').description("import CPSC's own table of codes; running servers use it at once"),
  )
    .argument('<file>', 'the table as CSV or tab-separated text')
    .option('--column <heading>', 'the column of codes, where more than one could be it')
    .addHelpText('after', HELP)
    .action((path: string, options: CommonOptions & { column?: string }) =>
      withStorage(options, async (storage) => {
        const file = readInputFile(path, CODE_TABLE_BYTES_MAX);
        const table = await withCommandPool('citation-codes', (pool) => readCodeFile(pool, file, options.column));
        if (table.faults.length > 0) throw new CommandError(faultText(path, table));
        const { codes: rows, withoutCode } = table;
        const [importedAt, sha256] = [clock.now(), sha256Hex(file)];
        await storage.filings.importCodes(
          { importedAt, sha256, body: JSON.stringify(rows) },
          {
            atMs: importedAt,
            actor: cliActor.name,
            origin: cliActor.origin,
            action: 'codes.import',
            subject: 'citation codes',
            detail: `${rows.length} rows, SHA-256 ${sha256}`,
          },
        );
        if (options.json) printJson({ codes: rows.length, without_code: withoutCode, sha256 });
        else print(`Imported ${rows.length} codes. They replace those that were in use.`);
        if (withoutCode > 0) say(`${withoutCode} rows have no code and were left out.`);
      }),
    );

  withFormatOptions(
    withDataDirOption(codes.command('list').description('show the codes in use, and where each comes from')),
  ).action((options: CommonOptions & FormatOptions) =>
    withStorage(options, async (storage) => {
      const imported = await storage.filings.codes();
      const rows: ListedCode[] =
        importedCodes(imported)?.map(({ code, citation = '', kind = '' }) => ({
          code,
          citation,
          kind,
          basis: 'imported',
        })) ?? builtInCodes();
      await printResult(options, {
        rows,
        columns: COLUMNS,
        table: () =>
          formatTable(
            Object.keys(COLUMNS),
            rows.map((row) => Object.values(COLUMNS).map((cell) => String(cell(row)))),
            terminalOptions(),
          ),
      });
      if (imported) say(`Imported at ${new Date(imported.importedAt).toISOString()}.`);
      else say('Built in. Inferred codes are not sent to the registry: import the table of CPSC.');
    }),
  );
}

function faultText(path: string, { faults }: CodeTable): string {
  const lines = faults.map(({ line, column, value, message }) => {
    const place = column === undefined ? `line ${line}` : `line ${line}, column "${column}", value "${value}"`;
    return `  ${place}: ${message}`;
  });
  return [`${path} was not imported:`, ...lines].join('\n');
}
