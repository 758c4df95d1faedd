// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are variables of a shell
/** `portside completion bash|zsh|fish` prints a completion script. Scripts are plain text: no shell starts Portside to complete. */
import { Argument, type Command } from 'commander';
import { type CommandNode, commandTree, type OptionNode, walk } from './command-tree.ts';
import { print } from './output.ts';

const SCRIPTS = { bash: bashScript, zsh: zshScript, fish: fishScript };

export function addCompletionCommand(program: Command): void {
  program
    .command('completion')
    .description('print a script that completes commands and options in a shell')
    .addArgument(new Argument('<shell>', 'the shell').choices(Object.keys(SCRIPTS)))
    .action((shell: keyof typeof SCRIPTS) => print(SCRIPTS[shell](commandTree(program))));
}

/** What can follow a command: its subcommands, the values of its arguments, and its options. */
function wordsAfter(node: CommandNode): { word: string; description: string }[] {
  return [
    ...node.subcommands.map(({ path, description }) => ({ word: path.at(-1)!, description })),
    ...node.arguments.flatMap(({ choices, description }) => choices.map((word) => ({ word, description }))),
    ...node.options.map(({ long, description }) => ({ word: long, description })),
  ];
}

function valued(node: CommandNode): OptionNode[] {
  return node.options.filter(({ takesValue }) => takesValue);
}

const pathText = ({ path }: CommandNode) => path.map((word) => ` ${word}`).join('');

/** In single quotes for any of the three shells. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** The loop that finds the command among the words typed so far. It is the same text in bash and zsh. */
function findCommand(nodes: CommandNode[], words: string): string[] {
  const paths = nodes.filter(({ path }) => path.length > 0).map((node) => quote(pathText(node)));
  return [
    `  for word in ${words}; do`,
    '    case "$at $word" in',
    `      ${paths.join('|')}) at="$at $word" ;;`,
    '    esac',
    '  done',
  ];
}

function bashScript(root: CommandNode): string {
  const nodes = walk(root);
  const values = nodes.flatMap((node) => valued(node).map((option) => ({ node, option })));
  return [
    '# Completion of portside for bash: source <(portside completion bash)',
    '_portside() {',
    '  local word words at="" current="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD-1]}"',
    ...findCommand(nodes, '"${COMP_WORDS[@]:1:COMP_CWORD-1}"'),
    '  case "$at $previous" in',
    ...values.map(
      ({ node, option }) =>
        `    ${quote(`${pathText(node)} ${option.long}`)}) words=${quote(option.choices.join(' '))} ;;`,
    ),
    '    *) case "$at" in',
    ...nodes.map(
      (node) =>
        `      ${quote(pathText(node))}) words=${quote(
          wordsAfter(node)
            .map(({ word }) => word)
            .join(' '),
        )} ;;`,
    ),
    '    esac ;;',
    '  esac',
    '  COMPREPLY=($(compgen -W "$words" -- "$current"))',
    '}',
    '# Where nothing matches, file names are completed.',
    'complete -o default -F _portside portside',
  ].join('\n');
}

function zshScript(root: CommandNode): string {
  const nodes = walk(root);
  const item = (word: string, description: string) => quote(`${word}:${description.replaceAll(':', '\\:')}`);
  const values = nodes.flatMap((node) => valued(node).map((option) => ({ node, option })));
  return [
    '#compdef portside',
    '# Completion of portside for zsh: source <(portside completion zsh), or save it as _portside in a folder of $fpath.',
    '_portside() {',
    '  local word at="" previous="${words[CURRENT-1]}"',
    '  local -a items',
    ...findCommand(nodes, '"${(@)words[2,CURRENT-1]}"'),
    '  case "$at $previous" in',
    ...values.map(
      ({ node, option }) =>
        `    ${quote(`${pathText(node)} ${option.long}`)}) items=(${option.choices.map((choice) => quote(choice)).join(' ')}) ;;`,
    ),
    '    *) case "$at" in',
    ...nodes.map(
      (node) =>
        `      ${quote(pathText(node))}) items=(${wordsAfter(node)
          .map(({ word, description }) => item(word, description))
          .join(' ')}) ;;`,
    ),
    '    esac ;;',
    '  esac',
    '  _describe portside items || _files',
    '}',
    'if [ "$funcstack[1]" = _portside ]; then _portside "$@"; else compdef _portside portside; fi',
  ].join('\n');
}

function fishScript(root: CommandNode): string {
  const lines = walk(root).flatMap((node) => {
    const at = `-n ${quote(`test (__portside_at) = ${quote(pathText(node).trim())}`)}`;
    const words = wordsAfter({ ...node, options: [] }).map(
      ({ word, description }) => `complete -c portside ${at} -a ${quote(word)} -d ${quote(description)}`,
    );
    const options = node.options.map((option) => {
      const values = option.takesValue
        ? ` -r${option.choices.length > 0 ? ` -f -a ${quote(option.choices.join(' '))}` : ''}`
        : '';
      return `complete -c portside ${at} -l ${option.long.slice(2)}${values} -d ${quote(option.description)}`;
    });
    // A command with subcommands takes no file.
    const files = node.subcommands.length > 0 ? [`complete -c portside ${at} -f`] : [];
    return [...files, ...words, ...options];
  });
  return [
    '# Completion of portside for fish: portside completion fish | source',
    'function __portside_at',
    "  set -l at ''",
    '  for word in (commandline -opc)[2..-1]',
    '    switch (string trim "$at $word")',
    `      case ${walk(root)
      .filter(({ path }) => path.length > 0)
      .map((node) => quote(pathText(node).trim()))
      .join(' ')}`,
    '        set at (string trim "$at $word")',
    '    end',
    '  end',
    '  echo "$at"',
    'end',
    ...lines,
  ].join('\n');
}
