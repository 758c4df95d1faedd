/** The verify page as HTML. What it may say about a certificate is decided in `verification.ts`. */
import type { CertificateState } from '../../domain/certificate.ts';
import type { CertificateStatus } from '../../domain/certificate-life.ts';
import type { CertificateRecord } from '../../domain/certificate-store.ts';
import { SAMPLE_ID } from '../../domain/sample-certificate.ts';
import type { SignerNames } from '../../entry/sign/signing-certificates.ts';
import { type Html, html } from '../../http/html.ts';
import { SAMPLE_PATH } from './sample-path.ts';
import { type Verification, verification } from './verification.ts';

/** What the state adds to the page. The defects themselves may name a person or a product, so they are only on the document. */
const STATE_TEXT: Record<CertificateState, Html> = {
  incomplete: html`<p class="state mild">Incomplete: the request did not state every element of 16 CFR 1110.11(a). The finished product
certifier must supply the items marked “Not stated” before it is used as a certificate.</p>`,
  stated_with_defects: html`<p class="state mild">All elements of 16 CFR 1110.11(a) are stated, with defects that the document
names. The finished product certifier must correct them before it is used as a certificate.</p>`,
  stated: html`<p class="state">All elements of 16 CFR 1110.11(a) are stated, and none of the defects that this service looks
for was found.</p>`,
};

interface PageBeside extends Partial<SignerNames> {
  /** The certificate that replaces it, if one does. */
  successor?: CertificateRecord | undefined;
}

/**
 * A whole HTML document.
 * @param beside names of the certificate of the signer, if the document is signed, and the successor
 */
export function verifyPage(
  record: CertificateRecord,
  { name, issuer: signerIssuer, successor }: PageBeside = {},
): string {
  const verified = verification(record, { signerName: name, successor });
  const { gcc_id, issued_at, sha256, state, status, revoked_at, signature, product, certifier, public_pdf_url } =
    verified;
  return page(
    status === 'active' ? 'Certificate on record' : `Certificate ${status}`,
    html`<h1>${status === 'active' ? 'This certificate is on record' : `This certificate was ${status}`}</h1>
${
  revoked_at
    ? html`<p class="state bad">${status === 'superseded' ? 'Superseded' : 'Revoked'} on ${moment(revoked_at)}. Do not rely on it.${replacedBy(verified)}</p>`
    : html`<p class="state good">This service issued a document with this number. It was not withdrawn or replaced.</p>`
}
${STATE_TEXT[state]}
<dl>
<dt>Product</dt><dd><bdi>${product.name}</bdi>${product.name_en && html`<br><bdi>${product.name_en}</bdi>`}${identifiersOf(product)}</dd>
<dt>Certifier</dt><dd>${certifier === undefined ? 'Not stated' : html`<bdi>${certifier}</bdi>`}</dd>
<dt>Certificate</dt><dd><code>${gcc_id}</code></dd>
<dt>Issued</dt><dd>${moment(issued_at)}</dd>
<dt>Elements stated</dt><dd>${state === 'incomplete' ? 'Not all' : 'All'}</dd>
<dt>SHA-256</dt><dd class="hash">${sha256}</dd>
${
  signature &&
  html`<dt>Signed by</dt><dd>${signature.signer}</dd>
${signerIssuer && html`<dt>Who names the signer</dt><dd>${signerIssuer}</dd>`}
<dt>Its certificate</dt><dd class="hash">${signature.certificate_sha256}</dd>
<dt>Time stamp</dt><dd>${signature.time_stamped_at ? moment(signature.time_stamped_at) : 'None'}</dd>`
}
</dl>
${public_pdf_url && html`<p><a href="/verify/${gcc_id}/certificate.pdf">Download the certificate (PDF)</a></p>`}
${compareSection(sha256, status)}
${
  signature &&
  html`<p class="quiet">The signature in the PDF can be checked without this page, also when it is gone: give
<a href="/.well-known/portside-signing.pem">the certificates of the signers</a> to a program that validates PAdES signatures.</p>`
}
<h2>What this page says</h2>
<p class="quiet">This service made a document with this number at that time, and you can check here that yours is the same.
Product and certifier are as the document states them: if your paper names others, it is not this certificate.
This page does not say that the product complies, or that any statement in the document is true: the certifier is responsible
for both.</p>`,
    html`<script src="/verify/page.js" defer></script>`,
  );
}

function identifiersOf({ model, sku, gtin, lot }: Verification['product']): Html | undefined {
  const stated = [
    ['Model', model],
    ['SKU', sku],
    ['GTIN', gtin],
    ['Lot', lot],
  ].filter(([, value]) => value !== undefined);
  if (stated.length === 0) return undefined;
  return html`<br><span class="quiet">${stated.map(([label, value]) => html`<span class="id">${label} <bdi>${value}</bdi></span> `)}</span>`;
}

/** What became of the successor is said here, or a reader could stop at one that was revoked too. */
const SUCCESSOR_TEXT: Record<CertificateStatus, string> = {
  active: '.',
  superseded: ', which was superseded since. Its own page names the one that replaces it.',
  revoked: ', which was revoked since. Do not rely on that one either.',
};

function replacedBy({ successor_id: id, successor_status: status = 'active' }: Verification): Html | undefined {
  if (id === undefined) return undefined;
  return html` The certificate that replaces it is <a href="/verify/${id}">${id}</a>${SUCCESSOR_TEXT[status]}`;
}

/** For the number of the sample. @param sha256 of its PDF */
export function samplePage(sha256: string): string {
  return page(
    'Sample',
    html`<h1>This is a sample, not a certificate</h1>
<p class="state mild">No such product exists, and nobody certifies anything with this document. Its number is of no certificate.</p>
<p><a href="${SAMPLE_PATH}">Open the sample (PDF)</a></p>
<dl>
<dt>Number</dt><dd><code>${SAMPLE_ID}</code></dd>
<dt>SHA-256</dt><dd class="hash">${sha256}</dd>
<dt>Signed by</dt><dd>Nobody. Certificates are signed; the sample is not.</dd>
</dl>
${compareSection(sha256, 'sample')}
<h2>What this page says of a certificate</h2>
<p class="quiet">That this service issued a document with that number, when, whether it was revoked or replaced, who signed it, and
whether your file is the same. It never says that a product complies.</p>`,
    html`<script src="/verify/page.js" defer></script>`,
  );
}

/** Compares a file with the document on record, in the browser. */
function compareSection(sha256: string, state: CertificateStatus | 'sample'): Html {
  return html`<section class="compare">
<h2>Is your PDF this one?</h2>
<label class="drop" data-sha256="${sha256}" data-state="${state}">Drop the PDF here, or choose it.<input type="file" accept="application/pdf,.pdf"></label>
<p id="verdict" role="status"></p>
<p class="quiet">The file stays on your device. By hand: compute its SHA-256 (<code>sha256sum</code> on Linux,
<code>shasum -a 256</code> on macOS, <code>certutil -hashfile FILE SHA256</code> on Windows) and compare it with the one above.</p>
</section>`;
}

/** Where a certificate is looked for by its number, or by its file. @param isWrong what was sent is not a number of a certificate */
export function searchPage(isWrong = false): string {
  return page(
    'Verify a certificate',
    html`<h1>Verify a certificate</h1>
<p>Every certificate has a number of 36 characters at the head of each page, such as <code>${SAMPLE_ID}</code>.</p>
${isWrong ? html`<p class="state bad" id="wrong">This is not the number of a certificate. It has 32 digits and letters from a to f, and hyphens.</p>` : ''}
<form class="search" method="get" action="/verify">
<label for="number">Number of the certificate</label>
<input id="number" name="number" required maxlength="200" autocomplete="off" autocapitalize="none" spellcheck="false"${isWrong ? html` aria-invalid="true" aria-describedby="wrong"` : ''}>
<button type="submit">Look it up</button>
</form>
<section class="compare">
<h2>Or by the file</h2>
<label class="drop" data-search>Drop the PDF here, or choose it.<input type="file" accept="application/pdf,.pdf"></label>
<noscript><p class="quiet">This needs JavaScript. The number works without it.</p></noscript>
<p id="verdict" role="status"></p>
<p class="quiet">The file stays on your device: only its SHA-256 is sent, to look for the certificate that has it.</p>
</section>
<p class="quiet"><a href="/verify/${SAMPLE_ID}">What the page of a certificate looks like</a></p>`,
    html`<script src="/verify/page.js" defer></script>`,
  );
}

/** For a file that no certificate on record is, byte for byte. */
export function unknownFilePage(): string {
  return page(
    'Unknown file',
    html`<h1>No certificate on record is this file</h1>
<p class="state bad">This service issued no document with these bytes.</p>
<p>The file may have been changed or saved anew, which changes its bytes, or it may not be genuine. <a href="/verify">Look for the number
that stands on the document</a>, and compare what its page says.</p>`,
  );
}

/** For any id that this service did not issue. The page does not repeat the id. */
export function unknownCertificatePage(): string {
  return page(
    'Unknown certificate',
    html`<h1>No certificate on record</h1>
<p class="state bad">This service has no certificate with this number.</p>
<p>The number may be mistyped, the certificate may have been issued elsewhere, or the document may not be genuine.
Compare the number on the document, all 36 characters, with the address of this page, and ask whoever gave you the document.</p>
<p><a href="/verify">Look for another number, or for the file</a></p>`,
  );
}

function page(title: string, content: Html, end?: Html): string {
  const { markup } = html`<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="stylesheet" href="/verify/page.css">
</head>
<body>
<main>
<p class="home"><a href="/"><span class="lamp" aria-hidden="true"></span><span class="name">Portside</span></a></p>
<p class="kind">General Certificate of Conformity</p>
${content}
</main>
${end}
</body>
</html>
`;
  return `<!doctype html>\n${markup}`;
}

/** `2026-11-20 14:03:09 UTC`. */
function moment(iso: string): Html {
  return html`<time datetime="${iso}">${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC</time>`;
}
