/**
 * The signatures of one signer. Only the digest and the value differ between two without a time stamp, so they are put into a copy of
 * one that `cms.ts` wrote: writing each takes 2 ms, and drawing a certificate takes 1.4.
 */
import { sign } from 'node:crypto';
import { cmsOf, signedBytes, unsignedCms } from './cms.ts';
import type { SignerIdentity } from './identity.ts';

const DIGEST = new Uint8Array(32).fill(0x5a);

export class CmsTemplate {
  readonly #identity: SignerIdentity;
  readonly #signedBytes: Buffer;
  /** By the length of the value, which differs with ECDSA. */
  readonly #written = new Map<number, Buffer>();
  /** Of a signature without time stamp. One with ECDSA can be a few longer. */
  readonly byteLength: number;

  constructor(identity: SignerIdentity) {
    this.#identity = identity;
    this.#signedBytes = signedBytes(unsignedCms(identity.chain, DIGEST));
    this.byteLength = this.write(DIGEST, this.sign(DIGEST)).byteLength;
  }

  /** The value of a signature. @param digest SHA-256 of the document */
  sign(digest: Uint8Array): Buffer {
    return sign('sha256', replaced(this.#signedBytes, DIGEST, digest), this.#identity.privateKey);
  }

  /** The signature in DER, as `cmsOf` writes it. @param value of `sign` */
  write(digest: Uint8Array, value: Uint8Array, timestampToken?: Uint8Array): Buffer {
    const { chain } = this.#identity;
    if (timestampToken) return cmsOf(unsignedCms(chain, digest), value, timestampToken);
    const anyValue = new Uint8Array(value.length).fill(0xa5);
    const written = this.#written.get(value.length) ?? cmsOf(unsignedCms(chain, DIGEST), anyValue);
    this.#written.set(value.length, written);
    return replaced(replaced(written, DIGEST, digest), anyValue, value);
  }
}

function replaced(bytes: Buffer, old: Uint8Array, value: Uint8Array): Buffer {
  const copy = Buffer.from(bytes);
  copy.set(value, copy.indexOf(old));
  return copy;
}
