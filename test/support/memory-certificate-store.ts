import type { GccRequest } from '../../src/domain/certificate.ts';
import { certificateStatus, isNewRevocation, type Revocation } from '../../src/domain/certificate-life.ts';
import {
  type CertificateRecord,
  type CertificateSearch,
  type CertificateStore,
  filterOf,
  type IdempotencyRecord,
  searchTextOf,
} from '../../src/domain/certificate-store.ts';

type Place = Pick<CertificateRecord, 'issuedAtMs' | 'gccId'>;
const byNewest = (one: Place, other: Place) =>
  other.issuedAtMs - one.issuedAtMs || (one.gccId < other.gccId ? -1 : one.gccId > other.gccId ? 1 : 0);

function skusOf({ requestJson }: CertificateRecord): (string | undefined)[] {
  const { product_info: product, identifiers = [] } = JSON.parse(requestJson) as Partial<GccRequest>;
  return [product?.sku, ...identifiers.filter(({ type }) => type === 'sku').map(({ value }) => value)];
}

/** A certificate store in memory. `insert` waits a turn before it writes, as a database does, so that tests can show races. */
export class MemoryCertificateStore implements CertificateStore {
  readonly certificates = new Map<
    string,
    { record: CertificateRecord; pdf: Uint8Array; signature?: Uint8Array | undefined }
  >();
  readonly idempotency: IdempotencyRecord[] = [];

  async insert(record: CertificateRecord, pdf: Uint8Array, use?: IdempotencyRecord, signature?: Uint8Array) {
    await Promise.resolve();
    if (use) {
      const earlier = this.recallNow(use.lineage, use.idempotencyKey, record.issuedAtMs);
      if (earlier) return earlier;
      this.idempotency.push(use);
    }
    this.certificates.set(record.gccId, { record, pdf, signature });
    return undefined;
  }

  async recall(lineage: string, idempotencyKey: string, nowMs: number) {
    return this.recallNow(lineage, idempotencyKey, nowMs);
  }

  async get(gccId: string) {
    return this.certificates.get(gccId)?.record;
  }

  async pdf(gccId: string) {
    return this.certificates.get(gccId)?.pdf;
  }

  async signature(gccId: string) {
    return this.certificates.get(gccId)?.signature;
  }

  async findBySha256(sha256: string) {
    return this.records().find((record) => record.sha256 === sha256);
  }

  async list({ sinceMs, after, limit }: { sinceMs: number; after?: CertificateRecord; limit: number }) {
    const byIssue = (one: CertificateRecord, other: CertificateRecord) =>
      one.issuedAtMs - other.issuedAtMs || (one.gccId < other.gccId ? -1 : Number(one.gccId > other.gccId));
    return this.records()
      .filter((record) => record.issuedAtMs >= sinceMs && (!after || byIssue(record, after) > 0))
      .sort(byIssue)
      .slice(0, limit);
  }

  async search({ text, sku, state, status, lineageId, after, limit, ...range }: CertificateSearch) {
    const sought = text.toLowerCase();
    const { sinceMs = 0, untilMs = Number.POSITIVE_INFINITY } = range;
    return this.records()
      .filter((record) => lineageId === undefined || record.lineageId === lineageId)
      .filter((record) => status === undefined || certificateStatus(record) === status)
      .filter((record) => sku === undefined || skusOf(record).includes(sku))
      .filter(({ gccId, requestJson }) => gccId.startsWith(sought) || searchTextOf(requestJson).includes(sought))
      .filter((record) => state === undefined || state === filterOf(record))
      .filter(({ issuedAtMs }) => issuedAtMs >= sinceMs && issuedAtMs < untilMs)
      .filter((record) => after === undefined || byNewest(after, record) < 0)
      .sort(byNewest)
      .slice(0, limit);
  }

  async countSince(sinceMs: number) {
    return this.records().filter(({ issuedAtMs }) => issuedAtMs >= sinceMs).length;
  }

  async revoke(revocation: Revocation) {
    const { gccId, atMs, reason, successorId } = revocation;
    const stored = this.certificates.get(gccId);
    const successor = this.certificates.get(successorId ?? '')?.record;
    if (stored && isNewRevocation(stored.record, successor, revocation)) {
      stored.record = {
        ...stored.record,
        revokedAtMs: atMs,
        ...(reason !== undefined && { revocationReason: reason }),
        ...(successorId !== undefined && { successorId }),
      };
    }
    return stored?.record;
  }

  async supersededBy(gccId: string) {
    return this.records()
      .filter((record) => record.successorId === gccId)
      .sort(byNewest);
  }

  async setPublic(gccId: string, sinceMs: number | undefined) {
    const stored = this.certificates.get(gccId);
    if (stored && (stored.record.publicSinceMs !== undefined) !== (sinceMs !== undefined)) {
      const { publicSinceMs: _, ...record } = stored.record;
      stored.record = { ...record, ...(sinceMs !== undefined && { publicSinceMs: sinceMs }) };
    }
    return stored?.record;
  }

  private records() {
    return [...this.certificates.values()].map(({ record }) => record);
  }

  private recallNow(lineage: string, idempotencyKey: string, nowMs: number) {
    return this.idempotency.findLast(
      (use) => use.lineage === lineage && use.idempotencyKey === idempotencyKey && nowMs < use.forgottenAtMs,
    );
  }
}
