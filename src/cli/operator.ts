/** `portside operator password`: sets a new password for the first owner of the operator page. */
import type { Command } from 'commander';
import { systemClock as clock } from '../adapters/system/clock.ts';
import { setPassword } from '../operator/accounts.ts';
import { makePassword, passwordFault } from '../operator/password/password.ts';
import { CommandError } from './command-error.ts';
import { withDataDirOption } from './options.ts';
import { print, say } from './output.ts';
import { withStorage } from './storage-access.ts';

export function addOperatorCommand(program: Command): void {
  const operator = program.command('operator').description('the operator page');
  withDataDirOption(operator.command('password'))
    .description('set a new password: from standard input if that is a pipe, otherwise a random one, which is printed')
    .action((options: { dataDir?: string }) =>
      withStorage(options, async (storage) => {
        const given = await readPassword();
        const password = given ?? makePassword(clock);
        const name = await setPassword(storage, clock, password);
        if (!given) print(password);
        say(`The operator password of ${name} is set. Every session of ${name} has ended.`);
      }),
    );
}

/** The password on standard input, if that is a pipe with text. @throws CommandError when it is too short or too long */
export async function readPassword(): Promise<string | undefined> {
  const given = process.stdin.isTTY ? '' : (await Bun.stdin.text()).trim();
  if (!given) return undefined;
  const fault = passwordFault(given);
  if (fault) throw new CommandError(fault);
  return given;
}
