/**
 * Runs a command and exits the process: 0 done, 1 failed, 2 wrong usage or configuration. Files that a command creates are
 * readable only by their owner (umask 077).
 */
import { Command, CommanderError } from 'commander';
import { ConfigError } from '../config.ts';
import { addBackupCommands } from './backup.ts';
import { failureText } from './command-error.ts';
import { addDoctorCommand } from './doctor.ts';
import { addEntryCommand } from './entry.ts';
import { addKeysCommand } from './keys.ts';
import { addMigrateCommand } from './migrate.ts';
import { addOpenApiCommand } from './openapi.ts';
import { addOperatorCommand } from './operator.ts';
import { addOperatorsCommand } from './operators.ts';
import { say } from './output.ts';
import { addPixelCommand } from './pixel.ts';
import { addServeCommand } from './serve.ts';
import { addTariffCommand } from './tariff.ts';
import { addVersionCommand } from './version.ts';

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
  addOperatorsCommand,
  addMigrateCommand,
  addBackupCommands,
  addDoctorCommand,
  addVersionCommand,
];
for (const add of COMMANDS) add(program);

export async function runProgram(args: string[]): Promise<never> {
  process.umask(0o077);
  const code = await run(args);
  // A pipe takes 64 kB at once. Wait until it has taken the rest, or the output would be cut off.
  await new Promise<void>((drained) => process.stdout.end(drained));
  process.exit(code);
}

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
