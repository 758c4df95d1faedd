/** From a cleaned request to the certificate: its evaluation and the titles of its rules. */
import type { Certificate, GccRequest } from '../../domain/certificate.ts';
import { printableTitle } from './citations.ts';
import { evaluate } from './evaluation.ts';

export interface CertificateIdentity {
  /** UUID. */
  gccId: string;
  /** Milliseconds since the Unix epoch, UTC. */
  issuedAtMs: number;
  /** The certificate's public verify page. Never changes. */
  verifyUrl: string;
}

/**
 * The URL of a certificate's verify page.
 * @param baseUrl an origin with an optional path prefix, such as `https://portside.example`
 */
export function verifyUrlOf(baseUrl: string, gccId: string): string {
  return `${baseUrl.replace(/\/+$/, '')}/verify/${gccId}`;
}

/** What the document shows: the request, what it leaves unstated, defects and notes. Nothing is inferred. */
export function makeCertificate(
  request: GccRequest,
  { gccId, issuedAtMs, verifyUrl }: CertificateIdentity,
): Certificate {
  return {
    gccId,
    issuedAtMs,
    verifyUrl,
    request,
    ...evaluate(request),
    citations: request.cpsc_rules_cited.map((text) => {
      const title = printableTitle(text);
      return title === undefined ? { text } : { text, title };
    }),
  };
}
