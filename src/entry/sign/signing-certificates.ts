/** The certificates that ever signed here, for people and for validators. */
import { X509Certificate } from 'node:crypto';
import type { SigningCertificate } from '../../domain/signing-certificate-store.ts';
import { issuerOf, nameOf } from './identity.ts';

export interface SignerNames {
  /** In the certificate of the signer. */
  name: string;
  /** Who issued that certificate, if it was not the signer. */
  issuer?: string;
}

/** The names in the certificate with this fingerprint; undefined if it never signed here. */
export function signerNamesOf(fingerprint: string, known: readonly SigningCertificate[]): SignerNames | undefined {
  const found = known.find((each) => each.fingerprint === fingerprint);
  if (!found) return undefined;
  const certificate = new X509Certificate(found.pem);
  const issuer = issuerOf(certificate);
  return { name: nameOf(certificate), ...(issuer !== undefined && { issuer }) };
}

/** One PEM text. The lines between the certificates are comments (RFC 7468, 2). */
export function certificatesPem(known: readonly SigningCertificate[]): string {
  return known
    .map(({ fingerprint, pem, firstUsedMs }) => {
      const certificate = new X509Certificate(pem);
      const since = new Date(firstUsedMs).toISOString();
      return `Signer: ${nameOf(certificate)}\nSHA-256: ${fingerprint}\nIn use since: ${since}\n${pem}\n`;
    })
    .join('\n');
}
