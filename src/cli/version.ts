/** `portside version`. */
import type { Command } from 'commander';
import { version } from '../../package.json';
import { print, printJson } from './context.ts';

export function addVersionCommand(program: Command): void {
  program
    .command('version')
    .description('version of this binary and of what is built in')
    .option('--json', 'print JSON')
    .action((options: { json?: boolean }) => {
      if (options.json) return printJson({ version, bun: Bun.version, revision: Bun.revision });
      print(`portside ${version} (bun ${Bun.version})`);
    });
}
