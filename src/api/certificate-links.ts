/** What v1 and v2 do alike with a certificate that is on record: sign a link to its PDF, and send the PDF. */

import { certificateStatus } from '../domain/certificate-life.ts';
import type { CertificateRecord, CertificateStore } from '../domain/certificate-store.ts';
import type { Clock } from '../domain/clock.ts';
import type { RegistryAccount } from '../domain/filing.ts';
import type { FilingStore } from '../domain/filing-store.ts';
import type { CertificateIssuer } from '../entry/issue/certificate-issuer.ts';
import type { Filer } from '../entry/registry/filer.ts';
import { expiryOf, type SigningKeys, signUrl } from '../entry/verify/signed-url.ts';
import { originOf } from '../http/request-url.ts';
import { bytesResponse } from '../http/stored-bytes.ts';
import type { ResourceMeter } from '../limits/resource-meter.ts';

export interface EntryParts {
  issuer: CertificateIssuer;
  certificates: CertificateStore;
  filings: FilingStore;
  /** Whose records are filed; undefined if the operator has not said it. */
  registryAccount: RegistryAccount | undefined;
  /** Undefined if the operator has not configured the registry. */
  filer: Filer | undefined;
  meter: Pick<ResourceMeter, 'run'>;
  signingKeys: SigningKeys;
  clock: Clock;
  urlTtlSeconds: number;
  /** The configured public address; may be empty. */
  baseUrl: string;
  /** The address the server listens at. Called only while it listens. */
  ownAddress(): string;
}

/** The verify page is printed on the certificate and must work for years, so this never is the Host that the caller sent. */
export function verifyBase({ baseUrl, ownAddress }: EntryParts): string {
  return baseUrl || ownAddress();
}

/** Only the caller gets the signed URL, and can fetch it from the address it has just used. */
export function signedLink(parts: EntryParts, { url }: Request, gccId: string): { url: string; expiresAtMs: number } {
  const { signingKeys: keys, clock, urlTtlSeconds: ttlSeconds } = parts;
  const lifetime = { nowMs: clock.now(), ttlSeconds };
  const baseUrl = parts.baseUrl || originOf(url) || parts.ownAddress();
  return { url: signUrl({ baseUrl, gccId, keys, ...lifetime }), expiresAtMs: expiryOf(lifetime) * 1000 };
}

/**
 * The stored bytes, with conditional requests and ranges. A header says if the certificate is no longer in effect.
 * @param cacheControl of an active certificate: a copy in a cache would not say that it was revoked
 */
export function pdfResponse(
  request: Request,
  record: CertificateRecord,
  pdf: Uint8Array,
  cacheControl: string,
): Response {
  const status = certificateStatus(record);
  const isActive = status === 'active';
  return bytesResponse(request, pdf, {
    'Content-Type': 'application/pdf',
    'Content-Disposition': `inline; filename="GCC-${record.gccId}.pdf"`,
    'Cache-Control': isActive ? cacheControl : 'no-store',
    ...(!isActive && { 'X-Certificate-Status': status }),
    ETag: `"${record.sha256}"`,
    'Referrer-Policy': 'no-referrer',
    'X-Robots-Tag': 'noindex',
  });
}
