import type { CertificateRecord, CertificateStore } from '../../domain/certificate-store.ts';
import { sha256Hex } from '../../domain/sha256.ts';

/** What a PDF file turned out to be. */
export type FileVerdict =
  | { kind: 'genuine'; record: CertificateRecord }
  /** The file names a stored certificate, but its bytes differ from it. */
  | { kind: 'altered'; record: CertificateRecord }
  | { kind: 'unknown' };

/** How many different ids are looked up for one file. A certificate contains only its own. */
const IDS_MAX = 16;
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g;

/**
 * Which certificate a PDF file is: found by its SHA-256, otherwise by a certificate id in its uncompressed text. The id alone
 * proves nothing, so such a file counts as altered.
 */
export async function verifyFile(pdf: Uint8Array, store: CertificateStore): Promise<FileVerdict> {
  const record = await store.findBySha256(sha256Hex(pdf));
  if (record) return { kind: 'genuine', record };
  for (const gccId of idsIn(pdf)) {
    const claimed = await store.get(gccId);
    if (claimed) return { kind: 'altered', record: claimed };
  }
  return { kind: 'unknown' };
}

function idsIn(pdf: Uint8Array): string[] {
  const text = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength).toString('latin1');
  const ids = new Set<string>();
  for (const [gccId] of text.matchAll(UUID)) {
    ids.add(gccId);
    if (ids.size === IDS_MAX) break;
  }
  return [...ids];
}
