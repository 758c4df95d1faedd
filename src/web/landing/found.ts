/** What a search for words found, as a list of links to the lookup of each number. */

import { STANDINGS } from '../../domain/tariff-standing.ts';
import { type Html, html } from '../../http/html.ts';
import type { ListedResult, TariffSearch } from '../../tariff/search/search-tariff.ts';
import { withoutColon } from './verdict.ts';

export function foundMarkup(found: TariffSearch): Html {
  const { results, total, unknown, all_words, revision, query } = found;
  return html`<div class="found">
<p class="headline">${headlineOf(found)}</p>
${unknown.map(({ word, like }) => html`<p class="hint">No description has “${word}”.${like.length > 0 ? html` Did you mean ${like.map((other) => html`<a href="/?code=${encodeURIComponent(other)}">${other}</a> `)}?` : undefined}</p>`)}
${!all_words && results.length > 0 ? html`<p class="hint">No number has all words. These have the most.</p>` : undefined}
${results.length > 0 ? html`<ol>${results.map(resultMarkup)}</ol>` : undefined}
<p class="more">${total > results.length ? 'More words find fewer. ' : ''}Searched: ${revision}. <a href="/api/v0/tariff/search?q=${encodeURIComponent(query)}">The results as JSON</a></p>
</div>`;
}

function headlineOf({ total, results }: TariffSearch): string {
  if (total === 0) return 'Not the number of a product. Nothing in the schedule has these words.';
  return total > results.length ? `The best ${results.length} of ${total}` : `${total} found`;
}

function resultMarkup({ code, description, above, standing }: ListedResult): Html {
  return html`<li><a href="/?code=${code}"><strong>${code}</strong> <span class="name-of">${withoutColon(description)}</span> <span class="status ${STANDINGS[standing].tone}">${STANDINGS[standing].label}</span></a>
${above.length > 0 ? html`<p class="path">${above.map(withoutColon).join(' › ')}</p>` : undefined}</li>`;
}
