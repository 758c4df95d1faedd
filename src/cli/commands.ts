/** The program with its commands. Building it runs nothing. */
import { Command } from 'commander';
import { version } from '../../package.json';
import { printableMessage } from './command-error.ts';
import { completeHelp } from './help.ts';
import { printPart } from './output.ts';
import { versionText } from './version-text.ts';

type AddCommand = (program: Command) => void;

/** By the first word, in the order of the help. The code of a command is imported when it is added. */
const COMMANDS: [names: string[], load: () => Promise<AddCommand>][] = [
  [['serve'], async () => (await import('./serve.ts')).addServeCommand],
  [['keys'], async () => (await import('./keys.ts')).addKeysCommand],
  [['tariff'], async () => (await import('./tariff.ts')).addTariffCommand],
  [['pixel'], async () => (await import('./pixel.ts')).addPixelCommand],
  [['entry'], async () => (await import('./entry.ts')).addEntryCommand],
  [['mcp'], async () => (await import('./mcp.ts')).addMcpCommand],
  [['openapi'], async () => (await import('./openapi.ts')).addOpenApiCommand],
  [['operator'], async () => (await import('./operator.ts')).addOperatorCommand],
  [['operators'], async () => (await import('./operators.ts')).addOperatorsCommand],
  [['migrate'], async () => (await import('./migrate.ts')).addMigrateCommand],
  [['backup', 'restore'], async () => (await import('./backup.ts')).addBackupCommands],
  [['doctor'], async () => (await import('./doctor.ts')).addDoctorCommand],
  [['completion'], async () => (await import('./completion.ts')).addCompletionCommand],
  [['version'], async () => (await import('./version.ts')).addVersionCommand],
];

/**
 * All commands, or if `args` begin with the name of one, that one alone: a server that starts does not wait for the code of others.
 * The scripts of `completion` are made of all.
 * @throws CommanderError instead of exiting, also for `--help` and `--version`
 */
export async function createProgram(args: readonly string[] = []): Promise<Command> {
  const program = new Command('portside')
    .description('Trade and storefront compliance API: tariff lookups, pixel scans, certificates of conformity.')
    .version(versionText(version), '-V, --version', 'print the versions of this binary and of Bun')
    .exitOverride()
    .configureOutput({
      writeOut: printPart,
      outputError: (text, write) => write(printableMessage(text)),
    })
    .showHelpAfterError('(--help lists the options)');
  const asked = COMMANDS.filter(([names]) => args[0] !== 'completion' && names.includes(args[0]!));
  const adding = (asked.length > 0 ? asked : COMMANDS).map(([, load]) => load());
  for (const add of await Promise.all(adding)) add(program);
  completeHelp(program);
  return program;
}
