/** The text that `portside tariff` prints. Pure functions. */

import { STANDING_MEANINGS, STANDINGS, type StandingTone } from '../domain/tariff-standing.ts';
import type { Explanation } from '../tariff/explain/explain.ts';
import type { ListingView } from '../tariff/explain/listing-view.ts';
import type { CoverageView } from '../tariff/explain/listings-around.ts';
import type { PlannedChange } from '../tariff/import/plan-import.ts';
import type { PlannedImport } from '../tariff/import/plan-in-worker.ts';
import { type AnnouncedView, sharedByProgrammes } from '../tariff/law/announced.ts';
import { lawReadTo } from '../tariff/law/law-read.ts';
import { summarizeList } from '../tariff/list-summary.ts';
import type { ScheduleDescription } from '../tariff/schedule/schedule-description.ts';
import type { TariffSearch } from '../tariff/search/search-tariff.ts';
import type { TariffData } from '../tariff/tariff-data.ts';
import { columnsOf, type Paint, painter, type Style, type TextOptions, wrapBehind } from './terminal.ts';

const LABEL_WIDTH = 14;
/** Changes of each kind, and near misses, that are shown. The others are only counted. */
const ROWS_MAX = 12;

const STANDING_STYLES: Record<StandingTone, Style> = { bad: 'red', mild: 'yellow', info: 'cyan', dim: 'dim' };

/** For `portside tariff lookup CODE...`. */
export function printExplanations(explanations: readonly Explanation[], options: TextOptions = {}): string {
  const draw = drawing(options);
  return `${explanations.map((explanation) => printExplanation(explanation, draw)).join('\n\n')}\n`;
}

function printExplanation(explanation: Explanation, { paint, field, paragraph }: Drawing): string {
  const { code, standing, as_of } = explanation;
  const printable = code.slice(0, 36).replace(/[^\x20-\x7e]/g, '?');
  const name = code.length > 36 ? `${printable}…` : printable;
  const head = `${paint('bold', name)}  ${paint(STANDING_STYLES[STANDINGS[standing].tone], STANDINGS[standing].label)}  ${paint('dim', `as of ${as_of}`)}`;
  const lines = [head, ...paragraph(STANDING_MEANINGS[standing], '  ')];
  lines.push(...field('law read to', explanation.law_read_to));
  for (const change of openChanges(explanation)) {
    lines.push(...paragraph(unreadText(change), '  ').map((line) => paint('yellow', line)));
  }
  if (explanation.schedule) lines.push(...printDescription(explanation.schedule, field));
  const coverage = explanation.coverage.filter((each) => each.coverage !== 'none').map(coverageText);
  if (coverage.length > 0) lines.push(...field('coverage', coverage.join('; ')));
  lines.push(...printListings('listed', explanation.matched, field));
  lines.push(...printListings('in scope', explanation.other_programmes, field));
  if (explanation.near_misses.length > 0) lines.push('', ...printNearMisses(explanation.near_misses, field));
  for (const row of explanation.successors) {
    lines.push(
      ...field(
        'retired',
        `replaced by ${row.new} on ${row.retired_on}${row.reused ? '; the number now means other goods' : ''}`,
      ),
    );
  }
  for (const row of explanation.replaces) {
    lines.push(...field('replaces', `${row.old} since ${row.retired_on}`));
  }
  for (const row of explanation.removed) {
    const later = row.later ? `; ${row.later}` : '';
    lines.push(...field('taken out', `${row.code} on ${row.date}: ${row.source}; was ${row.former}${later}`));
  }
  for (const change of explanation.next_changes) lines.push(...field(change.date, change.event));
  if (explanation.conditions.length > 0) lines.push('');
  for (const condition of explanation.conditions) lines.push(...paragraph(condition, '  - '));
  return lines.join('\n');
}

function coverageText({ programme, coverage, numbers_listed: listed, numbers }: CoverageView): string {
  const parts = coverage === 'whole' || numbers < 2 ? '' : ` (${listed} of ${numbers} numbers)`;
  return `${programme.replaceAll('_', ' ')} ${coverage.replaceAll('_', ' ')}${parts}`;
}

/** The announced changes that leave the law of the day open. */
function openChanges({ announced, as_of, unsettled_law }: Explanation): AnnouncedView[] {
  return unsettled_law ? announced.filter(({ date, open_from }) => (open_from ?? date)! <= as_of) : [];
}

function unreadText({ programme, date, what, source }: AnnouncedView): string {
  return `Not settled: announced for ${date} (${programme}) and not read as law: ${what}. ${source}`;
}

/** What the schedule says of the code. */
function printDescription(description: ScheduleDescription, field: Drawing['field']): string[] {
  const { revision, exists, near, code, exact, path, general, special, other, units } = description;
  const lines: string[] = [];
  if (!exists) {
    const like = near.length > 0 ? `; near it: ${near.join(', ')}` : '';
    lines.push(...field('not in force', `the schedule has no such number (${revision})${like}`));
  }
  if (code === null) return lines;
  lines.push(...field(exact ? 'described as' : `as ${code}`, path.map(withoutColon).join(' > ')));
  lines.push(...field('column 1 duty', general || 'not stated'));
  if (special) lines.push(...field('special', special));
  if (other) lines.push(...field('column 2', other));
  if (units.length > 0) lines.push(...field('units', units.join(', ')));
  return lines;
}

/** Listings that differ only in their number are one block: a heading may have a hundred of them. */
function printListings(label: string, views: readonly ListingView[], field: Drawing['field']): string[] {
  const alike = Map.groupBy(views, ({ code: _, ...terms }) => JSON.stringify(terms));
  return [...alike.values()].flatMap((group) => {
    const more = group.length > ROWS_MAX ? ` and ${group.length - ROWS_MAX} more` : '';
    const codes = group.slice(0, ROWS_MAX).map(({ code }) => code);
    return ['', ...printListing(label, `${codes.join(', ')}${more}`, group[0]!, field)];
  });
}

function printListing(label: string, codes: string, view: ListingView, field: Drawing['field']): string[] {
  const lines = [
    ...field(label, `${codes}  ${view.article_name}`),
    ...field('note', `${view.note}${view.annex ? `, Annex ${view.annex}` : ''}: ${view.goods}`),
    ...field('rate', `${rateOf(view)}${view.charged_on ? `, on ${view.charged_on}` : ''}`),
    ...field('heading', view.ch99_heading ?? 'not published yet'),
    ...field(view.scheduled ? 'announced' : 'in force', `from ${view.from}${view.to ? ` to ${view.to}` : ''}`),
  ];
  if (view.weight_test !== null) lines.push(...field('weight test', `at least ${view.weight_test} percent metal`));
  lines.push(...field('source', `${view.source} [${view.list} ${view.version}]`));
  return lines;
}

/** The numbers beside each other that have one rate and one note, on lines of their own. */
function printNearMisses(misses: Explanation['near_misses'], field: Drawing['field']): string[] {
  const shown = misses.slice(0, ROWS_MAX);
  const groups = Map.groupBy(shown, ({ rate, note }) => `at ${rate} in ${note}`);
  const texts = Array.from(groups, ([terms, group]) => `${terms}: ${group.map(({ code }) => code).join(', ')}`);
  if (misses.length > shown.length) texts.push(`and ${misses.length - shown.length} more`);
  return texts.flatMap((text, at) => field(at === 0 ? 'near it' : '', text));
}

function rateOf({ rate, rate_kind }: ListingView): string {
  if (rate === null) return 'minimum import price';
  return rate_kind === 'total_incl_column1' ? `${rate} percent in total` : `${rate} percent, additional`;
}

/** For `portside tariff search WORDS...`. */
export function printSearch(found: TariffSearch, options: TextOptions = {}): string {
  const { paint, field, paragraph } = drawing(options);
  const blocks = found.results.map(({ code, numbers, standing, description, above, general }) => {
    const size = numbers > 1 ? `  ${paint('dim', `${numbers} numbers`)}` : '';
    return [
      `${paint('bold', code)}  ${paint(STANDING_STYLES[STANDINGS[standing].tone], STANDINGS[standing].label)}${size}`,
      ...paragraph(withoutColon(description), '  '),
      ...(above.length > 0 ? field('under', above.map(withoutColon).join(' > ')) : []),
      ...(general ? field('column 1 duty', general) : []),
    ].join('\n');
  });
  const remarks = found.unknown.map(({ word, like }) => {
    const printable = word.replace(/\p{C}/gu, '?');
    return `No description has "${printable}"${like.length > 0 ? `. Did you mean ${like.join(', ')}?` : '.'}`;
  });
  if (!found.all_words && found.results.length > 0) remarks.push('No number has all words. These have the most.');
  const shown = found.results.length;
  if (found.total === 0) remarks.push('Nothing was found. Use the words of the tariff: docs/tariff.md.');
  else if (found.total > shown) remarks.push(`${shown} of ${found.total}. More words find fewer; --limit shows more.`);
  remarks.push(`Searched: ${found.revision}.`);
  return `${[...blocks, remarks.flatMap((remark) => paragraph(remark, '')).join('\n')].join('\n\n')}\n`;
}

/** The schedule ends the description of a row with a colon if rows follow below it. */
function withoutColon(description: string): string {
  return description.replace(/:$/, '');
}

/** For `portside tariff lists`. `today`: the next scheduled change is counted from here. */
export function printLists(data: TariffData, today: string, options: TextOptions = {}): string {
  const { paint, field, paragraph } = drawing(options);
  const blocks = data.lists.map((list) => {
    const {
      list_id,
      version,
      as_of,
      title,
      rows,
      source,
      next_change: next,
      announced,
    } = summarizeList(list, data, today);
    const numbers = new Set(list.listings.map((listing) => listing.digits)).size;
    return [
      `${paint('bold', list_id)}  ${version}  ${paint('dim', `as of ${as_of}`)}`,
      ...paragraph(title, '  '),
      ...field('rows', `${rows} (${numbers} numbers)`),
      ...field('source', source),
      ...field('next change', next ? `${next.date}: ${next.event}` : 'none scheduled'),
      ...sharedByProgrammes(announced).flatMap(({ date, certainty, programmes, what }) =>
        field('announced', `${date ?? 'no day yet'} (${certainty}), ${programmes.join(', ')}: ${what}`),
      ),
    ].join('\n');
  });
  const { revision, note } = data.schedule.edition;
  const block = [
    `${paint('bold', 'usitc-schedule')}  ${revision}`,
    ...field('numbers', `${data.schedule.numbers.size} of chapters 1 to 97`),
    ...(note ? field('note', note) : []),
  ];
  const { name } = data.law.newest_release;
  const law = paragraph(`The law was read to ${lawReadTo(data)} (${name}). Nothing newer is in any answer.`, '');
  return `${[...blocks, block.join('\n'), law.join('\n')].join('\n\n')}\n`;
}

/** For `portside tariff import FILE`, before anything is stored. */
export function printPlan(plan: PlannedImport, options: TextOptions = {}): string {
  const draw = drawing(options);
  const { paint, field } = draw;
  const head =
    plan.kind === 'list'
      ? `${plan.isNew ? 'New list' : 'List'} ${plan.list.list_id} ${plan.list.version}`
      : `Official tariff schedule, ${plan.schedule.revision}`;
  const { before, after } = plan.totals;
  const lines = [paint('bold', head), ...field('numbers', `${before} loaded, ${after} in the file`)];
  if (plan.kind === 'schedule') {
    const { older, replaces } = plan.schedule;
    lines.push(...field('replaces', `${replaces}${older ? paint('yellow', ', which is newer than the file') : ''}`));
  }
  if (plan.past_from !== null)
    lines.push(...field('past days', paint('yellow', `answers from ${plan.past_from} on change too`)));
  const groups: [string, Style, readonly PlannedChange[]][] = [
    ['added', 'green', plan.added],
    ['removed', 'red', plan.removed],
    ['rate changed', 'yellow', plan.rate_changed],
    ['terms changed', 'yellow', plan.terms_changed],
    ['dates changed', 'yellow', plan.dates_changed],
  ];
  for (const [label, style, changes] of groups) {
    lines.push(...field(label, `${changes.length}`));
    for (const change of changes.slice(0, ROWS_MAX))
      lines.push(...printChange(change, draw).map((line) => paint(style, line)));
    if (changes.length > ROWS_MAX) lines.push(`      and ${changes.length - ROWS_MAX} more`);
  }
  return `${lines.join('\n')}\n`;
}

function printChange({ code, note, before, after }: PlannedChange, { paragraph }: Drawing): string[] {
  const where = note === null ? code : `${code} in ${note}`;
  const what = before === null || after === null ? (after ?? before) : `${before} -> ${after}`;
  return paragraph(`${where}: ${what || 'no rate'}`, '      ');
}

/** How one text is drawn: its colours, and the columns it may fill. */
interface Drawing {
  paint: Paint;
  field(label: string, text: string): string[];
  /** @param first what stands before the first line; later lines are indented as far */
  paragraph(text: string, first: string): string[];
}

function drawing(options: TextOptions): Drawing {
  const columns = columnsOf(options);
  return {
    paint: painter(options),
    field: (label, text) => wrapBehind(`  ${label.padEnd(LABEL_WIDTH)}`, text, columns),
    paragraph: (text, first) => wrapBehind(first, text, columns),
  };
}
