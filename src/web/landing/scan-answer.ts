/** A scan in short: how much was read, the score, the gravest findings. A store that was not judged has no score. */
import type { DetailedReport } from '../../domain/scan-report.ts';
import { type Html, html } from '../../http/html.ts';
import { scoreScope } from '../../pixel/report/score-scope.ts';
import { statementOf } from '../../pixel/report/statement.ts';
import { SEVERITY_WORDS, STATE_WORDS, toneOf } from '../scan-report/report-words.ts';
import { refusalMarkup } from './tariff-answer.ts';

/** The address that was typed, and the report or why there is none. */
export type ScanAnswer = { asked: string } & (
  | { report: DetailedReport; url: string /** Unix milliseconds. */; readAtMs: number }
  | { refusal: string }
);

const FINDINGS_SHOWN = 5;
const NOT_READ_SHOWN = 3;

export function scanMarkup(answer: ScanAnswer): Html {
  if ('refusal' in answer) return refusalMarkup(answer.refusal);
  const { report, url, readAtMs } = answer;
  const { score, state, findings, not_looked_at: unread } = report;
  const shown = findings.slice(0, FINDINGS_SHOWN);
  const scope = scoreScope(report);
  return html`<div class="scan ${toneOf(report)}">
<p class="score">${state === 'not_judged' || score === null ? 'Not judged' : html`${score}<small>/100</small>`}</p>
<div>
<p class="headline">${STATE_WORDS[state]}</p>
<p class="more">One page: ${url}, read ${new Date(readAtMs).toISOString().slice(0, 16).replace('T', ' ')} UTC.${scope && ` ${scope}`}</p>
${findings.length === 0 ? html`<p>${state === 'not_judged' ? 'No finding, because its tags were not seen.' : 'Nothing was found in what was read.'}</p>` : undefined}
${shown.length > 0 ? html`<ul class="findings">${shown.map((finding) => html`<li><span class="status ${finding.severity}">${SEVERITY_WORDS[finding.severity]}</span> ${statementOf(finding)}</li>`)}</ul>` : undefined}
${findings.length > shown.length ? html`<p class="more">And ${findings.length - shown.length} more. The workbench shows all, with places and remedies.</p>` : undefined}
${unread.length > 0 ? html`<p class="headline">Not looked at: ${unread.length}</p><ul class="findings">${unread.slice(0, NOT_READ_SHOWN).map(({ name, id, reason }) => html`<li>${name ?? id}: ${reason}</li>`)}</ul>` : undefined}
</div>
</div>`;
}
