/** `portside migrate status | up`. */
import type { Command } from 'commander';
import { databasePath } from '../app.ts';
import { migrate, migrationStates } from '../storage/migrations.ts';
import { openStorage } from '../storage/open.ts';
import { columns } from './columns.ts';
import { configFrom, print, printJson } from './context.ts';

export function addMigrateCommand(program: Command): void {
  const command = program.command('migrate').description('the database schema');
  for (const [name, about] of [
    ['status', 'which migrations are applied'],
    ['up', 'apply what is missing'],
  ] as const) {
    command
      .command(name)
      .description(about)
      .option('--data-dir <path>', 'folder of the database')
      .option('--json', 'print JSON')
      .action((options: { dataDir?: string; json?: boolean }) => {
        const storage = openStorage(databasePath(configFrom(options)), { lockWaitMs: 5000, migrate: false });
        try {
          const states = (name === 'up' ? migrate : migrationStates)(storage.recordsFile);
          if (options.json) return printJson(states);
          print(
            columns(
              ['MIGRATION', 'APPLIED'],
              states.map((state) => [state.name, state.appliedAt ? new Date(state.appliedAt).toISOString() : 'no']),
            ),
          );
        } finally {
          storage.close();
        }
      });
  }
}
