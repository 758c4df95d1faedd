/** `portside migrate status | up`. */
import type { Command } from 'commander';
import { openSchema } from '../storage/open.ts';
import { columns } from './columns.ts';
import { configFrom, databasePlace, LOCK_WAIT_MS, print, printJson } from './context.ts';

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
      .action(async (options: { dataDir?: string; json?: boolean }) => {
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
}
