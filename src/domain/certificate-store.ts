/**
 * The database operations on certificates. `test/support/certificate-store-contract.ts` tests every implementation.
 *
 * A certificate is never deleted, because 16 CFR 1110.17 requires five years, and never changed except by revocation
 * (`certificate-life.ts`). Whether anyone may download its PDF is not part of it: that is switched on and off.
 */

import type { ActivityEntry, Actor } from './activity-log.ts';
import { CERTIFICATE_STATES, type CertificateState } from './certificate.ts';
import type { CertificateLife, CertificateStatus, Revocation } from './certificate-life.ts';

/** Everything about a certificate except the PDF itself. */
export interface CertificateRecord extends CertificateLife {
  /** UUID. */
  gccId: string;
  /** Id of the API key of the request. */
  keyId: string;
  /** `X-Request-Id` of the request. */
  requestId: string;
  /** Milliseconds since the Unix epoch, UTC. */
  issuedAtMs: number;
  /** The verify page as printed on the document. The address of the service may change later; this URL does not. */
  verifyUrl: string;
  /** The cleaned request (`GccRequest`) as JSON. */
  requestJson: string;
  /** Lower-case hexadecimal SHA-256 of the PDF. */
  sha256: string;
  pdfBytes: number;
  /** As the version that issued it evaluated the request. It is on the document, so it does not change later. */
  state: CertificateState;
  /** Fingerprint of the certificate that signed the PDF: lower-case hexadecimal SHA-256. Absent before there were signatures. */
  signer?: string;
  /** What the time stamp of the signature says. Absent without one. */
  timestampedAtMs?: number;
  /** Since when anyone with its number may download the PDF, Unix milliseconds. Absent: nobody may. */
  publicSinceMs?: number;
}

/** Where anyone may download the PDF while it is public. Never changes, as the verify page that it is below. */
export function publicPdfUrl({ verifyUrl, publicSinceMs }: CertificateRecord): string | undefined {
  return publicSinceMs === undefined ? undefined : `${verifyUrl}/certificate.pdf`;
}

/** Which certificate was issued under an `Idempotency-Key`. */
export interface IdempotencyRecord {
  /** The API key and its successors by rotation, so that a retry after a rotation finds the certificate. */
  lineage: string;
  /** The header's value. */
  idempotencyKey: string;
  /** Lower-case hexadecimal SHA-256 of the cleaned request as JSON. */
  bodySha256: string;
  gccId: string;
  /** From this time on the record is ignored and may be replaced or deleted. */
  forgottenAtMs: number;
}

/** What a search can ask for. A revoked certificate is found only as revoked. */
export const CERTIFICATE_FILTERS = [...CERTIFICATE_STATES, 'revoked'] as const;
export type CertificateFilter = (typeof CERTIFICATE_FILTERS)[number];

/** The one filter that finds a certificate. */
export function filterOf({ state, revokedAtMs }: Pick<CertificateRecord, 'state' | 'revokedAtMs'>): CertificateFilter {
  return revokedAtMs === undefined ? state : 'revoked';
}

export interface CertificateSearch {
  /** Empty matches every certificate. */
  text: string;
  state?: CertificateFilter;
  status?: CertificateStatus;
  /** Only certificates that keys of this lineage asked for. */
  lineageId?: number;
  /** The product's SKU, or an identifier of this type, exactly. */
  sku?: string;
  /** Issued from this time on, Unix milliseconds. */
  sinceMs?: number;
  /** Issued before this time. */
  untilMs?: number;
  /** The last certificate of the page before. */
  after?: Pick<CertificateRecord, 'issuedAtMs' | 'gccId'>;
  limit: number;
}

export interface CertificateStore {
  /**
   * Stores certificate, PDF and idempotency record in one transaction that is durable before it resolves (`synchronous=FULL`).
   * If (lineage, key) is still remembered at `certificate.issuedAtMs`, it writes nothing and returns the earlier record.
   * `signature` is the signature in the PDF, with which the PDF can be drawn again. It is kept with the certificate.
   * The same transaction adds `storedBytesOf` to the account of the lineage of `certificate.keyId`. A certificate that no key
   * asked for, such as one made on the command line, is in no account.
   * @throws ResourceSpent when the lineage may not store that much more; then nothing is stored.
   */
  insert(
    certificate: CertificateRecord,
    pdf: Uint8Array,
    idempotency?: IdempotencyRecord,
    signature?: Uint8Array,
  ): Promise<IdempotencyRecord | undefined>;

  /** The record of an idempotency key, if it is still remembered at `nowMs`. */
  recall(lineage: string, idempotencyKey: string, nowMs: number): Promise<IdempotencyRecord | undefined>;

  get(gccId: string): Promise<CertificateRecord | undefined>;
  pdf(gccId: string): Promise<Uint8Array | undefined>;
  /** The signature in the PDF, as it was given to `insert`. */
  signature(gccId: string): Promise<Uint8Array | undefined>;
  findBySha256(sha256: string): Promise<CertificateRecord | undefined>;

  /** Certificates issued at or after `sinceMs`, oldest first, then by id. `after` is the last record of the previous page. */
  list(page: { sinceMs: number; after?: CertificateRecord; limit: number }): Promise<CertificateRecord[]>;

  /** Newest first, then by id: the id starts with `text`, or `searchTextOf` contains it, ignoring case. */
  search(search: CertificateSearch): Promise<CertificateRecord[]>;

  /** How many were issued at or after `sinceMs`. Pass a day, not a year: each of them is read in an index. */
  countSince(sinceMs: number): Promise<number>;

  /**
   * Revokes if `isNewRevocation` allows it, and writes an audit entry in the same transaction. A repetition changes nothing and
   * adds no entry. Returns the certificate as it is afterwards, or undefined if there is no such certificate.
   * @throws PortsideError of `isNewRevocation`
   */
  revoke(revocation: Revocation, by: Actor): Promise<CertificateRecord | undefined>;

  /** The certificates that name this one as the one that replaces them, the newest first, at most 20. */
  supersededBy(gccId: string): Promise<CertificateRecord[]>;

  /**
   * Makes the PDF public from `sinceMs` on, or ends that without it, and writes an audit entry in the same transaction. What is so
   * already changes nothing and adds no entry. Returns the certificate as it is afterwards, or undefined if there is no such certificate.
   */
  setPublic(
    gccId: string,
    sinceMs: number | undefined,
    by: Actor & { atMs: number },
  ): Promise<CertificateRecord | undefined>;
}

/** The text that `search` looks in, in lower case: the product's names, model, SKU and identifiers, and the manufacturer's name. */
export function searchTextOf(requestJson: string): string {
  const {
    product_info: product,
    identifiers = [],
    manufacturer,
  } = JSON.parse(requestJson) as {
    product_info?: { name?: string; name_en?: string; model?: string; sku?: string };
    identifiers?: { value: string }[];
    manufacturer?: { name?: string };
  };
  const values = identifiers.map(({ value }) => value);
  const texts = [product?.name, product?.name_en, product?.model, product?.sku, ...values, manufacturer?.name];
  return texts.filter(Boolean).join('\n').toLowerCase();
}

/**
 * What a certificate stores besides its PDF, its request and its search text: the other columns, their index entries and the
 * idempotency record. At most this, because each of them is bounded.
 */
export const CERTIFICATE_RECORD_BYTES = 2048;

/** The bytes that a certificate stores, as its key is charged for them. Migrations count older certificates in the same way. */
export function storedBytesOf(
  { pdfBytes, requestJson }: Pick<CertificateRecord, 'pdfBytes' | 'requestJson'>,
  signatureBytes = 0,
): number {
  return (
    pdfBytes + signatureBytes + bytesOf(requestJson) + bytesOf(searchTextOf(requestJson)) + CERTIFICATE_RECORD_BYTES
  );
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).byteLength;
}

/** The audit entry of a PDF that was made public, or is no longer. */
export function publicityEntry(gccId: string, isPublic: boolean, by: Actor & { atMs: number }): ActivityEntry {
  const action = isPublic ? 'certificate.publish' : 'certificate.unpublish';
  return { atMs: by.atMs, actor: by.name, origin: by.origin, action, subject: `certificate ${gccId}` };
}

/** The audit entry of a revocation. */
export function revocationEntry({ gccId, atMs, reason, successorId }: Revocation, by: Actor): ActivityEntry {
  const detail = [successorId && `superseded by ${successorId}`, reason].filter(Boolean).join(': ');
  const subject = `certificate ${gccId}`;
  return { atMs, actor: by.name, origin: by.origin, action: 'certificate.revoke', subject, ...(detail && { detail }) };
}
