/** What the help of every command says beside its options: examples, and for a setting its variable and default. */
import type { Command, Option } from 'commander';
import { SETTINGS, type SettingName } from '../config.ts';
import { EXAMPLES } from './examples.ts';

const EXIT_CODES = 'Exit codes: 0 done, 1 failed, 2 wrong usage or configuration.';
const SETTINGS_ORDER = [
  'Settings: options come first, then PORTSIDE_ variables, then portside.toml.',
  '`portside doctor` shows those in use. A server describes all at /docs/settings.',
];

/** Call when all commands are added. */
export function completeHelp(program: Command): void {
  program.configureHelp({ showGlobalOptions: false });
  complete(program, []);
  program.addHelpText('after', `\n${[...SETTINGS_ORDER, EXIT_CODES].join('\n')}`);
}

function complete(command: Command, path: string[]): void {
  for (const option of command.options) describeSetting(option);
  const examples = EXAMPLES.get(path.join(' '));
  if (examples) command.addHelpText('after', `\nExamples:\n${examples.map((line) => `  ${line}`).join('\n')}`);
  for (const child of command.commands) complete(child, [...path, child.name()]);
}

/** An option that overrides a setting says so: `(PORTSIDE_PORT, default 8080)`. */
function describeSetting(option: Option): void {
  const name = option.attributeName().replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  if (!Object.hasOwn(SETTINGS, name)) return;
  const { fallback } = SETTINGS[name as SettingName];
  const fallbackText = fallback === '' ? '' : `, default ${fallback}`;
  option.description += ` (PORTSIDE_${name.toUpperCase()}${fallbackText})`;
}
