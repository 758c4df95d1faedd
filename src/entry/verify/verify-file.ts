import type { CertificateRecord, CertificateStore } from '../../domain/certificate-store.ts';
import { PortsideError } from '../../domain/errors.ts';
import { type IsolatedWork, type WorkBudget, WorkFault, WorkOverrun } from '../../domain/isolated-work.ts';
import { sha256Hex } from '../../domain/sha256.ts';

/** What a PDF file turned out to be. */
export type FileVerdict =
  | { kind: 'genuine'; record: CertificateRecord }
  /** The file names a stored certificate, but its bytes differ from it. */
  | { kind: 'altered'; record: CertificateRecord }
  | { kind: 'unknown' };

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const FILE_BUDGET: WorkBudget = {
  cpuMs: 5000,
  memoryBytes: 1024 * 1024 * 1024,
  outputBytes: 4096,
  wallMs: 60_000,
};

/**
 * Which certificate a PDF file is: found by its SHA-256, otherwise by a certificate id in its uncompressed text. The id alone
 * proves nothing, so such a file counts as altered. The file may be anybody's, so its text is searched by `work`.
 * @throws PortsideError `invalid_request` if the file cannot be searched within the limits
 */
export async function verifyFile(pdf: Uint8Array, store: CertificateStore, work: IsolatedWork): Promise<FileVerdict> {
  const record = await store.findBySha256(sha256Hex(pdf));
  if (record) return { kind: 'genuine', record };
  for (const gccId of await idsIn(pdf, work)) {
    const claimed = await store.get(gccId);
    if (claimed) return { kind: 'altered', record: claimed };
  }
  return { kind: 'unknown' };
}

async function idsIn(pdf: Uint8Array, work: IsolatedWork): Promise<string[]> {
  try {
    const order = { task: 'ids', input: {}, attachments: [pdf], budget: FILE_BUDGET, owners: ['file'] };
    const { text } = await work.run(order);
    return text.split('\n').filter((id) => ID.test(id));
  } catch (error) {
    if (!(error instanceof WorkOverrun || error instanceof WorkFault)) throw error;
    const message = 'The file cannot be searched within the limits.';
    throw new PortsideError('invalid_request', { message, cause: error });
  }
}
