/** The report of `portside doctor` as text. */
import type { ResolvedSetting } from '../../config.ts';
import { columnsOf, painter, type Style, type TextOptions, wrap } from '../terminal.ts';
import type { CheckResult, Status } from './check-result.ts';

const MARK_WIDTH = 6;
const NAME_WIDTH = 15;
const INDENT = ' '.repeat(2 + MARK_WIDTH + NAME_WIDTH);

const MARKS: Record<Status, { text: string; style: Style }> = {
  ok: { text: 'ok', style: 'green' },
  warning: { text: 'warn', style: 'yellow' },
  failed: { text: 'FAIL', style: 'red' },
  skipped: { text: '-', style: 'dim' },
};

export function formatReport(
  title: string,
  results: readonly CheckResult[],
  settings: readonly ResolvedSetting[],
  options: TextOptions,
): string {
  const paint = painter(options);
  const room = columnsOf(options) - INDENT.length;
  const lines = [paint('bold', title), ''];
  for (const { check, status, text, advice } of results) {
    const { text: mark, style } = MARKS[status];
    const [first = '', ...rest] = wrap(text, room);
    lines.push(`  ${paint(style, mark.padEnd(MARK_WIDTH))}${check.padEnd(NAME_WIDTH)}${first}`);
    lines.push(...rest.map((line) => INDENT + line));
    if (advice) lines.push(...wrap(advice, room).map((line) => INDENT + paint('dim', line)));
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
