/** `/`: what the service does, and a field to look up one code, which works with and without JavaScript. */
import { type Html, html } from '../../http/html.ts';
import { DEMO_STORE_URL } from '../../pixel/demo-store/demo-store.ts';
import type { Explanation } from '../../tariff/explain/explain.ts';
import { QUERY_CHARS_MAX } from '../../tariff/search/search.ts';
import type { TariffSearch } from '../../tariff/search/search-tariff.ts';
import { foundMarkup } from './found.ts';
import { verdictOf } from './verdict.ts';

/** For visitors without a code at hand. */
const EXAMPLE_CODE = '7326.90.8688';
const EXAMPLE_WORDS = 'aluminum ladder';

/** The code or words that were asked for, and the answer or why there is none. */
export type LandingLookup = { code: string } & (
  | { explanation: Explanation }
  | { found: TariffSearch }
  | { refusal: string }
);

/**
 * A complete HTML document.
 * @param lawReadTo the last day whose law was read
 */
export function landingPage(lawReadTo: string, lookup?: LandingLookup): string {
  const { markup } = html`<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="Section 232 tariff lookups, storefront pixel scans and General Certificates of Conformity, as an API.">
<title>Portside</title>
<link rel="icon" href="/favicon.svg">
<link rel="stylesheet" href="/landing.css">
<script src="/landing.js" defer></script>
</head>
<body>
<header>
<p class="name"><span class="lamp" aria-hidden="true"></span>Portside</p>
<nav><a href="/docs">Docs</a><a href="/docs/v1">API reference</a><a href="/operator">Operator</a></nav>
</header>
<main>
<section class="ask">
<h1>Know before it lands.</h1>
<p class="lead">Is this HTS code on the Section 232 derivative list? Ask here, or ask fifty at once over the API.</p>
<form action="/" method="get" role="search">
<label for="code">HTS code, or words</label>
<div class="field">
<input id="code" name="code" value="${lookup?.code ?? ''}" placeholder="${EXAMPLE_CODE} or ${EXAMPLE_WORDS}" autocomplete="off" spellcheck="false" maxlength="${QUERY_CHARS_MAX}" required>
<button>Look up</button>
</div>
</form>
<div id="answer" aria-live="polite">${answer(lookup)}</div>
</section>
<section class="products" aria-label="The three products">
${product('Tariff lookup', 'POST /api/v1/tariff/hts/lookup', 'One to fifty codes: hit, adjacent, in scope or clear, for any day since March 2025.')}
${product('Pixel scan', 'POST /api/v1/pixel/scan', `What legacy Meta Pixel, GA4 and GTM code a Shopify storefront still carries, with a score. To try it, scan ${DEMO_STORE_URL}, a store inside.`)}
${product('Certificate', 'POST /api/v1/entry/gcc/generate', 'A General Certificate of Conformity as an archival, accessible PDF behind a signed URL.')}
</section>
</main>
<footer>
<nav aria-label="Public data">
<a href="/api/v0/tariff/lists">Lists</a><a href="/api/v0/pixel/rules">Pixel rules</a><a href="/api/v0/entry/citations">Citations</a><a href="/openapi.yaml">OpenAPI v1</a><a href="/api/v2/openapi.json">OpenAPI v2</a><a href="/api/openapi.json">OpenAPI v0</a>
</nav>
<p>The law was read to ${lawReadTo}. A lookup is not a ruling: a code does not state weight, origin or stacking.</p>
</footer>
</body>
</html>
`;
  return `<!doctype html>\n${markup}`;
}

function product(name: string, endpoint: string, text: string): Html {
  return html`<article><h2>${name}</h2><p>${text}</p><code>${endpoint}</code></article>`;
}

function answer(lookup: LandingLookup | undefined): Html {
  if (!lookup) {
    return html`<p class="hint">Try <a href="/?code=${EXAMPLE_CODE}">${EXAMPLE_CODE}</a>, <a href="/?code=0101.21.0010">0101.21.0010</a> or <a href="/?code=${encodeURIComponent(EXAMPLE_WORDS)}">${EXAMPLE_WORDS}</a>.</p>`;
  }
  if ('refusal' in lookup) return html`<div class="verdict invalid"><p class="headline">${lookup.refusal}</p></div>`;
  if ('found' in lookup) return foundMarkup(lookup.found);
  const { explanation } = lookup;
  const { headline, facts, remarks } = verdictOf(explanation);
  return html`<div class="verdict ${explanation.status}">
<p class="headline"><span class="status">${explanation.status.replaceAll('_', ' ')}</span> ${headline}</p>
${facts.length > 0 ? html`<dl>${facts.map(([label, value]) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}</dl>` : undefined}
${remarks.length > 0 ? html`<ul>${remarks.map((remark) => html`<li>${remark}</li>`)}</ul>` : undefined}
<p class="more">As of ${explanation.as_of}, New York; law read to ${explanation.law_read_to}. <a href="/api/v0/tariff/hts/${encodeURIComponent(lookup.code)}">The full answer as JSON</a></p>
</div>`;
}
