/** `portside version`. */
import type { Command } from 'commander';
import { version } from '../../package.json';
import { print, printJson } from './output.ts';
import { versionText } from './version-text.ts';

export function addVersionCommand(program: Command): void {
  program
    .command('version')
    .description('print the versions of this binary and of Bun')
    .option('--json', 'print JSON')
    .action((options: { json?: boolean }) => {
      if (options.json) return printJson({ version, bun: Bun.version, revision: Bun.revision });
      print(versionText(version));
    });
}
