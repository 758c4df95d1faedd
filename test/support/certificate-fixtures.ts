import { readdirSync } from 'node:fs';
import type { GccRequest } from '../../src/domain/certificate.ts';
import type { CertificateRecord, CertificateStore, IdempotencyRecord } from '../../src/domain/certificate-store.ts';
import { certificateRequests } from './paths.ts';

export const NOW_MS = Date.UTC(2026, 10, 20, 12);

const folder = `${certificateRequests}/`;

/** Every request of `requests/`: name and parsed body. */
export const REQUESTS: [name: string, body: unknown][] = await Promise.all(
  readdirSync(folder)
    .sort()
    .map(async (file): Promise<[string, unknown]> => [file, await Bun.file(folder + file).json()]),
);

export interface RequestBody {
  product_info: Record<string, unknown>;
  manufacturer: Record<string, unknown>;
  testing_lab: Record<string, unknown>;
  [field: string]: unknown;
}

/** A valid request, fresh at every call. */
export function validBody(): RequestBody {
  return {
    product_info: {
      name: 'Adult bicycle helmet',
      model: 'MRD-M',
      date_of_manufacture: '2025-03-14',
      place_of_manufacture: 'Shenzhen, China',
    },
    manufacturer: {
      name: 'Bright Harbor Sports Co., Ltd.',
      address: '88 Keji Road, Shenzhen',
      contact_email: 'qa@harbor.example',
    },
    testing_lab: { name: 'Harbor Testing Laboratories', test_date: '2025-02-20' },
  };
}

/** The store's contract in memory. Each call waits a turn, as a database does, so that races can show. */
export class MemoryStore implements CertificateStore {
  readonly certificates = new Map<string, { record: CertificateRecord; pdf: Uint8Array }>();
  readonly remembered: IdempotencyRecord[] = [];

  async insert(record: CertificateRecord, pdf: Uint8Array, idempotency?: IdempotencyRecord) {
    await Promise.resolve();
    if (idempotency) {
      const earlier = this.find(idempotency.lineage, idempotency.idempotencyKey, record.issuedAtMs);
      if (earlier) return earlier;
      this.remembered.push(idempotency);
    }
    this.certificates.set(record.gccId, { record, pdf });
    return undefined;
  }

  async recall(lineage: string, idempotencyKey: string, nowMs: number) {
    return this.find(lineage, idempotencyKey, nowMs);
  }

  async get(gccId: string) {
    return this.certificates.get(gccId)?.record;
  }

  async pdf(gccId: string) {
    return this.certificates.get(gccId)?.pdf;
  }

  async findBySha256(sha256: string) {
    return this.records().find((record) => record.sha256 === sha256);
  }

  async list({ sinceMs, after, limit }: { sinceMs: number; after?: CertificateRecord; limit: number }) {
    const order = (one: CertificateRecord, other: CertificateRecord) =>
      one.issuedAtMs - other.issuedAtMs || (one.gccId < other.gccId ? -1 : Number(one.gccId > other.gccId));
    return this.records()
      .filter((record) => record.issuedAtMs >= sinceMs && (!after || order(record, after) > 0))
      .sort(order)
      .slice(0, limit);
  }

  async search(text: string, limit: number) {
    const sought = text.toLowerCase();
    return this.records()
      .filter(({ gccId, requestJson }) => {
        const { name, model = '', sku = '' } = (JSON.parse(requestJson) as GccRequest).product_info;
        return gccId.startsWith(sought) || [name, model, sku].some((field) => field.toLowerCase().includes(sought));
      })
      .sort((one, other) => other.issuedAtMs - one.issuedAtMs)
      .slice(0, limit);
  }

  async revoke(gccId: string, atMs: number) {
    const record = this.certificates.get(gccId)?.record;
    if (record) record.revokedAtMs ??= atMs;
    return record !== undefined;
  }

  private records() {
    return [...this.certificates.values()].map(({ record }) => record);
  }

  private find(lineage: string, idempotencyKey: string, nowMs: number) {
    return this.remembered.findLast(
      (row) => row.lineage === lineage && row.idempotencyKey === idempotencyKey && nowMs < row.forgottenAtMs,
    );
  }
}
