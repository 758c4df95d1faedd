/** What the landing page answers to a code, to several codes or to words. Each answer says of which day and of which lists it is. */
import { STANDINGS } from '../../domain/tariff-standing.ts';
import { type Html, html } from '../../http/html.ts';
import type { Explanation } from '../../tariff/explain/explain.ts';
import type { ListingView } from '../../tariff/explain/listing-view.ts';
import type { TariffSearch } from '../../tariff/search/search-tariff.ts';
import { foundMarkup } from './found.ts';
import { ratesText, rateText, verdictOf, withoutColon } from './verdict.ts';

const BELOW_SHOWN = 40;

/** The lists that answered. */
interface Basis {
  /** A New York date. */
  asOf: string;
  lawReadTo: string;
  /** The derivative list in force that day; empty if none is. */
  list: string;
  listVersion: string;
}

/** What was asked for, and the answer or why there is none. */
export type TariffAnswer = { asked: string } & (
  | { explanations: readonly Explanation[]; basis: Basis }
  | { found: TariffSearch; basis: Basis }
  | { refusal: string }
);

export function tariffMarkup(answer: TariffAnswer): Html {
  if ('refusal' in answer) return refusalMarkup(answer.refusal);
  if ('found' in answer) return html`${foundMarkup(answer.found)}<p class="more">${basisText(answer.basis)}</p>`;
  const { explanations, basis } = answer;
  return explanations.length === 1 ? oneMarkup(explanations[0]!, basis) : manyMarkup(explanations, basis);
}

export function refusalMarkup(refusal: string): Html {
  return html`<div class="verdict mild"><p class="headline">${refusal}</p></div>`;
}

function oneMarkup(explanation: Explanation, basis: Basis): Html {
  const { headline, facts, remarks, below } = verdictOf(explanation);
  return html`<div class="verdict ${STANDINGS[explanation.standing].tone}">
<p class="headline"><span class="status">${standingText(explanation)}</span> ${headline}</p>
${facts.length > 0 ? html`<dl>${facts.map(([label, value]) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}</dl>` : undefined}
${below.length > 0 ? belowMarkup(below) : undefined}
${remarks.length > 0 ? html`<ul>${remarks.map((remark) => html`<li>${remark}</li>`)}</ul>` : undefined}
<p class="more">${basisText(basis)} <a href="/api/v0/tariff/hts/${encodeURIComponent(explanation.code)}">The full answer as JSON</a></p>
</div>`;
}

/** The listed numbers below a short one, each with its rate and a link to its own answer. */
function belowMarkup(below: readonly ListingView[]): Html {
  const rows = below.slice(0, BELOW_SHOWN).map((view) => {
    const text = [programmeText(view.programme), rateText(view), view.ch99_heading].filter(Boolean).join(', ');
    return html`<li><a href="/?code=${view.code}">${view.code}</a> ${text}</li>`;
  });
  const rest = below.length - rows.length;
  return html`<ul class="below">${rows}${rest > 0 ? html`<li>and ${rest} more</li>` : undefined}</ul>`;
}

function programmeText(programme: string): string {
  return programme.replaceAll('_', ' ');
}

function manyMarkup(explanations: readonly Explanation[], basis: Basis): Html {
  return html`<div class="several">
<section class="table-box" tabindex="0" aria-label="Answers">
<table>
<thead><tr><th scope="col">Number</th><th scope="col">Section 232</th><th scope="col">Rate</th><th scope="col">Described as</th></tr></thead>
<tbody>${explanations.map(rowMarkup)}</tbody>
</table>
</section>
<p class="more">${basisText(basis)} Each number leads to its conditions, dates and sources.</p>
</div>`;
}

function rowMarkup(explanation: Explanation): Html {
  const { code, standing, unsettled_law, law_read_to, schedule } = explanation;
  return html`<tr><th scope="row"><a href="/?code=${encodeURIComponent(code)}">${code}</a></th>
<td><span class="status ${STANDINGS[standing].tone}">${standingText(explanation)}</span> <span class="words">${verdictOf(explanation).headline}</span>${unsettled_law ? html` <span class="note">not settled: the law changed after ${law_read_to}</span>` : undefined}</td>
<td data-label="Rate">${ratesText(explanation)}</td><td data-label="Described as">${goodsText(schedule)}</td></tr>`;
}

/** The heading and the number itself: what is between them says little by itself. */
function goodsText(schedule: Explanation['schedule']): string {
  if (schedule && !schedule.exists) return 'The schedule has no such number.';
  const path = schedule?.path ?? [];
  const ends = path.length > 1 ? [path[0]!, path.at(-1)!] : path;
  return ends.map(withoutColon).join(' › ') || '–';
}

function standingText({ standing }: Explanation): string {
  return STANDINGS[standing].label;
}

function basisText({ asOf, lawReadTo, list, listVersion }: Basis): string {
  const of = list ? `list ${list}, version ${listVersion}` : 'no derivative list is in force';
  return `As of ${asOf}, New York; ${of}; law read to ${lawReadTo}.`;
}
