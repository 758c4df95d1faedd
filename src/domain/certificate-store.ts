/**
 * What certificates need of a database.
 * `test/support/certificate-store-contract.ts` holds every implementation to it.
 *
 * Certificates are never changed, save that they may be revoked, and never deleted: 16 CFR 1110.17 asks for five years.
 */

/** Everything about a certificate but its bytes. */
export interface CertificateRecord {
  /** UUID. */
  gccId: string;
  /** Id of the API key that asked for it. */
  keyId: string;
  /** `X-Request-Id` of the request that made it. */
  requestId: string;
  /** Milliseconds since the Unix epoch, UTC. */
  issuedAtMs: number;
  /** The verify page as the document names it. The address of the service may change; what was printed does not. */
  verifyUrl: string;
  /** The cleaned request (`GccRequest`) as JSON. */
  requestJson: string;
  /** Lower-case hexadecimal SHA-256 of the PDF. */
  sha256: string;
  pdfBytes: number;
  /** Whether every item of part 1110 was stated. */
  complete: boolean;
  revokedAtMs?: number;
}

/** One use of an `Idempotency-Key`. */
export interface IdempotencyRecord {
  /** The API key and its successors by rotation: a retry across a rotation finds the certificate. */
  lineage: string;
  /** The header's value. */
  idempotencyKey: string;
  /** Lower-case hexadecimal SHA-256 of the request's meaning. */
  bodySha256: string;
  gccId: string;
  /** From this moment on it is as if it had never been; the row may then be replaced or removed. */
  forgottenAtMs: number;
}

/** Who revokes, for the audit: `cli` or `operator`, and from where. */
interface Revoker {
  name: string;
  origin: string;
}

export interface CertificateStore {
  /**
   * Keeps certificate, bytes and idempotency record in one transaction, durable before it resolves (`synchronous=FULL`).
   * If (lineage, key) is already remembered at `certificate.issuedAtMs`, it writes nothing and returns the earlier record.
   */
  insert(
    certificate: CertificateRecord,
    pdf: Uint8Array,
    idempotency?: IdempotencyRecord,
  ): Promise<IdempotencyRecord | undefined>;

  /** The record of a key that is still remembered at `nowMs`. */
  recall(lineage: string, idempotencyKey: string, nowMs: number): Promise<IdempotencyRecord | undefined>;

  get(gccId: string): Promise<CertificateRecord | undefined>;
  pdf(gccId: string): Promise<Uint8Array | undefined>;
  findBySha256(sha256: string): Promise<CertificateRecord | undefined>;

  /** Issued at or after `sinceMs`, oldest first, then by id; `after` is the last record of the page before. */
  list(page: { sinceMs: number; after?: CertificateRecord; limit: number }): Promise<CertificateRecord[]>;

  /** Newest first: the id begins with `text`, or product name, model or SKU holds it; letter case aside. */
  search(text: string, limit: number): Promise<CertificateRecord[]>;

  /**
   * Revokes, with an audit row in the same transaction. Revoking twice keeps the first moment and adds no row.
   * False if there is no such certificate.
   */
  revoke(gccId: string, atMs: number, by: Revoker): Promise<boolean>;
}

/** What `search` finds a certificate by, in lower case: names and numbers of the product, and its manufacturer. */
export function searchTextOf(requestJson: string): string {
  const { product_info: product, manufacturer } = JSON.parse(requestJson) as {
    product_info?: { name?: string; model?: string; sku?: string };
    manufacturer?: { name?: string };
  };
  return [product?.name, product?.model, product?.sku, manufacturer?.name].filter(Boolean).join('\n').toLowerCase();
}
