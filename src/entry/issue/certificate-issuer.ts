/** From a request body to a stored certificate: read the request, draw the PDF, hash it, commit it. */
import type { Certificate, GccRequest } from '../../domain/certificate.ts';
import {
  CERTIFICATE_RECORD_BYTES,
  type CertificateRecord,
  type CertificateStore,
  type IdempotencyRecord,
} from '../../domain/certificate-store.ts';
import type { Clock } from '../../domain/clock.ts';
import { PortsideError } from '../../domain/errors.ts';
import type { Meter } from '../../domain/resource-meter.ts';
import type { ResourceAmounts } from '../../domain/resources.ts';
import { sha256Hex } from '../../domain/sha256.ts';
import { CERTIFICATE_CPU_MS, type RenderFor } from '../pdf/renderer.ts';
import type { DocumentSigner } from '../sign/document-signer.ts';
import { attachedRecord } from './attached-record.ts';
import { makeCertificate, verifyUrlOf } from './certificate.ts';
import { type RequestForm, readRequest } from './validate.ts';

/** How long an `Idempotency-Key` is remembered. */
export const IDEMPOTENCY_MS = 24 * 3_600_000;
/** What a line of a batch was made into is never forgotten: a batch may be continued after any time (ADR 106). */
const NEVER_MS = Number.MAX_SAFE_INTEGER;
/**
 * The largest PDF that is stored. The largest honest ones take a tenth: 0.2 MB with every field at its limit, 0.1 MB in eight
 * scripts. Each different character adds its outline, so a text made of all of Unicode's could reach 6 MB.
 */
export const PDF_BYTES_MAX = 2_000_000;
/**
 * What drawing one certificate reserves. The worker is stopped a little after its budget. The store books the bytes when it
 * knows them.
 */
export const RENDERING_MOST: ResourceAmounts = {
  storedBytes: CERTIFICATE_RECORD_BYTES,
  cpuMs: CERTIFICATE_CPU_MS + 100,
  bytesFetched: 0,
};
/** 1 to 255 characters of printable ASCII. */
const IDEMPOTENCY_KEY = /^[\x20-\x7e]{1,255}$/;

export interface CertificateIssuerParts {
  /** The PDF of `certificate` with `recordJson` attached. Same arguments, same bytes. Limits its time and queue. */
  render(certificate: Certificate, recordJson: string, renderFor: RenderFor): Promise<Uint8Array>;
  signer: Pick<DocumentSigner, 'sign'>;
  store: CertificateStore;
  /** Called before a certificate is drawn. @throws PortsideError when none may be stored now */
  requireRoom(): void;
  clock: Pick<Clock, 'now' | 'random'>;
}

export interface IssueRequest {
  /** The parsed JSON of the request, not yet validated. */
  body: unknown;
  /** v1 if absent. */
  form?: RequestForm;
  keyId: string;
  /** The API key and its successors by rotation. */
  lineage: string;
  /** The same as a number. Absent if no key asks. */
  lineageId?: number;
  requestId: string;
  /** Origin of the verify page. The certificate prints it, so it cannot change later. */
  baseUrl: string;
  idempotencyKey?: string;
  /** In place of `idempotencyKey`: a line of a batch, which gets one certificate for good. */
  batchLine?: BatchLine;
  /** Who pays for drawing. An answer from an earlier request with the same `Idempotency-Key` costs nothing. */
  meter: Meter;
  /** Aborted when the caller has gone. A certificate that nobody waits for is not stored. */
  signal?: Signal;
}

/** A line of a batch, by the id of the batch and the number of the line. */
interface BatchLine {
  batch: string;
  line: number;
}

interface Signal {
  readonly aborted: boolean;
}

interface IdempotencyUse extends Pick<IdempotencyRecord, 'lineage' | 'idempotencyKey' | 'bodySha256'> {
  rememberedMs: number;
  /** Whether the certificate is the answer even if it was revoked since. */
  givesRevoked: boolean;
}

interface PendingIssue {
  bodySha256: string;
  record: Promise<CertificateRecord>;
  /** Of the original and the retries that wait for it. */
  signals: (Signal | undefined)[];
}

export class CertificateIssuer {
  /** By lineage and idempotency key. A retry that arrives before its original has finished waits for the original. */
  readonly #pending = new Map<string, PendingIssue>();
  readonly #parts: CertificateIssuerParts;

  constructor(parts: CertificateIssuerParts) {
    this.#parts = parts;
  }

  /**
   * Returns the certificate for `request` after it is committed. With an `Idempotency-Key`, the same request gives the same
   * certificate for 24 hours. Bodies are compared after cleaning: spacing, field order and ignored fields do not count. A line of a
   * batch gives the same certificate for good, in whatever state it is by then.
   *
   * @throws PortsideError `invalid_request`, `conflict`, `unavailable` when too many certificates are waiting, there is no room to
   *   store one, or all callers of this one have gone, or `rate_limited` when a resource of the caller is spent.
   */
  async issue(request: IssueRequest): Promise<CertificateRecord> {
    const cleaned = readRequest(request.body, this.#parts.clock.now(), request.form);
    const signals = [request.signal];
    const use = idempotencyUse(request, sha256Hex(JSON.stringify(cleaned)));
    if (!use) return this.#issueNew(request, cleaned, signals);
    const { lineage, idempotencyKey, bodySha256 } = use;
    const pendingKey = JSON.stringify([lineage, idempotencyKey]);
    const pending = this.#pending.get(pendingKey);
    if (pending) {
      requireSameBody(pending, bodySha256);
      pending.signals.push(request.signal);
      return pending.record;
    }
    // No await between `get` and `set`: otherwise two requests at the same time would both draw a certificate.
    const record = this.#issueOnce(request, cleaned, signals, use);
    this.#pending.set(pendingKey, { bodySha256, record, signals });
    try {
      return await record;
    } finally {
      this.#pending.delete(pendingKey);
    }
  }

  async #issueOnce(
    request: IssueRequest,
    cleaned: GccRequest,
    signals: PendingIssue['signals'],
    use: IdempotencyUse,
  ): Promise<CertificateRecord> {
    const { store, clock } = this.#parts;
    const earlier = await store.recall(use.lineage, use.idempotencyKey, clock.now());
    return earlier ? this.#replay(earlier, use) : this.#issueNew(request, cleaned, signals, use);
  }

  async #issueNew(
    request: IssueRequest,
    cleaned: GccRequest,
    signals: PendingIssue['signals'],
    use?: IdempotencyUse,
  ): Promise<CertificateRecord> {
    const { render, signer, store, clock, requireRoom } = this.#parts;
    requireWanted(signals);
    requireRoom();
    const issuedAtMs = clock.now();
    const gccId = uuid(clock.random(16));
    const verifyUrl = verifyUrlOf(request.baseUrl, gccId);
    const certificate = makeCertificate(cleaned, { gccId, issuedAtMs, verifyUrl });
    const drawn = await request.meter(RENDERING_MOST, (charge) =>
      render(certificate, JSON.stringify(attachedRecord(certificate)), { owner: `key ${request.lineage}`, charge }),
    );
    if (drawn.byteLength > PDF_BYTES_MAX) throw tooLarge();
    const { pdf, signature, ...signed } = await signer.sign(drawn, gccId, issuedAtMs);
    requireWanted(signals);
    const record: CertificateRecord = {
      gccId,
      keyId: request.keyId,
      ...(request.lineageId !== undefined && { lineageId: request.lineageId }),
      requestId: request.requestId,
      issuedAtMs,
      verifyUrl,
      requestJson: JSON.stringify(cleaned),
      sha256: sha256Hex(pdf),
      pdfBytes: pdf.byteLength,
      state: certificate.state,
      ...signed,
    };
    if (!use) {
      await store.insert(record, pdf, undefined, signature);
      return record;
    }
    const { lineage, idempotencyKey, bodySha256, rememberedMs } = use;
    const forgottenAtMs = Math.min(issuedAtMs + rememberedMs, NEVER_MS);
    const remembered = { lineage, idempotencyKey, bodySha256, gccId, forgottenAtMs };
    const earlier = await store.insert(record, pdf, remembered, signature);
    // Another process committed first under this idempotency key. The store did not write our certificate.
    return earlier ? this.#replay(earlier, use) : record;
  }

  /** The certificate that was issued earlier under the same idempotency key. */
  async #replay(earlier: IdempotencyRecord, use: IdempotencyUse): Promise<CertificateRecord> {
    requireSameBody(earlier, use.bodySha256);
    const record = await this.#parts.store.get(earlier.gccId);
    if (!record) throw new Error('An idempotency record names a certificate that is not stored.');
    if (record.revokedAtMs !== undefined && !use.givesRevoked) {
      const message = `Certificate ${record.gccId}, made under this idempotency key, was revoked. Use another key to make a new one.`;
      throw new PortsideError('conflict', { message });
    }
    return record;
  }
}

/** What the certificate of a line is remembered under. */
export function batchLineKey({ batch, line }: BatchLine): Pick<IdempotencyRecord, 'lineage' | 'idempotencyKey'> {
  return { lineage: `batch ${batch}`, idempotencyKey: `line ${line}` };
}

/** Under which key a request is remembered. Undefined if it is not. A lineage is a number or `cli`, so no client can name a batch. */
function idempotencyUse(request: IssueRequest, bodySha256: string): IdempotencyUse | undefined {
  const { lineage, idempotencyKey, batchLine } = request;
  if (batchLine) {
    return { ...batchLineKey(batchLine), bodySha256, rememberedMs: NEVER_MS, givesRevoked: true };
  }
  if (idempotencyKey === undefined) return undefined;
  if (!IDEMPOTENCY_KEY.test(idempotencyKey)) {
    throw new PortsideError('invalid_request', {
      message: 'The Idempotency-Key header must be 1 to 255 characters of printable ASCII.',
    });
  }
  return { lineage, idempotencyKey, bodySha256, rememberedMs: IDEMPOTENCY_MS, givesRevoked: false };
}

function tooLarge(): PortsideError {
  const message = `The PDF would be larger than ${PDF_BYTES_MAX / 1_000_000} MB, because the texts have too many different characters.`;
  return new PortsideError('invalid_request', {
    message: `${message} Shorten them. Nothing was stored.`,
    details: [{ path: '', message }],
  });
}

function requireWanted(signals: PendingIssue['signals']): void {
  if (signals.every((signal) => signal?.aborted)) throw new PortsideError('unavailable');
}

function requireSameBody(earlier: { bodySha256: string }, bodySha256: string): void {
  if (earlier.bodySha256 !== bodySha256) throw new PortsideError('conflict');
}

/** RFC 9562, version 4. It cannot be guessed, and does not reveal when or in which order certificates were issued. */
export function uuid(random: Uint8Array): string {
  const bytes = Uint8Array.from(random.subarray(0, 16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return bytes.toHex().replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
