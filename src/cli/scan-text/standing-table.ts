/** The table of an audit: the worst store first. A store that was not judged has no score, and is never shown like a clean one. */
import type { StoreStanding } from '../../pixel/audit/store-outcome.ts';
import { columnsOf, painter, type TextOptions, wrap } from '../terminal.ts';
import { plain } from './plain-text.ts';

const STATES: Record<StoreStanding['state'], string> = {
  judged: 'fully',
  partly_judged: 'partly',
  not_judged: 'no',
  not_scanned: 'no',
  same: '',
};
const HEAD = 'score  judged  error  warn  double  unread  ';

/** Ends with a newline. */
export function printStandings(standings: readonly StoreStanding[], options: TextOptions): string {
  const paint = painter(options);
  const room = Math.max(20, columnsOf(options) - HEAD.length);
  const out = [paint('dim', `${HEAD}store`)];
  for (const standing of standings) {
    const { address, state, score, errors, warnings, doubles, unread, fault } = standing;
    const cell = (count: number, width: number, style: 'red' | 'yellow') => {
      const text = (isCounted(state) ? String(count) : '').padStart(width);
      return count > 0 ? paint(style, text) : paint('dim', text);
    };
    const tone = state === 'same' ? 'dim' : (score ?? 0) < 80 ? 'red' : (score ?? 0) < 90 ? 'yellow' : 'green';
    const [first = '', ...rest] = wrap(plain(address), room);
    out.push(
      [
        paint(tone, (score === null ? '–' : String(score)).padStart(5)),
        STATES[state].padEnd(6),
        cell(errors, 5, 'red'),
        cell(warnings, 4, 'yellow'),
        cell(doubles, 6, 'red'),
        cell(unread, 6, 'yellow'),
        first,
      ].join('  '),
    );
    const indent = ' '.repeat(HEAD.length);
    for (const line of rest) out.push(indent + line);
    if (fault !== undefined) for (const line of wrap(plain(fault), room)) out.push(indent + paint('dim', line));
  }
  return `${out.join('\n')}\n\n${totals(standings)}\n`;
}

function isCounted(state: StoreStanding['state']): boolean {
  return state === 'judged' || state === 'partly_judged' || state === 'not_judged';
}

function totals(standings: readonly StoreStanding[]): string {
  const count = (...states: StoreStanding['state'][]) => standings.filter(({ state }) => states.includes(state)).length;
  const parts = [
    [count('judged', 'partly_judged'), 'judged'],
    [count('not_judged'), 'not judged'],
    [count('not_scanned'), 'not scanned'],
    [count('same'), 'named twice'],
  ] as const;
  const named = parts.filter(([number]) => number > 0).map(([number, words]) => `${number} ${words}`);
  return `${standings.length} ${standings.length === 1 ? 'store' : 'stores'}: ${named.join(', ')}.`;
}
