/** `portside backup FILE` and `portside restore FILE`. */
import type { Command } from 'commander';
import { backUp } from '../adapters/sqlite/backup.ts';
import { type BackupCounts, damagedText } from '../adapters/sqlite/backup-contents.ts';
import { BackupError } from '../adapters/sqlite/backup-file.ts';
import { backupKeyPath } from '../adapters/sqlite/backup-key.ts';
import { type Restored, type RestoreOptions, restore } from '../adapters/sqlite/restore.ts';
import { systemClock as clock } from '../adapters/system/clock.ts';
import { databasePath } from '../config.ts';
import { asCommandError, CommandError } from './command-error.ts';
import { type CommonOptions, configFrom, withCommonOptions } from './options.ts';
import { print, printJson, say } from './output.ts';
import { formatFields } from './table.ts';

export function addBackupCommands(program: Command): void {
  withCommonOptions(
    program.command('backup').description('make a verified, signed copy of the database; the server can keep running'),
  )
    .argument('<file>', 'file to write; it must not exist')
    .action((file: string, options: CommonOptions) => {
      const backup = run(() => backUp(sqlitePath(options), file, clock.now()));
      const { keyMade, ...result } = backup;
      if (options.json) printJson(result);
      else {
        const { bytes, sha256, key, damaged } = backup;
        print(formatFields([...counts(backup), ['bytes', inDigits(bytes)], ['sha256', sha256], ['signed by', key]]));
        say(
          damaged.length === 0
            ? `The backup is verified, signed and stored in ${file}.`
            : `The backup is signed and stored in ${file}. ${damagedText(damaged)} It is so in the database too: \`portside doctor\` names all.`,
        );
      }
      if (!keyMade) return;
      say(
        `The key that signs backups is now in ${backupKeyPath(sqlitePath(options))}. Keep its public half, ${backup.key}, in another place: another machine needs it to restore.`,
      );
    });

  withCommonOptions(program.command('restore').description('replace the database with a backup; stop the server first'))
    .argument('<file>', 'a file made by `portside backup`')
    .option('--key <file>', 'public key of the server that made the backup, or its backup.key')
    .option('--unsigned', 'accept a backup that no known key signed, if you know where it comes from')
    .option('--damaged', 'accept a backup in which PDFs of certificates are damaged')
    .option('--force', 'replace a database that cannot be opened')
    .action((file: string, options: CommonOptions & RestoreOptions & { key?: string }) => {
      const restored = run(() => restore(file, sqlitePath(options), clock.now(), { ...options, keyFile: options.key }));
      const { access, ...result } = restored;
      if (options.json) printJson(result);
      else print(formatFields([['made', restored.made], ...counts(restored)]));
      if (!restored.signed) say(unsignedWarning(restored));
      if (options.json) return;
      say(`Restored.${restored.replaced ? ` The previous database is now ${restored.replaced}.` : ''}`);
    });
}

/** Says what somebody can do who made the backup. */
function unsignedWarning({ access: { usableKeys, password, signingKey, documentSigner } }: Restored): string {
  return [
    'WARNING: no known key signed this backup. Whoever made it may have',
    `  working API keys: ${inDigits(usableKeys)} (\`portside keys list\`)`,
    ...(password ? ['  the password of the operator page (`portside operator password` sets another)'] : []),
    ...(signingKey ? ['  the key that signs links to certificates (PORTSIDE_SIGNING_KEY sets another)'] : []),
    ...(documentSigner ? ['  the key that signs certificates (PORTSIDE_SIGNER_KEY sets another)'] : []),
    'The sessions of the operator page in it were ended. The audit says that it was not signed.',
  ].join('\n');
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
