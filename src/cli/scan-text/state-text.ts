/** In how far a page was judged, and how its score came about. */
import type { DetailedReport, PageKind } from '../../domain/scan-report.ts';
import { scoreScope } from '../../pixel/report/score-scope.ts';
import { categoryName } from '../../pixel/rules/category-names.ts';
import { type Paint, type Style, wrapBehind } from '../terminal.ts';
import { counted, plain, SEVERITIES, spaced } from './plain-text.ts';

/** Why nothing can be said. The finding `page_not_judged` says what to do about it. */
const NOT_JUDGED: Record<PageKind, string> = {
  storefront: 'its tags were not seen',
  checkout: 'this is a checkout page, where theme code does not run',
  customer_account: 'this is a customer account page, where theme code does not run',
  password: 'the shop is behind its password page',
  closed: 'the shop is closed',
  blocked: 'the shop refused the scan',
  not_a_store: 'this is not a page of a shop',
  empty: 'the page holds almost nothing',
  built_in_browser: 'the page is built in the browser',
};

const LABEL = 9;

/** The state as a sentence without its full stop. */
export function stateText({ state, page_kind, looked_at, not_looked_at }: DetailedReport): string {
  if (state === 'judged') return 'judged';
  if (state === 'not_judged') return `not judged: ${NOT_JUDGED[page_kind]}`;
  // A page that was read but for a part is in both lists.
  const read = new Set(looked_at.flatMap(({ kind, id }) => (kind === 'page' ? id : [])));
  const counts = new Map<string, number>();
  for (const { kind, id } of not_looked_at) {
    const what = kind === 'page' && read.has(id) ? 'part of a page' : spaced(kind);
    counts.set(what, (counts.get(what) ?? 0) + 1);
  }
  const parts = Array.from(counts, ([what, count]) => (what === 'part of a page' ? what : counted(count, what))).join(
    ', ',
  );
  return parts === '' ? 'judged in part' : `judged in part: ${parts} not read`;
}

/** `report.score` in the colour of its meaning. Only a page of which no part is missing is shown as good. */
export function scoreStyle({ state, score }: Pick<DetailedReport, 'state' | 'score'>): Style {
  if (score === null) return ['bold', 'red'];
  if (score >= 90 && state === 'judged') return ['bold', 'green'];
  return score >= 80 ? ['bold', 'yellow'] : ['bold', 'red'];
}

/** The score, the state and the number of findings, and then the parts and caps of the score. */
export function scoreLines(report: DetailedReport, paint: Paint, columns: number): string[] {
  const { score, severity_counts: counts } = report;
  const scope = scoreScope(report);
  const [first = '', ...rest] = wrapBehind(' '.repeat(LABEL), stateText(report), columns);
  const mark = score === null ? '–' : `${score}/100`;
  const found = SEVERITIES.map((severity) => {
    if (severity === 'info') return `${counts.info} info`;
    return counted(counts[severity], severity === 'warn' ? 'warning' : severity);
  }).join(', ');
  return [
    `${paint(scoreStyle(report), mark.padEnd(LABEL - 1))} ${first.slice(LABEL)}`,
    ...rest,
    `${' '.repeat(LABEL)}${found}`,
    ...(scope === undefined ? [] : wrapBehind(' '.repeat(LABEL), scope, columns)),
    ...explanationLines(report, columns),
  ];
}

function explanationLines({ score, score_explanation: { parts, caps } }: DetailedReport, columns: number): string[] {
  if (score === null || (parts.length === 0 && caps.length === 0)) return [];
  const line = (mark: string, text: string) => wrapBehind(`${mark.padStart(LABEL + 4)}  `, text, columns);
  return [
    '',
    ...line('100', 'to begin with'),
    ...parts.flatMap(({ category, points, rules }) =>
      line(`−${pointsText(points)}`, `${plain(categoryName(category))}: ${rules.map(plain).join(', ')}`),
    ),
    ...caps.flatMap(({ at, reason }) => line(`≤ ${pointsText(at)}`, plain(reason))),
  ];
}

/** Points with at most one decimal. */
export function pointsText(points: number): string {
  return String(Math.round(points * 10) / 10);
}
