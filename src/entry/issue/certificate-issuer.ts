/** From a request body to a certificate that is kept: read, print, hash, commit. */
import type { Certificate, GccRequest } from '../../domain/certificate.ts';
import type { CertificateRecord, CertificateStore } from '../../domain/certificate-store.ts';
import type { Clock } from '../../domain/clock.ts';
import { PortsideError } from '../../domain/errors.ts';
import { sha256Hex } from '../../domain/sha256.ts';
import { makeCertificate, verifyUrlOf } from './certificate.ts';
import { readRequest } from './validate.ts';

/** How long an `Idempotency-Key` is remembered. */
export const IDEMPOTENCY_MS = 24 * 3_600_000;
/** 1 to 255 characters of printable ASCII. */
const IDEMPOTENCY_KEY = /^[\x20-\x7e]{1,255}$/;

export interface CertificateIssuerParts {
  /** Same certificate, same bytes. Bounds its own time and its own queue. */
  render(certificate: Certificate): Promise<Uint8Array>;
  store: CertificateStore;
  clock: Pick<Clock, 'now' | 'random'>;
}

export interface IssueRequest {
  /** The request body, parsed and otherwise unread. */
  body: unknown;
  keyId: string;
  /** The API key and its successors by rotation. */
  lineage: string;
  requestId: string;
  /** Origin of the verify page that the certificate names for good. */
  baseUrl: string;
  idempotencyKey?: string;
}

interface Pending {
  bodySha256: string;
  record: Promise<CertificateRecord>;
}

export class CertificateIssuer {
  /** Orders under way, by lineage and idempotency key: a retry that overtakes its original joins it. */
  private readonly pending = new Map<string, Pending>();

  constructor(private readonly parts: CertificateIssuerParts) {}

  /**
   * The certificate for `order`, committed. With an `Idempotency-Key`, the same request gives the same certificate for
   * 24 hours. Two bodies are the same when they read the same: spacing, field order and ignored fields do not count.
   *
   * @throws PortsideError `invalid_request`, `conflict`, or `unavailable` when too many certificates are being printed.
   */
  async generate(order: IssueRequest): Promise<CertificateRecord> {
    const request = readRequest(order.body, this.parts.clock.now());
    const { idempotencyKey } = order;
    if (idempotencyKey === undefined) return this.print(order, request);
    if (!IDEMPOTENCY_KEY.test(idempotencyKey)) {
      throw new PortsideError('invalid_request', {
        message: 'The Idempotency-Key header must be 1 to 255 characters of printable ASCII.',
      });
    }

    const bodySha256 = sha256Hex(JSON.stringify(request));
    const place = JSON.stringify([order.lineage, idempotencyKey]);
    const pending = this.pending.get(place);
    if (pending) {
      refuseOtherBody(pending, bodySha256);
      return pending.record;
    }
    // No await between the look and the entry: of two at once, one prints.
    const record = this.printOnce({ ...order, idempotencyKey }, request, bodySha256);
    this.pending.set(place, { bodySha256, record });
    try {
      return await record;
    } finally {
      this.pending.delete(place);
    }
  }

  private async printOnce(
    order: IssueRequest & { idempotencyKey: string },
    request: GccRequest,
    bodySha256: string,
  ): Promise<CertificateRecord> {
    const { store, clock } = this.parts;
    const earlier = await store.recall(order.lineage, order.idempotencyKey, clock.now());
    if (!earlier) return this.print(order, request, { ...order, bodySha256 });
    refuseOtherBody(earlier, bodySha256);
    return this.kept(earlier.gccId);
  }

  private async print(
    order: IssueRequest,
    request: GccRequest,
    once?: { lineage: string; idempotencyKey: string; bodySha256: string },
  ): Promise<CertificateRecord> {
    const { render, store, clock } = this.parts;
    const issuedAtMs = clock.now();
    const gccId = uuid(clock.random(16));
    const verifyUrl = verifyUrlOf(order.baseUrl, gccId);
    const certificate = makeCertificate(request, { gccId, issuedAtMs, verifyUrl });
    const pdf = await render(certificate);
    const record: CertificateRecord = {
      gccId,
      keyId: order.keyId,
      requestId: order.requestId,
      issuedAtMs,
      verifyUrl,
      requestJson: JSON.stringify(request),
      sha256: sha256Hex(pdf),
      pdfBytes: pdf.byteLength,
      complete: certificate.missing.length === 0,
    };
    const earlier = await store.insert(
      record,
      pdf,
      once && {
        lineage: once.lineage,
        idempotencyKey: once.idempotencyKey,
        bodySha256: once.bodySha256,
        gccId,
        forgottenAtMs: issuedAtMs + IDEMPOTENCY_MS,
      },
    );
    if (!earlier || !once) return record;
    // Another process was first with this key: its certificate stands, ours was never kept.
    refuseOtherBody(earlier, once.bodySha256);
    return this.kept(earlier.gccId);
  }

  private async kept(gccId: string): Promise<CertificateRecord> {
    const record = await this.parts.store.get(gccId);
    if (!record) throw new Error('An idempotency record names a certificate that is not kept.');
    return record;
  }
}

function refuseOtherBody(earlier: { bodySha256: string }, bodySha256: string): void {
  if (earlier.bodySha256 !== bodySha256) throw new PortsideError('conflict');
}

/** RFC 9562, version 4. Not guessable, and silent about when or in what order certificates were made. */
export function uuid(random: Uint8Array): string {
  const bytes = Uint8Array.from(random.subarray(0, 16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return bytes.toHex().replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
