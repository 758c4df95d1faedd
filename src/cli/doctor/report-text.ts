/** The report of `portside doctor` as text, at most 100 columns wide. */
import type { ResolvedSetting } from '../../config.ts';
import type { CheckResult, Status } from './check-result.ts';

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

export function formatReport(
  title: string,
  results: readonly CheckResult[],
  settings: readonly ResolvedSetting[],
  colour: boolean,
): string {
  const paint = (style: Style, text: string) => (colour ? `\x1b[${STYLES[style]}m${text}\x1b[0m` : text);
  const lines = [paint('bold', title), ''];
  for (const { check, status, text, advice } of results) {
    const { text: mark, style } = MARKS[status];
    const [first = '', ...rest] = wrap(text);
    lines.push(`  ${paint(style, mark.padEnd(MARK_WIDTH))}${check.padEnd(NAME_WIDTH)}${first}`);
    lines.push(...rest.map((line) => INDENT + line));
    if (advice) lines.push(...wrap(advice).map((line) => INDENT + paint('dim', line)));
  }
  const set = settings.filter(({ origin }) => origin !== 'default');
  if (set.length > 0) {
    lines.push('', paint('bold', 'Settings that are not at their default'));
    const width = Math.max(...set.map(({ name }) => name.length));
    for (const setting of set) {
      const origin = paint('dim', `(${setting.origin})`);
      lines.push(`  ${setting.name.padEnd(width)}  ${settingText(setting)}  ${origin}`);
    }
  }
  const count = (status: Status) => results.filter((result) => result.status === status).length;
  const [failures, warnings] = [count('failed'), count('warning')];
  const plural = (n: number, word: string) => `${n} ${word}${n === 1 ? '' : 's'}`;
  lines.push('');
  if (failures > 0) lines.push(paint('red', `${plural(failures, 'check')} failed, ${plural(warnings, 'warning')}.`));
  else if (warnings > 0) lines.push(paint('yellow', `No check failed, ${plural(warnings, 'warning')}.`));
  else lines.push(paint('green', 'All checks passed.'));
  return lines.join('\n');
}

/** A setting as text. Neither a secret nor its length is shown, nor a user and password in a URL. */
export function settingText({ value, secret }: Pick<ResolvedSetting, 'value' | 'secret'>): string {
  if (secret) return value === '' ? '' : '(set)';
  return [value]
    .flat()
    .join(', ')
    .replace(/\/\/[^/\s]*@/g, '//…@')
    .replace(/\p{Cc}/gu, ' ');
}

function wrap(text: string): string[] {
  const width = WIDTH - INDENT.length;
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/[\s\p{Cc}]+/u)) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = '';
    }
    line += line === '' ? word : ` ${word}`;
  }
  return [...lines, line];
}
