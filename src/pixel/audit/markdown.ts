/**
 * An audit as Markdown, for the page that a build shows: a table of the stores, then their findings, the worst first. Build services
 * take a megabyte at most, so the text has a bound, and it says what it leaves out. The first line is for programs.
 */
import type { DetailedFinding, FindingPlace } from '../../domain/scan-report.ts';
import { firstSteps } from '../report/first-steps.ts';
import { scoreScope } from '../report/score-scope.ts';
import { statementOf } from '../report/statement.ts';
import { lowestScore, type StoreOutcome, type StoreStanding } from './store-outcome.ts';

const STORES_MAX = 100;
/** Stores whose findings are told. */
const TOLD_MAX = 20;
const FINDINGS_MAX = 20;
const UNREAD_MAX = 5;
const TEXT_CHARS = 300;

const SIGNS = { error: '🔴 error', warn: '🟠 warn', info: '🔵 info' } as const;
const STATES = {
  judged: 'yes',
  partly_judged: 'partly',
  not_judged: 'no',
  not_scanned: 'not scanned',
  same: 'named before',
} as const;
const GRAVITY = { error: 0, warn: 1, info: 2 } as const;

/**
 * @param standings the worst first
 * @param outcomeOf the outcome of a line of the list
 */
export function auditMarkdown(standings: readonly StoreStanding[], outcomeOf: (line: number) => StoreOutcome): string {
  const lowest = lowestScore(standings);
  return [
    `<!-- portside: lowest score ${lowest ?? 'unknown'} -->`,
    `## Portside: ${headline(standings, lowest)}`,
    '',
    '| scanned | score | judged | errors | warnings | not looked at |',
    '|---|---:|---|---:|---:|---:|',
    ...standings.slice(0, STORES_MAX).map(rowOf),
    ...leftOut(standings.length - STORES_MAX, 'row of this table', 'rows of this table'),
    ...standings.slice(0, TOLD_MAX).flatMap((standing) => sectionOf(standing, outcomeOf(standing.line))),
    ...leftOut(standings.length - TOLD_MAX, 'store with its findings', 'stores with their findings'),
    '',
  ].join('\n');
}

function headline(standings: readonly StoreStanding[], lowest: number | undefined): string {
  const several = standings.length > 1;
  if (lowest !== undefined)
    return several ? `the lowest of ${standings.length} scores is ${lowest}` : `score ${lowest}`;
  const without = standings.filter(({ state, score }) => state !== 'same' && score === null).length;
  return several ? `${without} of ${standings.length} have no score` : 'no score';
}

function rowOf({ address, score, state, errors, warnings, unread }: StoreStanding): string {
  const counts = score === null ? ['', '', ''] : [errors, warnings, unread];
  return `| ${plain(address)} | ${score === null ? 'none' : `**${score}**`} | ${STATES[state]} | ${counts.join(' | ')} |`;
}

function sectionOf({ address, score, fault }: StoreStanding, outcome: StoreOutcome): string[] {
  const title = ['', `### ${plain(address)}${score === null ? '' : `: ${score}`}`, ''];
  if (!('report' in outcome)) return [...title, plain(fault ?? 'It was not scanned.')];
  const { findings, not_looked_at: unread } = outcome.report;
  const sorted = findings.toSorted((a, b) => GRAVITY[a.severity] - GRAVITY[b.severity] || b.points - a.points);
  const steps = firstSteps(outcome.report);
  const scope = scoreScope(outcome.report);
  return [
    ...title,
    ...(scope === undefined ? [] : [plain(scope), '']),
    ...(steps.length === 0 ? [] : ['Do first:', '']),
    ...steps.map(({ what, how }, at) => `${at + 1}. **${plain(what)}.** ${plain(how)}`),
    ...(steps.length === 0 ? [] : ['']),
    ...(findings.length === 0
      ? ['Nothing was found in what was looked at.']
      : ['| severity | finding | what to do | place |', '|---|---|---|---|']),
    ...sorted.slice(0, FINDINGS_MAX).map((finding, at) => findingRow(finding, sorted[at - 1]?.remedy)),
    ...leftOut(findings.length - FINDINGS_MAX, 'finding', 'findings'),
    ...(unread.length === 0 ? [] : ['', 'Not looked at:', '']),
    ...unread.slice(0, UNREAD_MAX).map(({ id, name, reason }) => `- ${plain(name ?? id)}: ${plain(reason)}`),
    ...leftOut(unread.length - UNREAD_MAX, 'thing that was not looked at', 'things that were not looked at'),
  ];
}

/** @param before the remedy of the row above. The same is not said twice. */
function findingRow({ severity, rule_id, message, remedy, places }: DetailedFinding, before?: string): string {
  const [first, ...others] = places;
  const place = `${first ? placeOf(first) : ''}${others.length > 0 ? ` and ${others.length} more` : ''}`;
  return `| ${SIGNS[severity]} | ${plain(statementOf({ message, remedy }))} (${plain(rule_id)}) | ${remedy === before ? 'as above' : plain(remedy)} | ${place} |`;
}

function placeOf({ kind, file, line, container, tag_name, tag_id, pixel_name, pixel_id, app }: FindingPlace): string {
  const name = file ?? container ?? pixel_name ?? pixel_id ?? app ?? kind.replaceAll('_', ' ');
  const tag = tag_name ?? tag_id;
  return plain(`${name}${line === undefined ? '' : `:${line}`}${tag === undefined ? '' : ` tag ${tag}`}`);
}

function leftOut(count: number, one: string, many: string): string[] {
  return count > 0 ? ['', `Left out here: ${count} ${count === 1 ? one : many}. The report has all.`] : [];
}

/** Text of a stranger, shown as it is: no links, mentions, HTML or table borders come of it. Any ASCII punctuation may be escaped. */
function plain(text: string): string {
  const shown = text.length > TEXT_CHARS ? `${text.slice(0, TEXT_CHARS)}…` : text;
  return shown
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu, ' ')
    .replace(/[\\`*_{}[\]<>()#!|~@&:.$/]/g, '\\$&');
}
