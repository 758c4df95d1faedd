/** `docs/settings.md`, made from the settings, so that it cannot say anything else. `write-settings.ts` writes it. */
import { SETTINGS, type SettingName } from '../config.ts';

export function settingsDocument(): string {
  return [
    '# Settings',
    '',
    'Written by `bun src/cli/write-settings.ts`; do not edit by hand.',
    '',
    'A setting is an option of a command that has it, then a variable, then a line of `portside.toml` in the working folder, such as',
    '`port = 8080`. A secret can also be in a file that a variable names with `_FILE` at its end. `portside doctor` shows which are in',
    'use and where each comes from, and a misspelt variable is pointed out at the start.',
    '',
    '| variable | default | what it is |',
    '|---|---|---|',
    ...(Object.keys(SETTINGS) as SettingName[]).map(row),
    '',
  ].join('\n');
}

function row(name: SettingName): string {
  const { fallback, description } = SETTINGS[name];
  const fallbackText = String(fallback) === '' ? '' : `\`${fallback}\``;
  return `| \`PORTSIDE_${name.toUpperCase()}\` | ${fallbackText} | ${description.replaceAll('|', '\\|')} |`;
}
