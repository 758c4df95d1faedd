/** `portside man` prints the manual page, in the macros of mdoc's older sister `man`, which every system reads. */
import type { Command } from 'commander';
import { version } from '../../package.json';
import { SETTINGS } from '../config.ts';
import { type CommandNode, commandTree, walk } from './command-tree.ts';
import { EXAMPLES } from './examples.ts';
import { print } from './output.ts';

export function addManCommand(program: Command): void {
  program
    .command('man')
    .description('print the manual page')
    .action(() => print(manPage(commandTree(program))));
}

/** Pure: the same commands give the same page. */
export function manPage(root: CommandNode): string {
  const commands = walk(root).filter((node) => node.path.length > 0 && node.subcommands.length === 0);
  const settings = Object.entries(SETTINGS).flatMap(([name, { description, fallback }]) => [
    '.TP',
    `.B PORTSIDE_${name.toUpperCase()}`,
    roff(
      fallback === '' || (Array.isArray(fallback) && fallback.length === 0)
        ? description
        : `${description} Default: ${fallback}.`,
    ),
  ]);
  return [
    `.TH PORTSIDE 1 2026-11-22 "portside ${version}"`,
    '.SH NAME',
    `portside \\- ${roff(root.description)}`,
    '.SH SYNOPSIS',
    '.B portside',
    '.I command',
    '[\\fIoptions\\fR]',
    '.SH COMMANDS',
    ...commands.flatMap(commandSection),
    '.SH ENVIRONMENT',
    'Every setting can be an option of a command that has it, a variable, or a line of portside.toml, in this order.',
    ...settings,
    '.SH EXIT STATUS',
    '0 done, 1 failed, 2 wrong usage or configuration.',
  ].join('\n');
}

function commandSection(node: CommandNode): string[] {
  const terms = node.arguments.map(({ term }) => ` \\fI${roff(term)}\\fR`).join('');
  const examples = EXAMPLES[node.path.join(' ')] ?? [];
  return [
    `.SS portside ${roff(node.path.join(' '))}${terms}`,
    `${roff(sentence(node.description))}`,
    ...node.arguments.flatMap(({ term, description }) => ['.TP', `.I ${roff(term)}`, roff(sentence(description))]),
    ...node.options.flatMap(({ flags, description }) => ['.TP', `.B ${roff(flags)}`, roff(sentence(description))]),
    ...(examples.length > 0
      ? ['.PP', 'Examples:', '.PP', '.nf', ...examples.map((line) => `    ${roff(line)}`), '.fi']
      : []),
  ];
}

function sentence(text: string): string {
  return /[.?!]$/.test(text) ? text : `${text[0]!.toUpperCase()}${text.slice(1)}.`;
}

/** Backslashes and hyphens mean something to roff, and so does a line that begins with a dot or a quote. */
function roff(text: string): string {
  const escaped = text.replaceAll('\\', '\\e').replaceAll('-', '\\-').replaceAll('…', '...').replaceAll('’', "'");
  return /^[.']/.test(escaped) ? `\\&${escaped}` : escaped;
}
