/** Findings by cause: what a merchant deletes or changes at once stands together, the gravest first. */
import type { DetailedFinding, DetailedReport } from '../../domain/scan-report.ts';
import { type Paint, wrap, wrapBehind } from '../terminal.ts';
import { placeLines } from './place-text.ts';
import { cut, plain, SEVERITIES, SEVERITY_STYLES } from './plain-text.ts';
import { pointsText } from './state-text.ts';

const INDENT = ' '.repeat(7);
const LABEL = 6;

/** The findings of each cause, worst cause and worst finding first. */
export function findingsByCause(findings: readonly DetailedFinding[]): DetailedFinding[][] {
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
  return findingsByCause(findings).flatMap(([gravest, ...others]) => [
    '',
    ...blockOf(gravest!, paint, columns, pages.length),
    ...others.flatMap((other) => otherLines(other, gravest!, paint, columns, pages.length)),
  ]);
}

function blockOf(finding: DetailedFinding, paint: Paint, columns: number, pageCount: number): string[] {
  const { severity, rule_id, points } = finding;
  const charge = points > 0 ? `  ${paint('dim', `−${pointsText(points)}`)}` : '';
  return [
    `${paint(SEVERITY_STYLES[severity], severity.padEnd(LABEL))} ${paint('bold', plain(rule_id))}${charge}`,
    ...wrap(whatText(finding), columns - INDENT.length).map((line) => INDENT + line),
    ...whereLines(finding, paint, columns, pageCount),
    ...finding.evidence.flatMap((sentence) => behind('seen', plain(sentence), columns)),
    ...remedyLines(finding, paint, columns),
  ];
}

/** A finding that goes away with the gravest of its cause. */
function otherLines(
  finding: DetailedFinding,
  gravest: DetailedFinding,
  paint: Paint,
  columns: number,
  pageCount: number,
): string[] {
  const { severity, rule_id, remedy } = finding;
  const text = `${plain(rule_id)}: ${whatText(finding)}`;
  const lines = behind('also', `${severity} ${text}`, columns);
  const colour = (line: string) => line.replace(severity, paint(SEVERITY_STYLES[severity], severity));
  const shown = new Set(gravest.places.map((place) => JSON.stringify(place)));
  const places = finding.places.filter((place) => !shown.has(JSON.stringify(place)));
  return [
    colour(lines[0]!),
    ...lines.slice(1),
    ...whereLines({ ...finding, places }, paint, columns, pageCount),
    ...(remedy === gravest.remedy ? [] : remedyLines(finding, paint, columns)),
  ];
}

function whereLines(finding: DetailedFinding, paint: Paint, columns: number, pageCount: number): string[] {
  return placeLines(finding.places, pageCount).flatMap(({ text, excerpt }, at) => {
    const lines = behind(at === 0 ? 'at' : '', text, columns);
    const room = columns - INDENT.length - LABEL - 2;
    return [...lines, ...(excerpt ? [`${INDENT}${' '.repeat(LABEL)}| ${cut(excerpt, room)}`] : [])].map((line) =>
      paint('dim', line),
    );
  });
}

function remedyLines({ remedy }: DetailedFinding, paint: Paint, columns: number): string[] {
  const text = plain(remedy);
  if (text === '') return [];
  const [first = '', ...rest] = behind('→', text, columns);
  return [first.replace('→', paint('green', '→')), ...rest];
}

/** The message without its places and its remedy, which have lines of their own. */
function whatText({ message, remedy }: DetailedFinding): string {
  const what = message.endsWith(remedy) ? message.slice(0, message.length - remedy.length) : message;
  return plain(what.replace(/ \((?:line \d+, column \d+|inside the container [\w.:/-]{1,200})\)/, ''));
}

function behind(label: string, text: string, columns: number): string[] {
  return wrapBehind(INDENT + label.padEnd(LABEL), text, columns);
}
