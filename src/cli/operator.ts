/** `portside operator password`: sets a new password for the operator page. */
import type { Command } from 'commander';
import { systemClock as clock } from '../adapters/system/clock.ts';
import { makePassword, PASSWORD_LENGTH_MIN, setPassword } from '../operator/password/password.ts';
import { CommandError } from './command-error.ts';
import { print, say } from './output.ts';
import { withStorage } from './storage-access.ts';

export function addOperatorCommand(program: Command): void {
  program
    .command('operator')
    .description('the operator page')
    .command('password')
    .description('set a new password: from standard input if that is a pipe, otherwise a random one, which is printed')
    .option('--data-dir <path>', 'folder of the database')
    .action((options: { dataDir?: string }) =>
      withStorage(options, async (storage) => {
        const given = process.stdin.isTTY ? '' : (await Bun.stdin.text()).trim();
        if (given && given.length < PASSWORD_LENGTH_MIN) {
          throw new CommandError(`A password has at least ${PASSWORD_LENGTH_MIN} characters.`);
        }
        const password = given || makePassword(clock);
        await setPassword(storage, clock, password);
        if (!given) print(password);
        say('The operator password is set. Every session on the operator page has ended.');
      }),
    );
}
