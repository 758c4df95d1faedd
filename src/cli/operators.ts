/** `portside operators add | list | role | password | remove | audit`. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import { systemClock as clock } from '../adapters/system/clock.ts';
import { DAY_MS } from '../domain/clock.ts';
import { type Operator, ROLES, type Role } from '../domain/operator.ts';
import type { Storage } from '../domain/storage.ts';
import { AccountError, OperatorAccounts } from '../operator/accounts.ts';
import { activityLines } from '../operator/activity/export.ts';
import { asCommandError } from './command-error.ts';
import { type FormatOptions, printResult, withFormatOptions } from './csv-output.ts';
import { readPassword } from './operator.ts';
import { type CommonOptions, withDataDirOption } from './options.ts';
import { print, say, write } from './output.ts';
import { cliActor, withStorage } from './storage-access.ts';
import { formatTable } from './table.ts';
import { terminalOptions } from './terminal.ts';

interface AuditOptions extends CommonOptions {
  text: string;
  action: string;
  from?: number;
  to?: number;
}

export function addOperatorsCommand(program: Command): void {
  const operators = program.command('operators').description('who may sign in to the operator page');
  const roleOption = new Option('--role <role>', 'what the operator may do').choices(ROLES).default('reader');

  withDataDirOption(operators.command('add'))
    .description('add an operator: with a password from standard input if that is a pipe, otherwise a random one')
    .argument('<name>', 'small letters, digits, dots, dashes and underscores')
    .addOption(roleOption)
    .action((name: string, options: CommonOptions & { role: Role }) =>
      withAccounts(options, async (accounts) => {
        const given = await readPassword();
        const password = await accounts.add(name, options.role, cliActor, given);
        if (!given) print(password);
        say(`${name} is added as ${options.role}.${given ? '' : ' The password is shown only this once.'}`);
      }),
    );

  const list = withDataDirOption(operators.command('list').description('list all operators'));
  withFormatOptions(list).action((options: CommonOptions & FormatOptions) =>
    withAccounts(options, async (accounts) => {
      const rows = (await accounts.list()).map(publicOperator);
      const cells = rows.map((row) => [row.name, row.role, minute(row.created_at), minute(row.password_set_at)]);
      await printResult(options, {
        rows,
        columns: {
          name: ({ name }) => name,
          role: ({ role }) => role,
          created_at: (row) => row.created_at,
          password_set_at: (row) => row.password_set_at,
        },
        table: () => formatTable(['NAME', 'ROLE', 'ADDED', 'PASSWORD SET'], cells, terminalOptions()),
      });
    }),
  );

  withDataDirOption(operators.command('role').description('give an operator another role; ends the sessions'))
    .argument('<name>', 'name of the operator')
    .addArgument(operators.createArgument('<role>', 'the new role').choices(ROLES))
    .action((name: string, role: Role, options: CommonOptions) =>
      withAccounts(options, async (accounts) => {
        await accounts.setRole(name, role, cliActor);
        say(`${name} is ${role}. Every session of ${name} has ended.`);
      }),
    );

  withDataDirOption(operators.command('password'))
    .description('set a new password: from standard input if that is a pipe, otherwise a random one; ends the sessions')
    .argument('<name>', 'name of the operator')
    .action((name: string, options: CommonOptions) =>
      withAccounts(options, async (accounts) => {
        const chosen = await readPassword();
        const password = await accounts.setPassword(name, cliActor, { chosen, liftsLockouts: true });
        if (!chosen) print(password);
        say(`The password of ${name} is set. Every session of ${name} has ended.`);
      }),
    );

  withDataDirOption(operators.command('remove').description('remove an operator; ends the sessions'))
    .argument('<name>', 'name of the operator')
    .action((name: string, options: CommonOptions) =>
      withAccounts(options, async (accounts) => {
        await accounts.remove(name, cliActor);
        say(`${name} is removed. Every session of ${name} has ended.`);
      }),
    );

  withDataDirOption(operators.command('audit').description('print the audit as JSON lines, newest first'))
    .option('--text <text>', 'only rows that have it in who, subject, address or detail', '')
    .option('--action <start>', 'only actions that begin with this, such as key. or operator.sign-in', '')
    .option('--from <day>', 'first day, UTC, as YYYY-MM-DD', parseDay)
    .option('--to <day>', 'last day, UTC, as YYYY-MM-DD', parseDay)
    .action((options: AuditOptions) => withStorage(options, (storage) => printAudit(storage, options)));
}

async function printAudit({ activity: audit }: Storage, { text, action, from, to }: AuditOptions): Promise<void> {
  const search = { text, action, sinceMs: from, untilMs: to === undefined ? undefined : to + DAY_MS };
  const { name: actor, origin } = cliActor;
  await audit.record({ atMs: clock.now(), actor, origin, action: 'audit.export', subject: 'audit' });
  for await (const lines of activityLines(audit, search)) await write(lines);
}

function withAccounts(options: CommonOptions, work: (accounts: OperatorAccounts) => Promise<void>): Promise<void> {
  return withStorage(options, async (storage) => {
    try {
      await work(new OperatorAccounts(storage, clock));
    } catch (error) {
      throw asCommandError(error, AccountError);
    }
  });
}

function publicOperator({ name, role, createdAt, passwordSetAt }: Operator) {
  return {
    name,
    role,
    created_at: new Date(createdAt).toISOString(),
    password_set_at: new Date(passwordSetAt).toISOString(),
  };
}

function minute(iso: string): string {
  return iso.slice(0, 16).replace('T', ' ');
}

function parseDay(text: string): number {
  const ms = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(ms)) throw new InvalidArgumentError('This is not a day. Write it as YYYY-MM-DD.');
  return ms;
}
