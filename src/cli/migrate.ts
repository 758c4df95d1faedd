/** `portside migrate status | up | to URL | from URL`. */
import type { Command } from 'commander';
import type { CopyProgress } from '../adapters/copy.ts';
import { openSchema } from '../adapters/open.ts';
import { systemClock as clock } from '../adapters/system/clock.ts';
import { type Config, databasePath } from '../config.ts';
import type { MigrationState } from '../domain/storage.ts';
import { asCommandError, wrongValue } from './command-error.ts';
import { type FormatOptions, printResult, withFormatOptions } from './csv-output.ts';
import { requireDatabase } from './existing-database.ts';
import { type CommonOptions, configFrom, withCommonOptions, withDataDirOption } from './options.ts';
import { print, printJson, say } from './output.ts';
import { COMMAND_LOCK_WAIT_MS, databasePlace, opened } from './storage-access.ts';
import { formatTable } from './table.ts';
import { terminalOptions } from './terminal.ts';

export function addMigrateCommand(program: Command): void {
  const command = program
    .command('migrate')
    .description('update the database schema, or copy the data to another database');
  for (const [name, description] of [
    ['status', 'list the migrations and when they were applied'],
    ['up', 'apply the missing migrations'],
  ] as const) {
    const subcommand = withDataDirOption(command.command(name).description(description));
    withFormatOptions(subcommand).action(async (options: CommonOptions & FormatOptions) => {
      const config = configFrom(options);
      if (name === 'status') requireDatabase(config);
      await opened(config, showStates(config, name === 'up', options));
    });
  }
  for (const [direction, description] of [
    ['to', 'copy the SQLite database of the data folder to an empty PostgreSQL database; stop all servers first'],
    ['from', 'copy a PostgreSQL database to a data folder without a database; stop all servers first'],
  ] as const) {
    withCommonOptions(command.command(direction).description(description))
      .argument('<url>', 'postgres://…')
      .action((url: string, options: CommonOptions) => copyDatabase(direction, url, options));
  }
}

/** Prints the migrations, after applying those that are missing if `applies`. */
async function showStates(config: Config, applies: boolean, options: FormatOptions): Promise<void> {
  const schema = await openSchema(databasePlace(config), { lockWaitMs: COMMAND_LOCK_WAIT_MS });
  try {
    const states = await (applies ? schema.migrate() : schema.states());
    const appliedText = ({ appliedAt }: MigrationState) => (appliedAt ? new Date(appliedAt).toISOString() : '');
    await printResult(options, {
      rows: states,
      columns: { migration: ({ name }) => name, applied_at: appliedText },
      table: () =>
        formatTable(
          ['MIGRATION', 'APPLIED'],
          states.map((state) => [state.name, appliedText(state) || 'no']),
          terminalOptions(),
        ),
    });
  } finally {
    await schema.close();
  }
}

async function copyDatabase(direction: 'to' | 'from', url: string, options: CommonOptions): Promise<void> {
  if (!/^postgres(ql)?:\/\//.test(url)) {
    // An address may contain a password, so what was given is shown only as far as its scheme.
    const shown = /^[a-z]+:\/\//i.exec(url)?.[0] ?? url.slice(0, 20);
    throw wrongValue('<url>', shown, 'Use a URL that begins with postgres://.');
  }
  const config = configFrom(options);
  const path = databasePath(config);
  if (direction === 'to') requireDatabase({ ...config, database_url: '' });
  const [{ CopyError, copyAll }, { withSqliteCopy }, { withPostgresCopy }] = await Promise.all([
    import('../adapters/copy.ts'),
    import('../adapters/sqlite/copy.ts'),
    import('../adapters/postgres/copy.ts'),
  ]);
  const progress = showProgress();
  try {
    const copied = await withSqliteCopy(path, (file) =>
      withPostgresCopy(url, (database) =>
        direction === 'to' ? copyAll(file, database, clock, progress) : copyAll(database, file, clock, progress),
      ),
    );
    progress.done();
    if (options.json) return printJson(copied);
    print(
      formatTable(
        ['TABLE', 'ROWS', 'SHA-256, THE SAME ON BOTH SIDES'],
        copied.map(({ name, rows, sha256 }) => [name, String(rows), sha256]),
        terminalOptions(),
      ),
    );
    say(direction === 'to' ? 'Copied. Start the servers with PORTSIDE_DATABASE_URL set to this address.' : 'Copied.');
  } catch (error) {
    progress.done();
    throw asCommandError(error, CopyError);
  }
}

/** Shows progress on one line of a terminal. In a pipe only a long wait is announced. */
function showProgress(): CopyProgress & { done(): void } {
  const line = (text: string) => process.stderr.isTTY && process.stderr.write(`\r\x1b[K${text}`);
  return {
    waiting: (ms) => say(`Waiting ${Math.ceil(ms / 1000)} s until the last minute's requests have left their limits.`),
    copied: (table, rows, of) => line(`${table}: ${rows} of ${of} rows`),
    verified: ({ name, rows }) => line(`${name}: ${rows} rows verified`),
    done: () => line(''),
  };
}
