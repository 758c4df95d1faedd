/** `portside migrate status | up | to URL | from URL`. */
import type { Command } from 'commander';
import { type CopiedTable, CopyError, type CopyProgress, copyAll } from '../adapters/copy.ts';
import { openSchema } from '../adapters/open.ts';
import { databasePath } from '../app.ts';
import { columns } from './columns.ts';
import { CommandError, clock, configFrom, databasePlace, LOCK_WAIT_MS, print, printJson, say } from './context.ts';

interface MigrateOptions {
  dataDir?: string;
  json?: boolean;
}

export function addMigrateCommand(program: Command): void {
  const command = program.command('migrate').description('the database: its schema, and moving it to another');
  for (const [name, about] of [
    ['status', 'which migrations are applied'],
    ['up', 'apply what is missing'],
  ] as const) {
    withOptions(command.command(name).description(about)).action(async (options: MigrateOptions) => {
      const schema = await openSchema(databasePlace(configFrom(options)), { lockWaitMs: LOCK_WAIT_MS });
      try {
        const states = await (name === 'up' ? schema.migrate() : schema.states());
        if (options.json) return printJson(states);
        print(
          columns(
            ['MIGRATION', 'APPLIED'],
            states.map((state) => [state.name, state.appliedAt ? new Date(state.appliedAt).toISOString() : 'no']),
          ),
        );
      } finally {
        await schema.close();
      }
    });
  }
  for (const [direction, about] of [
    ['to', 'copy the SQLite database of the data folder to an empty PostgreSQL database; servers must be stopped'],
    ['from', 'copy a PostgreSQL database to a data folder that has none yet; servers must be stopped'],
  ] as const) {
    withOptions(command.command(direction).description(about).argument('<url>', 'postgres://…')).action(
      (url: string, options: MigrateOptions) => move(direction, url, options),
    );
  }
}

function withOptions(command: Command): Command {
  return command.option('--data-dir <path>', 'folder of the database').option('--json', 'print JSON');
}

async function move(direction: 'to' | 'from', url: string, options: MigrateOptions): Promise<void> {
  if (!/^postgres(ql)?:\/\//.test(url)) throw new CommandError('The other database is named as postgres://…');
  const path = databasePath(configFrom(options));
  if (direction === 'to' && !(await Bun.file(path).exists()))
    throw new CommandError(`There is no database at ${path}.`);
  const [{ COPY_TABLES, withSqliteCopy }, { withPostgresCopy }] = await Promise.all([
    import('../adapters/sqlite/copy.ts'),
    import('../adapters/postgres/copy.ts'),
  ]);
  const progress = showProgress();
  try {
    const copied = await withSqliteCopy(path, (file) =>
      withPostgresCopy(url, COPY_TABLES, (database) =>
        direction === 'to' ? copyAll(file, database, clock, progress) : copyAll(database, file, clock, progress),
      ),
    );
    progress.done();
    if (options.json) return printJson(copied);
    print(columns(['TABLE', 'ROWS', 'SHA-256, THE SAME ON BOTH SIDES'], copied.map(tableLine)));
    say(direction === 'to' ? 'Copied. Start servers with PORTSIDE_DATABASE_URL set to it.' : 'Copied.');
  } catch (error) {
    progress.done();
    throw error instanceof CopyError ? new CommandError(error.message) : error;
  }
}

function tableLine({ name, rows, sha256 }: CopiedTable): string[] {
  return [name, String(rows), sha256];
}

/** One line that is written over, on a terminal; nothing in a pipe, but for what takes long. */
function showProgress(): CopyProgress & { done(): void } {
  const line = (text: string) => process.stderr.isTTY && process.stderr.write(`\r\x1b[K${text}`);
  return {
    waiting: (ms) => say(`Waiting ${Math.ceil(ms / 1000)} s for the last minute's requests to leave their limits.`),
    copied: (table, rows, of) => line(`${table}: ${rows} of ${of} rows`),
    verified: ({ name, rows }) => line(`${name}: ${rows} rows read back the same`),
    done: () => line(''),
  };
}
