/** The certificates that ever signed here, for people and for validators. */
import { X509Certificate } from 'node:crypto';
import type { SigningCertificate } from '../../domain/signing-certificate-store.ts';
import { nameOf } from './identity.ts';

/** The name in the certificate with this fingerprint; undefined if it never signed here. */
export function signerNameOf(fingerprint: string, known: readonly SigningCertificate[]): string | undefined {
  const found = known.find((each) => each.fingerprint === fingerprint);
  return found && nameOf(new X509Certificate(found.pem));
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
