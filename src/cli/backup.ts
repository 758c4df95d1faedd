/** `portside backup FILE` and `portside restore FILE`. */
import type { Command } from 'commander';
import { backUp } from '../adapters/sqlite/backup.ts';
import { type BackupCounts, BackupError } from '../adapters/sqlite/backup-file.ts';
import { restore } from '../adapters/sqlite/restore.ts';
import { systemClock as clock } from '../adapters/system/clock.ts';
import { databasePath } from '../config.ts';
import { asCommandError, CommandError } from './command-error.ts';
import { type CommonOptions, configFrom, withCommonOptions } from './options.ts';
import { print, printJson, say } from './output.ts';
import { formatFields } from './table.ts';

export function addBackupCommands(program: Command): void {
  withCommonOptions(
    program.command('backup').description('make a verified copy of the database; the server can keep running'),
  )
    .argument('<file>', 'file to write; it must not exist')
    .action((file: string, options: CommonOptions) => {
      const backup = run(() => backUp(sqlitePath(options), file, clock.now()));
      if (options.json) return printJson(backup);
      print(formatFields([...counts(backup), ['bytes', inDigits(backup.bytes)], ['sha256', backup.sha256]]));
      say(`The backup is verified and stored in ${file}.`);
    });

  withCommonOptions(program.command('restore').description('replace the database with a backup; stop the server first'))
    .argument('<file>', 'a file made by `portside backup`')
    .option('--force', 'replace a database that cannot be opened')
    .action((file: string, options: CommonOptions & { force?: boolean }) => {
      const restored = run(() => restore(file, sqlitePath(options), clock.now(), options.force));
      if (options.json) return printJson(restored);
      print(formatFields([['made', restored.made], ...counts(restored)]));
      say(`Restored.${restored.replaced ? ` The previous database is now ${restored.replaced}.` : ''}`);
    });
}

function sqlitePath(options: CommonOptions): string {
  const config = configFrom(options);
  if (!config.database_url) return databasePath(config);
  throw new CommandError('PORTSIDE_DATABASE_URL is set, so the data is in PostgreSQL. Use pg_dump and pg_restore.');
}

function run<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw asCommandError(error, BackupError);
  }
}

function counts({ keys, certificates, requests }: BackupCounts): [string, string][] {
  return [
    ['keys', inDigits(keys)],
    ['certificates', inDigits(certificates)],
    ['requests', inDigits(requests)],
  ];
}

function inDigits(value: number): string {
  return value.toLocaleString('en-US');
}
