import type { CertificateRecord, CertificateStore } from '../../domain/certificate-store.ts';
import { sha256Hex } from '../../domain/sha256.ts';

/** What a PDF file turned out to be. */
export type FileVerdict =
  | { kind: 'genuine'; record: CertificateRecord }
  /** It names a certificate on record, but its bytes are others. */
  | { kind: 'altered'; record: CertificateRecord }
  | { kind: 'unknown' };

/** Identifiers looked up in one file; a certificate names its own a few times. */
const NAMED_MAX = 16;
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g;

/**
 * Which certificate a PDF file is: by its SHA-256, else by an identifier that stands readable in its metadata. The latter
 * only names what it claims to be.
 */
export async function verifyFile(pdf: Uint8Array, store: CertificateStore): Promise<FileVerdict> {
  const record = await store.findBySha256(sha256Hex(pdf));
  if (record) return { kind: 'genuine', record };
  for (const gccId of namedCertificates(pdf)) {
    const named = await store.get(gccId);
    if (named) return { kind: 'altered', record: named };
  }
  return { kind: 'unknown' };
}

function namedCertificates(pdf: Uint8Array): string[] {
  const text = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength).toString('latin1');
  const named = new Set<string>();
  for (const [gccId] of text.matchAll(UUID)) {
    named.add(gccId);
    if (named.size === NAMED_MAX) break;
  }
  return [...named];
}
