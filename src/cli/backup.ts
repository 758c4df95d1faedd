/** `portside backup FILE` and `portside restore FILE`. */
import type { Command } from 'commander';
import { backUp } from '../adapters/sqlite/backup.ts';
import { type BackupCounts, BackupError } from '../adapters/sqlite/backup-file.ts';
import { restore } from '../adapters/sqlite/restore.ts';
import { databasePath } from '../app.ts';
import type { Config } from '../config.ts';
import {
  CommandError,
  type CommonOptions,
  clock,
  configFrom,
  print,
  printJson,
  say,
  withCommonOptions,
} from './context.ts';

export function addBackupCommands(program: Command): void {
  withCommonOptions(
    program.command('backup').description('a verified copy of everything, made beside a running server'),
  )
    .argument('<file>', 'the copy to make; nothing is overwritten')
    .action((file: string, options: CommonOptions) => {
      const made = attempt(() => backUp(databasePath(onDisk(options)), file, clock.now()));
      if (options.json) return printJson(made);
      print(fields({ ...counted(made), bytes: made.bytes.toLocaleString('en-US'), sha256: made.sha256 }));
      say(`Verified and kept in ${file}.`);
    });

  withCommonOptions(
    program.command('restore').description('put a backup in the place of the database; stop the server first'),
  )
    .argument('<file>', 'a file that `portside backup` made')
    .option('--force', 'replace a database that cannot even be opened')
    .action((file: string, options: CommonOptions & { force?: boolean }) => {
      const restored = attempt(() => restore(file, databasePath(onDisk(options)), clock.now(), options.force));
      if (options.json) return printJson(restored);
      print(fields({ made: restored.made, ...counted(restored) }));
      say(`Restored.${restored.replaced ? ` The database that was here is now ${restored.replaced}.` : ''}`);
    });
}

function onDisk(options: CommonOptions): Config {
  const config = configFrom(options);
  if (!config.database_url) return config;
  throw new CommandError('PORTSIDE_DATABASE_URL is set, so the data is in PostgreSQL: use pg_dump and pg_restore.');
}

function attempt<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof BackupError) throw new CommandError(error.message);
    throw error;
  }
}

function counted({ keys, certificates, requests }: BackupCounts): Record<string, string> {
  const number = (value: number) => value.toLocaleString('en-US');
  return { keys: number(keys), certificates: number(certificates), requests: number(requests) };
}

function fields(values: Record<string, string>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name.padEnd(13)} ${value}`)
    .join('\n');
}
