/** `/`: what the service does, tried at once: a code, a storefront, a sample certificate. Every form works without JavaScript. */
import { PER_MINUTE } from '../../api/v0/address-limits.ts';
import { SAMPLE_ID } from '../../domain/sample-certificate.ts';
import { type Html, html } from '../../http/html.ts';
import { DEMO_STORE_URL } from '../../pixel/demo-store/address.ts';
import { URL_LENGTH_MAX } from '../../pixel/fetch/target.ts';
import { SAMPLE_PATH } from '../verify/sample-path.ts';
import { type ScanAnswer, scanMarkup } from './scan-answer.ts';
import { type TariffAnswer, tariffMarkup } from './tariff-answer.ts';

/** For visitors without a code at hand. */
const EXAMPLE_CODE = '7326.90.8688';
const EXAMPLE_CODES = '7326.90.8688, 9401.61.4011, 0101.21.0010';
const EXAMPLE_WORDS = 'aluminum ladder';

/** Numbers of one question. More are for the workbench. */
export const CODES_MAX = 10;

const GUIDES: readonly (readonly [path: string, text: string])[] = [
  ['/docs/guides/getting-started', 'The first request of each product'],
  ['/docs/guides/screen-a-parts-list', 'Screen a parts list'],
  ['/docs/guides/what-duty-do-i-owe', 'What duty do I owe'],
  ['/docs/guides/reading-a-scan', 'Read a scan'],
  ['/docs/guides/audit-fifty-stores', 'Audit fifty stores'],
  ['/docs/guides/a-batch-of-certificates', 'Certificates from a sheet'],
  ['/docs/guides/be-told', 'Be told when a duty or a store changes'],
];

export interface Landing {
  /** The last day whose law was read, and how many days ago it was. */
  lawRead: { to: string; days: number };
  /** How a visitor gets a key. */
  keyOffer: Html;
  tariff?: TariffAnswer;
  scan?: ScanAnswer;
}

/** A complete HTML document. */
export function landingPage({ lawRead, keyOffer, tariff, scan }: Landing): string {
  const { markup } = html`<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="Section 232 tariff lookups, storefront pixel scans and General Certificates of Conformity: try them here, work in the browser or over the API.">
<title>Portside</title>
<link rel="icon" href="/favicon.svg">
<link rel="stylesheet" href="/landing.css">
<script src="/landing.js" defer></script>
</head>
<body>
<header>
<p class="name"><span class="lamp" aria-hidden="true"></span>Portside</p>
<nav aria-label="Site"><a href="/docs">Guides</a><a href="/docs/v1">API reference</a><a class="button" href="/work">Open the workbench</a></nav>
</header>
<main>
<section class="ask">
<h1>Know before it lands.</h1>
<p class="lead">Section 232 duties, storefront tracking, certificates of conformity. Try each here, without a key.</p>
<form action="/" method="get" role="search" data-answer="answer">
<label for="code">Tariff numbers, or words for the goods</label>
<div class="field">
<input id="code" name="code" value="${tariff?.asked ?? ''}" placeholder="${EXAMPLE_CODE} or ${EXAMPLE_WORDS}" autocomplete="off" spellcheck="false" required>
<button>Look up</button>
</div>
</form>
<div id="answer" aria-live="polite">${tariff ? tariffMarkup(tariff) : examples()}</div>
</section>
<section class="card" aria-labelledby="scan-title">
<h2 id="scan-title">What does a storefront still send?</h2>
<p>Legacy Meta Pixel, GA4 and Google Tag Manager code of one page, with a score. The answer says when the page was read.</p>
<form action="/" method="get" data-answer="scan-answer" data-waiting="Reading the page. A slow store takes up to half a minute.">
<label for="store">Address of a Shopify storefront</label>
<div class="field">
<input id="store" name="store" type="text" inputmode="url" value="${scan?.asked ?? ''}" placeholder="shop.example.com" autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="${URL_LENGTH_MAX}" required>
<button>Scan</button>
</div>
</form>
<div id="scan-answer" aria-live="polite">${
    scan
      ? scanMarkup(scan)
      : html`<p class="hint">No store at hand? <a href="/?store=${encodeURIComponent(DEMO_STORE_URL)}#scan-title" rel="nofollow">Scan the demo store</a>, which is inside of this program.</p>`
  }</div>
</section>
<div class="cards">
<section class="card" aria-labelledby="sample-title">
<h2 id="sample-title">A certificate, as a sample</h2>
<p>A General Certificate of Conformity is an archival, accessible PDF with a number. Anyone who holds one can check that number and the file.</p>
<p class="links"><a href="${SAMPLE_PATH}">Open the sample (PDF)</a><a href="/verify/${SAMPLE_ID}">Verify it</a><a href="/verify">Verify one that you hold</a></p>
<p class="hint">The sample certifies nothing: no such product exists.</p>
</section>
<section class="card" aria-labelledby="free-title">
<h2 id="free-title">What it costs to try</h2>
<p>Nothing. This page and the public API need no key and no account: up to ${PER_MINUTE.read} lookups and ${PER_MINUTE.scan} scans a minute from one address.</p>
<h3>Get a key</h3>
<p>For whole parts lists, many stores, certificates and watches. ${keyOffer}</p>
</section>
<section class="card" aria-labelledby="work-title">
<h2 id="work-title">Work in the browser</h2>
<p>The workbench does the whole job with a key: parts lists, store audits, certificates, watches.</p>
<p class="links"><a href="/work">Open the workbench</a></p>
<h3>Or from a program</h3>
<p class="links"><a href="/docs/v1">API v1</a><a href="/docs/v2">API v2</a><a href="/docs/v0">API v0, without a key</a></p>
</section>
</div>
<section class="guides" aria-labelledby="guides-title">
<h2 id="guides-title">Guides</h2>
<ul>${GUIDES.map(([path, text]) => html`<li><a href="${path}">${text}</a></li>`)}</ul>
</section>
</main>
<footer>
<p>Status: this server answered now; the law was read to ${lawRead.to}, ${daysAgo(lawRead.days)}. <a href="/readyz">Is it ready?</a> A lookup is not a ruling: a code does not state weight, origin or stacking.</p>
<nav aria-label="Public data">
<a href="/api/v0/tariff/lists">Lists</a><a href="/api/v0/pixel/rules">Pixel rules</a><a href="/api/v0/entry/citations">Citations</a><a href="/openapi.yaml">OpenAPI v1</a><a href="/api/v2/openapi.json">OpenAPI v2</a><a href="/api/openapi.json">OpenAPI v0</a><a href="/operator">Operator</a>
</nav>
</footer>
</body>
</html>
`;
  return `<!doctype html>\n${markup}`;
}

function examples(): Html {
  const link = (asked: string) => html`<a href="/?code=${encodeURIComponent(asked)}">${asked}</a>`;
  return html`<p class="hint">Try ${link(EXAMPLE_CODE)}, ${link(EXAMPLE_WORDS)} or several at once, up to ${CODES_MAX}: ${link(EXAMPLE_CODES)}.</p>`;
}

function daysAgo(days: number): string {
  if (days <= 0) return 'today';
  return days === 1 ? '1 day ago' : `${days} days ago`;
}
