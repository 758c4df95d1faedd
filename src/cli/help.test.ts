/** Help and completion say the same as the program, because they are made from it. */
import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Command, CommanderError } from 'commander';
import { root } from '../../test/support/paths.ts';
import { SETTINGS } from '../config.ts';
import { commandTree, walk } from './command-tree.ts';
import { createProgram } from './commands.ts';
import { EXAMPLES } from './examples.ts';
import { settingsDocument } from './settings-document.ts';

const nodes = walk(commandTree(await createProgram()));
const leaves = nodes.filter(({ subcommands }) => subcommands.length === 0);

/** Of the clients, and of Litestream. */
const OTHER_VARIABLES = new Set(['PORTSIDE_API_KEY', 'PORTSIDE_REPLICA_DIR', 'PORTSIDE_WEBHOOK_SECRET']);

test.each(nodes.filter(({ path }) => path.length === 1))(
  '"$path" alone is what it is among all commands',
  async (node) => {
    const alone = await createProgram(node.path);
    expect(commandTree(alone).subcommands).toContainEqual(node);
    expect(alone.commands.length).toBeLessThanOrEqual(node.path[0] === 'completion' ? nodes.length : 2);
    const all = await createProgram();
    const helpOf = (program: Command) =>
      program.commands.find((command) => command.name() === node.path[0])!.helpInformation();
    expect(helpOf(alone)).toBe(helpOf(all));
  },
);

test.each([[], ['--help'], ['help', 'serve'], ['serv'], ['--port', 'serve'], ['constructor']])(
  'with %j the program has all commands',
  async (...args) => {
    expect((await createProgram(args)).commands.length).toBe((await createProgram()).commands.length);
  },
);

/** The program, with actions that do nothing. */
async function withoutActions(): Promise<Command> {
  const program = await createProgram();
  const quiet = (command: Command): void => {
    command.configureOutput({ writeErr: () => {}, writeOut: () => {} });
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
  expect([...EXAMPLES.keys()].sort()).toEqual(['', ...leaves.map(({ path }) => path.join(' '))].sort());
});

test.each([...EXAMPLES].flatMap(([path, lines]) => lines.map((line) => [path, line] as const)))(
  'the example of "%s" is a command that the program accepts: %s',
  async (path, line) => {
    const args = argumentsIn(line);
    expect(args.join(' ')).toStartWith(path);
    const program = await withoutActions();
    expect(() => program.parse(args, { from: 'user' })).not.toThrow();
  },
);

test('an example with a wrong option, command or choice would be noticed', async () => {
  for (const line of ['portside keys isue', 'portside serve --prot 1', 'portside openapi v9']) {
    const program = await withoutActions();
    expect(() => program.parse(argumentsIn(line), { from: 'user' })).toThrow(CommanderError);
  }
});

/** Every command in the documents: lines of code, and code in a sentence. Placeholders get a value. */
function commandsInDocuments(): (readonly [file: string, command: string])[] {
  const glob = new Bun.Glob('{README,CONTRIBUTING,SECURITY}.md');
  const files = [...glob.scanSync(root), ...new Bun.Glob('{docs,deploy}/**/*.md').scanSync(root)].sort();
  return files.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8').replaceAll('\\\n', ' ');
    const lines = text.match(/^(?: {4,}|[A-Z_]+=\$\()?(?:\.\/)?portside [a-z].*$/gm) ?? [];
    const spans = Array.from(text.matchAll(/`(portside [a-z][^`\n]+)`/g), ([, span]) => span!);
    return [...lines, ...spans].map((line) => [file, line.trim()] as const);
  });
}

test('every command in the documents is one that the program accepts', async () => {
  const commands = commandsInDocuments();
  expect(commands.length).toBeGreaterThan(100);
  const programs = await Promise.all(commands.map(() => withoutActions()));
  const refused = commands.filter(([, line], at) => {
    const code = line.replace(/\s#.*|\s&.*|[;)].*| 2>.*/, '').replace(/\bID\b|"\$ID"|\$ID\b/g, '7');
    const args = argumentsIn(code.replace('./portside', 'portside'));
    try {
      programs[at]!.parse(args, { from: 'user' });
      return false;
    } catch (error) {
      // A sentence may name a command or an option without its arguments.
      return ![
        'commander.missingArgument',
        'commander.missingMandatoryOptionValue',
        'commander.help',
        'commander.optionMissingArgument',
      ].includes((error as CommanderError).code);
    }
  });
  expect(refused).toEqual([]);
});

test('every variable that a document names is a setting', () => {
  const known = new Set(Object.keys(SETTINGS).map((name) => `PORTSIDE_${name.toUpperCase()}`));
  const unknown: string[] = [];
  for (const file of [
    ...new Bun.Glob('docs/*.md').scanSync(root),
    ...new Bun.Glob('docs/guides/*.md').scanSync(root),
    'README.md',
    'deploy/README.md',
  ]) {
    for (const [name] of readFileSync(join(root, file), 'utf8').matchAll(/PORTSIDE_[A-Z_]*[A-Z]/g)) {
      const isSetting = known.has(name) || known.has(name.replace(/_FILE$/, ''));
      if (!isSetting && !OTHER_VARIABLES.has(name)) unknown.push(`${file}: ${name}`);
    }
  }
  expect(unknown).toEqual([]);
});

test('docs/settings.md is up to date; `bun src/cli/write-settings.ts` writes it', () => {
  expect(readFileSync(join(root, 'docs/settings.md'), 'utf8')).toBe(settingsDocument());
});

test('help fits 80 columns, and names the variable and the default of a setting', async () => {
  const show = (command: Command): string[] => {
    let text = '';
    const writeOut = (part: string) => {
      text += part;
    };
    command.configureOutput({ writeOut, getOutHelpWidth: () => 80 });
    command.outputHelp();
    return [text, ...command.commands.flatMap(show)];
  };
  const texts = show(await createProgram());
  expect(texts.length).toBe(nodes.length);
  expect(
    texts
      .join('\n')
      .split('\n')
      .filter((line) => line.length > 80),
  ).toEqual([]);
  expect(texts.join('\n')).toContain('(PORTSIDE_HOST, default 127.0.0.1)');
});
