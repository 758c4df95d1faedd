/** Signs finished certificates: PAdES B-B, or B-T when a time-stamp authority is configured and answers. */
import { createHash } from 'node:crypto';
import { PortsideError } from '../../domain/errors.ts';
import type { Log } from '../../domain/log.ts';
import { CmsTemplate } from './cms-template.ts';
import { type SignerIdentity, validityFault } from './identity.ts';
import { coveredParts, fillSignature, prepareSignature } from './pdf-update.ts';
import type { Timestamp } from './timestamp-token.ts';

/** Room for a time stamp until the first one came: those of public authorities have 3 to 7 kB. */
const TIMESTAMP_ROOM_BYTES = 8192;

export interface SignedPdf {
  pdf: Uint8Array;
  /** The value of `/Contents`: CMS in DER, and zeros up to the reserved length. With it, the same file can be made again. */
  signature: Uint8Array;
  /** Fingerprint of the signer's certificate. */
  signer: string;
  /** What the time stamp says, Unix milliseconds. Absent without one. */
  timestampedAtMs?: number;
}

/** Gets a time stamp over the SHA-256 of a signature. Never throws; undefined if there is none. */
export type GetTimestamp = (signature: Uint8Array, gccId: string) => Promise<Timestamp | undefined>;

export class DocumentSigner {
  readonly identity: SignerIdentity;
  readonly #template: CmsTemplate;
  readonly #getTimestamp: GetTimestamp | undefined;
  readonly #log: Pick<Log, 'fault'> | undefined;
  #timestampBytes: number;

  constructor(identity: SignerIdentity, options: { getTimestamp?: GetTimestamp; log?: Pick<Log, 'fault'> } = {}) {
    this.identity = identity;
    this.#template = new CmsTemplate(identity);
    this.#getTimestamp = options.getTimestamp;
    this.#log = options.log;
    this.#timestampBytes = options.getTimestamp ? TIMESTAMP_ROOM_BYTES : 0;
  }

  /**
   * @param atMs the time that the signature states
   * @throws PortsideError `unavailable` when the signing certificate is not in force. Such a signature proves nothing
   */
  async sign(pdf: Uint8Array, gccId: string, atMs: number): Promise<SignedPdf> {
    const signer = this.identity.fingerprint;
    const fault = validityFault(this.identity, atMs);
    if (fault) {
      const cause = new Error(fault);
      this.#log?.fault('no certificate can be signed', cause);
      throw new PortsideError('unavailable', { cause });
    }
    const template = this.#template;
    // Twice at most: a time stamp larger than its room tells how much the second one needs.
    for (let attempt = 1; ; attempt++) {
      const prepared = prepareSignature(pdf, atMs, withReserve(template.byteLength) + this.#timestampBytes);
      const hash = createHash('sha256');
      for (const part of coveredParts(prepared)) hash.update(part);
      const digest = hash.digest();
      const value = template.sign(digest);
      const timestamp = await this.#getTimestamp?.(value, gccId);
      const fits = !timestamp || timestamp.token.byteLength <= this.#timestampBytes;
      if (timestamp) this.#timestampBytes = withReserve(timestamp.token.byteLength);
      if (!fits && attempt < 2) continue;
      const used = fits ? timestamp : undefined;
      const signature = new Uint8Array((prepared.gap.end - prepared.gap.start - 2) / 2);
      signature.set(template.write(digest, value, used?.token));
      return {
        pdf: fillSignature(prepared, signature),
        signature,
        signer,
        ...(used && { timestampedAtMs: used.atMs }),
      };
    }
  }
}

/** The file that `sign` made, from the same drawing, the same time and the signature that was kept. Asks no authority. */
export function putSignatureBack(pdf: Uint8Array, atMs: number, signature: Uint8Array): Uint8Array {
  return fillSignature(prepareSignature(pdf, atMs, signature.byteLength), signature);
}

function withReserve(bytes: number): number {
  return Math.ceil(bytes * 1.2);
}
