/** Text for a terminal, at most 100 columns wide. Pure: no colour unless asked for, nothing written. */

import type { TariffList } from '../domain/tariff-list.ts';
import { type Explanation, type ListingView, nextChanges } from '../tariff/explain.ts';
import type { ImportPlan, PlannedChange } from '../tariff/plan-import.ts';

const WIDTH = 100;
const LABEL_WIDTH = 14;
/** Rows shown of each kind of change, and of near misses, before the rest is counted. */
const ROWS_MAX = 12;

const STYLES = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33 } as const;
type Style = keyof typeof STYLES;
type Paint = (style: Style, text: string) => string;

function painter(colour: boolean): Paint {
  return (style, text) => (colour ? `\x1b[${STYLES[style]}m${text}\x1b[0m` : text);
}

const STATUS_STYLES: Record<Explanation['status'], Style> = {
  hit: 'red',
  adjacent: 'yellow',
  in_scope_no_bis14: 'yellow',
  clear: 'green',
  invalid: 'bold',
};

const STATUS_SENTENCES: Record<Explanation['status'], string> = {
  hit: 'on the derivative list',
  adjacent: 'not on the derivative list; other numbers of its heading are',
  in_scope_no_bis14: 'not on the derivative list; covered by another Section 232 list',
  clear: 'on no Section 232 list held here',
  invalid: 'not the number of a product',
};

/** What `portside tariff lookup CODE...` shows. */
export function printExplanations(explanations: readonly Explanation[], colour = false): string {
  const paint = painter(colour);
  return `${explanations.map((explanation) => printExplanation(explanation, paint)).join('\n\n')}\n`;
}

function printExplanation(explanation: Explanation, paint: Paint): string {
  const { code, status, as_of } = explanation;
  const shown = code.slice(0, 40).replace(/[^\x20-\x7e]/g, '?');
  const name = code.length > 40 ? `${shown}…` : shown;
  const head = `${paint('bold', name)}  ${paint(STATUS_STYLES[status], status)}  ${paint('dim', `as of ${as_of}`)}`;
  const lines = [head, ...wrap(STATUS_SENTENCES[status], 2)];
  if (explanation.schedule) {
    const { path, general, units } = explanation.schedule;
    lines.push(...field('described as', path.join(' > ')));
    lines.push(
      ...field('column 1 duty', `${general || 'not stated'}${units.length > 0 ? ` (${units.join(', ')})` : ''}`),
    );
  }
  for (const view of explanation.matched) lines.push('', ...printListing('listed', view));
  for (const view of explanation.other_programmes) lines.push('', ...printListing('in scope', view));
  const near = explanation.near_misses.map(({ code, rate, note }) => `${code} at ${rate} in ${note}`);
  if (near.length > 0) lines.push('', ...field('near misses', enumerate(near)));
  for (const row of explanation.successors) {
    lines.push(...field('retired', `replaced by ${row.successor} on ${row.effective} (pairing ${row.pairing})`));
  }
  for (const row of explanation.replaces) {
    const printed = row.still_listed ? '; the note still prints the old number' : '';
    lines.push(...field('replaces', `${row.retired} since ${row.effective} (pairing ${row.pairing})${printed}`));
  }
  for (const row of explanation.removed) {
    const later = row.later ? `; ${row.later}` : '';
    lines.push(...field('taken out', `${row.code} on ${row.date}: ${row.source}; was ${row.former}${later}`));
  }
  for (const change of explanation.next_changes) lines.push(...field(change.date, change.event));
  if (explanation.conditions.length > 0) lines.push('');
  for (const condition of explanation.conditions) lines.push(...wrap(condition, 4, '  - '));
  return lines.join('\n');
}

function printListing(label: string, view: ListingView): string[] {
  const lines = [
    ...field(label, `${view.code}  ${view.article_name}`),
    ...field('note', `${view.note}${view.annex ? `, Annex ${view.annex}` : ''}: ${view.goods}`),
    ...field('rate', `${rateOf(view)}${view.charged_on ? `, on ${view.charged_on}` : ''}`),
    ...field('heading', view.ch99_heading),
    ...field('in force', `from ${view.from}${view.to ? ` to ${view.to}` : ''}`),
  ];
  if (view.weight_test !== null) lines.push(...field('weight test', `at least ${view.weight_test} percent metal`));
  lines.push(...field('source', `${view.source} [${view.list} ${view.version}]`));
  return lines;
}

function rateOf({ rate, rate_kind }: ListingView): string {
  if (rate === null) return 'minimum import price';
  return rate_kind === 'total_incl_column1' ? `${rate} percent in total` : `${rate} percent, additional`;
}

/** What `portside tariff lists` shows. `today`: for the next scheduled change. */
export function printLists(lists: readonly TariffList[], today: string, colour = false): string {
  const paint = painter(colour);
  const blocks = lists.map((list) => {
    const numbers = new Set(list.listings.map((listing) => listing.digits)).size;
    const next = nextChanges([list], today)[0];
    return [
      `${paint('bold', list.list_id)}  ${list.version}  ${paint('dim', `as of ${list.as_of}`)}`,
      ...wrap(list.title, 2),
      ...field('rows', `${list.listings.length} (${numbers} numbers)`),
      ...field('source', list.source),
      ...field('next change', next ? `${next.date}: ${next.event}` : 'none scheduled'),
    ].join('\n');
  });
  return `${blocks.join('\n\n')}\n`;
}

/** What `portside tariff import FILE` shows before it swaps. */
export function printPlan(plan: ImportPlan, colour = false): string {
  const paint = painter(colour);
  const head =
    plan.kind === 'list'
      ? `${plan.isNew ? 'New list' : 'List'} ${plan.list.list_id} ${plan.list.version}`
      : 'Official tariff schedule';
  const { before, after } = plan.totals;
  const lines = [paint('bold', head), ...field('numbers', `${before} loaded, ${after} in the file`)];
  const groups: [string, Style, readonly PlannedChange[]][] = [
    ['added', 'green', plan.added],
    ['removed', 'red', plan.removed],
    ['rate changed', 'yellow', plan.rate_changed],
    ['dates changed', 'yellow', plan.dates_changed],
  ];
  for (const [label, style, changes] of groups) {
    lines.push(...field(label, `${changes.length}`));
    for (const change of changes.slice(0, ROWS_MAX))
      lines.push(...printChange(change).map((line) => paint(style, line)));
    if (changes.length > ROWS_MAX) lines.push(`      and ${changes.length - ROWS_MAX} more`);
  }
  return `${lines.join('\n')}\n`;
}

function printChange({ code, note, before, after }: PlannedChange): string[] {
  const where = note === null ? code : `${code} in ${note}`;
  const what = before === null || after === null ? (after ?? before) : `${before} -> ${after}`;
  return wrap(`${where}: ${what || 'no rate'}`, 8, '      ');
}

function enumerate(items: readonly string[]): string {
  const rest = items.length - ROWS_MAX;
  return items.slice(0, ROWS_MAX).join('; ') + (rest > 0 ? `; and ${rest} more` : '');
}

function field(label: string, text: string): string[] {
  return wrap(text, LABEL_WIDTH + 2, `  ${label.padEnd(LABEL_WIDTH)}`);
}

/**
 * Breaks text at blanks to fit the width; `first` opens the first line, blanks the others. A longer word is cut, and a
 * control character becomes a blank, so that no file can drive the terminal.
 */
function wrap(text: string, indent: number, first = ' '.repeat(indent)): string[] {
  const room = WIDTH - indent;
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/[\s\p{Cc}]+/u).flatMap((long) => long.match(new RegExp(`.{1,${room}}`, 'gu')) ?? [])) {
    if (line !== '' && line.length + 1 + word.length > room) {
      lines.push(line);
      line = '';
    }
    line += line === '' ? word : ` ${word}`;
  }
  lines.push(line);
  return lines.map((content, at) => (at === 0 ? first : ' '.repeat(indent)) + content);
}
