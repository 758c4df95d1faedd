/** The verify page as HTML. What it may say about a certificate is decided in `verification.ts`. */
import type { CertificateState } from '../../domain/certificate.ts';
import type { CertificateRecord } from '../../domain/certificate-store.ts';
import { type Html, html } from '../../http/html.ts';
import { verification } from './verification.ts';

/** What the state adds to the page. The defects themselves may name a person or a product, so they are only on the document. */
const STATE_TEXT: Record<CertificateState, Html> = {
  incomplete: html`<p class="state mild">Incomplete: the request did not state every element of 16 CFR 1110.11(a). The finished product
certifier must supply the items marked “Not stated” before it is used as a certificate.</p>`,
  stated_with_defects: html`<p class="state mild">All elements of 16 CFR 1110.11(a) are stated, with defects that the document
names. The finished product certifier must correct them before it is used as a certificate.</p>`,
  stated: html`<p class="state">All elements of 16 CFR 1110.11(a) are stated, and none of the defects that this service looks
for was found.</p>`,
};

/** A whole HTML document. */
export function verifyPage(record: CertificateRecord, signerName?: string): string {
  const verified = verification(record, signerName);
  const { gcc_id, issued_at, sha256, state, status, revoked_at, successor_id, signature } = verified;
  return page(
    status === 'active' ? 'Certificate on record' : `Certificate ${status}`,
    html`<h1>${status === 'active' ? 'This certificate is on record' : `This certificate was ${status}`}</h1>
${
  revoked_at
    ? html`<p class="state bad">${successor_id ? 'Superseded' : 'Revoked'} on ${moment(revoked_at)}. Do not rely on it.${replacedBy(successor_id)}</p>`
    : html`<p class="state good">This service issued a document with this number. It was not withdrawn or replaced.</p>`
}
${STATE_TEXT[state]}
<dl>
<dt>Certificate</dt><dd><code>${gcc_id}</code></dd>
<dt>Issued</dt><dd>${moment(issued_at)}</dd>
<dt>Elements stated</dt><dd>${state === 'incomplete' ? 'Not all' : 'All'}</dd>
<dt>SHA-256</dt><dd class="hash">${sha256}</dd>
${
  signature &&
  html`<dt>Signed by</dt><dd>${signature.signer}</dd>
<dt>Its certificate</dt><dd class="hash">${signature.certificate_sha256}</dd>
<dt>Time stamp</dt><dd>${signature.time_stamped_at ? moment(signature.time_stamped_at) : 'None'}</dd>`
}
</dl>
<section class="compare">
<h2>Is your PDF this one?</h2>
<label class="drop" data-sha256="${sha256}" data-state="${revoked_at ? 'revoked' : 'active'}">Drop the PDF here, or choose it.<input type="file" accept="application/pdf,.pdf"></label>
<p id="verdict" role="status"></p>
<p class="quiet">The file stays on your device. By hand: compute its SHA-256 (<code>sha256sum</code> on Linux,
<code>shasum -a 256</code> on macOS, <code>certutil -hashfile FILE SHA256</code> on Windows) and compare it with the one above.</p>
</section>
${
  signature &&
  html`<p class="quiet">The signature in the PDF can be checked without this page, also when it is gone: give
<a href="/.well-known/portside-signing.pem">the certificates of the signers</a> to a program that validates PAdES signatures.</p>`
}
<h2>What this page says</h2>
<p class="quiet">This service made a document with this number at that time, and you can check here that yours is the same.
This page does not say that the product complies, or that any statement in the document is true: the certifier is responsible
for both.</p>`,
    html`<script src="/verify/page.js" defer></script>`,
  );
}

function replacedBy(successorId: string | undefined): Html | undefined {
  if (successorId === undefined) return undefined;
  return html` The certificate that replaces it is <a href="/verify/${successorId}">${successorId}</a>.`;
}

/** For any id that this service did not issue. The page does not repeat the id. */
export function unknownCertificatePage(): string {
  return page(
    'Unknown certificate',
    html`<h1>No certificate on record</h1>
<p class="state bad">This service has no certificate with this number.</p>
<p>The number may be mistyped, the certificate may have been issued elsewhere, or the document may not be genuine.
Compare the number on the document, all 36 characters, with the address of this page, and ask whoever gave you the document.</p>`,
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
