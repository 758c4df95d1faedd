/**
 * `GET /verify/{gcc_id}`: the public page a certificate's QR code leads to, and the same as JSON. It says what was issued
 * and when, never for whom: anyone who sees a certificate may open it, so it carries no name, address or product.
 */
import type { CertificateRecord } from '../../domain/certificate-store.ts';
import { type Html, html } from '../../http/html.ts';
import script from './page.client.js' with { type: 'text' };
import style from './page.css' with { type: 'text' };

/** Served beside the page at these paths; the page holds no inline script or style. */
export const VERIFY_ASSETS = {
  '/verify/page.css': { type: 'text/css; charset=utf-8', text: style },
  '/verify/page.js': { type: 'text/javascript; charset=utf-8', text: script },
} as const;

/** All that is public about a certificate. */
export interface Verification {
  gcc_id: string;
  /** ISO 8601, UTC. */
  issued_at: string;
  sha256: string;
  complete: boolean;
  revoked: boolean;
  revoked_at?: string;
}

export function verification({ gccId, issuedAtMs, sha256, complete, revokedAtMs }: CertificateRecord): Verification {
  return {
    gcc_id: gccId,
    issued_at: new Date(issuedAtMs).toISOString(),
    sha256,
    complete,
    revoked: revokedAtMs !== undefined,
    ...(revokedAtMs === undefined ? {} : { revoked_at: new Date(revokedAtMs).toISOString() }),
  };
}

/** The page for people, as a whole HTML document. */
export function verifyPage(record: CertificateRecord): string {
  const { gcc_id, issued_at, sha256, complete, revoked_at } = verification(record);
  return page(
    revoked_at ? 'Certificate revoked' : 'Certificate on record',
    html`<h1>${revoked_at ? 'This certificate was revoked' : 'This certificate is on record'}</h1>
${
  revoked_at
    ? html`<p class="state bad">Revoked on ${moment(revoked_at)}. Do not rely on it.</p>`
    : html`<p class="state good">A document with this number was issued here and stands.</p>`
}
${
  complete
    ? undefined
    : html`<p class="state mild">Incomplete: the request did not state every item of 16 CFR part 1110. The finished product
certifier must supply the items marked “Not stated” before it is used as a certificate.</p>`
}
<dl>
<dt>Certificate</dt><dd><code>${gcc_id}</code></dd>
<dt>Issued</dt><dd>${moment(issued_at)}</dd>
<dt>Items stated</dt><dd>${complete ? 'All' : 'Not all'}</dd>
<dt>SHA-256</dt><dd class="hash">${sha256}</dd>
</dl>
<section class="compare">
<h2>Is your PDF this one?</h2>
<label class="drop" data-sha256="${sha256}" data-state="${revoked_at ? 'revoked' : 'stands'}">Drop the PDF here, or choose it.<input type="file" accept="application/pdf,.pdf"></label>
<p id="verdict" role="status"></p>
<p class="quiet">The file stays on your device. By hand: compute its SHA-256 (<code>sha256sum</code> on Linux,
<code>shasum -a 256</code> on macOS, <code>certutil -hashfile FILE SHA256</code> on Windows) and compare it with the one above.</p>
</section>
<h2>What this page says</h2>
<p class="quiet">It says that this service made a document with this number at that time, and lets you see whether yours is
the same. It does not say that the product complies, nor that any statement in the document is true: that is for the certifier.</p>`,
    html`<script src="/verify/page.js" defer></script>`,
  );
}

/** For an identifier this service does not know, whatever it looks like. It is not repeated. */
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

/** `2026-11-20 14:03:09 UTC`, readable by people and machines. */
function moment(iso: string): Html {
  return html`<time datetime="${iso}">${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC</time>`;
}
