/** Prints the report of one scan for a terminal. Pure functions: the caller passes the width and the colour. */
import type { DetailedReport, LookedAt, NotLookedAt } from '../../domain/scan-report.ts';
import { firstSteps } from '../../pixel/report/first-steps.ts';
import { columnsOf, type Paint, painter, type TextOptions, wrapBehind } from '../terminal.ts';
import { findingLines } from './finding-text.ts';
import { graphLines } from './graph-text.ts';
import { cut, plain, spaced } from './plain-text.ts';
import { scoreLines } from './state-text.ts';

const LABEL = 16;

/**
 * Address, score and state, findings by cause, who sends what, and what was looked at and what not. Ends with a newline.
 * @param url address of the page, or name of its file
 */
export function printReport(url: string, report: DetailedReport, options: TextOptions): string {
  const paint = painter(options);
  const columns = columnsOf(options);
  return `${[
    paint('bold', cut(plain(url), columns)),
    ...stepLines(report, paint, columns),
    ...scoreLines(report, paint, columns),
    ...nothingFound(report),
    ...findingLines(report, paint, columns),
    ...graphLines(report, paint, columns),
    ...partLines('Looked at', report.looked_at, paint, columns),
    ...partLines('Not looked at', report.not_looked_at, paint, columns),
  ].join('\n')}\n`;
}

/** What to do before anything else. */
function stepLines(report: DetailedReport, paint: Paint, columns: number): string[] {
  const steps = firstSteps(report);
  if (steps.length === 0) return [];
  return [
    '',
    paint('bold', 'Do first'),
    ...steps.flatMap(({ what, how }, at) => wrapBehind(`  ${at + 1}. `, plain(`${what}. ${how}`), columns)),
    '',
  ];
}

/** A page that was not judged says nothing, and one that was judged in part nothing about the rest. */
function nothingFound({ findings, state }: DetailedReport): string[] {
  if (findings.length > 0 || state === 'not_judged') return [];
  return ['', state === 'judged' ? 'Nothing was found.' : 'Nothing was found in what was read.'];
}

function partLines(title: string, parts: readonly (LookedAt | NotLookedAt)[], paint: Paint, columns: number): string[] {
  if (parts.length === 0) return [];
  return [
    '',
    paint('bold', title),
    ...parts.flatMap((part) => wrapBehind(`  ${spaced(part.kind)}`.padEnd(LABEL), partText(part), columns)),
  ];
}

function partText(part: LookedAt | NotLookedAt): string {
  const { id, name } = part;
  const title = name === undefined ? plain(id) : `${plain(name)} (${plain(id)})`;
  if ('reason' in part) return `${title}: ${plain(part.reason)}`;
  return part.version === undefined ? title : `${title}, version ${plain(part.version)}`;
}
