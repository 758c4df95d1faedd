/** Help, completion and the manual page say the same as the program, because they are made from it. */
import { expect, test } from 'bun:test';
import { type Command, CommanderError } from 'commander';
import { SETTINGS } from '../config.ts';
import { commandTree, walk } from './command-tree.ts';
import { createProgram } from './commands.ts';
import { EXAMPLES } from './examples.ts';
import { manPage } from './man.ts';

const nodes = walk(commandTree(createProgram()));
const leaves = nodes.filter(({ subcommands }) => subcommands.length === 0);

/** The program, with actions that do nothing. */
function withoutActions(): Command {
  const program = createProgram();
  const quiet = (command: Command): void => {
    command.configureOutput({ writeErr: () => {} });
    if (command.commands.length === 0) command.action(() => {});
    for (const child of command.commands) quiet(child);
  };
  quiet(program);
  return program;
}

/** The arguments of the first `portside` in a line of shell. */
function argumentsIn(line: string): string[] {
  const command = /(?:^|[\s(])portside ([^|<>)]*)/.exec(line)![1]!;
  return [...command.split(/ {2,}/)[0]!.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare!);
}

test('every command has examples, and every example belongs to a command', () => {
  expect(Object.keys(EXAMPLES).sort()).toEqual(['', ...leaves.map(({ path }) => path.join(' '))].sort());
});

test.each(Object.entries(EXAMPLES).flatMap(([path, lines]) => lines.map((line) => [path, line] as const)))(
  'the example of "%s" is a command that the program accepts: %s',
  (path, line) => {
    const args = argumentsIn(line);
    expect(args.join(' ')).toStartWith(path);
    expect(() => withoutActions().parse(args, { from: 'user' })).not.toThrow();
  },
);

test('an example with a wrong option, command or choice would be noticed', () => {
  for (const line of ['portside keys isue', 'portside serve --prot 1', 'portside openapi v9']) {
    expect(() => withoutActions().parse(argumentsIn(line), { from: 'user' })).toThrow(CommanderError);
  }
});

test('help fits 80 columns, and names the variable and the default of a setting', () => {
  const show = (command: Command): string[] => {
    let text = '';
    const writeOut = (part: string) => {
      text += part;
    };
    command.configureOutput({ writeOut, getOutHelpWidth: () => 80 });
    command.outputHelp();
    return [text, ...command.commands.flatMap(show)];
  };
  const texts = show(createProgram());
  expect(texts.length).toBe(nodes.length);
  for (const line of texts.join('\n').split('\n')) expect(line.length).toBeLessThanOrEqual(80);
  expect(texts.join('\n')).toContain('(PORTSIDE_HOST, default 127.0.0.1)');
});

test('the manual page has every command, option and setting', () => {
  const page = manPage(commandTree(createProgram())).replaceAll('\\-', '-');
  for (const { path, options } of leaves) {
    expect(page).toContain(`.SS portside ${path.join(' ')}`);
    for (const { flags } of options) expect(page).toContain(`.B ${flags}`);
  }
  for (const name of Object.keys(SETTINGS)) expect(page).toContain(`.B PORTSIDE_${name.toUpperCase()}\n`);
});
