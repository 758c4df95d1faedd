/** The findings as a person reads them, at most 100 columns wide. */
import type { SettingInForce } from '../../config.ts';
import type { Finding, Status } from './finding.ts';

const WIDTH = 100;
const MARK_WIDTH = 6;
const NAME_WIDTH = 15;
const INDENT = ' '.repeat(2 + MARK_WIDTH + NAME_WIDTH);

const MARKS: Record<Status, { text: string; style: Style }> = {
  ok: { text: 'ok', style: 'green' },
  warning: { text: 'warn', style: 'yellow' },
  failed: { text: 'FAIL', style: 'red' },
  skipped: { text: '-', style: 'dim' },
};
const STYLES = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33 } as const;
type Style = keyof typeof STYLES;

export function printFindings(
  title: string,
  findings: readonly Finding[],
  settings: readonly SettingInForce[],
  colour: boolean,
): string {
  const paint = (style: Style, text: string) => (colour ? `\x1b[${STYLES[style]}m${text}\x1b[0m` : text);
  const lines = [paint('bold', title), ''];
  for (const { check, status, text, advice } of findings) {
    const { text: mark, style } = MARKS[status];
    const [first = '', ...rest] = wrap(text);
    lines.push(`  ${paint(style, mark.padEnd(MARK_WIDTH))}${check.padEnd(NAME_WIDTH)}${first}`);
    lines.push(...rest.map((line) => INDENT + line));
    if (advice) lines.push(...wrap(advice).map((line) => INDENT + paint('dim', line)));
  }
  const given = settings.filter(({ origin }) => origin !== 'default');
  if (given.length > 0) {
    lines.push('', paint('bold', 'Settings given'));
    const width = Math.max(...given.map(({ name }) => name.length));
    for (const setting of given) {
      const origin = paint('dim', `(${setting.origin})`);
      lines.push(`  ${setting.name.padEnd(width)}  ${shownValue(setting)}  ${origin}`);
    }
  }
  const count = (status: Status) => findings.filter((finding) => finding.status === status).length;
  const [faults, warnings] = [count('failed'), count('warning')];
  const plural = (n: number, word: string) => `${n} ${word}${n === 1 ? '' : 's'}`;
  lines.push('');
  if (faults > 0) lines.push(paint('red', `${plural(faults, 'check')} failed, ${plural(warnings, 'warning')}.`));
  else if (warnings > 0) lines.push(paint('yellow', `Nothing failed, ${plural(warnings, 'warning')}.`));
  else lines.push(paint('green', 'All is well.'));
  return lines.join('\n');
}

/** A secret is never shown, nor how long it is. */
export function shownValue({ value, secret }: Pick<SettingInForce, 'value' | 'secret'>): string {
  if (secret) return value === '' ? '' : '(set)';
  return [value]
    .flat()
    .join(', ')
    .replace(/\p{Cc}/gu, ' ');
}

function wrap(text: string): string[] {
  const room = WIDTH - INDENT.length;
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/[\s\p{Cc}]+/u)) {
    if (line !== '' && line.length + 1 + word.length > room) {
      lines.push(line);
      line = '';
    }
    line += line === '' ? word : ` ${word}`;
  }
  return [...lines, line];
}
