/** The program with all its commands. Building it runs nothing. */
import { Command } from 'commander';
import { version } from '../../package.json';
import { addBackupCommands } from './backup.ts';
import { printableMessage } from './command-error.ts';
import { addCompletionCommand } from './completion.ts';
import { addDoctorCommand } from './doctor.ts';
import { addEntryCommand } from './entry.ts';
import { completeHelp } from './help.ts';
import { addKeysCommand } from './keys.ts';
import { addManCommand } from './man.ts';
import { addMcpCommand } from './mcp.ts';
import { addMigrateCommand } from './migrate.ts';
import { addOpenApiCommand } from './openapi.ts';
import { addOperatorCommand } from './operator.ts';
import { addOperatorsCommand } from './operators.ts';
import { addPixelCommand } from './pixel.ts';
import { addServeCommand } from './serve.ts';
import { addTariffCommand } from './tariff.ts';
import { addVersionCommand, versionText } from './version.ts';

const COMMANDS = [
  addServeCommand,
  addKeysCommand,
  addTariffCommand,
  addPixelCommand,
  addEntryCommand,
  addMcpCommand,
  addOpenApiCommand,
  addOperatorCommand,
  addOperatorsCommand,
  addMigrateCommand,
  addBackupCommands,
  addDoctorCommand,
  addCompletionCommand,
  addManCommand,
  addVersionCommand,
];

/** @throws CommanderError instead of exiting, also for `--help` and `--version` */
export function createProgram(): Command {
  const program = new Command('portside')
    .description('Trade and storefront compliance API: tariff lookups, pixel scans, certificates of conformity.')
    .version(versionText(version), '-V, --version', 'print the versions of this binary and of Bun')
    .exitOverride()
    .configureOutput({ outputError: (text, write) => write(printableMessage(text)) })
    .showHelpAfterError('(--help lists the options)');
  for (const add of COMMANDS) add(program);
  completeHelp(program);
  return program;
}
