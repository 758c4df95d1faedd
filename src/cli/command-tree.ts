/** The commands as plain data. Completion is made from it, so it cannot drift from them. */
import type { Argument, Command, Option } from 'commander';

export interface CommandNode {
  /** The words after `portside`: none for the program itself. */
  path: string[];
  description: string;
  arguments: ArgumentNode[];
  options: OptionNode[];
  subcommands: CommandNode[];
}

interface ArgumentNode {
  description: string;
  choices: string[];
}

export interface OptionNode {
  /** `--port`. */
  long: string;
  description: string;
  takesValue: boolean;
  choices: string[];
}

/** Hidden commands and options are left out. */
export function commandTree(program: Command): CommandNode {
  return nodeOf(program, []);
}

/** The node and all below it, in the order of the help. */
export function walk(node: CommandNode): CommandNode[] {
  return [node, ...node.subcommands.flatMap(walk)];
}

function nodeOf(command: Command, path: string[]): CommandNode {
  const help = command.createHelp();
  return {
    path,
    description: command.description(),
    arguments: command.registeredArguments.map((argument: Argument) => ({
      description: argument.description,
      choices: argument.argChoices ?? [],
    })),
    options: help.visibleOptions(command).map((option: Option) => ({
      long: option.long!,
      description: option.description,
      takesValue: option.required || option.optional,
      choices: option.argChoices ?? [],
    })),
    subcommands: help
      .visibleCommands(command)
      .filter((child) => child.name() !== 'help')
      .map((child) => nodeOf(child, [...path, child.name()])),
  };
}
