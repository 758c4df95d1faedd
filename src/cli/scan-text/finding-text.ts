/** Findings by cause: what a merchant deletes or changes at once stands together, the gravest first. */

import type { DetailedFinding, DetailedReport } from '../../domain/scan-report.ts';
import { statementOf } from '../../pixel/report/statement.ts';
import { type Paint, wrap, wrapBehind } from '../terminal.ts';
import { placeLines } from './place-text.ts';
import { cut, plain, SEVERITIES, SEVERITY_STYLES } from './plain-text.ts';
import { pointsText } from './state-text.ts';

const INDENT = ' '.repeat(7);
const LABEL = 6;

/** The findings of each cause, worst cause and worst finding first. */
function findingsByCause(findings: readonly DetailedFinding[]): DetailedFinding[][] {
  const causes = new Map<string, DetailedFinding[]>();
  for (const severity of SEVERITIES) {
    for (const finding of findings) {
      if (finding.severity !== severity) continue;
      const known = causes.get(finding.cause);
      if (known) known.push(finding);
      else causes.set(finding.cause, [finding]);
    }
  }
  return [...causes.values()];
}

/** Each cause as a block of lines behind an empty line. */
export function findingLines({ findings, pages }: DetailedReport, paint: Paint, columns: number): string[] {
  const draw: Drawing = { paint, columns, pageCount: pages.length };
  return listsOf(findingsByCause(findings)).flatMap((causes) => ['', ...blockOf(causes, draw)]);
}

interface Drawing {
  paint: Paint;
  columns: number;
  /** How many pages were scanned. */
  pageCount: number;
}

/** Causes side by side. Those of an inventory, which are alike but for their object, are one list with one remedy. */
function listsOf(causes: readonly DetailedFinding[][]): DetailedFinding[][][] {
  const lists = Map.groupBy(causes, ([first, ...others]) => {
    const { severity, rule_id, remedy, cause } = first!;
    const isListed = severity === 'info' && others.length === 0;
    return JSON.stringify(isListed ? [rule_id, remedy] : ['cause', cause]);
  });
  return [...lists.values()];
}

function blockOf(causes: readonly DetailedFinding[][], draw: Drawing): string[] {
  const [gravest, ...others] = causes[0]!;
  const { severity, rule_id, points } = gravest!;
  const charge = points > 0 ? `  ${draw.paint('dim', `−${pointsText(points)}`)}` : '';
  return [
    `${draw.paint(SEVERITY_STYLES[severity], severity.padEnd(LABEL))} ${draw.paint('bold', plain(rule_id))}${charge}`,
    ...causes.flatMap(([first]) => [
      ...wrap(plain(statementOf(first!)), draw.columns - INDENT.length).map((line) => INDENT + line),
      ...whereLines(first!, draw),
      ...first!.evidence.flatMap((sentence) => behind('seen', plain(sentence), draw.columns)),
    ]),
    ...remedyLines(gravest!, draw),
    ...others.flatMap((other) => otherLines(other, gravest!, draw)),
  ];
}

/** A finding that goes away with the gravest of its cause. */
function otherLines(finding: DetailedFinding, gravest: DetailedFinding, draw: Drawing): string[] {
  const { severity, rule_id, remedy, evidence } = finding;
  const [first = '', ...rest] = behind(
    'also',
    `${severity} ${plain(rule_id)}: ${plain(statementOf(finding))}`,
    draw.columns,
  );
  const shown = new Set(gravest.places.map((place) => JSON.stringify(place)));
  const places = finding.places.filter((place) => !shown.has(JSON.stringify(place)));
  return [
    first.replace(severity, draw.paint(SEVERITY_STYLES[severity], severity)),
    ...rest,
    ...whereLines({ ...finding, places }, draw),
    ...evidence
      .filter((sentence) => !gravest.evidence.includes(sentence))
      .flatMap((sentence) => behind('seen', plain(sentence), draw.columns)),
    ...(remedy === gravest.remedy ? [] : remedyLines(finding, draw)),
  ];
}

function whereLines({ places }: DetailedFinding, { paint, columns, pageCount }: Drawing): string[] {
  return placeLines(places, pageCount).flatMap(({ text, excerpt }, at) => {
    const lines = behind(at === 0 ? 'at' : '', text, columns);
    const room = columns - INDENT.length - LABEL - 2;
    return [...lines, ...(excerpt ? [`${INDENT}${' '.repeat(LABEL)}| ${cut(excerpt, room)}`] : [])].map((line) =>
      paint('dim', line),
    );
  });
}

function remedyLines({ remedy }: DetailedFinding, { paint, columns }: Drawing): string[] {
  const text = plain(remedy);
  if (text === '') return [];
  const [first = '', ...rest] = behind('→', text, columns);
  return [first.replace('→', paint('green', '→')), ...rest];
}

function behind(label: string, text: string, columns: number): string[] {
  return wrapBehind(INDENT + label.padEnd(LABEL), text, columns);
}
