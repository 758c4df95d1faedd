/** Arguments to a command. The file that exits the process: 0 done, 1 failed, 2 usage. What it writes is its owner's alone. */
import { Command, CommanderError } from 'commander';
import { addBackupCommands } from './cli/backup.ts';
import { failureText, say } from './cli/context.ts';
import { addDoctorCommand } from './cli/doctor.ts';
import { addEntryCommand } from './cli/entry.ts';
import { addKeysCommand } from './cli/keys.ts';
import { addMigrateCommand } from './cli/migrate.ts';
import { addOpenApiCommand } from './cli/openapi.ts';
import { addOperatorCommand } from './cli/operator.ts';
import { addPixelCommand } from './cli/pixel.ts';
import { addServeCommand } from './cli/serve.ts';
import { addTariffCommand } from './cli/tariff.ts';
import { addVersionCommand } from './cli/version.ts';
import { ConfigError } from './config.ts';

const program = new Command('portside')
  .description('Trade and storefront compliance API: tariff lookups, pixel scans, certificates of conformity.')
  .exitOverride()
  .showHelpAfterError('(--help lists the options)');
const COMMANDS = [
  addServeCommand,
  addKeysCommand,
  addTariffCommand,
  addPixelCommand,
  addEntryCommand,
  addOpenApiCommand,
  addOperatorCommand,
  addMigrateCommand,
  addBackupCommands,
  addDoctorCommand,
  addVersionCommand,
];
for (const add of COMMANDS) add(program);

process.umask(0o077);
const code = await run(process.argv.slice(2));
// A pipe takes 64 kB at once; what still waits must not die with the process.
await new Promise<void>((drained) => process.stdout.end(drained));
process.exit(code);

async function run(args: string[]): Promise<number> {
  try {
    await program.parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    if (error instanceof ConfigError) {
      say(error.message);
      return 2;
    }
    say(failureText(error));
    return 1;
  }
}
